import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { Room } from "./answer-room.ts";

/** How a call ended where it brought no answer. */
export type CallFault = "timeout" | "unreachable" | "too-large" | "aborted";

/** An answer keeps its place in the room until `leave`, which is to be called once its bytes are done with. */
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
      const leave = await room.enter(Number(response.headers["content-length"]) || usualBytes);
      const read = finished ? { fault: "aborted" as const } : await collect(response, maxBytes);
      if (finished || "fault" in read) leave();
      finish("fault" in read ? read : { ...read, leave });
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

function collect(
  response: IncomingMessage,
  maxBytes: number,
): Promise<{ status: number; body: Buffer } | { fault: CallFault }> {
  return new Promise((resolve) => {
    // It may have broken off while it waited; it then says nothing more.
    if (response.destroyed) return resolve({ fault: "unreachable" });
    const parts: Buffer[] = [];
    let size = 0;
    response.on("data", (part: Buffer) => {
      size += part.length;
      if (size > maxBytes) resolve({ fault: "too-large" });
      else parts.push(part);
    });
    response.on("end", () => {
      if (response.complete) resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts, size) });
      else resolve({ fault: "unreachable" });
    });
    response.on("close", () => resolve({ fault: "unreachable" }));
  });
}
