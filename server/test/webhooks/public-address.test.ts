import { expect, test } from "vitest";
import { checkedLookup, isPublicAddress, refusalOf } from "#server/providers/webhooks/public-address.ts";

const rules = { allowLoopback: false };

/** One of every kind that is not of the public network, most at both ends of their range. */
const notPublic: Record<string, string[]> = {
  unspecified: ["0.0.0.0", "0.1.2.3", "::"],
  loopback: ["127.0.0.1", "127.255.255.254", "::1"],
  private: ["10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.0.1", "192.168.255.255"],
  "of a carrier": ["100.64.0.1", "100.127.255.255", "100.100.100.200"],
  "link-local, or the clouds' metadata": ["169.254.0.1", "169.254.169.254", "fe80::1", "febf::1"],
  "Azure's host": ["168.63.129.16"],
  "unique local": ["fc00::1", "fdff::1", "fd00:ec2::254"],
  "site-local of old": ["fec0::1", "feff::1"],
  multicast: ["224.0.0.1", "239.255.255.255", "ff02::1"],
  broadcast: ["255.255.255.255"],
  reserved: ["240.0.0.1", "192.0.0.8", "192.0.0.192", "192.31.196.1", "192.175.48.1"],
  documentation: ["192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1", "3fff::1"],
  "for benchmarks": ["198.18.0.1", "198.19.255.255", "2001:2::1"],
  "IPv4 within IPv6": ["::ffff:127.0.0.1", "::ffff:8.8.8.8", "::127.0.0.1", "::ffff:0:127.0.0.1"],
  "behind NAT64": ["64:ff9b::7f00:1", "64:ff9b::808:808", "64:ff9b:1::a00:1"],
  "6to4 or its relay": ["2002:7f00:1::", "2002:808:808::1", "192.88.99.1"],
  Teredo: ["2001:0:7f00:1::1"],
  "discarded, an ORCHID, a segment or not given out": [
    "100::1",
    "2001:20::1",
    "5f00::1",
    "4000::1",
    "8000::1",
  ],
  "no address": ["", "localhost", "1.2.3.4.5", "fe80::1%eth0"],
};

test.each(Object.entries(notPublic))("an address that is %s is not public", (_, addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([]);
});

test("addresses of the public network are", () => {
  const addresses = ["8.8.8.8", "1.1.1.1", "172.15.255.255", "172.32.0.1", "100.63.255.255", "100.128.0.1"];
  addresses.push("2606:4700:4700::1111", "2a00:1450:4001:80f::200e");
  expect(addresses.filter((address) => !isPublicAddress(address))).toEqual([]);
});

test.each([
  ...[
    "https://127.0.0.1/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0x7f.1/",
  ],
  ...["https://017700000001/", "https://0177.0.0.1/", "https://127.0.0.1./", "https://①②⑦.⓪.⓪.①/"],
  ...["https://%31%32%37.0.0.1/", "https://0/", "https://[::1]/", "https://[0:0:0:0:0:ffff:7f00:1]/"],
  ...["https://[::ffff:127.0.0.1]/", "https://[64:ff9b::169.254.169.254]/", "https://169.254.169.254/"],
  ...["https://localhost/", "https://LOCALHOST./", "https://a.localhost/", "https://printer/"],
  ...["https://db.internal/", "https://nas.local/", "https://metadata.google.internal/", "https://10.0.0.1/"],
])("%s is refused as it is entered", (address) => {
  expect(refusalOf(address, rules)).toBe("This address is not on the public internet.");
});

test.each([
  ["http://example.com/", "https://"],
  ["ftp://example.com/", "https://"],
  ["javascript:alert(1)", "https://"],
  ["file:///etc/passwd", "https://"],
  ["https://user:pass@example.com/", "user name and password"],
  ["https://user@example.com/", "user name and password"],
  ["https://example.com:22/", "port 443"],
  ["https://example.com:80/", "port 443"],
  ["example.com", "whole address"],
  ["https://", "whole address"],
  ["https://exa mple.com/", "whole address"],
])("%s is refused with a sentence of its own", (address, words) => {
  expect(refusalOf(address, rules)).toContain(words);
});

test("public names and ports are taken, and this machine only where the shop is told so", () => {
  for (const address of ["https://example.com/hooks?key=1", "https://example.com:8443/", "https://8.8.8.8/"])
    expect(refusalOf(address, rules)).toBeNull();
  const local = [
    "http://127.0.0.1:3000/",
    "http://localhost:3000/",
    "http://[::1]:3000/",
    "https://127.1:8443/",
  ];
  for (const address of local) {
    expect(refusalOf(address, rules)).not.toBeNull();
    expect(refusalOf(address, { allowLoopback: true })).toBeNull();
  }
  for (const address of ["http://10.0.0.1:3000/", "https://169.254.169.254/", "http://example.com/"])
    expect(refusalOf(address, { allowLoopback: true })).not.toBeNull();
});

/** What a connection to the name would be made to. */
function lookUp(addresses: string[]): Promise<unknown> {
  const look = checkedLookup(async () => addresses, rules);
  return new Promise((resolve, reject) => {
    look("hooks.example.com", { all: true }, (error, found) => (error ? reject(error) : resolve(found)));
  });
}

test("of a name's addresses the public ones alone are connected to", async () => {
  const found = [
    { address: "8.8.8.8", family: 4 },
    { address: "2606:4700:4700::1111", family: 6 },
  ];
  expect(await lookUp(["10.0.0.1", "8.8.8.8", "::1", "2606:4700:4700::1111"])).toEqual(found);
  for (const addresses of Object.values(notPublic))
    await expect(lookUp(addresses)).rejects.toThrow("not on the public internet");
});
