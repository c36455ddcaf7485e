import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { mostRunsAtOnce } from "#contract/shop-settings-form.ts";
import { generations } from "#server/db/tables/generations.ts";
import { takeOverJob } from "#server/features/generations/runner.ts";
import { type ShopProcess, startShopProcess } from "../helpers/shop-process.ts";
import { openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";
import {
  balanceOf,
  changeSettings,
  type Emulator,
  finished,
  leaveWordsUnread,
  memberWith,
  openEmulator,
  openGeneratorShop,
  problemsOf,
  runInput,
  startGeneration,
  testKey,
} from "./generator-shop.ts";

const appSecret = "a secret that only the tests know, long enough";

/** A database with a key in it, a shop in this process that looks on, and how to start further ones as processes. */
async function openShared(emulator: Emulator) {
  const dataDir = await mkdtemp(join(tmpdir(), "shop-"));
  const shop = await openTestShop({ dataDir, config: { geminiApiUrl: emulator.url } });
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  await leaveWordsUnread(shop);
  const admin = await shop.signUp({ role: "Admin" });
  await shop.send({
    method: "POST",
    url: "/api/gemini-keys",
    body: { name: "Main", key: testKey },
    as: admin,
  });
  const start = (env: Record<string, string> = {}) =>
    startShopProcess({
      DATABASE_URL: shop.connectionString,
      DATA_DIR: dataDir,
      APP_SECRET: appSecret,
      GEMINI_API_URL: emulator.url,
      ...env,
    });
  return { shop, start, admin };
}

async function post(process: ShopProcess, path: string, body: object, as: Person) {
  return fetch(process.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", cookie: as.cookie },
    body: JSON.stringify(body),
  });
}

interface Listed {
  stage: string;
  kind: string;
  words: string;
  images: { url: string; designId?: string }[];
}

async function allGenerations(shop: TestShop, as: Person): Promise<Listed[]> {
  return (await shop.send({ url: "/api/generations", as })).body.data;
}

test("kill -9 at ten random moments of new runs, changes and variations leaves ledger, runs and designs true, and every run ends", async () => {
  const emulator = await openEmulator({ delayMs: 250 });
  const { shop, start, admin } = await openShared(emulator);
  await changeSettings(shop, admin, { runsAtOnce: mostRunsAtOnce });
  const person = await memberWith(shop, 100);
  const begun = await startGeneration(shop, person, { words: "text" });
  const { images } = await finished(shop, person, begun.body.data.id);
  const picture = { kind: "picture", id: images[0].id };
  const design = { kind: "design", id: images[0].designId };
  const inputs = [
    { words: "drawn" },
    { words: "text" },
    { source: picture, instruction: "Darker" },
    { source: design, vary: "light" },
  ];
  for (let round = 0; round < 10; round += 1) {
    const process = await start();
    const posts = [0, 1, 2].map((nth) =>
      post(process, "/api/generations", runInput(inputs[(round + nth) % 4]), person).catch(() => null),
    );
    // The moment is anywhere between the first request and the end of the pictures, however slow the machine is.
    await Promise.all(posts.slice(0, round % 4));
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 400));
    await process.kill("SIGKILL");
    expect(await problemsOf(shop), `after kill ${round + 1}`).toEqual([]);
  }
  const isOpen = ({ stage }: Listed) => stage !== "done" && stage !== "failed";
  await expect
    .poll(async () => (await allGenerations(shop, person)).filter(isOpen), { timeout: 90_000, interval: 250 })
    .toEqual([]);
  const done = (await allGenerations(shop, person)).filter(({ stage }) => stage === "done");
  expect(new Set(done.map(({ kind }) => kind))).toEqual(new Set(["new", "change", "variation"]));
  expect(new Set(done.map(({ words }) => words)), "drawn ones among them").toContain("drawn");
  expect(await problemsOf(shop)).toEqual([]);
  expect(await balanceOf(shop, person)).toBe(100 - done.length);
  const made = done.flatMap((run) => run.images.flatMap(({ designId }) => designId ?? []));
  const listed = (await shop.send({ url: "/api/designs", as: person })).body.data as { id: string }[];
  expect(listed.map(({ id }) => id).sort()).toEqual(made.sort());
  for (const { url } of done.flatMap((run) => run.images))
    expect((await shop.send({ url, as: person })).status).toBe(200);
}, 300_000);

test("a process that is stopped hands its runs on, and a reader who follows elsewhere sees the end", async () => {
  const emulator = await openEmulator();
  const { shop, start } = await openShared(emulator);
  const person = await memberWith(shop, 10);
  const [first, second] = await Promise.all([start(), start()]);
  await emulator.fault("hang", { times: 2 });
  const { data } = await (await post(first, "/api/generations", runInput(), person)).json();
  const events = await fetch(`${second.url}/api/generations/${data.id}/events`, {
    headers: { cookie: person.cookie, "last-event-id": "nonsense" },
  });
  expect(events.headers.get("content-type")).toContain("text/event-stream");
  const text = events.text();
  await first.kill("SIGTERM");
  const sent = (await text).split("\n\n").filter((event) => event.startsWith("data: "));
  const stages = sent.map((event) => JSON.parse(event.slice(6)).stage);
  expect(stages[0]).toBe("generating");
  expect(stages.at(-1)).toBe("done");
  expect((await text).startsWith("retry: ")).toBe(true);
  expect(await balanceOf(shop, person)).toBe(9);
  expect(await problemsOf(shop)).toEqual([]);
});

