import type { Config } from "#server/config.ts";
import { isWithin, privateNetworks } from "#server/networks.ts";
import { fetchFailure } from "#server/platform/fetch-failure.ts";
import {
  type AddressEcho,
  doctorHeader,
  pretendedAddress as pretended,
} from "#server/platform/http/address-echo.ts";

/**
 * Asks the shop for its health at its public address, through whatever stands in front of it.
 *
 * @throws one sentence that says what to do.
 */
export async function askThroughProxy(appUrl: string, appSecret: string): Promise<AddressEcho> {
  let answer: Response;
  try {
    answer = await fetch(`${appUrl}/healthz`, {
      headers: { ...doctorHeader(appSecret), "x-forwarded-for": pretended },
      redirect: "manual",
      signal: AbortSignal.timeout(10_000),
    });
  } catch (error) {
    const { isLate, word } = fetchFailure(error);
    const reason = isLate ? "no answer" : (word ?? "no connection");
    throw new Error(
      `${appUrl} cannot be reached from here (${reason}): start the shop, or correct APP_URL, DNS or proxy`,
    );
  }
  const location = answer.headers.get("location");
  if (location)
    throw new Error(`${appUrl} redirects to ${new URL(location, appUrl).origin}: set APP_URL to that`);
  const body = (await answer.json().catch(() => null)) as { seen?: AddressEcho } | null;
  if (answer.status !== 200)
    throw new Error(`${appUrl} answers ${answer.status}: look whether the proxy leads to the running shop`);
  if (!body?.seen)
    throw new Error(
      `${appUrl} is answered, but not by a shop of this APP_SECRET: look where the proxy leads`,
    );
  return body.seen;
}

/**
 * Whether the shop believes the forwarded address of its own proxy, and of nobody else.
 *
 * @throws one sentence that says what to do.
 */
export function judgeProxy(
  { visitor, peer, forwarded }: AddressEcho,
  trustProxy: Config["trustProxy"],
): string {
  const named = trustProxy === false ? "TRUST_PROXY is off" : `TRUST_PROXY is ${String(trustProxy)}`;
  if (forwarded === null)
    throw new Error(`the proxy at ${peer} drops X-Forwarded-For: have it add the visitor's address to it`);
  const hops = forwarded.split(",").map((hop) => hop.trim());
  const isUntouched = hops.length === 1 && hops[0] === pretended;
  if (isUntouched) {
    if (visitor === peer && trustProxy === false) return `no proxy on the way, and ${named}`;
    if (visitor === peer)
      throw new Error(`${named}, which does not name ${peer}, where requests come from: add it`);
    if (isInside(peer)) return `no proxy on the way from here; ${named}`;
    throw new Error(
      `whoever connects may pretend any address: have the proxy at ${peer} set X-Forwarded-For itself`,
    );
  }
  // Asked from the proxy's own machine, the visitor's address is the proxy's.
  const isProxyItself = hops.at(-1) === peer && trustProxy !== false;
  if (visitor === peer && !isProxyItself)
    throw new Error(`all visitors count as one, ${peer}: set TRUST_PROXY=${peer} (${named})`);
  // The proxy's own word for who asks stands right of what was pretended; one of the inside may be trusted itself.
  if (visitor === pretended && !hops.slice(1).some(isInside))
    throw new Error(`visitors may pretend any address: TRUST_PROXY must name the proxies alone (${named})`);
  return `${peer} is believed; this machine is seen as ${visitor === pretended ? hops.at(-1) : visitor}`;
}

const isInside = isWithin([...privateNetworks.loopback, ...privateNetworks.uniquelocal]);
