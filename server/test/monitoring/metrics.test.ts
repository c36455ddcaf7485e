import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { createAiKey } from "#contract/ai-keys.ts";
import { queueMail } from "#server/features/mail/queue-mail.ts";
import { workOff } from "#server/platform/jobs.ts";
import { counters } from "#server/platform/metrics/measures.ts";
import { projectRoot } from "#server/project-root.ts";
import {
  finished,
  memberWith,
  openEmulator,
  startGeneration,
  testKey,
} from "../generations/generator-shop.ts";
import { openTestShop, type TestShop } from "../helpers/test-shop.ts";
import { startMailServer } from "../mail/mail-server.ts";
import { openPaypalShop } from "../payments/paypal-shop.ts";

const readMonitoring = (file: string) => readFileSync(join(projectRoot, "docs/monitoring", file), "utf8");
const metricsToken = "a-token-for-prometheus-0123456789";

test("metrics count a paid order, a run that succeeded, one that failed and a mail, and name nobody", async () => {
  const emulator = await openEmulator();
  const { shop, admin, ...s } = await openPaypalShop({
    config: { metricsToken, geminiApiUrl: emulator.url },
  });
  const readBefore = await readMetrics(shop);
  const { paypalOrderId } = await s.paid();
  await s.capture(paypalOrderId);
  await s.flush();

  const key = { name: "Key", key: testKey };
  await shop.send({ method: "POST", url: createAiKey.path, body: key, as: admin });
  const member = s.buyer;
  const made = await startGeneration(shop, member);
  await finished(shop, member, made.body.data.id);
  await emulator.fault("blocked-safety");
  const refused = await startGeneration(shop, member);
  const { reason } = await finished(shop, member, refused.body.data.id);
  const secret = "a-token-that-somebody-sent-in-an-address";
  await shop.send({ url: `/api/nothing/${secret}?token=${secret}` });
  await shop.send({ url: `/api/generations/${secret}`, as: member });

  const value = (text: string, sample: string) => valuesOf(text).get(sample) ?? 0;
  const read = await vi.waitFor(async () => {
    const text = await readMetrics(shop);
    expect(value(text, 'thumbsmith_mails_total{result="sent"}')).toBeGreaterThan(0);
    expect(value(text, 'thumbsmith_queue_length{queue="mails"}')).toBe(0);
    return text;
  }, 20_000);
  const grown = (sample: string) => value(read, sample) - value(readBefore, sample);
  expect(grown('thumbsmith_payments_total{outcome="paid",source="buyer"}')).toBe(1);
  const paid = [...valuesOf(read)].filter(
    ([sample, count]) => sample.includes('outcome="paid"') && count > 0,
  );
  expect(paid).toHaveLength(1);
  expect(grown('thumbsmith_generations_total{stage="started",reason=""}')).toBe(2);
  expect(grown('thumbsmith_generations_total{stage="done",reason=""}')).toBe(1);
  expect(grown(`thumbsmith_generations_total{stage="failed",reason="${reason}"}`)).toBe(1);
  expect(grown('thumbsmith_generation_duration_seconds_count{stage="done"}')).toBe(1);
  const run = 'call="POST /api/generations"';
  expect(grown(`thumbsmith_http_requests_total{${run},status="202",code=""}`)).toBe(2);
  expect(grown(`thumbsmith_http_request_duration_seconds_count{${run}}`)).toBe(2);
  expect(grown(`thumbsmith_http_request_duration_seconds_bucket{le="+Inf",${run}}`)).toBe(2);
  expect(grown('thumbsmith_http_requests_total{call="GET /api/generations/{id}",status="404",code=""}')).toBe(
    1,
  );
  const { rows } = await shop.platform.db.execute(
    "select count(*)::int as sent from outbox where status = 'sent'",
  );
  expect(value(read, 'thumbsmith_mails_total{result="sent"}')).toBe(rows[0]!.sent);
  expect(value(read, 'thumbsmith_job_runs_total{task="mail",result="done"}')).toBeGreaterThan(0);
  expect(value(read, 'thumbsmith_job_delay_seconds_count{task="mail"}')).toBeGreaterThan(0);
  expect(value(read, 'thumbsmith_ai_keys{state="usable"}')).toBe(1);
  expect(value(read, "thumbsmith_database_up")).toBe(1);
  for (const name of [
    "nodejs_eventloop_lag_p99_seconds",
    "process_resident_memory_bytes",
    "process_cpu_seconds_total",
  ])
    expect(value(read, name), name).toBeGreaterThan(0);
  for (const file of ["alerts.yml", "dashboard.json"]) {
    const names = readMonitoring(file).match(/\b(thumbsmith|nodejs|process)_\w+/g)!;
    for (const name of new Set(names.map((one) => one.replace(/_(bucket|sum|count)$/, ""))))
      expect(read, `${file} names it`).toContain(`# TYPE ${name} `);
  }
  const watched = ["alerts.yml", "dashboard.json"].map(readMonitoring).join("");
  expect(Object.keys(counters).filter((name) => !watched.includes(name))).toEqual([]);
  const queues = [...read.matchAll(/^thumbsmith_queue_delay_seconds\{queue="(\w+)"/gm)].map(
    ([, queue]) => queue!,
  );
  const alerting = [...readMonitoring("alerts.yml").matchAll(/queue_delay_seconds\{queue=~?"([\w|]+)"/g)];
  expect(alerting.flatMap(([, named]) => named!.split("|")).toSorted()).toEqual(queues.toSorted());
  const matters = [...read.matchAll(/^thumbsmith_owner_matters\{matter="([\w-]+)"/gm)].map(([, one]) => one!);
  const told = [...readMonitoring("alerts.yml").matchAll(/owner_matters\{matter="([\w-]+)"/g)];
  expect(told.map(([, named]) => named!).toSorted()).toEqual(matters.toSorted());
  expect(read).toMatch(/^thumbsmith_database_connections\{state="idle"\} \d+$/m);
  for (const personal of [secret, member.email, admin.email, member.id, "@", metricsToken, testKey])
    expect(read).not.toContain(personal);
});

test("metrics are for the token and for this machine itself, and there are none for anybody else", async () => {
  const [open, closed] = await Promise.all([
    openTestShop({ env: { METRICS_TOKEN: metricsToken, TRUST_PROXY: "loopback" } }),
    openTestShop(),
  ]);
  const statusOf = async (shop: TestShop, remoteAddress: string, headers: Record<string, string> = {}) => {
    const sent = { host: "127.0.0.1:3000", ...headers };
    return (await shop.http.inject({ url: "/metrics", remoteAddress, headers: sent })).statusCode;
  };
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const stranger = "203.0.113.7";
  expect(await statusOf(open, stranger, bearer(metricsToken))).toBe(200);
  expect(await statusOf(open, stranger, { host: "shop.example", ...bearer(metricsToken) })).toBe(200);
  for (const headers of [{}, bearer(`${metricsToken}0`), bearer(""), { authorization: metricsToken }])
    expect(await statusOf(open, stranger, headers)).toBe(401);
  expect(await statusOf(closed, stranger)).toBe(404);
  expect(await statusOf(closed, stranger, bearer("undefined"))).toBe(404);
  for (const address of ["127.0.0.1", "::1", "::ffff:127.0.0.1"]) {
    expect(await statusOf(closed, address)).toBe(200);
    expect(await statusOf(closed, address, { host: "[::1]:3000" })).toBe(200);
    // A proxy on the same machine hands on what anybody asks.
    const handedOn: Record<string, string>[] = [
      { "x-forwarded-for": stranger },
      { "x-forwarded-for": "127.0.0.1" },
      { "x-forwarded-for": "" },
      { forwarded: `for=${stranger}` },
      { "x-real-ip": "127.0.0.1" },
      { via: "1.1 proxy" },
      { host: "shop.example" },
    ];
    for (const headers of handedOn) {
      expect(await statusOf(closed, address, headers), JSON.stringify(headers)).toBe(404);
      expect(await statusOf(open, address, headers), JSON.stringify(headers)).toBe(401);
    }
  }
});

test("a shop that is asked again counts from the first time on, and its neighbour in the process by itself", async () => {
  const [one, other] = await Promise.all([openTestShop(), openTestShop()]);
  const asked = (text: string) =>
    valuesOf(text).get('thumbsmith_http_requests_total{call="GET /api/viewer",status="200",code=""}');
  for (const shop of [one, other]) expect(asked(await readMetrics(shop))).toBeUndefined();
  await one.send({ url: "/api/viewer" });
  expect([asked(await readMetrics(one)), asked(await readMetrics(other))]).toEqual([1, undefined]);
});

test("a limit of the owner's own is told apart from a fault, and is none in the log", async () => {
  const emulator = await openEmulator();
  const shop = await openTestShop({ config: { geminiApiUrl: emulator.url } });
  await readMetrics(shop);
  const logged = vi.spyOn(shop.platform.log, "error");
  const refused = await startGeneration(shop, await memberWith(shop, 3));
  expect([refused.status, refused.body.code]).toEqual([503, "NO_KEYS"]);
  const own = 'thumbsmith_http_requests_total{call="POST /api/generations",status="503",code="NO_KEYS"}';
  await vi.waitFor(async () => expect(valuesOf(await readMetrics(shop)).get(own)).toBe(1), 20_000);
  expect(logged.mock.calls).toEqual([]);
  expect(
    readMonitoring("alerts.yml").match(/status=~"5\.\."(?!, code!~"SPENDING_LIMIT\|NO_KEYS")/g),
  ).toBeNull();
});

test("a job that fails each time is told to be undone for as long, however seldom it runs", async () => {
  const shop = await openTestShop();
  await shop.started;
  const doneAt = async (task: string) =>
    valuesOf(await readMetrics(shop)).get(`thumbsmith_job_last_done_timestamp_seconds{task="${task}"}`);
  const began = Date.now() / 1000;
  const schedule = (name: string, work: () => Promise<void>) =>
    shop.platform.jobs.schedule({ name, everySeconds: 3600, atStart: true, work });
  let isBroken = true;
  await schedule("broken", async () => {
    if (isBroken) throw new Error("still broken");
  });
  const since = (await doneAt("broken"))!;
  expect(since).toBeGreaterThan(began - 1);
  shop.platform.jobs.wake("broken");
  const failed = 'thumbsmith_job_runs_total{task="broken",result="failed"}';
  await vi.waitFor(async () => expect(valuesOf(await readMetrics(shop)).get(failed)).toBe(1), 20_000);
  expect(await doneAt("broken")).toBe(since);
  isBroken = false;
  shop.platform.jobs.wake("broken");
  await vi.waitFor(async () => expect(await doneAt("broken")).toBeGreaterThan(since), 20_000);
  const text = await readMetrics(shop);
  expect(valuesOf(text).get('thumbsmith_job_period_seconds{task="broken"}')).toBe(3600);
  // Every job of the shop is watched so, and the page's tasks are jobs that there are.
  const tasks = [...text.matchAll(/^thumbsmith_job_period_seconds\{task="([\w-]+)"\}/gm)].map(
    ([, task]) => task,
  );
  const paged = /last_done_timestamp_seconds\{task=~"([\w|-]+)"\}/.exec(readMonitoring("alerts.yml"))![1]!;
  expect(tasks).toEqual(expect.arrayContaining(paged.split("|")));
});

test("what an alert tells of at its first time is at 0 before, so that Prometheus sees it grow", async () => {
  const shop = await openTestShop();
  const before = valuesOf(await readMetrics(shop));
  const alerts = readMonitoring("alerts.yml").matchAll(/increase\((\w+)\{([^}]*)\}\[\w+\]\)\) > 0$/gm);
  const alerted = [...alerts].map(([, counter, labels]) => [counter!, labels!] as const);
  expect(alerted.length).toBeGreaterThan(1);
  for (const [counter, labels] of alerted) {
    const there = [...before].filter(
      ([sample]) => sample.startsWith(`${counter}{`) && sample.includes(labels),
    );
    expect(there, labels).not.toEqual([]);
    expect(there.filter(([, count]) => count !== 0)).toEqual([]);
  }
});

test("mails that are sent while another one hangs are told as work done, though the job has no end yet", async () => {
  const hangs = Promise.withResolvers<void>();
  const taken = Promise.withResolvers<void>();
  const server = await startMailServer({
    behaviour: {
      onContent: ({ to }) => {
        if (to[0] !== "slow@example.com") return;
        taken.resolve();
        return hangs.promise;
      },
    },
  });
  const shop = await openTestShop({ config: { smtpUrl: server.url } });
  await shop.started;
  const send = (to: string) =>
    shop.platform.db.transaction((tx) =>
      queueMail(tx, { to, subject: "Hi", html: "<p>Hi</p>", text: "Hi", templateName: "Admin message" }),
    );
  const task = 'task="mail"';
  const doneAt = async () =>
    valuesOf(await readMetrics(shop)).get(`thumbsmith_job_last_done_timestamp_seconds{${task}}`);
  await send("slow@example.com");
  await taken.promise;
  const since = (await doneAt())!;
  await send("ada@example.com");
  await vi.waitFor(() => expect(server.received).toHaveLength(1), 20_000);
  await vi.waitFor(async () => expect(await doneAt()).toBeGreaterThan(since), 20_000);
  const runs = valuesOf(await readMetrics(shop)).get(`thumbsmith_job_runs_total{${task},result="done"}`);
  expect(runs ?? 0, "no run of the job ended meanwhile").toBe(0);
  hangs.resolve();
});

test("a job that can do nothing of its work is told as failed, and as done where it could do a part", async () => {
  const shop = await openTestShop();
  const { jobs, log } = shop.platform;
  await readMetrics(shop);
  let due = ["one", "other"];
  let stuck = due;
  await jobs.schedule({
    name: "removals",
    everySeconds: 3600,
    work: () =>
      workOff(
        log,
        async (except) => due.filter((id) => !except.includes(id)).map((id) => ({ id })),
        async ({ id }) => {
          if (stuck.includes(id)) throw new Error("the store is away");
          due = due.filter((one) => one !== id);
        },
      ),
  });
  const runs = (result: string) => `thumbsmith_job_runs_total{task="removals",result="${result}"}`;
  const counted = async () => {
    const values = valuesOf(await readMetrics(shop));
    return { done: values.get(runs("done")) ?? 0, failed: values.get(runs("failed")) ?? 0 };
  };
  jobs.wake("removals");
  await vi.waitFor(async () => expect(await counted()).toEqual({ done: 0, failed: 1 }), 20_000);
  stuck = ["one"];
  jobs.wake("removals");
  await vi.waitFor(async () => expect(await counted()).toEqual({ done: 1, failed: 1 }), 20_000);
  expect(due).toEqual(["one"]);
});

/** As Prometheus would, from this machine. */
async function readMetrics(shop: TestShop): Promise<string> {
  const answer = await shop.http.inject({ url: "/metrics", headers: { host: "127.0.0.1" } });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
  return answer.body;
}

const name = "[a-zA-Z_:][a-zA-Z0-9_:]*";
const label = `[a-zA-Z_]\\w*="(?:[^"\\\\\\n]|\\\\[\\\\"n])*"`;
const sample = new RegExp(`^(${name}(?:\\{${label}(?:,${label})*\\})?) (-?[0-9.e+-]+|NaN|[+-]Inf)$`, "i");

/** Each sample's value; throws at what is no line of the text format. */
function valuesOf(text: string): Map<string, number> {
  const values = new Map<string, number>();
  const typed = new Set<string>();
  for (const line of text.split("\n")) {
    const type = new RegExp(`^# TYPE (${name}) (counter|gauge|histogram|summary)$`).exec(line);
    if (type) {
      expect(typed.has(type[1]!), `twice: ${line}`).toBe(false);
      typed.add(type[1]!);
    }
    if (line === "" || line.startsWith("# ")) continue;
    const [, key, value] = sample.exec(line) ?? [];
    if (!key) throw new Error(`No sample: ${line}`);
    expect(
      typed.has(key.replace(/\{.*/, "")) || typed.has(key.replace(/_(bucket|sum|count)(\{.*)?$/, "")),
    ).toBe(true);
    expect(values.has(key), `twice: ${key}`).toBe(false);
    values.set(key, Number(value));
  }
  return values;
}
