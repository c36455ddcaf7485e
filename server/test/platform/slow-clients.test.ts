import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import Fastify, { type FastifyInstance } from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { limitConnections, limitPendingResponses, proxiesOf } from "#server/platform/http/connections.ts";
import { createEventStreams, type EventStream } from "#server/platform/http/event-stream.ts";
import { upload } from "../accounts/helpers.ts";
import { ownEnvironment, signUpAt, startShopProcess } from "../helpers/shop-process.ts";
import { someViewer } from "../helpers/some-viewer.ts";
import { openTestShop } from "../helpers/test-shop.ts";

const { patience } = readConfig({});

/** What it was answered, once the other side has ended the connection. */
async function untilEnded(socket: Socket): Promise<string> {
  let text = "";
  socket.on("data", (data) => {
    text += data;
  });
  socket.on("error", () => undefined);
  await once(socket, "close");
  return text;
}

function connectTo(url: string, localAddress?: string): Socket {
  const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", localAddress });
  onTestFinished(() => void socket.destroy());
  return socket;
}

async function listen(app: FastifyInstance): Promise<string> {
  onTestFinished(() => app.close());
  return app.listen({ host: "127.0.0.1", port: 0 });
}

test("headers that come slowly end the connection", async () => {
  const shop = await openTestShop({ config: { patience: { ...patience, headersMs: 200 } } });
  const socket = connectTo(await shop.listen());
  socket.write("GET /packages HTTP/1.1\r\nhost: x\r\nx-slow: ");
  expect(await untilEnded(socket)).toContain("408");
});

test("a body that comes slowly is answered 408, also in the shop's words, and the connection ends", async () => {
  const shop = await openTestShop({ config: { patience: { ...patience, bodyMs: 200 } } });
  const socket = connectTo(await shop.listen());
  const head = "POST /api/auth/sign-in/email HTTP/1.1\r\nhost: x\r\ncontent-type: application/json";
  socket.write(`${head}\r\ncontent-length: 100\r\n\r\n{`);
  const answer = await untilEnded(socket);
  expect(answer).toContain("HTTP/1.1 408");
  expect(answer).toContain('"code":"REQUEST_TIMEOUT"');
});

test("a body that nobody reads, because the answer is known before, does not keep the connection", async () => {
  const shop = await openTestShop({ config: { patience: { ...patience, bodyMs: 200 } } });
  const socket = connectTo(await shop.listen());
  const head = "POST /new-order HTTP/1.1\r\nhost: x\r\ncontent-type: application/json";
  socket.write(`${head}\r\ncontent-length: 100\r\n\r\n{`);
  expect(await untilEnded(socket)).toContain("HTTP/1.1 401");
});

test("an upload that comes slowly is ended, and the person's next one is taken", async () => {
  const shop = await openTestShop({ config: { patience: { ...patience, bodyMs: 300 } } });
  const person = await shop.signUp();
  const url = await shop.listen();
  const { payload, headers } = upload(Buffer.from("%PDF-1.7\n"), { field: "file", name: "a.pdf" });
  const socket = connectTo(url);
  const type = `content-type: ${headers["content-type"]}`;
  const head = `POST /api/support/attachments HTTP/1.1\r\nhost: x\r\ncookie: ${person.cookie}\r\n${type}`;
  socket.write(`${head}\r\ncontent-length: ${payload.length}\r\n\r\n`);
  socket.write(payload.subarray(0, 100));
  const next = fetch(`${url}/api/support/attachments`, {
    method: "POST",
    headers: { ...headers, cookie: person.cookie },
    body: new Uint8Array(payload),
  });
  expect(await untilEnded(socket)).toContain("HTTP/1.1 408");
  expect((await next).status).toBe(201);
});

/** More than the sockets' buffers take. */
const large = Buffer.alloc(64 * 1024 * 1024, "a");

/** A server of one large answer, and how to ask for it without ever reading on. */
async function serveLarge(stalledMs: number, mostBytes?: number) {
  const app = Fastify({ forceCloseConnections: true });
  limitPendingResponses(app, stalledMs, mostBytes);
  app.get("/large", async () => large);
  app.get("/small", async () => ({ ok: true }));
  const url = await listen(app);
  return {
    url,
    async askAndStall() {
      const [met, asked] = [once(app.server, "connection"), once(app.server, "request")];
      const socket = connectTo(url);
      socket.pause().write("GET /large HTTP/1.1\r\nhost: x\r\n\r\n");
      const [far] = (await met) as [Socket];
      await asked;
      return { far, ended: once(far, "close") };
    },
  };
}

test("a client that does not read its answer is dropped, one that reads is not", async () => {
  const { url, askAndStall } = await serveLarge(1_000);
  const { ended } = await askAndStall();
  const read = await fetch(`${url}/large`);
  expect((await read.arrayBuffer()).byteLength).toBe(large.length);
  await ended;
});

