import { Agent, type IncomingMessage, request } from "node:http";

/** What one level of load brought. Times are in milliseconds. */
export interface Measured {
  times: number[];
  perSecond: number;
}

/**
 * A closed loop: so many workers, each doing one thing after another, spread over the first round so that they do
 * not march in step. What began before the warm-up was over does not count; what began before the end does, however
 * late it ended, so that an overloaded server is not judged by the answers that were quick.
 */
export async function closedLoop(
  workers: number,
  { warmUpMs, measureMs, spreadMs }: { warmUpMs: number; measureMs: number; spreadMs: number },
  once: (worker: number) => Promise<void>,
): Promise<Measured> {
  const begin = performance.now();
  const end = begin + warmUpMs + measureMs;
  const times: number[] = [];
  const work = async (worker: number) => {
    await new Promise((resolve) => setTimeout(resolve, (spreadMs * worker) / workers));
    while (performance.now() < end) {
      const start = performance.now();
      await once(worker);
      const stop = performance.now();
      if (start >= begin + warmUpMs) times.push(stop - start);
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
  return { times, perSecond: times.length / (measureMs / 1000) };
}

export function median(times: readonly number[]): number {
  return quantile(times, 0.5);
}

export function quantile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1000 });

interface Sent {
  method: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
}

/** Sends with Node's bare client; the caller reads or drains the answer. */
export function send(url: string, { method, headers = {}, body }: Sent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const all =
      body === undefined
        ? headers
        : {
            ...headers,
            "content-type": "application/json",
            "content-length": String(Buffer.byteLength(body)),
          };
    const sent = request(url, { method, agent, headers: all }, resolve);
    sent.on("error", reject);
    sent.end(body);
  });
}

export async function textOf(message: IncomingMessage): Promise<string> {
  let text = "";
  message.setEncoding("utf8");
  for await (const part of message) text += part;
  return text;
}

export async function drain(message: IncomingMessage): Promise<void> {
  for await (const _part of message);
}
