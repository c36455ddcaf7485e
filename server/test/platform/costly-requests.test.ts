import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { ownEnvironment, type ShopProcess, startShopProcess } from "../helpers/shop-process.ts";
import { openTestShop } from "../helpers/test-shop.ts";

const isMeasured = existsSync("/proc/self/stat");

/** What a process has taken of its processors so far, in hundredths of a second. */
function processorTime({ pid }: ShopProcess): number {
  const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const [user, system] = fields.split(" ").slice(11, 13).map(Number);
  return user! + system!;
}

async function ask(shop: ShopProcess, path: string, headers: Record<string, string>): Promise<number> {
  const asking = request(shop.url + path, { headers });
  asking.end();
  const [answer] = await once(asking, "response");
  await once(answer.resume(), "end");
  return answer.statusCode;
}

/** Every header that the shop reads, or a library that its requests go through. */
const headersRead = [
  ...["accept", "accept-encoding", "authorization", "content-type", "cookie", "forwarded", "host"],
  ...[
    "idempotency-key",
    "if-modified-since",
    "if-none-match",
    "if-range",
    "origin",
    "range",
    "sec-fetch-site",
  ],
  ...["traceparent", "user-agent", "x-back-office", "x-doctor", "x-forwarded-for", "x-forwarded-proto"],
];

test.runIf(isMeasured)(
  "a header of 15 KB costs about what a short one does, whatever stands in it",
  async () => {
    const shop = await startShopProcess(
      { ...(await ownEnvironment()), TRUST_PROXY: "127.0.0.1" },
      { built: true },
    );
    const costOf = async (header: string, length: number) => {
      const before = processorTime(shop);
      for (const path of ["/about", "/banner-section"])
        for (const sign of [" ", "\t", ",", ";", '"'])
          await ask(shop, path, { [header]: `a${sign.repeat(length)}b` });
      return processorTime(shop) - before;
    };
    await costOf("accept", 1);
    for (const header of headersRead)
      expect(await costOf(header, 15_000), header).toBeLessThan((await costOf(header, 1)) + 30);
  },
);

test("what a page asks of the list of screens is bounded, and a refused view costs no rendering", async () => {
  const shop = await startShopProcess(
    { ...(await ownEnvironment()), RATE_LIMIT_FACTOR: "0.01" },
    { built: true },
  );
  const page = await (await fetch(`${shop.url}/about`)).text();
  const version = /\/manifest-([0-9a-f]{8})\.js/.exec(page)?.[1];
  const manifest = (paths: string[]) =>
    fetch(`${shop.url}/__manifest?${new URLSearchParams({ paths: paths.join(","), version: version! })}`);
  const ids = Array.from({ length: 155 }, (_, at) => `/user/designs/${at.toString(16).padStart(24, "0")}`);
  const asked = await manifest(ids);
  expect([asked.status, Object.keys(await asked.json()).length > 0]).toEqual([200, true]);
  expect(asked.url.length).toBeGreaterThan(6_800);
  const short = Array.from({ length: 1_850 }, (_, at) => at.toString(36));
  expect((await manifest(short)).status).toBe(400);

  let refused = await manifest(["/about"]);
  for (let more = 0; more < 12 && refused.status === 200; more += 1) refused = await manifest(["/about"]);
  for (const answer of [refused, await fetch(`${shop.url}/about.data`)]) {
    expect([answer.status, answer.headers.get("x-remix-response")]).toEqual([429, null]);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await answer.json()).code).toBe("TOO_MANY_REQUESTS");
  }
  const view = await fetch(`${shop.url}/?a=1`, { headers: { accept: "text/html" } });
  const shown = await view.text();
  expect([view.status, view.headers.get("cache-control")]).toEqual([429, "no-store"]);
  expect(shown).toContain("<h1>Too many requests.</h1>");
  expect(shown, "what is rendered has scripts").not.toContain("<script");
});

test("a header that nobody else can sign is no more than wrong, whatever stands in it", async () => {
  const url = await (await openTestShop()).listen();
  const asking = connect(Number(new URL(url).port), "127.0.0.1");
  asking.end(
    `GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-doctor: 1.${"a".repeat(42)}\xe9\r\n\r\n`,
    "latin1",
  );
  const [first] = await once(asking, "data");
  expect(String(first)).toMatch(/^HTTP\/1.1 200 /);
});
