import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import { openDatabase } from "#server/db/database.ts";
import { drain, median, send, textOf } from "./support/load.ts";
import { conclude, ms, table } from "./support/print.ts";
import { runToEnd } from "./support/processes.ts";
import { type BenchShop, startBenchShop } from "./support/shop.ts";

/**
 * The back office's lists with a hundred times as many rows: each list's page, sort and search is asked in turn of a
 * shop with 10,000 orders and of one with 1,000,000, and the ratio of the medians is what counts. Run it with
 * `npm run bench -- lists`. Filling the shops takes some minutes; with `--keep FOLDER` they are there the next time.
 * `--only /users` measures what begins so, `--what search` of it what is called so. The logs have as many lines as
 * there are orders, but no more than 200,000.
 */
const { values } = parseArgs({
  options: {
    small: { type: "string", default: "10000" },
    large: { type: "string", default: "1000000" },
    samples: { type: "string", default: "30" },
    keep: { type: "string" },
    only: { type: "string", default: "" },
    what: { type: "string", default: "" },
  },
});
const goal = 2;
const folder = values.keep ?? mkdtempSync(join(tmpdir(), "bench-lists-"));
const sizes = [Number(values.small), Number(values.large)];
const shops: BenchShop[] = [];
let met = true;

try {
  for (const orders of sizes) {
    const dataDir = join(folder, String(orders));
    const filled = join(dataDir, "filled");
    if (!existsSync(filled)) {
      mkdirSync(dataDir, { recursive: true });
      const amounts = ["--orders", String(orders), "--users", String(orders / 5)];
      await runToEnd(["server/src/commands/seed.ts", ...amounts], { DATA_DIR: dataDir });
      writeFileSync(filled, "");
    }
    const shop = await startBenchShop({ dataDir });
    shops.push(shop);
    await fillLogs(shop, Math.min(orders, 200_000));
    await placesCounted(shop);
  }
  await measureAll();
} finally {
  for (const shop of shops) await shop.stop();
  if (!values.keep) rmSync(folder, { recursive: true, force: true });
}

/** What to ask, by the number of rows that the list has; `later` leaves the count of a common text for later. */
function questions(path: string, rows: number): [string, string][] {
  const page = (number: number, more = "") => `${path}?page=${number}&pageSize=10${more}`;
  const pages = Math.ceil(rows / 10);
  const sorts =
    path === "/users"
      ? ["userName", "currentBalance", "userRole", "userMembership"]
      : ["customerName", "totalPrice", "orderId", "packageName", "paymentStatus"];
  const common = { "/orders": "creator", "/item-orders": "font", "/users": "ada" }[path];
  return [
    ["first page", page(1)],
    ["page in the middle", page(Math.round(pages / 2))],
    ["last page", page(pages)],
    ...sorts.map((sort): [string, string] => [`by ${sort}`, page(1, `&sort=${sort}&order=asc`)]),
    [`by ${sorts[0]}, descending, last page`, page(pages, `&sort=${sorts[0]}&order=desc`)],
    ...sorts.map((sort): [string, string] => [
      `by ${sort}, page in the middle`,
      page(Math.round(pages / 2), `&sort=${sort}&order=asc`),
    ]),
    ["search: an address", page(1, "&q=person1234%40&total=later")],
    ["search: a name", page(1, "&q=Vera%20Holm%204d&total=later")],
    ["search: a word in every third or so", page(1, `&q=${common}&total=later`)],
    ["search: nothing", page(1, "&q=nobody-here&total=later")],
    ["search: one letter", page(1, "&q=a&total=later")],
    ["search: one sign, nowhere", page(1, "&q=%2B&total=later")],
    ["search: two letters, common", page(1, "&q=er&total=later")],
    ["search: two letters, nowhere", page(1, "&q=zq&total=later")],
    ["search: two signs, nowhere", page(1, "&q=x%27&total=later")],
    ...(path === "/users"
      ? [["filter: members", page(1, "&userRole=member")] as [string, string]]
      : [
          ["filter: pending in a year", page(1, "&paymentStatus=pending&from=2026-01-01&to=2026-12-31")] as [
            string,
            string,
          ],
        ]),
  ];
}

/** The same of the logs, which count a common text at once. */
function logQuestions(path: string, rows: number): [string, string][] {
  const page = (number: number, more = "") => `${path}?page=${number}&pageSize=10${more}`;
  const pages = Math.ceil(rows / 10);
  return [
    ["first page", page(1)],
    ["page in the middle", page(Math.round(pages / 2))],
    ["last page", page(pages)],
    ["oldest first, page in the middle", page(Math.round(pages / 2), "&order=asc")],
    ["search: an address", page(1, "&q=person1234%40")],
    ["search: nothing", page(1, "&q=nobody-here")],
    path === "/message-log"
      ? ["filter: failed", page(1, "&status=failed")]
      : ["filter: a year", page(1, "&from=2026-01-01&to=2026-12-31")],
  ];
}