test("answers that are not read take no more memory than is meant for them: the oldest goes", async () => {
  const { url, askAndStall } = await serveLarge(600_000, large.length + 100_000);
  const first = await askAndStall();
  const second = await askAndStall();
  await first.ended;
  expect(second.far.destroyed).toBe(false);
  expect((await fetch(`${url}/small`)).status).toBe(200);
});

test("an event stream that is not read is dropped", async () => {
  const app = Fastify({ forceCloseConnections: true });
  app.decorate("patience", patience);
  const viewer = someViewer;
  const streams = createEventStreams(app, async () => viewer);
  let stream: EventStream | undefined;
  app.get("/events", async (request, reply) => {
    stream = streams.open({ viewer, request, reply });
    return reply;
  });
  const url = await listen(app);
  const socket = connectTo(url);
  const met = once(app.server, "connection");
  socket.pause().write("GET /events HTTP/1.1\r\nhost: x\r\n\r\n");
  const [far] = (await met) as [Socket];
  await expect.poll(() => stream).toBeDefined();
  const ended = once(far, "close");
  while (!stream!.closed) stream!.send(large.toString("latin1", 0, 100_000));
  await ended;
});

test("an address that is no proxy has so many connections, and idle ones make room for others", async () => {
  const app = Fastify({ forceCloseConnections: true });
  app.get("/", async () => ({ ok: true }));
  limitConnections(app.server, { most: 8, ofAddress: 3 }, (address) => address.endsWith("127.0.0.8"));
  const url = await listen(app);
  const open = async (localAddress: string) => {
    const socket = connectTo(url, localAddress);
    const ended = once(socket, "close").then(() => "ended");
    socket.on("error", () => undefined);
    socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
    return { ended, first: await Promise.race([once(socket, "data").then(() => "answered"), ended]) };
  };
  const few = [await open("127.0.0.1"), await open("127.0.0.1"), await open("127.0.0.1")];
  expect(few.map(({ first }) => first)).toEqual(["answered", "answered", "answered"]);
  expect((await open("127.0.0.1")).first).toBe("ended");
  const proxys = [];
  for (let number = 0; number < 4; number += 1) proxys.push(await open("127.0.0.8"));
  expect(proxys.map(({ first }) => first)).toEqual(Array(4).fill("answered"));
  await Promise.all([...few, ...proxys].slice(0, 6).map(({ ended }) => ended));
  expect((await open("127.0.0.1")).first).toBe("answered");
});

test("whoever comes from a private network or a named address may be a proxy", () => {
  const isProxy = proxiesOf(["loopback", "203.0.113.0/24", "2001:db8::7"]);
  for (const address of ["127.0.0.1", "::1", "::ffff:10.1.2.3", "203.0.113.9", "2001:db8::7", "fd00::1"])
    expect(isProxy(address), address).toBe(true);
  for (const address of ["198.51.100.1", "2001:db8::8", "::ffff:198.51.100.1", "172.32.0.1"])
    expect(isProxy(address), address).toBe(false);
});

test("told to end, a process waits for no connection on which nothing or half a request came", async () => {
  const shop = await startShopProcess(await ownEnvironment());
  for (const sent of [
    "",
    "GET / HTTP/1.1\r\nhost: x\r\nx-half: ",
    `GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n`,
  ]) {
    const socket = connectTo(shop.url);
    await once(socket, "connect");
    socket.on("error", () => undefined);
    socket.write(sent);
  }
  // Asked last: by its answer the others have been met.
  await (await fetch(`${shop.url}/healthz`)).text();
  await shop.kill("SIGTERM");
  // 1 where it had to be ended, because the ten seconds were over.
  expect(await shop.ended, shop.output()).toBe(0);
});

test("told to end, a process waits for no mail server that is silent", async () => {
  const met = Promise.withResolvers<void>();
  const silent = createServer(() => met.resolve());
  await new Promise<void>((listens) => silent.listen(0, "127.0.0.1", listens));
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as AddressInfo;
  const shop = await startShopProcess({
    ...(await ownEnvironment()),
    SMTP_URL: `smtp://127.0.0.1:${port}`,
  });
  await signUpAt(shop.url, "ada");
  await fetch(`${shop.url}/api/auth/request-password-reset`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "ada@example.com" }),
  });
  await met.promise;
  await shop.kill("SIGTERM");
  expect(await shop.ended, shop.output()).toBe(0);
});

test("an event stream that is opened while the server closes ends at once, so that it is opened at the next one", async () => {
  const app = Fastify({ forceCloseConnections: true, return503OnClosing: false });
  app.decorate("patience", patience);
  const viewer = someViewer;
  const streams = createEventStreams(app, async () => viewer);
  let told = 0;
  app.get("/events", async (request, reply) => {
    streams.open({ viewer, request, reply }, () => {
      told += 1;
    });
    return reply;
  });
  const others = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  app.addHook("preClose", async () => {
    reached.resolve();
    await others.promise;
  });
  const url = await listen(app);
  const closed = app.close();
  await reached.promise;
  const answer = await fetch(`${url}/events`);
  expect([answer.status, await answer.text(), told]).toEqual([200, "retry: 3000\n\n", 1]);
  others.resolve();
  await closed;
});
