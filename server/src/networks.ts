import { BlockList, isIP } from "node:net";

/** Networks that are not of the internet, by the names that TRUST_PROXY takes. */
export const privateNetworks = {
  loopback: ["127.0.0.0/8", "::1/128"],
  linklocal: ["169.254.0.0/16", "fe80::/10"],
  uniquelocal: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
};

const versionOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");

/** Whether an address is one of these, or of a network that is written with the length of its prefix. */
export function isWithin(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", prefix] = network.split("/");
    if (prefix === undefined) list.addAddress(address, versionOf(address));
    else list.addSubnet(address, Number(prefix), versionOf(address));
  }
  return (address) => list.check(address, versionOf(address));
}

const isLoopbackAddress = isWithin(privateNetworks.loopback);

/** An IPv4 address as it is written, where the socket is one of IPv6. */
export function withoutMapping(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

/** Whether what listens or answers there is reached from this machine alone. The host is as an address of the web has it. */
export function isLoopback(host: string): boolean {
  return host.toLowerCase() === "localhost" || isLoopbackAddress(host.replace(/^\[(.*)\]$/, "$1"));
}
