import { IncomingMessage, type Server } from "node:http";
import type { FastifyInstance } from "fastify";
import { isWithin, privateNetworks, withoutMapping } from "#server/networks.ts";
import { addressKey } from "./client-address.ts";

interface ConnectionLimits {
  most: number;
  /** Of one address that is no proxy. */
  ofAddress: number;
}

/**
 * Bounds the connections, in all and of one address. Long before there are too many, those that merely wait for a next
 * request are ended, so that keeping them for proxies keeps nobody out. Proxies stand for many people: the named ones,
 * and whoever comes from a private network, which is never the internet.
 */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits,
  isProxy: (address: string) => boolean,
): void {
  const ofAddress = new Map<string, number>();
  let open = 0;
  let hasSwept = false;
  server.maxConnections = limits.most;

  server.on("connection", (socket) => {
    const address = withoutMapping(socket.remoteAddress ?? "");
    const key = addressKey({ address });
    const others = ofAddress.get(key) ?? 0;
    if (others >= limits.ofAddress && !isProxy(address)) {
      socket.destroy();
      return;
    }
    ofAddress.set(key, others + 1);
    open += 1;
    socket.once("close", () => {
      open -= 1;
      const left = ofAddress.get(key)! - 1;
      if (left > 0) ofAddress.set(key, left);
      else ofAddress.delete(key);
    });
    if (open <= limits.most * 0.75 || hasSwept) return;
    server.closeIdleConnections();
    hasSwept = true;
    setTimeout(() => {
      hasSwept = false;
    }, 1_000).unref();
  });
}

/** Tells proxies by TRUST_PROXY's addresses; the names that it may hold are of private networks. */
export function proxiesOf(trustProxy: boolean | string[]): (address: string) => boolean {
  const named = Array.isArray(trustProxy) ? trustProxy.filter((part) => !(part in privateNetworks)) : [];
  return isWithin([...Object.values(privateNetworks).flat(), ...named]);
}

/** Answers that clients have yet to read, all together. */
export const maxPendingBytes = 256 * 1024 * 1024;
/** What fits into a socket's own buffer anyway. */
const small = 16 * 1024;

/**
 * Ends the connection of a client that takes nothing more of its answer, and where all unread answers together are too
 * much to hold, of those that began to read first.
 */
export function limitPendingResponses(
  app: FastifyInstance,
  stalledMs: number,
  mostBytes = maxPendingBytes,
): void {
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
