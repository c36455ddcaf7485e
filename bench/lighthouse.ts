import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import lighthouse, { type Result } from "lighthouse";
import { chromium } from "playwright-core";
import { findChromium } from "../scripts/chromium.mjs";
import { median } from "./support/load.ts";
import { conclude, ms, table } from "./support/print.ts";
import { freePort, startProcess } from "./support/processes.ts";
import { builtServer } from "./support/shop.ts";

/**
 * What Lighthouse, with its own mobile settings, says of the built shop as a newcomer finds it. Performance is the
 * median of the rounds, since it moves with the machine; the other scores must be full each time. Run it with
 * `npm run bench -- lighthouse`; --rounds and --pages make it shorter.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    pages: { type: "string", default: "/,/about,/contact,/login" },
  },
});
const performanceGoal = 0.95;
const fullScores = ["accessibility", "best-practices", "seo"] as const;

const dataDir = await mkdtemp(join(tmpdir(), "bench-lighthouse-"));
const port = await freePort();
const url = `http://localhost:${port}`;
const executablePath = findChromium();
if (!executablePath) throw new Error("Lighthouse needs Chromium; name it in CHROMIUM_PATH.");
const shop = await startProcess([builtServer()], { DATA_DIR: dataDir, PORT: String(port), APP_URL: url });
const debugPort = await freePort();
const browser = await chromium.launch({
  executablePath,
  args: [
    `--remote-debugging-port=${debugPort}`,
    "--disable-gpu",
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  ],
});

let met = true;
const rows = [["page", "performance", "accessibility", "best practices", "SEO", "LCP", "blocked", "shift"]];
try {
  for (const path of values.pages.split(",")) {
    // The first visit makes what is kept afterwards.
    await fetch(`${url}${path}`, { headers: { accept: "text/html" } }).then((answer) => answer.text());
    const results: Result[] = [];
    for (let round = 0; round < Number(values.rounds); round += 1) results.push(await audit(path));
    const performance = median(results.map((result) => scoreOf(result, "performance")));
    const others = fullScores.map((name) => Math.min(...results.map((result) => scoreOf(result, name))));
    met &&= performance >= performanceGoal && others.every((score) => score === 1);
    const figure = (name: string) => median(results.map(({ audits }) => audits[name]!.numericValue ?? 0));
    rows.push([
      path,
      ...[performance, ...others].map((score) => (score * 100).toFixed(0)),
      ms(figure("largest-contentful-paint")),
      ms(figure("total-blocking-time")),
      figure("cumulative-layout-shift").toFixed(3),
    ]);
    for (const line of new Set(results.flatMap(failuresIn))) console.log(`${path}: ${line}`);
  }
} finally {
  await browser.close();
  await shop.stop();
  await rm(dataDir, { recursive: true, force: true });
}
console.log(table(rows));
conclude(met, "performance at least 95; accessibility, best practices and SEO 100");

async function audit(path: string): Promise<Result> {
  const run = await lighthouse(`${url}${path}`, { port: debugPort, logLevel: "silent", output: "json" });
  if (!run || run.lhr.runtimeError) throw new Error(run?.lhr.runtimeError?.message ?? "No result.");
  return run.lhr;
}

function scoreOf({ categories }: Result, name: string): number {
  return categories[name]?.score ?? 0;
}

/** The audits that cost one of the scores which must be full. */
function failuresIn({ categories, audits }: Result): string[] {
  return fullScores
    .flatMap((name) => categories[name]!.auditRefs)
    .filter(({ weight }) => weight > 0)
    .map(({ id }) => audits[id]!)
    .filter(({ score }) => score !== null && score < 1)
    .map(({ id, title }) => `${id}: ${title}`);
}
