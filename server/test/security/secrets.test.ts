import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { eq, sql } from "drizzle-orm";
import { expect, inject, onTestFinished, test } from "vitest";
import { federatedNames } from "#contract/accounts.ts";
import { SHOP, startPaypal } from "#emulators/test/paypal-support.ts";
import { createBackup } from "#server/db/backup/create-backup.ts";
import { openDatabase } from "#server/db/database.ts";
import { newId } from "#server/db/ids.ts";
import { outbox } from "#server/db/tables/mail.ts";
import { users } from "#server/db/tables/users.ts";
import { grantCredits } from "#server/features/credits/credits.service.ts";
import { decryptMail } from "#server/features/mail/queue-mail.ts";
import { createEncryption } from "#server/platform/encryption.ts";
import { consentAt, startIdentity } from "../accounts/identity.ts";
import { openEmulator, runInput } from "../generations/generator-shop.ts";
import { startShopProcess } from "../helpers/shop-process.ts";
import { cloneTestDatabase } from "../helpers/test-cluster.ts";

const appSecret = "planted-app-secret-0123456789-abcdefgh";
const planted = {
  appSecret,
  ownerPassword: "planted owner password",
  adminPassword: "planted admin password",
  wrongPassword: "planted wrong password",
  newPassword: "planted new password",
  aiKey: "AIzaPlantedKey-0123456789-abcdefghij",
  refusedAiKey: "AIzaRefusedKey-0123456789-abcdefghij",
  paypalSecret: "planted-paypal-client-secret-0123456789",
  wrongPaypalSecret: "planted-wrong-client-secret-0123456789",
  smtpPassword: "planted-smtp-password",
  googleSecret: "planted-google-secret",
};
/** Of the owner; it may reach the owner and the admin, and the backup, but no log. */
const personal = { street: "7 Planted Street", phone: "+49 30 7654321", message: "A planted confession." };

interface Sent {
  what: string;
  by: string;
  text: string;
}

