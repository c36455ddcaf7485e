import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createRoom } from "#server/providers/gemini/answer-room.ts";
import { createBufferPool } from "#server/providers/gemini/buffer-pool.ts";
import { createGemini } from "#server/providers/gemini/gemini.ts";
import { postJson } from "#server/providers/gemini/post-json.ts";
import { readImage } from "#server/providers/gemini/read-answer.ts";
import { finished, memberWith, openGeneratorShop, startRun } from "./support.ts";

function answerWith(data: string): Buffer {
  return Buffer.from(JSON.stringify({ candidates: [{ content: { parts: [{ inlineData: { data } }] } }] }));
}

test("a picture is read to the byte whatever its length, also where its base64 holds blanks", () => {
  for (const length of [1, 3000, 49_151, 49_152, 49_153, 98_304, 200_000, 200_001, 200_002]) {
    const bytes = randomBytes(length);
    const text = bytes.toString("base64");
    const blanks = text.replace(/.{76}/g, "$& ");
    const bare = text.replace(/=+$/, "");
    for (const data of [text, blanks, bare]) expect(readImage(answerWith(data))).toEqual({ value: bytes });
  }
});

test("of several pictures the last one is taken that is no thought", () => {
  const part = (data: string, thought = false) => ({ inlineData: { data }, thought });
  const parts = [part("b25l", true), part("dHdv"), part("dGhyZWU="), part("Zm91cg==", true)];
  const body = Buffer.from(JSON.stringify({ candidates: [{ content: { parts } }] }));
  expect(readImage(body)).toEqual({ value: Buffer.from("three") });
});

test("answers beyond the room wait in their order, and each is let in once another has left", async () => {
  const room = createRoom(10);
  const inside: string[] = [];
  const enter = async (name: string, bytes: number) => {
    const leave = await room.enter(bytes);
    inside.push(name);
    return leave;
  };
  const first = await enter("first", 6);
  const second = enter("second", 6);
  const third = enter("third", 1);
  await new Promise(setImmediate);
  expect(inside).toEqual(["first"]);
  first();
  first();
  const leaves = await Promise.all([second, third]);
  expect(inside).toEqual(["first", "second", "third"]);
  for (const leave of leaves) leave();
  await enter("larger than the room", 100);
});

test("an answer that ends, breaks off or is too late while it waits for its room gives its place back", async () => {
  const body = JSON.stringify({ text: "x".repeat(300_000) });
  const server = createServer((request, response) => {
    if (request.url === "/broken") {
      response.writeHead(200, { "content-length": body.length });
      response.write(body.slice(0, 200_000), () => setTimeout(() => response.destroy(), 20));
    } else response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const room = createRoom(1000);
  const ask = (path: string, timeoutMs: number) =>
    postJson(new URL(path, origin), { headers: {}, body: "{}", timeoutMs, maxBytes: 1e6, room });

  const first = await ask("/whole", 60_000);
  const [late, broken, second] = [ask("/whole", 300), ask("/broken", 60_000), ask("/whole", 60_000)];
  expect(await late).toEqual({ fault: "timeout" });
  if ("leave" in first) first.leave();
  expect(await broken).toEqual({ fault: "unreachable" });
  expect(await second).toMatchObject({ status: 200, body: Buffer.from(body) });
});

test("an answer that says itself that it is too large is refused at once, and keeps none of the others waiting", async () => {
  const body = JSON.stringify({ text: "x".repeat(300_000) });
  const server = createServer((request, response) => {
    if (request.url === "/huge") response.writeHead(200, { "content-length": 2e6 }).write(body);
    else response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const room = createRoom(1e6);
  const ask = (path: string, timeoutMs: number) =>
    postJson(new URL(path, origin), { headers: {}, body: "{}", timeoutMs, maxBytes: 1e6, room });
  const first = await ask("/whole", 60_000);
  expect(await ask("/huge", 5_000)).toEqual({ fault: "too-large" });
  expect(await ask("/whole", 60_000)).toMatchObject({ status: 200 });
  expect(first).toMatchObject({ body: Buffer.from(body) });
});

test("a buffer is lent to one at a time, fits, and is kept only up to the limit", () => {
  const pool = createBufferPool(1_000_000);
  const [one, other] = [pool.take(600_000), pool.take(600_000)];
  expect(one.buffer).not.toBe(other.buffer);
  expect(one.length).toBeGreaterThanOrEqual(600_000);
  pool.giveBack(one);
  pool.giveBack(other);
  expect(pool.take(10), "far too large a one is left for others").not.toBe(other);
  expect(pool.take(500_000), "the first had to make room").toBe(other);
  expect(pool.take(500_000)).not.toBe(one);
});

test("pictures that arrive at once stay what they were until they are used, told their length or not", async () => {
  const pictures = Array.from({ length: 60 }, (_, at) => randomBytes(50_000 + 37_001 * (at % 50)));
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const part of request) text += part;
    const number = Number(/picture (\d+)/.exec(text)![1]);
    const body = answerWith(pictures[number]!.toString("base64"));
    if (number % 2) response.setHeader("content-length", body.length);
    response.write(body.subarray(0, 1000));
    response.end(body.subarray(1000));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const gemini = createGemini({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  const used = await Promise.all(
    pictures.map((picture, number) =>
      gemini.drawImage({ key: "k", model: "m", prompt: `picture ${number}` }, async (bytes) => {
        await new Promise((resolve) => setTimeout(resolve, (number * 7) % 50));
        return bytes.equals(picture);
      }),
    ),
  );
  expect(used).toEqual(pictures.map(() => ({ value: true })));
});

test("of a run that fails, the picture that was there already is not kept", async () => {
  const { shop, standIn } = await openGeneratorShop();
  const person = await memberWith(shop, 5);
  // Both first tries and one of the second ones, so that the other picture is there by then.
  await standIn.fault("safety", { times: 3, delayMs: 500 });
  const { id } = (await startRun(shop, person)).body.data;
  expect((await finished(shop, person, id)).stage).toBe("failed");
  for (const position of [1, 2]) {
    await expect
      .poll(() => shop.platform.storage.get(`generations/${id.slice(-2)}/${id}-${position}-0.png`))
      .toBeNull();
  }
});
