import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { projectRoot } from "#server/project-root.ts";
import { drain, median, send } from "./support/load.ts";
import { conclude, megabytes, ms, table } from "./support/print.ts";
import { type BenchProcess, freePort, memoryOf, processorTimeOf, startProcess } from "./support/processes.ts";
import { builtServer, startBareShop } from "./support/shop.ts";

/**
 * From the process's start to its first answered page: bare servers, the built shop on an empty folder (its own
 * PostgreSQL made, migrated and seeded) and on the same folder again, taking turns; and what the launcher behind
 * `npm start` adds; with each its own processor time until then, and its memory once it idles. Run it with `npm run bench -- startup`.
 */
const { values } = parseArgs({ options: { rounds: { type: "string", default: "5" } } });
const goalMs = 2_000;
const shop = builtServer();
const launcher = join(projectRoot, "scripts/start.mjs");
const times = new Map<string, number[]>();
const processor = new Map<string, number[]>();
const memory = new Map<string, number[]>();
/** What came with the start is done by then. */
const idleAfterMs = 3_000;

async function measure(name: string, start: () => Promise<BenchProcess>): Promise<void> {
  const begin = performance.now();
  const started = await start();
  try {
    await drain(await send(started.url, { method: "GET" }));
    times.set(name, [...(times.get(name) ?? []), performance.now() - begin]);
    processor.set(name, [...(processor.get(name) ?? []), processorTimeOf(started.pid).own]);
    await new Promise((resolve) => setTimeout(resolve, idleAfterMs));
    memory.set(name, [...(memory.get(name) ?? []), memoryOf(started.pid)?.now ?? 0]);
  } finally {
    await started.stop();
  }
}

for (let round = 0; round < Number(values.rounds); round += 1) {
  const dataDir = await mkdtemp(join(tmpdir(), "bench-start-"));
  const port = await freePort();
  const env = {
    DATA_DIR: dataDir,
    PORT: String(port),
    APP_URL: `http://127.0.0.1:${port}`,
    LOG_LEVEL: "warn",
    // As scripts/start.mjs sets it.
    NODE_COMPILE_CACHE: join(dirname(dirname(shop)), ".compiled"),
  };
  try {
    await measure("bare node:http", () => startProcess(["bench/support/bare-server.ts"], {}));
    await measure("bare Fastify", () => startProcess(["bench/support/bare-fastify.ts"], {}));
    await measure("shop, first start", () => startBareShop(env));
    await measure("shop, second start", () => startBareShop(env));
    // The launcher starts the build of its own checkout.
    if (!process.env.BUILD_DIR)
      await measure("shop, second start by its launcher", () => startProcess([launcher], env));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

const bare = median(times.get("bare node:http")!);
const fastify = median(times.get("bare Fastify")!);
const rows = [...times].map(([name, each]) => {
  const time = median(each);
  const ratios = [time / bare, time / fastify].map((ratio) => `${ratio.toFixed(1)} ×`);
  const used = [ms(median(processor.get(name)!)), megabytes(median(memory.get(name)!))];
  return [name, ms(time), ms(Math.max(...each)), ...ratios, ...used];
});
const heads = [
  "start",
  "median",
  "slowest",
  "of bare node:http",
  "of bare Fastify",
  "processor",
  "idle memory",
];
console.log(table([heads, ...rows]));
const seconds = [...times]
  .filter(([name]) => name.startsWith("shop, second"))
  .map(([, each]) => median(each));
conclude(Math.max(...seconds) < goalMs, `a second start answers within ${goalMs} ms`);
