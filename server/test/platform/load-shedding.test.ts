import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import Fastify, { type FastifyRequest } from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { readClientAddress } from "#server/platform/http/client-address.ts";
import { defaultLimits, shedLoad } from "#server/platform/http/load-shedding.ts";
import { createKeyedSemaphore } from "#server/platform/http/semaphore.ts";
import { createLog } from "#server/platform/log.ts";

const webhook = { access: "provider" } as never;
const file = { answerKind: "file" } as never;
const smaller = {
  answerKind: "file",
  path: "/small/{id}",
  query: z.object({ width: z.string().optional() }),
} as never;
const wayBack = { answerKind: "file", status: 302 } as never;
type HasSession = (request: FastifyRequest) => Promise<boolean>;
const isSigned: HasSession = async (request) => request.headers.cookie === "signed";

/** A server with a few places, on which whoever asks for /slow is answered when the gate opens. */
async function openDoor(limits: Partial<typeof defaultLimits>, hasSession = isSigned) {
  const app = Fastify({ forceCloseConnections: true });
  const log = createLog("silent");
  readClientAddress(app, log);
  shedLoad(app, log, {
    hasSession,
    bodyMs: 60_000,
    limits: { ...defaultLimits, ...limits },
  });
  const waiting: (() => void)[] = [];
  app.all("/slow", () => new Promise((resolve) => waiting.push(() => resolve({ ok: true }))));
  for (const path of ["/healthz", "/readyz", "/quick", "/api/x/events"])
    app.get(path, async () => ({ ok: true }));
  const wait = () => new Promise((resolve) => waiting.push(() => resolve({})));
  app.get("/picture", { config: { call: file } }, wait);
  app.get("/small/:id", { config: { call: smaller } }, wait);
  app.get("/way-back", { config: { call: wayBack } }, async () => ({ ok: true }));
  app.post("/api/paypal/webhook", { config: { call: webhook } }, async () => ({ ok: true }));
  app.post("/quick", async () => ({ ok: true }));
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  return {
    app,
    url,
    waiting,
    status: async (path: string, init?: RequestInit) => (await fetch(url + path, init)).status,
    /** A request with one byte of its body, from a socket that stays open. */
    sendSlowly(path: string, localAddress = "127.0.0.1") {
      const socket = connect({ port, host: "127.0.0.1", localAddress });
      onTestFinished(() => void socket.destroy());
      socket.on("error", () => undefined);
      const head = `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n`;
      socket.write(`${head}{`);
      return socket;
    },
  };
}

const signed = { headers: { cookie: "signed" } };

test("what is too much at once is told so at the door; people with a session, health and PayPal's news have places of their own", async () => {
  const door = await openDoor({ working: { most: 3, reserved: 1 } });
  const slow = [door.status("/slow"), door.status("/slow")];
  await expect.poll(() => door.waiting.length).toBe(2);
  const refused = await fetch(`${door.url}/quick`);
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toBe("2");
  expect(await refused.json()).toMatchObject({ success: false, code: "UNAVAILABLE" });
  const page = await fetch(`${door.url}/quick`, { headers: { accept: "text/html" } });
  expect(page.status).toBe(503);
  expect(await page.text()).toContain("tries again by itself");
  for (const path of ["/healthz", "/readyz"]) expect(await door.status(path)).toBe(200);
  expect(await door.status("/api/x/events"), "a call whatever it is called").toBe(503);
  const news = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };
  expect(await door.status("/api/paypal/webhook", news)).toBe(200);
  expect((await door.app.inject("/quick")).statusCode, "a page's own calls").toBe(200);
  expect(await door.status("/quick", signed)).toBe(200);
  slow.push(door.status("/slow", signed));
  await expect.poll(() => door.waiting.length).toBe(3);
  expect(await door.status("/quick", signed), "these places have an end as well").toBe(503);
  for (const letGo of door.waiting) letGo();
  expect(await Promise.all(slow)).toEqual([200, 200, 200]);
  expect(await door.status("/quick")).toBe(200);
});

test("health and PayPal's news are let in, but not without end", async () => {
  const door = await openDoor({ apart: { most: 0, reserved: 0 } });
  expect(await door.status("/readyz")).toBe(503);
  expect(await door.status("/api/paypal/webhook", { method: "POST" })).toBe(503);
  expect(await door.status("/quick")).toBe(200);
});

test("files whose store hangs take no place of what needs none of it, and have an end of their own", async () => {
  const door = await openDoor({ working: { most: 2, reserved: 1 }, files: { most: 3, reserved: 1 } });
  const pictures = [door.status("/picture"), door.status("/picture"), door.status("/picture", signed)];
  await expect.poll(() => door.waiting.length).toBe(3);
  expect(await door.status("/picture", signed)).toBe(503);
  for (const path of ["/quick", "/way-back"]) expect(await door.status(path)).toBe(200);
  for (const letGo of door.waiting) letGo();
  expect(await Promise.all(pictures)).toEqual([200, 200, 200]);
  expect(await door.status("/way-back", signed)).toBe(200);
});

