import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { closedLoop, drain, median, quantile, send, textOf } from "./support/load.ts";
import { makeRun } from "./support/make-generation.ts";
import { barePictureTime } from "./support/picture.ts";
import { conclude, megabytes, ms, percent } from "./support/print.ts";
import { memoryOf, processorTimeOf, startProcess } from "./support/processes.ts";
import { post, startBenchShop } from "./support/shop.ts";

/**
 * What the shop adds to a generation. `npm run bench -- generation`; --seconds, --levels and --delay make it shorter,
 * --picture png has the model answer that, --reading off leaves out that the words of each are read. Two figures have goals:
 * - the shop's own processor time of a picture over what bare sharp takes for the same bytes, measured before and after.
 *   A busy machine leaves this ratio as it is.
 * - its memory at the most generations at once.
 * Told beside them: the time from the click until the reader hears that both thumbnails are there, over that of the
 * bare model asked for two pictures at once. Beyond what the processors carry, generations queue and it grows.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "40" },
    levels: { type: "string", default: "1,20,200" },
    picture: { type: "string", default: "jpeg" },
    /** Seconds that the model takes: the real one's 15 to 40. */
    delay: { type: "string", default: "20" },
    reading: { type: "string", default: "on" },
  },
});
const delayMs = Number(values.delay) * 1000;
const levels = values.levels.split(",").map(Number);
const timing = { warmUpMs: delayMs + 4_000, measureMs: Number(values.seconds) * 1000, spreadMs: delayMs };
const goals = { processor: 1.15, memory: 600 };

const emulator = await startProcess(["bench/support/emulator.ts"], {
  DELAY_MS: String(delayMs),
  PICTURE: values.picture,
});
const shop = await startBenchShop({ people: Math.max(...levels), env: { GEMINI_API_URL: emulator.url } });
await post(
  shop.url,
  "/api/gemini-keys",
  { name: "Bench", key: "bench-key-of-no-value-0000" },
  shop.admin.cookie,
);
if (values.reading === "off") {
  const answer = await fetch(`${shop.url}/api/shop-settings`, {
    method: "PUT",
    headers: { cookie: shop.admin.cookie, "content-type": "application/json" },
    body: JSON.stringify({ spellingCheck: false }),
  });
  if (!answer.ok) throw new Error(`The settings were answered ${answer.status}: ${await answer.text()}`);
}
const idle = memoryOf(shop.pid);
console.log(
  `Generation beside a model that takes ${delayMs} ms and answers a ${values.picture} picture; memory of the idle shop: ${megabytes(idle?.now)}`,
);

const imageUrl = `${emulator.url}/v1beta/models/gemini-nano-banana-2.1:generateContent`;
const imageBody = JSON.stringify({ contents: [{ role: "user", parts: [{ text: "A thumbnail" }] }] });

const sendToModel = () =>
  send(imageUrl, { method: "POST", headers: { "x-goog-api-key": "bench" }, body: imageBody });

async function askModel(): Promise<void> {
  await drain(await sendToModel());
}

const answer = JSON.parse(await textOf(await sendToModel()));
const bytes = Buffer.from(answer.candidates[0].content.parts[0].inlineData.data, "base64");
let met = true;
try {
  for (const level of levels) {
    const bare = await closedLoop(
      level,
      timing,
      async () => void (await Promise.all([askModel(), askModel()])),
    );
    const drawnBefore = await barePictureTime(bytes);
    const before = processorTimeOf(shop.pid);
    const began = performance.now();
    const generations = await closedLoop(level, timing, async (worker) => {
      await makeRun(shop.url, shop.people[worker]!, { until: "done" });
    });
    const after = processorTimeOf(shop.pid);
    const total = generations.perSecond * ((performance.now() - began) / 1000);
    const drawn = (drawnBefore + (await barePictureTime(bytes))) / 2;
    const perPicture = (part: "own" | "all") => (after[part] - before[part]) / total / 2;
    const processor = perPicture("own") / drawn;
    const share = median(generations.times) / median(bare.times) - 1;
    const memory = memoryOf(shop.pid);
    met &&= (memory?.peak ?? 0) < goals.memory;
    // With one person the idle shop's time is most of it.
    if (level > 1) met &&= processor <= goals.processor;
    console.log(
      [
        `${String(level).padStart(3)} at once:`,
        `${processor.toFixed(2)} of bare sharp's processor time a picture (${ms(perPicture("own"))} to ${ms(drawn)}; ${ms(perPicture("all"))} with PostgreSQL)`,
        `memory ${megabytes(memory?.now)}, at most ${megabytes(memory?.peak)}`,
        `${percent(share)} on top of the model's time`,
        `(${ms(median(bare.times))} bare, ${ms(median(generations.times))} through the shop, 95th percentile ${ms(quantile(generations.times, 0.95))})`,
        `${generations.perSecond.toFixed(1)} generations/s`,
        `machine's load ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} processors`,
      ].join("  "),
    );
  }
} finally {
  await shop.stop();
  await emulator.stop();
}
conclude(met, "own processor time of a picture at most 1.15 of bare sharp's, memory under 600 MB");
