import { parseArgs } from "node:util";
import pg from "pg";
import { drain, median, send } from "./support/load.ts";
import { conclude, ms, table } from "./support/print.ts";
import { type BenchPerson, startBenchShop } from "./support/shop.ts";

/**
 * The gallery of a person with 10,000 runs beside one of 40: its screen, its first and a deep page, a filter and a search,
 * in turns over HTTP. A busy machine leaves the ratios as they are. Run it with `npm run bench -- gallery`.
 */
const { values } = parseArgs({
  options: { runs: { type: "string", default: "10000" }, rounds: { type: "string", default: "25" } },
});
const few = 40;
const many = Number(values.runs);
/** What a person waits for on each visit; the rest is told. */
const goal = { of: "the screen", ratio: 1.25, most: 150 };

const shop = await startBenchShop({ people: 2 });
const [small, large] = shop.people as [BenchPerson, BenchPerson];
const asked: [string, (runs: number) => string][] = [
  ["the screen", () => "/user/gallery"],
  ["first page", () => "/api/gallery?page=1&pageSize=24"],
  ["deep page", (runs) => `/api/gallery?pageSize=24&page=${Math.floor(runs / 24)}`],
  ["favourites", () => "/api/gallery?page=1&pageSize=24&favourite=true"],
  ["search: a word", () => "/api/gallery?page=1&pageSize=24&q=number%2017"],
  ["search: nothing found", () => "/api/gallery?page=1&pageSize=24&q=zzzz"],
];

async function fill(client: pg.Client, { id }: BenchPerson, runs: number): Promise<void> {
  await client.query(
    `insert into generations (id, user_id, idempotency_key, stage, title, niche, style, custom_prompt, cost, favourite,
       created_at, started_at, finished_at)
     select md5($1 || n), $1, 'bench-' || n, 'done', 'The truth about side projects, number ' || n, 'business', 'colorful',
       repeat('A desk at night with a glowing laptop. ', 8), 1, n % 50 = 0, at, at, at + interval '20 s'
     from generate_series(1, $2::int) n, lateral (select now() - make_interval(mins => $2::int - n) as at) moments`,
    [id, runs],
  );
  await client.query(
    `insert into generation_images (id, generation_id, position, file_key, mime_type, bytes)
     select md5(id || position), id, position, 'bench/' || id || position, 'image/png', 1500000
     from generations, generate_series(1, 2) position where user_id = $1`,
    [id],
  );
}

async function waitFor(path: string, { cookie }: BenchPerson): Promise<number> {
  const begin = performance.now();
  const answer = await send(shop.url + path, { method: "GET", headers: { cookie } });
  await drain(answer);
  if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}.`);
  return performance.now() - begin;
}

const rows = [["", `${few} runs`, `${many} runs`, "ratio"]];
let isMet = true;
try {
  const client = new pg.Client(shop.connectionString);
  await client.connect();
  try {
    await fill(client, small, few);
    await fill(client, large, many);
    for (const name of ["generations", "generation_images"]) await client.query(`vacuum (analyze) ${name}`);
  } finally {
    await client.end();
  }
  for (const [name, path] of asked) {
    const times: [number[], number[]] = [[], []];
    for (let round = 0; round < Number(values.rounds); round += 1) {
      times[0].push(await waitFor(path(few), small));
      times[1].push(await waitFor(path(many), large));
    }
    const [one, other] = [median(times[0]), median(times[1])];
    if (name === goal.of) isMet = other / one <= goal.ratio;
    isMet &&= other <= goal.most;
    rows.push([name, ms(one), ms(other), (other / one).toFixed(2)]);
  }
} finally {
  await shop.stop();
}
console.log(table(rows));
conclude(isMet, `the screen at most ${goal.ratio} × that of ${few} runs, nothing over ${goal.most} ms`);
