import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { watchHealth } from "./support/health-probe.ts";
import { median, quantile } from "./support/load.ts";
import { mixedRequests } from "./support/mixed-requests.ts";
import { type Outcome, openLoop } from "./support/open-loop.ts";
import { megabytes, ms, perSecond, table } from "./support/print.ts";
import { memoryOf, startProcess } from "./support/processes.ts";
import { post, startBenchShop } from "./support/shop.ts";

/**
 * Readers, buyers, people who make thumbnails and admins at so many requests a second, then ten times as many, then as
 * before. Requests leave by the clock, whether or not earlier ones were answered, as those of many people do. The load
 * comes from one more process on the same machine, which takes its share of the processors. `npm run bench -- load`.
 */
const { values } = parseArgs({
  options: {
    rate: { type: "string", default: "200" },
    seconds: { type: "string", default: "60" },
    times: { type: "string", default: "10" },
  },
});
const rate = Number(values.rate);
const seconds = Number(values.seconds);

const emulator = await startProcess(["bench/support/emulator.ts"], { DELAY_MS: "2000" });
const dataDir = await mkdtemp(join(tmpdir(), "bench-shop-"));
const env = { DEMO: "on", GEMINI_API_URL: emulator.url, TRUST_PROXY: "loopback" };
// People are made without limits; the load then meets those of every shop.
const making = await startBenchShop({ people: 12, dataDir, env });
const { people, admin } = making;
const offered = (await (await fetch(`${making.url}/packages`)).json()) as { _id: string }[];
await post(making.url, "/api/gemini-keys", { name: "Bench", key: `bench-key-${randomUUID()}` }, admin.cookie);
await making.stop();
const shop = await startBenchShop({ dataDir, env: { ...env, RATE_LIMIT_FACTOR: "1" } });

const next = mixedRequests({ url: shop.url, people, admin, packageId: offered[0]!._id });
const rows = [["load", "asked", "answered", "median", "95th", "99th percentile", "memory first, last, most"]];
const health = watchHealth(shop.url);

try {
  for (const [name, perSec, time] of [
    ["usual", rate, seconds],
    [`${values.times} times`, rate * Number(values.times), Math.min(20, seconds)],
    ["usual again", rate, Math.min(20, seconds)],
  ] as const) {
    await health.seen();
    const memory: number[] = [];
    const watch = setInterval(() => memory.push(memoryOf(shop.pid)?.now ?? 0), 1_000);
    const outcomes = await openLoop(perSec, time * 1000, next);
    clearInterval(watch);
    const { times, failed } = await health.seen();
    const statuses = [...new Set(outcomes.map(({ status }) => status))].sort();
    for (const status of statuses) rows.push(rowOf(`${name}: ${status}`, outcomes, status, time));
    const mean = (part: number[]) => part.reduce((sum, one) => sum + one, 0) / Math.max(1, part.length);
    rows.push([
      `${name}: /healthz`,
      "",
      `${times.length} (${failed} not)`,
      ms(median(times)),
      ms(quantile(times, 0.95)),
      ms(quantile(times, 0.99)),
      `${megabytes(mean(memory.slice(0, 10)))}, ${megabytes(mean(memory.slice(-10)))}, ${megabytes(Math.max(...memory))}`,
    ]);
  }
  console.log(table(rows));
} finally {
  await health.stop();
  await shop.stop();
  await emulator.stop();
  await rm(dataDir, { recursive: true, force: true });
}
process.exit();

function rowOf(name: string, all: Outcome[], status: number, time: number): string[] {
  const times = all.filter((outcome) => outcome.status === status).map((outcome) => outcome.time);
  return [
    name,
    perSecond(all.length / time),
    perSecond(times.length / time),
    ms(median(times)),
    ms(quantile(times, 0.95)),
    ms(quantile(times, 0.99)),
    "",
  ];
}
