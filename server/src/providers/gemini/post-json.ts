import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { Room } from "./answer-room.ts";
import { createBufferPool } from "./buffer-pool.ts";

/** How a call ended where it brought no answer. */
export type CallFault = "timeout" | "unreachable" | "too-large" | "aborted";

/**
 * An answer keeps its place in the room, and its memory, until `leave`, which is to be called once its bytes are done
 * with: the next answer overwrites them.
 */
export type CallResult = { status: number; body: Buffer; leave: () => void } | { fault: CallFault };

export interface PostOptions {
  headers: Record<string, string>;
  body: string;
  timeoutMs: number;
  maxBytes: number;
  room: Room;
  signal?: AbortSignal | undefined;
}

/** Two calls for each of 200 runs at once, and some to spare. */
const sockets = { keepAlive: true, maxSockets: 512, maxFreeSockets: 64, scheduling: "lifo" } as const;
const agents = { "http:": new HttpAgent(sockets), "https:": new HttpsAgent(sockets) };

/**
 * Posts JSON and reads the whole answer, as soon as the room has a place for it, over connections that are kept. It
 * is Node's own client rather than fetch, which copies a picture's megabytes through streams twice. Redirects are not
 * followed, so that a key in the headers reaches no other host. Never throws for what the other side does.
 */
export async function postJson(url: URL, options: PostOptions): Promise<CallResult> {
  const first = await send(url, options);
  return "stale" in first ? postOnce(url, options) : first;
}

async function postOnce(url: URL, options: PostOptions): Promise<CallResult> {
  const result = await send(url, options);
  return "stale" in result ? { fault: "unreachable" } : result;
}

/** "stale": a kept connection that the other side had closed before it read anything; safe to send again. */
function send(url: URL, options: PostOptions): Promise<CallResult | { stale: true }> {
  const { headers, body, timeoutMs, maxBytes, room, signal } = options;
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve({ fault: "aborted" });
    const secure = url.protocol === "https:";
    const request = (secure ? httpsRequest : httpRequest)(url, {
      method: "POST",
      agent: secure ? agents["https:"] : agents["http:"],
      headers: {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        accept: "application/json",
        ...headers,
      },
    });
    let answered = false;
    let finished = false;
    const finish = (result: CallResult | { stale: true }) => {
      if (finished) return;
      finished = true;
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      resolve(result);
      if (!("status" in result)) request.destroy();
    };
    const abort = () => finish({ fault: "aborted" });
    const timer = setTimeout(() => finish({ fault: "timeout" }), timeoutMs);
    signal?.addEventListener("abort", abort, { once: true });
    request.on("response", async (response) => {
      answered = true;
      response.on("error", () => finish({ fault: "unreachable" }));
      const expected = Number(response.headers["content-length"]) || usualBytes;
      // Before it waits for a room that it would keep from the others until it has all of it.
      if (expected > maxBytes) return finish({ fault: "too-large" });
      const leaveRoom = await room.enter(expected);
      const read = finished ? aborted : await collect(response, expected, maxBytes);
      const leave = once(() => {
        if ("buffer" in read) pool.giveBack(read.buffer);
        leaveRoom();
      });
      if (finished || "fault" in read) leave();
      finish(
        "fault" in read ? read : { status: read.status, body: read.buffer.subarray(0, read.size), leave },
      );
    });
    request.on("error", (error: NodeJS.ErrnoException) => {
      const stale = request.reusedSocket && !answered && ["ECONNRESET", "EPIPE"].includes(error.code ?? "");
      finish(stale ? { stale: true } : { fault: "unreachable" });
    });
    request.end(body);
  });
}

/** Of a picture's answer whose length is not told. */
const usualBytes = 1_500_000;
const pool = createBufferPool(32 * 1024 * 1024);
const aborted = { fault: "aborted" } as const;

/** The answer's bytes at the beginning of a buffer of the pool, which the caller gives back. */
function collect(
  response: IncomingMessage,
  expected: number,
  maxBytes: number,
): Promise<{ status: number; buffer: Buffer; size: number } | { fault: CallFault }> {
  return new Promise((resolve) => {
    // It may have broken off while it waited; it then says nothing more.
    if (response.destroyed) return resolve({ fault: "unreachable" });
    let buffer: Buffer | null = pool.take(expected);
    let size = 0;
    const fail = (fault: CallFault) => {
      if (buffer) pool.giveBack(buffer);
      buffer = null;
      resolve({ fault });
    };
    response.on("data", (part: Buffer) => {
      if (!buffer) return;
      if (size + part.length > maxBytes) return fail("too-large");
      if (size + part.length > buffer.length) buffer = grown(buffer, size, size + part.length);
      size += part.copy(buffer, size);
    });
    response.on("end", () => {
      if (!buffer) return;
      if (!response.complete) return fail("unreachable");
      const full = buffer;
      buffer = null;
      resolve({ status: response.statusCode ?? 0, buffer: full, size });
    });
    response.on("close", () => fail("unreachable"));
  });
}

function grown(buffer: Buffer, used: number, needed: number): Buffer {
  const larger = pool.take(Math.max(needed, 2 * buffer.length));
  buffer.copy(larger, 0, 0, used);
  pool.giveBack(buffer);
  return larger;
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}
