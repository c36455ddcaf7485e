import { execFile } from "node:child_process";
import { statfsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import type { Config } from "#server/config.ts";
import { askThroughProxy, judgeProxy } from "#server/doctor/address.ts";
import { type DoctorOptions, examine, type Finding } from "#server/doctor/doctor.ts";
import { freePort } from "../../../e2e/helpers/free-port.ts";
import { openEmulator, testKey } from "../generations/generator-shop.ts";
import { answer, startMailServer } from "../mail/mail-server.ts";
import { openPaypalShop } from "../payments/paypal-shop.ts";
import { startS3 } from "../storage/s3-server.ts";

const run = promisify(execFile);

async function findings(config: Config, options: Partial<DoctorOptions> = {}) {
  const told: Finding[] = [];
  await examine(config, { tell: (finding) => told.push(finding), ...options });
  return told;
}

/** What is wrong, by its name. */
async function wrong(config: Config, options: Partial<DoctorOptions> = {}): Promise<Record<string, string>> {
  const told = await findings(config, options);
  return Object.fromEntries(told.filter(({ isWell }) => !isWell).map(({ name, text }) => [name, text]));
}

/** A shop with everything that it can stand on, each over a socket. */
async function seeded() {
  const [mail, { s3, behaviour: bucket }, model] = [
    await startMailServer({ login: true }),
    await startS3({ region: "fr-par" }),
    await openEmulator(),
  ];
  const settings = { smtpUrl: mail.url, s3: { ...s3, region: "fr-par" }, geminiApiUrl: model.url };
  const { shop, admin } = await openPaypalShop({ config: settings });
  const put = async (url: string, body: object, method = "PUT") =>
    expect((await shop.send({ method, url, body, as: admin })).status).toBeLessThan(300);
  await put("/api/gemini-keys", { name: "K", key: testKey }, "POST");
  return { shop, config: shop.platform.config, mail, bucket, put };
}

test("of a shop that lacks nothing the doctor says so in nine lines, and sends and leaves nothing", async () => {
  const { config, mail } = await seeded();
  const told = await findings(config);
  expect(told.filter(({ isWell }) => !isWell)).toEqual([]);
  expect(told.map(({ name }) => name)).toEqual([
    "database",
    "files",
    "mail",
    "paypal",
    "model",
    "address",
    "proxy",
    "clock",
    "disk",
  ]);
  expect(mail.received).toEqual([]);
});

test("whatever is wrong is named alone, with what to do and without a secret", async () => {
  const { shop, config, mail, put } = await seeded();
  const url = new URL(config.smtpUrl!);
  const withoutLogin = `smtp://${url.host}`;
  const said: unknown[] = [];
  const expectWrong = async (found: Promise<Record<string, string>>, expected: Record<string, RegExp>) => {
    said.push(await found);
    expect(await found).toEqual(
      Object.fromEntries(Object.entries(expected).map(([name, text]) => [name, expect.stringMatching(text)])),
    );
  };

  await expectWrong(wrong({ ...config, s3: { ...config.s3!, region: undefined } }), {
    files: /^S3_REGION must be "fr-par"/,
  });
  await expectWrong(wrong({ ...config, smtpUrl: withoutLogin }), {
    mail: /refuses to pass mails on .*SMTP_URL needs a login/,
  });
  mail.behaviour.acceptLogin = false;
  await expectWrong(wrong(config), { mail: /^the login in SMTP_URL is refused \("535 / });
  mail.behaviour.acceptLogin = true;
  mail.behaviour.onSender = () => {
    throw answer(553, "Sender is not verified");
  };
  await expectWrong(wrong(config), { mail: /refuses mails from hello@thumbsmith.local .*set MAIL_FROM/ });
  mail.behaviour.onSender = () => undefined;
  await expectWrong(wrong({ ...config, smtpUrl: `smtp://127.0.0.1:${await freePort()}` }), {
    mail: /cannot be reached .*correct SMTP_URL/,
  });

  const addresses = (sql: string) => shop.platform.db.execute(`update users set email = ${sql}`);
  await addresses("email || '.local'");
  await expectWrong(wrong(config), {
    mail: /no admin has an address that gets any.*: npm run create-admin -- YOUR-ADDRESS$/,
  });
  await addresses("replace(email, '.local', '')");

  await expectWrong(wrong(config, { now: () => Date.now() + 30_000 }), {
    clock: /^this machine's clock is \d\d\.\d s ahead of the database's: have it set by NTP$/,
  });
  const full = { ...statfsSync("/"), bavail: 10, bsize: 4096 } as ReturnType<typeof statfsSync>;
  await expectWrong(wrong(config, { statfs: (() => full) as unknown as typeof statfsSync }), {
    disk: /^only 0\.0 GB free/,
  });

  await expectWrong(wrong({ ...config, appSecret: "another secret that is long enough for it" }), {
    paypal: /stored under another APP_SECRET/,
    model: /cannot be read with the present APP_SECRET/,
    address: /not by a shop of this APP_SECRET/,
    proxy: /cannot be asked/,
  });
  await expectWrong(wrong({ ...config, appUrl: `http://127.0.0.1:${await freePort()}` }), {
    paypal: /^the webhook leads to http.* instead of .*: press 'Register webhook'/,
    address: /cannot be reached from here \(ECONNREFUSED\): start the shop/,
    proxy: /cannot be asked/,
  });

  await put("/api/shop-settings", { imageModel: "no-such-model" });
  await put("/api/paypal-settings", { clientSecret: "a wrong client secret" });
  await expectWrong(wrong(config), {
    paypal: /^PayPal does not accept the sandbox client ID and secret/,
    model: /^the image model "no-such-model" does not exist for the key "K"/,
  });
  await put("/api/paypal-settings", { enablePayPal: false });
  expect((await findings(config)).find(({ name }) => name === "paypal")).toMatchObject({ isWell: true });
  await shop.platform.db.execute("delete from settings");
  expect(await wrong(config)).toMatchObject({
    paypal: expect.stringMatching(/^nothing can be paid: enter client ID and secret/),
  });
  await expectWrong(wrong({ ...config, databaseUrl: "postgres://shop:hunter22@127.0.0.1:1/shop" }), {
    database: /^The PostgreSQL that DATABASE_URL names cannot be used: connect ECONNREFUSED/,
    paypal: /cannot be asked without the database/,
    model: /cannot be asked without the database/,
  });
  for (const secret of [
    "hunter22",
    `:${url.password}@`,
    testKey,
    config.appSecret!,
    config.s3!.secretKey,
    "a wrong client secret",
  ])
    expect(JSON.stringify(said)).not.toContain(secret);
  expect((await shop.send({ url: "/healthz" })).body, "to others it says no more than before").toEqual({
    ok: true,
  });
});

test("a database of a newer release is named as such, with what to do", async () => {
  const { shop, config } = await seeded();
  await shop.platform.db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', ${9e12})`,
  );
  expect(await wrong(config)).toEqual({
    database: expect.stringMatching(/^it is of a newer release: start that one, or restore/),
  });
});

const pretended = "192.0.2.77";
const proxy = "172.16.3.4";

test.each<[string, string, string | null, Config["trustProxy"], RegExp | null]>([
  // visitor, peer, forwarded, TRUST_PROXY, what is wrong
  ["203.0.113.9", "203.0.113.9", pretended, false, null],
  ["203.0.113.9", proxy, `${pretended}, 203.0.113.9`, [proxy], null],
  ["203.0.113.9", proxy, "203.0.113.9", [proxy], null],
  [pretended, proxy, `${pretended}, 10.0.0.3`, ["10.0.0.0/8"], null],
  [
    proxy,
    proxy,
    `${pretended}, 203.0.113.9`,
    false,
    /^all visitors count as one, 172\.16\.3\.4: set TRUST_PROXY=172/,
  ],
  [proxy, proxy, "203.0.113.9", ["10.0.0.0/8"], /^all visitors count as one/],
  // A proxy that replaces the header, asked from its own machine.
  ["127.0.0.1", "127.0.0.1", "127.0.0.1", ["loopback"], null],
  ["127.0.0.1", "127.0.0.1", "127.0.0.1", false, /^all visitors count as one/],
  [proxy, proxy, pretended, ["10.0.0.0/8"], /does not name 172\.16\.3\.4/],
  [pretended, proxy, `${pretended}, 203.0.113.9`, ["0.0.0.0/0"], /^visitors may pretend any address/],
  [pretended, "203.0.113.9", pretended, ["0.0.0.0/0"], /^whoever connects may pretend any address/],
  [proxy, proxy, null, [proxy], /drops X-Forwarded-For/],
])(
  "the visitor %s from %s with %s under TRUST_PROXY %j is judged",
  (visitor, peer, forwarded, trusted, problem) => {
    const judge = () => judgeProxy({ visitor, peer, forwarded }, trusted);
    if (problem) expect(judge).toThrow(problem);
    else expect(judge()).toMatch(/no proxy|is believed/);
  },
);

test("an address that redirects, fails or is somebody else's is told", async () => {
  let status = 301;
  const server = createServer((_request, response) =>
    response
      .writeHead(status, status === 301 ? { location: "https://www.shop.example/healthz" } : {})
      .end("{}"),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const ask = () => askThroughProxy(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, "secret");
  await expect(ask()).rejects.toThrow("redirects to https://www.shop.example: set APP_URL to that");
  status = 502;
  await expect(ask()).rejects.toThrow("answers 502");
  status = 200;
  await expect(ask()).rejects.toThrow("not by a shop of this APP_SECRET");
});

test("the command prints a line for each, and ends with 1 where the environment or anything else is wrong", async () => {
  const doctor = (env: Record<string, string>) =>
    run(process.execPath, ["server/src/commands/doctor.ts"], { env: { PATH: process.env.PATH, ...env } });
  await expect(doctor({ DEMO: "maybe" })).rejects.toMatchObject({
    code: 1,
    stdout: 'FAIL  environment: DEMO must be on or off, not "maybe".\n',
  });
});