test("a lease that lapsed while the database was away costs no second drawing where the run goes on", async () => {
  const { shop, emulator } = await openGeneratorShop({ emulator: { delayMs: 1_000 } });
  const { db, jobs } = shop.platform;
  const person = await memberWith(shop, 5);
  for (const isAwayStill of [false, true]) {
    const before = (await emulator.requests()).length;
    const { id } = (await startGeneration(shop, person)).body.data;
    await expect.poll(async () => (await emulator.requests()).length).toBe(before + 2);
    // Of what the process writes to its runs, renewing alone changes neither stage nor attempt.
    if (isAwayStill)
      await db.execute(sql`
        create function refuse() returns trigger language plpgsql as 'begin raise sqlstate ''57P03''; end';
        create trigger away before update on generations for each row
        when (old.stage = new.stage and old.takeovers = new.takeovers) execute function refuse()`);
    const lapse = sql`set session_replication_role = replica;
      update generations set lease_until = now() - interval '1 second' where id = `;
    await db.execute(sql.join([lapse, sql.raw(`'${id}'; reset session_replication_role`)]));
    jobs.wake(takeOverJob);
    expect(await finished(shop, person, id)).toMatchObject({ stage: "done" });
    const [run] = await db.select().from(generations).where(eq(generations.id, id));
    expect(run!.attempt).toBe(0);
    expect((await emulator.requests()).length).toBe(before + 2);
  }
  expect(await problemsOf(shop)).toEqual([]);
});

test("no answer and no line of the log holds a key, whatever goes wrong with it", async () => {
  const emulator = await openEmulator();
  const { shop, start, admin } = await openShared(emulator);
  const person = await memberWith(shop, 10);
  const process = await start({ LOG_LEVEL: "trace" });
  const answers: string[] = [];
  const call = async (method: string, path: string, as: Person, body?: object) => {
    const response = await fetch(process.url + path, {
      method,
      headers: { cookie: as.cookie, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    answers.push(text, JSON.stringify([...response.headers]));
    return JSON.parse(text);
  };
  const secret = "AIzaSyA-secret-key-that-must-not-leak-9999";
  const added = await call("POST", "/api/gemini-keys", admin, { name: "Secret", key: secret });
  expect(added.data.key).toBe("AIzaSyA-…9999");
  await call("PUT", `/api/gemini-keys/${added.data._id}`, admin, { name: "Secret", key: added.data.key });
  await call("PUT", `/api/gemini-keys/${added.data._id}`, admin, {
    name: "Secret",
    key: `${secret} with blanks`,
  });
  for (const fault of ["permission-denied", "api-key-invalid", "html", "reset", "garbage-image"] as const) {
    await emulator.fault(fault, { times: 1 });
    await call("POST", `/api/gemini-keys/${added.data._id}/test`, admin, {});
    await call("POST", "/api/generations", person, runInput());
    await call("POST", "/api/enhance-prompt", person, { prompt: "x", niche: "food", style: "bold" });
  }
  await call("GET", "/api/gemini-keys", admin);
  await call("GET", "/api/gemini-keys", person);
  await call("PATCH", `/api/gemini-keys/${added.data._id}/toggle`, admin);
  await call("GET", "/api/audit-log", admin);
  await call("GET", "/api/generations", person);
  await call("DELETE", `/api/gemini-keys/${added.data._id}`, admin);
  const all = answers.join("\n") + process.output();
  expect(process.output()).toContain('"path":"/api/gemini-keys"');
  expect(all).not.toContain(secret);
  expect(all).not.toContain(secret.slice(8, -4));
  expect(all).not.toContain(testKey.slice(8, -4));
  expect(all).not.toContain("v1.");
}, 90_000);

test.each([
  ["ahead", 11],
  ["behind", -11],
])(
  "a process whose clock is eleven minutes %s ends no run early and loses no credit set aside",
  async (_which, minutes) => {
    const { shop, emulator } = await openGeneratorShop({ emulator: { delayMs: 300 } });
    const person = await memberWith(shop, 5);
    setClock(minutes * 60_000);
    await shop.send({ method: "POST", url: "/api/deduct-credit", body: {}, as: person });
    const started = (await startGeneration(shop, person)).body.data;
    expect(started.currentBalance, "the credit that was set aside").toBe(4);
    const underWay = (await shop.send({ url: `/api/generations/${started.id}`, as: person })).body.data;
    expect(underWay.runningSeconds).toBeGreaterThanOrEqual(0);
    expect(underWay.runningSeconds).toBeLessThan(60);
    expect(await finished(shop, person, started.id)).toMatchObject({ stage: "done" });

    await emulator.fault("rate-limited", { retrySeconds: 300 });
    const failed = await finished(shop, person, (await startGeneration(shop, person)).body.data.id);
    expect(Math.abs(failed.retryAfterSeconds - 300), "the key's rest").toBeLessThan(60);
    const refused = await startGeneration(shop, person);
    expect(refused.status).toBe(503);
    expect(Math.abs(Number(refused.headers["retry-after"]) - 300), "the key's rest").toBeLessThan(60);
    expect(await problemsOf(shop)).toEqual([]);
  },
);

/** Sets this process's clock, the database's not, until the test has ended. */
function setClock(milliseconds: number): void {
  const RealDate = globalThis.Date;
  globalThis.Date = class extends RealDate {
    constructor(...parts: unknown[]) {
      if (parts.length === 0) super(RealDate.now() + milliseconds);
      else super(...(parts as [number]));
    }
    static override now(): number {
      return RealDate.now() + milliseconds;
    }
  } as DateConstructor;
  onTestFinished(() => {
    globalThis.Date = RealDate;
  });
}
