import { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";

/** Of answers that clients have yet to take, all together. */
export const usualMost = 256 * 1024 * 1024;
/** What fits into a socket's own buffer anyway. */
const small = 16 * 1024;

/**
 * Ends the connection of a client that takes nothing more of its answer, and where all unread answers together are too
 * much to hold, of those that began to read first.
 */
export function boundUnreadAnswers(app: FastifyInstance, stalledMs: number, mostBytes = usualMost): void {
  const dropByAge = new Set<() => void>();
  let unread = 0;

  app.addHook("onSend", async (request, { raw }, payload) => {
    if (!(request.raw instanceof IncomingMessage)) return;
    // Node looks at the timeout whether any byte has gone since, and drops it with the answer's end.
    raw.setTimeout(stalledMs);
    const length = typeof payload === "string" || Buffer.isBuffer(payload) ? payload.length : 0;
    // Of a client that has gone nothing is kept, and no end would be told of.
    if (length < small || raw.destroyed) return;
    unread += length;
    const forget = () => {
      if (dropByAge.delete(drop)) unread -= length;
    };
    const drop = () => {
      forget();
      raw.destroy();
    };
    dropByAge.add(drop);
    raw.once("close", forget);
    for (const dropOldest of dropByAge) {
      if (unread <= mostBytes || dropOldest === drop) return;
      dropOldest();
    }
  });
}
