import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { drain, median, send, textOf } from "./support/load.ts";
import { conclude, ms, table } from "./support/print.ts";
import { runToEnd } from "./support/processes.ts";
import { type BenchShop, startBenchShop } from "./support/shop.ts";

/**
 * The back office's lists at 1,000,000 orders and 200,000 people: each page, sort, filter and search over HTTP, in turn
 * with the plain SQL for the same rows and their count. What a request costs that reads next to nothing is measured in
 * the same turns and taken off before the two are compared. Run it with `npm run bench -- lists`, or smaller with `--orders 50000`. Filling the shop
 * takes some minutes; with `--keep FOLDER` it is there the next time. `--only /users` measures what begins so.
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
const orders = Number(values.orders);
const dataDir = values.keep ?? mkdtempSync(join(tmpdir(), "bench-lists-"));

const orderSorts = {
  createdAt: "created_at, id",
  customerName: "lower(customer_name), id",
  customerEmail: "customer_email, id",
  totalPrice: "total_minor, id",
  orderId: "order_id, id",
  packageName: "lower(product_name), id",
  paymentStatus: "payment_status, created_at, id",
  orderStatus: "order_status, created_at, id",
  daysLeft: "membership_validity asc nulls last, id asc nulls last",
};
const userSorts = {
  createdAt: "created_at, id",
  userName: "lower(name), id",
  userRole: "role, id",
  userMembership: "membership, id",
  currentBalance: "balance, user_id",
};

interface Question {
  name: string;
  query: string;
  page?: number;
  /** Of the plain SQL: what is listed, its order, and whether a search or filter narrows it. */
  where?: string;
  by: string;
}

interface Listed {
  path: string;
  from: string;
  where: string;
  rows: number;
  questions: Question[];
}

let shop: BenchShop | undefined;
try {
  await fill();
  shop = await startBenchShop({ dataDir });
  const client = new pg.Client({ connectionString: shop.connectionString });
  await client.connect();
  try {
    await fillLogs(client, Math.min(orders, 200_000));
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

/** Invented lines of both logs, unless the shop has them. */
async function fillLogs(client: pg.Client, lines: number): Promise<void> {
  const { rows } = await client.query("select count(*)::int as n from audit_log");
  if (rows[0].n >= lines) return;
  await client.query(`insert into audit_log (actor_email, action, subject, before, after, created_at)
    select 'owner' || n % 5 || '@example.com', 'PUT /api/users/{id}', 'user:' || md5(n::text),
      jsonb_build_object('name', 'person' || n), jsonb_build_object('name', 'person' || n || '@'),
      now() - make_interval(mins => ${lines} - n) from generate_series(1, ${lines}) n`);
  await client.query(`insert into outbox (to_email, subject, html, text, template_name, status, created_at)
    select 'person' || n || '@example.com', 'Your order ' || md5(n::text), repeat(md5(n::text), 20), md5(n::text),
      'OrderPaid', case when n % 100 = 0 then 'failed' else 'sent' end,
      now() - make_interval(mins => ${lines} - n) from generate_series(1, ${lines}) n`);
  for (const name of ["audit_log", "outbox"]) await client.query(`vacuum (analyze) ${name}`);
}

function searched(column: string, texts: [string, string][], by: string): Question[] {
  return texts.map(([name, text]) => ({
    name: `search: ${name}`,
    query: `q=${encodeURIComponent(text)}`,
    where: `${column} like '%${text}%'`,
    by,
  }));
}

function sorted(sorts: Record<string, string>, rows: number): Question[] {
  const pages = Math.ceil(rows / 10);
  return Object.entries(sorts).flatMap(([sort, columns]) =>
    [1, Math.round(pages / 2), pages].map((page, at) => ({
      name: `by ${sort}, ${["first page", "middle", "last page"][at]}`,
      query: `sort=${sort}&order=asc`,
      page,
      by: columns,
    })),
  );
}

async function lists(count: (where: string) => Promise<number>): Promise<Listed[]> {
  const texts = (common: string): [string, string][] => [
    ["an address", "person1234@"],
    ["a name", "vera holm 4d"],
    ["a common word", common],
    ["nothing", "nobody-here"],
    ["one letter", "a"],
    ["two letters", "er"],
    ["two letters, nowhere", "zq"],
  ];
  const ofOrders = async (path: string, kind: string, common: string): Promise<Listed> => {
    const where = `kind = '${kind}' and deleted_at is null`;
    const rows = await count(`orders where ${where}`);
    const newest = "created_at desc, id desc";
    const year = "created_at >= '2026-01-01' and created_at < '2027-01-01'";
    return {
      path,
      from: "orders",
      where,
      rows,
      questions: [
        { name: "first page", query: "", by: newest },
        ...sorted(orderSorts, rows),
        ...searched("search_text", texts(common), newest),
        {
          name: "filter: pending",
          query: "paymentStatus=pending",
          where: "payment_status = 'pending'",
          by: newest,
        },
        {
          name: "filter: a year, by amount",
          query: "from=2026-01-01&to=2026-12-31&sort=totalPrice",
          where: year,
          by: "total_minor, id",
        },
      ],
    };
  };
  const users = async (): Promise<Listed> => {
    const where = "deleted_at is null";
    const rows = await count(`users where ${where}`);
    const newest = "created_at desc, id desc";
    return {
      path: "/users",
      from: "users join credit_balances on user_id = id",
      where,
      rows,
      questions: [
        { name: "first page", query: "", by: newest },
        ...sorted(userSorts, rows),
        ...searched("search_text", texts("ada"), newest),
        {
          name: "filter: members, by balance",
          query: "userRole=member&sort=currentBalance",
          where: "role = 'member'",
          by: "balance, user_id",
        },
      ],
    };
  };
  const log = async (path: string, from: string, text: string, by: string): Promise<Listed> => {
    const rows = await count(from);
    const pages = Math.ceil(rows / 10);
    return {
      path,
      from,
      where: "true",
      rows,
      questions: [
        { name: "first page", query: "", by },
        { name: "middle", query: "", page: Math.round(pages / 2), by },
        { name: "last page", query: "", page: pages, by },
        ...searched(
          text,
          [
            ["an address", "person1234@"],
            ["a common word", "example"],
            ["nothing", "nobody-here"],
          ],
          by,
        ),
        ...(from === "outbox"
          ? [{ name: "filter: failed", query: "status=failed", where: "status = 'failed'", by }]
          : [
              {
                name: "filter: a year",
                query: "from=2026-01-01&to=2026-12-31",
                where: "created_at >= '2026-01-01' and created_at < '2027-01-01'",
                by,
              },
            ]),
      ],
    };
  };
  const newestFirst = "created_at desc, id desc";
  const audited = "lower(actor_email || chr(10) || action || chr(10) || subject)";
  const mailed = "lower(to_email || chr(10) || subject || chr(10) || template_name)";
  return [
    await ofOrders("/orders", "package", "creator"),
    await ofOrders("/item-orders", "item", "font"),
    await users(),
    await log("/api/audit-log", "audit_log", audited, newestFirst),
    await log("/message-log", "outbox", mailed, "id desc"),
  ];
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
      const isMet = ratio <= goals.ratio && over! <= (name === "first page" ? goals.first : goals.most);
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
    `at most ${goals.ratio} × plain SQL, ${goals.most} ms, a first page ${goals.first} ms, an order ${goals.insert} ×`,
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
