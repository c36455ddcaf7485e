import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { newId } from "#server/db/ids.ts";
import { generations } from "#server/db/tables/generations.ts";
import { createEventStreams, type EventStream } from "#server/platform/http/event-stream.ts";
import { memoryOf, ownEnvironment, signUpAt, startShopProcess } from "../helpers/shop-process.ts";
import { someViewer } from "../helpers/some-viewer.ts";
import { openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";

const { patience } = readConfig({});
const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });

/** Opens a stream and keeps it, reading; `ended` tells when the shop has ended it. */
async function openStream(address: string, cookie: string) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = get(address, { agent, headers: { cookie } }, resolve).on("error", reject);
    onTestFinished(() => void request.destroy());
  });
  const ended = new Promise<void>((resolve) => answer.once("close", resolve));
  answer.setEncoding("utf8").on("error", () => undefined);
  const heard: string[] = [];
  answer.on("data", (text: string) => heard.push(text));
  return { status: answer.statusCode, ended, heard };
}

/** A run that another process works on, for ever. */
async function unfinishedRun(shop: TestShop, { id: userId }: Person): Promise<string> {
  const run = { title: "A", niche: "business", style: "bold", customPrompt: "", cost: 1 } as const;
  const lease = { worker: "another", leaseUntil: new Date(Date.now() + 3_600_000) };
  const [row] = await shop.platform.db
    .insert(generations)
    .values({ ...run, ...lease, userId, idempotencyKey: newId(), stage: "generating" })
    .returning();
  return row!.id;
}

test("one person keeps at most twenty streams of runs open, whatever runs they are of", async () => {
  const shop = await openTestShop();
  const [ada, eve] = [await shop.signUp(), await shop.signUp()];
  const address = await shop.listen();
  const of = async (person: Person) =>
    `${address}/api/generations/${await unfinishedRun(shop, person)}/events`;
  const streams = await Promise.all(
    Array.from({ length: 20 }, async () => openStream(await of(ada), ada.cookie)),
  );
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await openStream(await of(ada), ada.cookie)).status).toBe(429);
  expect((await openStream(await of(eve), eve.cookie)).status).toBe(200);
  expect((await openStream(`${address}/api/support/events`, ada.cookie)).status).toBe(200);
});

test("who asks for a stream's headers alone has them at once, and keeps no place", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const address = await shop.listen();
  const url = `${address}/api/generations/${await unfinishedRun(shop, ada)}/events`;
  const headers = { cookie: ada.cookie };
  for (let time = 0; time < 21; time += 1) {
    const answer = await fetch(url, { method: "HEAD", headers });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([
      200,
      "text/event-stream; charset=utf-8",
    ]);
  }
  expect((await openStream(url, ada.cookie)).status).toBe(200);
});

test("a browser that has gone before its stream began keeps none open", async () => {
  const app = Fastify({ forceCloseConnections: true });
  app.decorate("patience", patience);
  const viewer = someViewer;
  const streams = createEventStreams(app, async () => viewer);
  const opened: (EventStream | "refused")[] = [];
  app.get("/events", async (request, reply) => {
    if (request.headers.goes) await new Promise((gone) => reply.raw.once("close", gone));
    try {
      opened.push(streams.open({ viewer, request, reply }));
    } catch (error) {
      opened.push("refused");
      throw error;
    }
    return reply;
  });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  for (let number = 1; number <= 20; number += 1) {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.write("GET /events HTTP/1.1\r\nhost: x\r\ngoes: yes\r\n\r\n");
    await once(app.server, "request");
    socket.destroy();
    await expect.poll(() => opened.length).toBe(number);
  }
  expect((await openStream(`${url}/events`, "")).status).toBe(200);
});

test.each(["sign-out", "disabling"])(
  "streams of runs and of support end with the session: %s",
  async (way) => {
    const shop = await openTestShop({ config: { patience: { ...patience, streamMs: 50 } } });
    const [ada, admin] = [await shop.signUp(), await shop.signUp({ role: "Admin" })];
    const address = await shop.listen();
    const paths = [`/api/generations/${await unfinishedRun(shop, ada)}/events`, "/api/support/events"];
    const streams = await Promise.all(paths.map((path) => openStream(address + path, ada.cookie)));
    expect(streams.map(({ status }) => status)).toEqual([200, 200]);
    const others = await openStream(`${address}/api/support/events`, admin.cookie);
    await expect.poll(() => others.heard.join("")).toContain("event: alive\ndata: {}\n\n");
    if (way === "sign-out") await shop.send({ method: "POST", url: "/api/auth/sign-out", body: {}, as: ada });
    else {
      const url = `/api/users/${ada.id}`;
      const answer = await shop.send({ method: "PUT", url, body: { disabled: true }, as: admin });
      expect(answer.status, answer.text).toBe(200);
    }
    await Promise.all(streams.map(({ ended }) => ended));
    expect(await Promise.race([others.ended.then(() => "ended"), "goes on"])).toBe("goes on");
  },
);

test("a thousand idle streams of many people at one address leave calls and memory as they were", async () => {
  const shop = await startShopProcess(await ownEnvironment());
  const people: string[] = [];
  for (let number = 0; number < 50; number += 1) people.push(await signUpAt(shop.url, `person${number}`));
  const before = memoryOf(shop.pid).now;
  let open = 0;
  for (const cookie of people) {
    const own = Array.from({ length: 20 }, () => openStream(`${shop.url}/api/support/events`, cookie));
    for (const { status } of await Promise.all(own)) if (status === 200) open += 1;
  }
  expect(open).toBe(1_000);
  const viewer = await fetch(`${shop.url}/api/viewer`, { headers: { cookie: people[0]! } });
  expect((await viewer.json()).data.user).not.toBeNull();
  const ticket = { subject: "a", message: "b" };
  const headers = { "content-type": "application/json", cookie: people[0]! };
  const written = { method: "POST", headers, body: JSON.stringify(ticket) };
  expect((await fetch(`${shop.url}/new-support-message`, written)).status).toBe(201);
  expect(memoryOf(shop.pid).now - before).toBeLessThan(150);
}, 60_000);
