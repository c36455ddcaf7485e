import type pg from "pg";

const day = 86_400;

const firstNames =
  "Ada Bo Cleo Dag Eve Fay Gus Hal Ivy Jo Kai Lea Mo Nia Ole Pia Quin Ras Sif Tor Una Vera Wes Xan Yara Zoe".split(
    " ",
  );
const lastNames =
  "Abel Berg Cole Dahl Eide Foss Gran Holm Iversen Juhl Krog Lund Moen Nash Oster Pratt Quist Ruud Sand Toft Ulv Vik Wold Yates Zeller".split(
    " ",
  );
const street = "Street 1";

/** The names go round at different lengths, so that each pair of them comes up. */
function nameOf(number: string): string {
  const pick = (names: string[], step: number) =>
    `(array['${names.join("','")}'])[1 + (${number}) / ${step} % ${names.length}]`;
  return `${pick(firstNames, 1)} || ' ' || ${pick(lastNames, firstNames.length)} || ' ' || to_hex(${number})`;
}

/**
 * Makes invented people and their orders, one in ten of an item, spread over two years, for measuring the lists at
 * size. The orders are pending: none claims a payment, so that the audit of a seeded shop stays clean. Rows that are
 * there already stay as they are.
 */
export async function seedManyRows(
  client: pg.ClientBase,
  amounts: { users: number; orders: number },
  onStep: (text: string) => void = () => {},
): Promise<void> {
  await client.query("set statement_timeout = 0");
  await client.query("set maintenance_work_mem = '256MB'");
  await withoutIndexes(client, "users", async () => {
    await client.query(
      `insert into users (id, name, email, created_at)
       select 'aaaaaaaa' || lpad(to_hex(n), 16, '0'), ${nameOf("n")}, 'person' || n || '@example.com',
         now() - make_interval(secs => (n::bigint * 7919 % $2)::int)
       from generate_series(1, $1::int) n on conflict do nothing`,
      [amounts.users, 730 * day],
    );
  });
  await client.query(
    "insert into credit_balances (user_id) select id from users where id like 'aaaaaaaa%' on conflict do nothing",
  );
  onStep(`${amounts.users} people are there.`);
  await withoutIndexes(client, "orders", async () => {
    for (let from = 1; from <= amounts.orders; from += ordersAtOnce) {
      const to = Math.min(amounts.orders, from + ordersAtOnce - 1);
      await client.query(insertOrders, [from, to, Math.max(1, amounts.users), 730 * day, street]);
      onStep(`${to} orders are written.`);
    }
    onStep("Their indexes are made.");
  });
  for (const table of ["users", "credit_balances", "orders"]) {
    await client.query(`vacuum (analyze) ${table}`);
  }
}

/**
 * In one transaction without the table's indexes, but for those that keep rows unique: making them anew for all rows
 * takes a tenth of the time of adding to them row by row.
 */
async function withoutIndexes(
  client: pg.ClientBase,
  table: string,
  work: () => Promise<void>,
): Promise<void> {
  await client.query("begin");
  try {
    const { rows } = await client.query<{ name: string; definition: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
       from pg_index where indrelid = $1::regclass and not indisunique`,
      [table],
    );
    for (const { name } of rows) await client.query(`drop index ${name}`);
    await work();
    for (const { definition } of rows) await client.query(definition);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

/** So many a statement, so that whoever waits sees it go on. */
const ordersAtOnce = 100_000;

const insertOrders = `
  insert into orders (id, kind, order_id, payment_id, user_id, product_id, product_name, price_minor, total_minor,
    currency, credit, validity_days, slug, item_code, customer_name, customer_email, address, country, created_at)
  select 'bbbbbbbb' || lpad(to_hex(n), 16, '0'), case when n % 10 = 0 then 'item' else 'package' end,
    upper(lpad(to_hex(n), 8, '0')), upper(lpad(to_hex(n + 1879048192), 8, '0')),
    'aaaaaaaa' || lpad(to_hex(buyer), 16, '0'), 'cccccccccccccccccccccccc',
    case when n % 10 = 0 then (array['Overlay set','Font pack','Sound set'])[1 + n / 10 % 3]
      else (array['Starter','Creator','Studio'])[1 + n % 3] end,
    500 + n % 9000, 500 + n % 9000, 'USD', case when n % 10 = 0 then 0 else 10 + n % 90 end,
    case when n % 10 = 0 then 0 else 30 end, case when n % 10 = 0 then 'invented' else '' end,
    case when n % 10 = 0 then 'INVENTED' else '' end, ${nameOf("buyer")}, 'person' || buyer || '@example.com', $5,
    'Norway', now() - make_interval(secs => (n::bigint * 104729 % $4)::int)
  from (select n, 1 + n % $3::int as buyer from generate_series($1::int, $2::int) n) numbers
  on conflict do nothing`;
