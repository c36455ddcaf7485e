import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { expect, test } from "vitest";
import { ownEnvironment, type ShopProcess, startShopProcess } from "../helpers/shop-process.ts";

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
