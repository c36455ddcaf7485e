import { fileURLToPath } from "node:url";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { drain, send } from "./load.ts";

/** What health answered since it was asked for last. */
export interface HealthSeen {
  /** Milliseconds of each answer of 200. */
  times: number[];
  /** Other answers, and broken connections. */
  failed: number;
}

const everyMs = 100;

/**
 * Asks for the health of a shop, again and again, in a thread with a connection of its own: beside the load's requests
 * it would wait for their turn in this process, and the figure would be the load's.
 */
export function watchHealth(url: string): { seen(): Promise<HealthSeen>; stop(): Promise<number> } {
  const worker = new Worker(fileURLToPath(import.meta.url), { workerData: url });
  return {
    seen: () =>
      new Promise((resolve) => {
        worker.once("message", resolve);
        worker.postMessage("tell");
      }),
    stop: () => worker.terminate(),
  };
}

if (!isMainThread) {
  let seen: HealthSeen = { times: [], failed: 0 };
  parentPort!.on("message", () => {
    parentPort!.postMessage(seen);
    seen = { times: [], failed: 0 };
  });
  setInterval(async () => {
    const began = performance.now();
    try {
      const answer = await send(`${workerData}/healthz`, { method: "GET" });
      await drain(answer);
      if (answer.statusCode === 200) seen.times.push(performance.now() - began);
      else seen.failed += 1;
    } catch {
      seen.failed += 1;
    }
  }, everyMs);
}
