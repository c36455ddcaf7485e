import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { fillLogs, fillTickets } from "./support/fill-lists.ts";
import { lists } from "./support/list-questions.ts";
import { drain, median, send, textOf } from "./support/load.ts";
import { conclude, ms, table } from "./support/print.ts";
import { runToEnd } from "./support/processes.ts";
import { type BenchShop, startBenchShop } from "./support/shop.ts";

/**
 * The back office's lists at 1,000,000 orders, 200,000 people, tickets and lines of each log: each page, sort, filter and
 * search over HTTP, in turn with the plain SQL for the same rows and their count. What a request costs that reads next to
 * nothing is measured in the same turns and taken off before the two are compared. Run it with `npm run bench -- lists`,
 * or smaller with `--orders 50000`. Filling the shop takes some minutes; with `--keep FOLDER` it is there the next time.
 * `--only /users` measures what begins so.
 */
const { values } = parseArgs({
  options: {
    orders: { type: "string", default: "1000000" },
    samples: { type: "string", default: "15" },
    keep: { type: "string" },
    only: { type: "string", default: "" },
  },
});
const goals = { ratio: 1.5, most: 150, first: 30, insert: 1.2 };
/** In milliseconds: so little more than the plain statements is a list's own round trips, whatever multiple it is. */
const roundTrips = 5;
const orders = Number(values.orders);
const dataDir = values.keep ?? mkdtempSync(join(tmpdir(), "bench-lists-"));

let shop: BenchShop | undefined;
try {
  await fill();
  shop = await startBenchShop({ dataDir });
  const client = new pg.Client({ connectionString: shop.connectionString });
  await client.connect();
  try {
    await fillLogs(client, Math.min(orders, 200_000));
    await fillTickets(client, Math.min(orders, 200_000));
    await measure(shop, client);
  } finally {
    await client.end();
  }
} finally {
  await shop?.stop();
  if (!values.keep) rmSync(dataDir, { recursive: true, force: true });
}

async function fill(): Promise<void> {
  const filled = join(dataDir, "filled");
  if (existsSync(filled)) return;
  mkdirSync(dataDir, { recursive: true });
  const amounts = ["--orders", String(orders), "--users", String(orders / 5)];
  await runToEnd(["server/src/commands/seed.ts", ...amounts], { DATA_DIR: dataDir });
  writeFileSync(filled, "");
}

async function measure({ url, admin }: BenchShop, client: pg.Client): Promise<void> {
  let met = true;
  const ask = (path: string) =>
    timed(async () => {
      const answer = await send(url + path, { method: "GET", headers: { cookie: admin.cookie } });
      if (answer.statusCode !== 200)
        throw new Error(`${path} answered ${answer.statusCode}: ${await textOf(answer)}`);
      await drain(answer);
    });
  const printed = [["list", "", "over HTTP", "plain SQL", "ratio"]];
  const all = await lists(
    async (from) => (await client.query(`select count(*)::int as n from ${from}`)).rows[0].n,
  );
  for (const { path, from, where, questions } of all.filter((one) => one.path.startsWith(values.only))) {
    for (const { name, query, page = 1, by, ...question } of questions) {
      const condition = question.where ? `${where} and ${question.where}` : where;
      const [request, over, plain] = await inTurns([
        () => ask("/orders?page=1&userEmail=nobody@example.com"),
        () => ask(`${path}?page=${page}&pageSize=10&${query}`),
        () =>
          timed(async () => {
            await client.query(
              `select * from ${from} where ${condition} order by ${by} limit 10 offset ${(page - 1) * 10}`,
            );
            await client.query(
              question.where
                ? `select count(*) from (select 1 from ${from} where ${condition} limit 10001) found`
                : `select count(*) from ${from} where ${condition}`,
            );
          }),
      ]);
      const ratio = Math.max(0, over! - request!) / plain!;
      const isPlain = ratio <= goals.ratio || over! - request! - plain! <= roundTrips;
      const isMet = isPlain && over! <= (name === "first page" ? goals.first : goals.most);
      met &&= isMet;
      const row = [path, name, ms(over!), ms(plain!), `${ratio.toFixed(2)}${isMet ? "" : " !"}`];
      printed.push(row);
      console.error(row.join("  "));
    }
  }
  console.log(table(printed));
  const insert = await compareInserts(client);
  met &&= insert <= goals.insert;
  console.log(`Writing an order takes ${insert.toFixed(2)} times a bare insert of the row with its indexes.`);
  conclude(
    met,
    `at most ${goals.ratio} × plain SQL or ${roundTrips} ms more, ${goals.most} ms, a first page ${goals.first} ms, an order ${goals.insert} ×`,
  );
}

/** Rows of the same table, with triggers and foreign keys and without them; rolled back. */
async function compareInserts(client: pg.Client): Promise<number> {
  const columns = `kind, user_id, product_id, product_name, price_minor, total_minor, currency, customer_name,
    customer_email, address, country`;
  let made = 0;
  const insert = (role: string) =>
    timed(async () => {
      made += 1;
      await client.query(`set local session_replication_role = ${role}`);
      await client.query(`insert into orders (id, order_id, payment_id, ${columns})
      select 'dddddddd' || lpad(to_hex(${made} * 1000 + n), 16, '0'), 'D' || ${made} * 1000 + n, 'D' || ${made} * 1000 + n,
        ${columns} from orders, generate_series(1, 200) n
      where orders.id = (select min(id) from orders where id like 'bbbbbbbb%')`);
      await client.query("set constraints all immediate");
    });
  await client.query("begin");
  const [whole, bare] = await inTurns([() => insert("origin"), () => insert("replica")]);
  await client.query("rollback");
  return whole! / bare!;
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

/** The medians of what is done one after the other in turn, so that all meet the same machine. */
async function inTurns(works: (() => Promise<number>)[]): Promise<number[]> {
  const times: number[][] = works.map(() => []);
  for (let round = -2; round < Number(values.samples); round += 1) {
    for (const [at, work] of works.entries()) {
      const time = await work();
      if (round >= 0) times[at]!.push(time);
    }
  }
  return times.map(median);
}