async function openFixture() {
  const database = await cloneTestDatabase(inject("postgres"));
  const { db, close } = openDatabase(database.connectionString);
  const dataDir = await mkdtemp(join(tmpdir(), "secrets-"));
  const paypal = await startPaypal({
    deliverWebhooks: false,
    clients: [{ ...SHOP, secret: planted.paypalSecret }],
  });
  const model = await openEmulator();
  const identity = await startIdentity("http://localhost:3000", planted.googleSecret);
  onTestFinished(async () => {
    await close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const shop = await startShopProcess({
    DATABASE_URL: database.connectionString,
    DATA_DIR: dataDir,
    APP_SECRET: appSecret,
    PAYPAL_API_URL: paypal.baseUrl,
    GEMINI_API_URL: model.url,
    SMTP_URL: `smtp://mailer:${planted.smtpPassword}@127.0.0.1:9`,
    ...identity.env,
    LOG_LEVEL: "trace",
  });
  const sent: Sent[] = [];
  /** One call whose answer is kept, headers included, but for the cookie that it sets. */
  async function call(
    by: string,
    cookie: string,
    method: string,
    path: string,
    body?: unknown,
    more: Record<string, string> = {},
  ) {
    const response = await fetch(`${shop.url}${path}`, {
      method,
      redirect: "manual",
      headers: { cookie, ...more, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const set = response.headers
      .getSetCookie()
      .map((each) => each.split(";")[0])
      .join("; ");
    const headers = [...response.headers].filter(([name]) => name !== "set-cookie");
    sent.push({ what: `${method} ${path}`, by, text: `${JSON.stringify(headers)} ${text}` });
    const isJson = response.headers.get("content-type")?.includes("json");
    return {
      status: response.status,
      cookie: set,
      headers: Object.fromEntries(headers),
      body: isJson && text ? JSON.parse(text) : null,
    };
  }
  async function signUp(name: string, password: string, role: "member" | "Admin" = "member") {
    const body = { name, email: `${name.toLowerCase()}@planted.example`, password };
    const made = await call(name, "", "POST", "/api/auth/sign-up/email", body);
    const id = made.body.user.id as string;
    await db.update(users).set({ role }).where(eq(users.id, id));
    return {
      id,
      email: body.email,
      as: (method: string, path: string, input?: unknown) => call(name, made.cookie, method, path, input),
      cookie: made.cookie,
    };
  }
  return { database, db, dataDir, shop, sent, call, signUp, model, identity };
}

/** Everything in a backup file, unpacked. */
async function backupText(connectionString: string, folder: string): Promise<string> {
  const file = join(folder, "shop.backup");
  await createBackup({ connectionString, uploadsDir: undefined, file });
  const bytes = await readFile(file);
  return (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString();
}

test("planted secrets are in no answer, event, error, log line or backup", async () => {
  const fixture = await openFixture();
  const { db, shop, sent, call, signUp, model, identity } = fixture;
  const owner = await signUp("Ophelia", planted.ownerPassword);
  const admin = await signUp("Adam", planted.adminPassword, "Admin");
  const other = await signUp("Oscar", "another password");

  await owner.as("PUT", `/update-user-profile/${owner.id}`, {
    address: personal.street,
    phone: personal.phone,
  });
  await owner.as("POST", "/new-support-message", { subject: "Help", message: personal.message });
  const wrong = { email: owner.email, password: planted.wrongPassword };
  await call("Nobody", "", "POST", "/api/auth/sign-in/email", wrong);
  await call("Nobody", "", "POST", "/api/auth/sign-in/email", `{"password":"${planted.wrongPassword}"`);
  await call("Nobody", "", "POST", "/api/auth/sign-in/email", {
    email: 5,
    password: [planted.wrongPassword],
  });
  await owner.as("POST", "/api/account/delete", { password: planted.wrongPassword });
  const right = { email: admin.email, password: planted.adminPassword };
  expect((await call("Adam", "", "POST", "/api/auth/sign-in/email", right)).status).toBe(200);

  const credentials = { clientId: SHOP.clientId, clientSecret: planted.paypalSecret, enablePayPal: true };
  expect((await admin.as("PUT", "/api/paypal-settings", credentials)).status).toBe(200);
  const refused = { clientId: SHOP.clientId, clientSecret: planted.wrongPaypalSecret };
  expect((await admin.as("POST", "/api/paypal-settings/test", refused)).status).toBeGreaterThanOrEqual(400);
  for (const key of [planted.aiKey, planted.refusedAiKey])
    expect((await admin.as("POST", "/api/gemini-keys", { name: key.slice(4, 11), key })).status).toBe(201);
  await model.fault("api-key-invalid", { key: planted.refusedAiKey });
  const keys = await admin.as("GET", "/api/gemini-keys");
  for (const { _id } of keys.body.data) await admin.as("POST", `/api/gemini-keys/${_id}/test`);

  // Twice each, so that the tokens of a later sign-in are looked for as well.
  for (const provider of [...federatedNames, ...federatedNames]) {
    const start = await call("Nobody", "", "POST", "/api/auth/sign-in/social", { provider });
    const { pathname, search } = new URL(
      await consentAt(start.body.url, { email: `${provider}@planted.example` }),
    );
    const end = await call("Fay", start.cookie, "GET", `${pathname}${search}`);
    expect(end.headers.location).toBe("/signed-in");
    await call("Fay", end.cookie, "GET", "/api/account/export");
    await call("Fay", start.cookie, "GET", `${pathname}${search}`);
  }
  expect(identity.issued).toHaveLength(2 * federatedNames.length);
  const federated = Object.fromEntries(
    identity.issued.flatMap(({ access_token, refresh_token, id_token }, index) =>
      Object.entries({ access_token, refresh_token, id_token })
        .filter(([, token]) => token)
        .map(([kind, token]) => [`${kind} ${index}`, token!]),
    ),
  );

  // Told once, to the one who makes it, which is no answer to be looked at.
  const made = await fetch(`${shop.url}/api/keys`, {
    method: "POST",
    headers: { cookie: owner.cookie, "content-type": "application/json" },
    body: JSON.stringify({ name: "Planted", scopes: ["runs:read", "designs:write"] }),
  });
  const { key } = (await made.json()).data as { key: string };
  const wrongKey = `ts_${"PlantedWrong-".repeat(4)}`.slice(0, 46);
  for (const each of [key, wrongKey]) {
    const bearer = { authorization: `Bearer ${each}` };
    for (const path of ["/api/generations", "/api/insights", "/api/gallery", `/nowhere?key=${each}`])
      await call("Program", "", "GET", path, undefined, bearer);
    await call("Program", "", "PUT", "/api/brand", `{"key":"${each}"`, bearer);
    await call("Program", `key=${each}`, "GET", `/api/generations?access_token=${each}`);
    await call("Program", "", "POST", "/api/keys/revoke", { key: `${each}x` });
    await call("Program", "", "POST", "/api/keys/revoke", { key: [each] });
  }

  const gift = { userId: owner.id, amount: 20, reason: "gift", reference: newId() } as const;
  await db.transaction((tx) => grantCredits(tx, gift));
  const run = await owner.as("POST", "/api/generations", runInput());
  await owner.as("GET", `/api/generations/${run.body.data.id}/events`);

  await call("Nobody", "", "POST", "/api/auth/request-password-reset", { email: owner.email });
  const [mail] = await db.select().from(outbox).where(eq(outbox.templateName, "Reset password"));
  const secrets = createEncryption(appSecret);
  const token = /token=([\w-]+)/.exec(decryptMail({ encryption: secrets }, mail!).text)![1]!;
  const backup = await backupText(fixture.database.connectionString, fixture.dataDir);
  expect(backup).toContain(personal.street);
  await call("Nobody", "", "POST", "/api/auth/reset-password", {
    token: "x",
    newPassword: planted.newPassword,
  });
  await call("Nobody", "", "POST", "/api/auth/reset-password", { token, newPassword: planted.newPassword });

  // A fault of the database, whose driver hangs the statement's parameters on its error.
  await db.execute(sql`alter table tickets add constraint planted check (subject = 'nothing') not valid`);
  const ticket = { subject: personal.street, message: personal.message, phone: personal.phone };
  expect((await other.as("POST", "/new-support-message", ticket)).status).toBe(500);

  const pages = [
    "/api/viewer",
    "/users",
    "/users/admins",
    "/api/paypal-settings",
    "/api/gemini-keys",
    "/orders",
  ];
  pages.push(
    "/api/audit-log",
    "/message-log",
    "/api/search?q=planted",
    "/api/account/export",
    "/support-messages",
  );
  pages.push(
    "/api/openapi.json",
    "/api/shop-settings",
    "/api/insights",
    "/api/auth/list-sessions",
    "/api/keys",
    "/nowhere",
  );
  for (const page of pages) {
    await call("Nobody", "", "GET", page);
    for (const person of [owner, admin, other]) await person.as("GET", page);
  }
  expect(shop.output()).toContain("Failed query: insert into");
  await expect.poll(() => shop.output().includes("could not be sent")).toBe(true);
  const told = eventsIn(shop.output());
  expect(told).toContainEqual(expect.objectContaining({ msg: "signed in", userId: admin.id }));
  const refusal = { msg: "refused", method: expect.any(String), address: expect.any(String) };
  for (const [path, code] of [
    ["/api/auth/sign-in/email", "INVALID_PASSWORD"],
    ["/api/audit-log", "FORBIDDEN"],
  ])
    expect(told).toContainEqual(expect.objectContaining({ ...refusal, path, code }));

  const bearers = {
    key,
    wrongKey,
    token,
    ownerCookie: unsignCookie(owner.cookie),
    adminCookie: unsignCookie(admin.cookie),
  };
  for (const [name, secret] of Object.entries({ ...planted, ...bearers, ...federated })) {
    const answers = sent
      .filter(({ text }) => text.includes(secret))
      .map(({ what, by }) => `${what} to ${by}`);
    expect(answers, `answers with ${name}`).toEqual([]);
    expect(linesWith(shop.output(), secret), `log lines with ${name}`).toEqual([]);
    expect(backup.includes(secret), `${name} in the backup`).toBe(false);
  }
  for (const [name, text] of Object.entries({ ...personal, email: owner.email })) {
    expect(linesWith(shop.output(), text), `log lines with the owner's ${name}`).toEqual([]);
    const shown = sent.filter((each) => each.text.includes(text) && !["Ophelia", "Adam"].includes(each.by));
    expect(
      shown.map(({ what, by }) => `${what} to ${by}`),
      `answers with the owner's ${name}`,
    ).toEqual([]);
  }
});

test("what a backup holds of a session lets nobody in", async () => {
  const { db, call, signUp } = await openFixture();
  const owner = await signUp("Ophelia", planted.ownerPassword);
  const { rows } = await db.execute<{ token: string }>(
    sql`select token from sessions where user_id = ${owner.id}`,
  );
  const [name] = owner.cookie.split("=");
  for (const value of [rows[0]!.token, `${rows[0]!.token}.`, `${rows[0]!.token}.${"A".repeat(43)}=`]) {
    const answer = await call("Nobody", `${name}=${encodeURIComponent(value)}`, "GET", "/api/viewer");
    expect(answer.body.data.user).toBeNull();
  }
});

function unsignCookie(cookie: string): string {
  return decodeURIComponent(cookie.split("=").slice(1).join("=").split(";")[0]!);
}

/** The lines of the log, each with its time in UTC. */
function eventsIn(output: string): Record<string, unknown>[] {
  const events = output
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  for (const { time } of events) expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  return events;
}

function linesWith(output: string, text: string): string[] {
  return output
    .split("\n")
    .filter((line) => line.includes(text))
    .map((line) => line.slice(0, 400));
}