test("small pictures that wait to be made take no place of files, nor an address's others, and have an end of their own", async () => {
  const door = await openDoor({
    files: { most: 1, reserved: 0 },
    previews: { most: 3, reserved: 1 },
    ofAddress: { most: 2, reserved: 0 },
    previewsOfAddress: { most: 4, reserved: 1 },
  });
  const small = [door.status("/small/1?width=320"), door.status("/small/2?width=320")];
  await expect.poll(() => door.waiting.length).toBe(2);
  expect(await door.status("/small/3?width=320")).toBe(503);
  small.push(door.status("/small/3?width=320", signed));
  await expect.poll(() => door.waiting.length).toBe(3);
  const whole = door.status("/small/1");
  await expect.poll(() => door.waiting.length).toBe(4);
  expect(await door.status("/picture?width=320", signed), "a file, whatever its address says").toBe(503);
  for (const letGo of door.waiting) letGo();
  expect(await Promise.all([...small, whole])).toEqual([200, 200, 200, 200]);
});

test("bodies that come slowly take no place among those that are answered, and leave some for people with a session", async () => {
  const door = await openDoor({ working: { most: 2, reserved: 1 }, receiving: { most: 6, reserved: 2 } });
  const slow = Array.from({ length: 4 }, () => door.sendSlowly("/quick"));
  const post = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };
  await expect.poll(() => door.status("/quick", post)).toBe(503);
  expect(await door.status("/quick")).toBe(200);
  expect(await door.status("/quick", { ...post, headers: { ...post.headers, cookie: "signed" } })).toBe(200);
  expect(await door.status("/api/paypal/webhook", post)).toBe(200);
  slow[0]!.destroy();
  await expect.poll(() => door.status("/quick", post)).toBe(200);
});

test("one address keeps nobody else out, and from it people with a session still come in", async () => {
  const door = await openDoor({ ofAddress: { most: 4, reserved: 2 } });
  for (let number = 0; number < 10; number += 1) door.sendSlowly("/quick", "127.0.0.9");
  const socket = door.sendSlowly("/quick", "127.0.0.9");
  const answer = await new Promise<string>((resolve) => socket.once("data", (data) => resolve(String(data))));
  expect(answer).toContain("503");
  expect(await door.status("/quick")).toBe(200);
  const head = "GET /quick HTTP/1.1\r\nhost: x\r\ncookie: signed\r\nconnection: close\r\n\r\n";
  const known = connect({
    port: Number(new URL(door.url).port),
    host: "127.0.0.1",
    localAddress: "127.0.0.9",
  });
  known.write(head);
  expect(String(await new Promise((resolve) => known.once("data", resolve)))).toContain("200 OK");
});

test("whoever hangs up leaves the place, but not before what was asked for is done", async () => {
  const door = await openDoor({ working: { most: 1, reserved: 0 }, receiving: { most: 1, reserved: 0 } });
  door.sendSlowly("/quick").destroySoon();
  const post = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };
  await expect.poll(() => door.status("/quick", post)).toBe(200);
  const gone = new AbortController();
  const left = door.status("/slow", { signal: gone.signal }).catch(() => "hung up");
  await expect.poll(() => door.waiting.length).toBe(1);
  gone.abort();
  expect(await left).toBe("hung up");
  expect(await door.status("/quick")).toBe(503);
  door.waiting[0]!();
  await expect.poll(() => door.status("/quick")).toBe(200);
});

test("whoever hangs up while the cookie is looked at leaves no place taken", async () => {
  const looked: (() => void)[] = [];
  const door = await openDoor({ ofAddress: { most: 2, reserved: 1 } }, async (request) => {
    if (request.headers.cookie !== "looked at") return isSigned(request);
    await new Promise<void>((resolve) => looked.push(resolve));
    return true;
  });
  for (let number = 1; number <= 2; number += 1) {
    const connection = once(door.app.server, "connection");
    const socket = connect(Number(new URL(door.url).port), "127.0.0.1");
    socket.write("GET /quick HTTP/1.1\r\nhost: x\r\ncookie: looked at\r\n\r\n");
    const [kept] = await connection;
    await expect.poll(() => looked.length).toBe(number);
    const closed = once(kept, "close");
    socket.destroy();
    await closed;
    looked[number - 1]!();
  }
  expect(await door.status("/quick")).toBe(200);
  expect(await door.status("/quick", signed)).toBe(200);
});

test("what ends a second time gives no other request's place away", () => {
  const places = createKeyedSemaphore({ most: 1, reserved: 0 });
  const first = places.acquire("a", false)!;
  first();
  const second = places.acquire("a", false);
  first();
  expect(places.acquire("a", false)).toBeNull();
  second!();
  expect(places.acquire("a", false)).not.toBeNull();
});
