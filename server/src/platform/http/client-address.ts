import { isIP } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { withoutMapping } from "#server/networks.ts";
import type { Log } from "#server/platform/log.ts";
import { pretendedAddress } from "./address-echo.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The client's, for limits, logs and sessions alike. Read once: a socket that closed has no address any more. */
    address: string;
  }
}

const header = "x-forwarded-for";

/**
 * Finds out each request's client. What proxies forward is cleaned first (some append the port), so that whom
 * TRUST_PROXY believes is decided on addresses alone. Whoever sends the header and is not believed is told of once:
 * behind a proxy all visitors would share one address, and with it every limit.
 */
export function readClientAddress(app: FastifyInstance, log: Log): void {
  app.decorateRequest("address", "");
  let told = false;
  app.addHook("onRequest", async (request) => {
    const { headers, socket } = request.raw;
    const forwarded = headers[header]?.toString();
    if (forwarded !== undefined) {
      const isTrusted = (request.ips?.length ?? 1) > 1;
      const isNobodys = ["", pretendedAddress].includes(forwarded.trim());
      if (!isTrusted && !told && socket.remoteAddress && !isNobodys) {
        told = true;
        log.warn({ peer: socket.remoteAddress }, untrusted);
      }
      headers[header] = addressesOf(forwarded).join(", ");
    }
    request.address = withoutMapping(request.ip ?? "");
  });
}

const untrusted =
  "X-Forwarded-For came from a peer that TRUST_PROXY does not name, and is not believed. If that is your proxy, set TRUST_PROXY to its address: until then all visitors count as one.";

/** The addresses up to the first entry, from the right, that is none: what stands before it anybody could have written. */
export function addressesOf(forwarded: string): string[] {
  const entries = forwarded.split(",").map(addressIn);
  return entries.slice(entries.lastIndexOf(null) + 1) as string[];
}

/** The address of an entry such as `1.2.3.4`, `1.2.3.4:50123`, `2001:db8::1` or `[2001:db8::1]:443`; null for others. */
function addressIn(entry: string): string | null {
  const text = entry.trim().replace(/^"(.*)"$/, "$1");
  const bare = /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return isIP(bare) === 0 ? null : bare;
}

/** One client's address as a key: IPv6 by /64, since a household or server has the whole of it. */
export function addressKey({ address }: Pick<FastifyRequest, "address">): string {
  if (!address.includes(":")) return address;
  const [head = "", tail = ""] = address.split("%")[0]!.split("::");
  const front = head ? head.split(":") : [];
  const back = tail ? tail.split(":") : [];
  const missing = address.includes("::") ? 8 - front.length - back.length : 0;
  const groups = [...front, ...Array<string>(Math.max(0, missing)).fill("0"), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group || "0", 16).toString(16))
    .join(":")}::/64`;
}
