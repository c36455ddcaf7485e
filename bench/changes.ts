import { parseArgs } from "node:util";
import { median } from "./support/load.ts";
import { makeRun } from "./support/make-generation.ts";
import { modelPicture } from "./support/picture.ts";
import { conclude, ms, table } from "./support/print.ts";
import { processorTimeOf, startProcess } from "./support/processes.ts";
import { type BenchPerson, post, startBenchShop } from "./support/shop.ts";

/**
 * What a change of a picture with three references costs the shop, beside a plain run, in turns: the processor time of
 * its own process, without the model and PostgreSQL. A busy machine leaves the ratio as it is. Run it with `npm run bench -- changes`.
 */
const { values } = parseArgs({
  options: { rounds: { type: "string", default: "7" }, runs: { type: "string", default: "8" } },
});
const runs = Number(values.runs);
const mostRatio = 1.2;

const model = await startProcess(["bench/support/emulator.ts"], { DELAY_MS: "50", PICTURE: "jpeg" });
const shop = await startBenchShop({ people: 1, env: { GEMINI_API_URL: model.url } });
const person = shop.people[0]!;

async function addReference(as: BenchPerson, name: string): Promise<string> {
  const form = new FormData();
  form.set("name", name);
  form.set("kind", "product");
  form.set("file", new Blob([new Uint8Array(await modelPicture("jpeg"))], { type: "image/jpeg" }), "a.jpg");
  const headers = { cookie: as.cookie };
  const answer = await fetch(`${shop.url}/api/references`, { method: "POST", headers, body: form });
  if (!answer.ok) throw new Error(await answer.text());
  return ((await answer.json()) as { data: { id: string } }).data.id;
}

async function processorOf(extra: Record<string, unknown>): Promise<number> {
  const before = processorTimeOf(shop.pid).own;
  for (let made = 0; made < runs; made += 1) await makeRun(shop.url, person, extra);
  return (processorTimeOf(shop.pid).own - before) / runs;
}

const times = { plain: [] as number[], changed: [] as number[] };
try {
  const key = { name: "Bench", key: "bench-key-of-no-value-0000" };
  await post(shop.url, "/api/gemini-keys", key, shop.admin.cookie);
  const references = [];
  for (const name of ["One", "Two", "Three"]) references.push(await addReference(person, name));
  const source = { kind: "picture", id: (await makeRun(shop.url, person)).images[0]!.id };
  const change = { source, instruction: "Make the background darker", references };
  await makeRun(shop.url, person, change);
  for (let round = 0; round < Number(values.rounds); round += 1) {
    times.plain.push(await processorOf({}));
    times.changed.push(await processorOf(change));
  }
} finally {
  await shop.stop();
  await model.stop();
}
const [plain, changed] = [median(times.plain), median(times.changed)];
const ratio = changed / plain;
console.log(
  table([
    ["run", "own processor time", "ratio"],
    ["plain", ms(plain), "1.00"],
    ["a change with three references", ms(changed), ratio.toFixed(2)],
  ]),
);
conclude(ratio <= mostRatio, `at most ${mostRatio} × a plain run's own processor time`);