async function measureAll(): Promise<void> {
  const rows = [["list", "", ...sizes.map((size) => size.toLocaleString("en")), "ratio"]];
  const add = (row: string[]) => {
    rows.push(row);
    console.error(row.join("  "));
  };
  const lists = ["/orders", "/item-orders", "/users", "/api/audit-log", "/message-log"];
  for (const path of lists.filter(isAsked)) {
    const ask = path.endsWith("-log") ? logQuestions : questions;
    const asked: [string, string][][] = [];
    for (const shop of shops) asked.push(ask(path, await totalOf(shop, path)));
    for (const [index, [name]] of asked[0]!.entries()) {
      if (name.toLowerCase().includes(values.what))
        add([path, name, ...(await compare(asked.map((one) => one[index]![1])))]);
    }
  }
  const others = ["person1234%40", "creator", "Vera%20Holm%204d", "zq", "a"].map((q) => `/api/search?q=${q}`);
  for (const path of [...others, "/api/insights?days=30"].filter(
    (one) => isAsked(one) && one.includes(values.what),
  ))
    add([path.split("?")[0]!, path.split("?")[1]!, ...(await compare([path, path]))]);
  console.log(table(rows));
  if (isAsked("/orders")) {
    const counts = await Promise.all(
      shops.map((shop) => timeOf(shop, "/orders?page=1&pageSize=10&q=creator")),
    );
    console.log(
      `Counting every order with a common text, which a list asks for after its rows: ${counts.map(ms).join(", ")}.`,
    );
  }
  conclude(met, `a page, sort or search of a hundred times as many rows takes at most ${goal} times as long`);
}

/** Invented lines of both logs, unless the shop has them. */
async function fillLogs(shop: BenchShop, lines: number): Promise<void> {
  const { db, close } = openDatabase(shop.connectionString, { max: 1 });
  try {
    const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from audit_log`);
    if (rows[0]!.n >= lines) return;
    await db.execute(sql`set statement_timeout = 0`);
    await db.execute(sql`insert into audit_log (actor_email, action, subject, before, after, created_at)
      select 'owner' || n % 5 || '@example.com', 'PUT /api/users/{id}', 'user:' || md5(n::text),
        jsonb_build_object('name', 'person' || n), jsonb_build_object('name', 'person' || n || '@'),
        now() - make_interval(mins => ${lines}::int - n) from generate_series(1, ${lines}::int) n`);
    await db.execute(sql`insert into outbox (to_email, subject, html, text, template_name, status, created_at)
      select 'person' || n || '@example.com', 'Your order ' || md5(n::text), repeat(md5(n::text), 20), md5(n::text),
        'OrderPaid', case when n % 100 = 0 then 'failed' else 'sent' end,
        now() - make_interval(mins => ${lines}::int - n) from generate_series(1, ${lines}::int) n`);
    for (const table of ["audit_log", "outbox", "log_counts"])
      await db.execute(sql`vacuum (analyze) ${sql.identifier(table)}`);
  } finally {
    await close();
  }
}

/** A shop that was just filled counts the places of all those orders first, as it does each minute. */
async function placesCounted(shop: BenchShop): Promise<void> {
  const { db, close } = openDatabase(shop.connectionString, { max: 1 });
  try {
    for (const moves of ["order_moves", "user_moves", "balance_moves"])
      while ((await db.execute(sql`select from ${sql.identifier(moves)} offset 1000 limit 1`)).rowCount)
        await setTimeout(500);
  } finally {
    await close();
  }
}

function isAsked(path: string): boolean {
  return path.startsWith(values.only);
}

/** One after the other in turn, so that both meet the same machine. */
async function compare(paths: string[]): Promise<string[]> {
  const times: number[][] = shops.map(() => []);
  for (let round = -5; round < Number(values.samples); round += 1) {
    for (const [index, shop] of shops.entries()) {
      const time = await timeOf(shop, paths[index]!);
      if (round >= 0) times[index]!.push(time);
    }
  }
  const medians = times.map(median);
  const ratio = medians[1]! / medians[0]!;
  met &&= ratio <= goal;
  return [...medians.map(ms), `${ratio.toFixed(2)}${ratio <= goal ? "" : " !"}`];
}

async function timeOf(shop: BenchShop, path: string): Promise<number> {
  const begin = performance.now();
  const answer = await send(shop.url + path, { method: "GET", headers: { cookie: shop.admin.cookie } });
  if (answer.statusCode !== 200)
    throw new Error(`${path} answered ${answer.statusCode}: ${await textOf(answer)}`);
  await drain(answer);
  return performance.now() - begin;
}

async function totalOf(shop: BenchShop, path: string): Promise<number> {
  const answer = await send(`${shop.url}${path}?page=1`, {
    method: "GET",
    headers: { cookie: shop.admin.cookie },
  });
  await drain(answer);
  return Number(answer.headers["x-total-count"]);
}
