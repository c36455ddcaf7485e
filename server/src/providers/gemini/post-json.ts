import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";

/** How a call ended where it brought no answer. */
export type CallFault = "timeout" | "unreachable" | "too-large" | "aborted";

export type CallResult = { status: number; body: Buffer } | { fault: CallFault };

export interface PostOptions {
  headers: Record<string, string>;
  body: string;
  timeoutMs: number;
  maxBytes: number;
  signal?: AbortSignal | undefined;
}

/** Two calls for each of 200 runs at once, and some to spare. */
const sockets = { keepAlive: true, maxSockets: 512, maxFreeSockets: 64, scheduling: "lifo" } as const;
const agents = { "http:": new HttpAgent(sockets), "https:": new HttpsAgent(sockets) };

/**
 * Posts JSON and reads the whole answer, over connections that are kept. It is Node's own client rather than
 * fetch, which copies a picture's megabytes through streams twice. Redirects are not followed, so that a key in
 * the headers reaches no other host. Never throws for what the other side does.
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
  const { headers, body, timeoutMs, maxBytes, signal } = options;
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
    request.on("response", (response) => {
      answered = true;
      collect(response, maxBytes, finish);
    });
    request.on("error", (error: NodeJS.ErrnoException) => {
      const stale = request.reusedSocket && !answered && ["ECONNRESET", "EPIPE"].includes(error.code ?? "");
      finish(stale ? { stale: true } : { fault: "unreachable" });
    });
    request.end(body);
  });
}

function collect(response: IncomingMessage, maxBytes: number, finish: (result: CallResult) => void): void {
  const parts: Buffer[] = [];
  let size = 0;
  response.on("data", (part: Buffer) => {
    size += part.length;
    if (size > maxBytes) finish({ fault: "too-large" });
    else parts.push(part);
  });
  response.on("end", () => {
    if (response.complete) finish({ status: response.statusCode ?? 0, body: Buffer.concat(parts, size) });
    else finish({ fault: "unreachable" });
  });
  response.on("error", () => finish({ fault: "unreachable" }));
  response.on("close", () => finish({ fault: "unreachable" }));
}
