import { Resolver } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { isLoopback } from "#server/networks.ts";

/** The addresses of a name, IPv4 and IPv6. */
export type ResolveName = (name: string) => Promise<string[]>;

/**
 * Asks DNS by sockets of its own: `dns.lookup` would hold one of few threads, which whoever runs a slow name server
 * could use up. The machine's own list of hosts is not read.
 */
export async function resolveName(name: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  const [first] = answers;
  if (found.length === 0 && first.status === "rejected") throw first.reason;
  return found;
}

/** Azure's, which answers as a machine's host does though it is of a public range. */
const hostAddresses = new Set(["168.63.129.16"]);

/**
 * Whether an address is of the public network. A range of which IANA says otherwise is not, nor one that carries an IPv4
 * address within (mapped, NAT64, 6to4, Teredo): what answers there is that address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== "unicast" || hostAddresses.has(address.toString())) return false;
  // Of IPv6 nothing but 2000::/3 is given out (https://www.iana.org/assignments/ipv6-address-space).
  return address.kind() === "ipv4" || ((address as ipaddr.IPv6).parts[0]! & 0xe000) === 0x2000;
}

export interface AddressRules {
  /** This machine may be reached as well, also by http. For development and tests. */
  allowLoopback: boolean;
}

export const notPublic = "This address is not on the public internet.";

/** Whether an address may be connected to. */
export function mayConnect(address: string, { allowLoopback }: AddressRules): boolean {
  return isPublicAddress(address) || (allowLoopback && isLoopback(address));
}

const localName = /^localhost$|\.(localhost|local|internal|intranet|lan|home|corp|private|home\.arpa)$/;

/**
 * What speaks against an address as it is written, or null. `URL` has read it, so that each spelling of a number is the
 * usual one. Where a name leads shows when it is connected to.
 */
export function refusalOf(text: string, rules: AddressRules): string | null {
  if (!URL.canParse(text)) return "Please enter a whole address, such as https://example.com/hooks.";
  const url = new URL(text);
  const host = hostOf(url);
  const isLocal = rules.allowLoopback && isLoopback(host);
  if (url.protocol !== "https:" && !(isLocal && url.protocol === "http:"))
    return "Please enter an address that begins with https://.";
  if (url.username || url.password) return "Please leave user name and password out of the address.";
  if (url.port !== "" && Number(url.port) < 1024) return "Please use port 443, or one from 1024 on.";
  if (isLocal) return null;
  if (isIP(host)) return mayConnect(host, rules) ? null : notPublic;
  return localName.test(host) || !host.includes(".") ? notPublic : null;
}

/** Without the brackets of IPv6, and the dot that ends a whole name. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}

export class NotPublicError extends Error {}

/**
 * The look-up of one connection. It answers with what was checked, and Node connects to just that: a name that leads
 * elsewhere a moment later has gained nothing.
 */
export function checkedLookup(resolve: ResolveName, rules: AddressRules): LookupFunction {
  const find = async (name: string) => {
    const addresses = name === "localhost" ? ["127.0.0.1", "::1"] : await resolve(name);
    const allowed = addresses.filter((address) => mayConnect(address, rules));
    if (allowed.length === 0) throw new NotPublicError(notPublic);
    return allowed.map((address) => ({ address, family: isIP(address) }));
  };
  return (name, options, callback) => {
    find(name).then(
      (found) => (options.all ? callback(null, found) : callback(null, found[0]!.address, found[0]!.family)),
      (error) => callback(error, []),
    );
  };
}
