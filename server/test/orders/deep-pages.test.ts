import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "#server/db/database.ts";
import { renewMarks } from "#server/db/list-marks.ts";
import { smallList } from "#server/db/searching.ts";
import { seedManyRows } from "#server/db/seed/many-rows.ts";
import { markedBalances, markedUsers } from "#server/features/accounts/user-marks.repository.ts";
import { renewOrderMarks } from "#server/features/orders/order-marks.repository.ts";
import { holdJobs } from "../support/hold-jobs.ts";
import { openTestShop } from "../support/test-shop.ts";

const sorts = {
  createdAt: "created_at",
  customerName: "lower(customer_name)",
  customerEmail: "customer_email",
  packageName: "lower(product_name)",
  totalPrice: "total_minor",
  orderId: "order_id",
  paymentStatus: "payment_status, created_at",
  orderStatus: "order_status, created_at",
};

/** The shop's own jobs would count the places anew in between, and no page would be found by what has moved. */
const counting = ["order-counts", "user-counts"];

test("pages deep in a long list are true in every sort while orders come, go and change", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const client = await holdJobs(shop.connectionString, counting);
  const database = openDatabase(shop.connectionString, { max: 1 });
  onTestFinished(database.close);
  await seedManyRows(client, { users: 50, orders: 7_000 });
  await client.query(`update orders set payment_status = (array['pending', 'Paid', 'Refunded'])[1 + total_minor % 3],
    order_status = (array['pending', 'Completed', 'Cancelled'])[1 + total_minor % 3]`);

  const idsOf = async (query: string) => {
    const answer = await shop.send({ url: `/orders?pageSize=20&${query}`, as: admin });
    expect(answer.status, query).toBe(200);
    return (answer.body as { _id: string }[]).map(({ _id }) => _id);
  };
  const compareAll = async () => {
    for (const [sort, columns] of Object.entries(sorts)) {
      const { rows } = await client.query<{ id: string }>(
        `select id from orders where kind = 'package' and deleted_at is null order by ${columns}, id`,
      );
      const truth = rows.map(({ id }) => id);
      for (const page of [101, 160, Math.ceil(truth.length / 20)]) {
        const span: [number, number] = [(page - 1) * 20, page * 20];
        expect(await idsOf(`sort=${sort}&order=asc&page=${page}`), `${sort} ${page}`).toEqual(
          truth.slice(...span),
        );
        expect(await idsOf(`sort=${sort}&order=desc&page=${page}`), `${sort} ${page} descending`).toEqual(
          truth.toReversed().slice(...span),
        );
      }
    }
  };

  await renewOrderMarks(database.db);
  const marks = await client.query("select distinct sort from order_marks where kind = 'package'");
  expect(marks.rowCount).toBe(5);
  await compareAll();

  await client.query(`update orders set deleted_at = now() where total_minor % 7 = 0`);
  await client.query(`update orders set customer_name = 'Aa ' || customer_name, customer_email = 'aa' || customer_email,
    product_name = 'Zz' || product_name where total_minor % 11 = 0`);
  await client.query(`update orders set deleted_at = null where total_minor % 77 = 0`);
  await client.query(`insert into orders (id, kind, order_id, payment_id, user_id, product_id, product_name, price_minor,
      total_minor, currency, customer_name, customer_email, address, country, created_at)
    select md5(id)::text::char(24), kind, 'N' || right(order_id, 7), 'N' || right(payment_id, 7), user_id, product_id,
      product_name, price_minor, total_minor, currency, customer_name, customer_email, address, country, created_at
    from orders where total_minor % 13 = 0 and deleted_at is null`);
  expect((await client.query("select from order_moves limit 1")).rowCount).toBe(1);
  await compareAll();

  await renewOrderMarks(database.db);
  expect((await client.query("select from order_moves where kind = 'package'")).rowCount).toBe(0);
  await compareAll();
}, 120_000);

test("pages deep in the directory are true in every sort, and an erased person leaves nothing in the marks", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const client = await holdJobs(shop.connectionString, counting);
  const database = openDatabase(shop.connectionString, { max: 1 });
  onTestFinished(database.close);
  await seedManyRows(client, { users: 6_000, orders: 6_000 });
  // Of the seeded people alone: the admin's own id ends in any letter.
  await client.query("update users set role = 'Seller' where id like 'aaaaaaaa%a'");
  await client.query("update users set membership = 'basic' where id like 'aaaaaaaa%b'");
  await client.query("update credit_balances set balance = length(user_id) + ascii(right(user_id, 1))");

  const compareAll = async () => {
    for (const [sort, column] of Object.entries({
      userName: "lower(name)",
      userRole: "role",
      userMembership: "membership",
      currentBalance: "balance",
    })) {
      const { rows } = await client.query<{ id: string }>(
        `select id from users join credit_balances on user_id = id where deleted_at is null order by ${column}, id`,
      );
      const truth = rows.map(({ id }) => id);
      for (const page of [121, 150]) {
        for (const order of ["asc", "desc"]) {
          const answer = await shop.send({
            url: `/users?pageSize=20&page=${page}&sort=${sort}&order=${order}`,
            as: admin,
          });
          const ids = (answer.body as { _id: string }[]).map(({ _id }) => _id);
          const all = order === "asc" ? truth : truth.toReversed();
          expect(ids, `${sort} ${order} ${page}`).toEqual(all.slice((page - 1) * 20, page * 20));
        }
      }
    }
  };
  await renewMarks(database.db, markedUsers);
  await renewMarks(database.db, markedBalances);
  expect((await client.query("select distinct sort from user_marks")).rowCount).toBe(3);
  expect((await client.query("select from balance_marks")).rowCount).toBeGreaterThan(1);
  await compareAll();
  await client.query("update credit_balances set balance = balance + 7 where user_id like 'aaaaaaaa%2'");
  await client.query("update credit_balances set held = 1 where user_id like 'aaaaaaaa%4'");
  await client.query("update users set name = 'Aa ' || name, role = 'moderator' where id like 'aaaaaaaa%3'");
  await client.query("update users set deleted_at = now() where id like 'aaaaaaaa%7'");
  await compareAll();
  expect((await client.query("select from balance_moves")).rowCount).toBe(2 * 375);
  await renewMarks(database.db, markedUsers);
  await renewOrderMarks(database.db);

  const { rows } = await client.query<{ id: string; name: string; email: string }>(
    "select u.id, u.name, u.email from users u join order_marks m on m.value = u.email limit 1",
  );
  const { id, name, email } = rows[0]!;
  await client.query("update users set name = name || ' x' where id = $1", [id]);
  await client.query("update orders set product_name = 'Aa' where user_id = $1", [id]);
  await client.query("update users set membership = 'free' where id like 'aaaaaaaa%5b'");
  expect((await shop.send({ method: "DELETE", url: `/api/users/${id}`, as: admin })).status).toBe(200);
  for (const table of ["order_marks", "order_moves", "user_marks", "user_moves"]) {
    const left = await client.query(
      `select from ${table} t where strpos(lower(t::text), $1) > 0 or strpos(lower(t::text), $2) > 0`,
      [name.toLowerCase(), email],
    );
    expect(left.rowCount, table).toBe(0);
  }
  for (const [sort, columns] of Object.entries(sorts)) {
    const { rows: orders } = await client.query<{ id: string }>(
      `select id from orders where kind = 'package' order by ${columns}, id`,
    );
    const answer = await shop.send({ url: `/orders?pageSize=20&page=130&sort=${sort}&order=asc`, as: admin });
    const ids = (answer.body as { _id: string }[]).map(({ _id }) => _id);
    expect(ids, sort).toEqual(orders.slice(129 * 20, 130 * 20).map((order) => order.id));
  }
  expect((await client.query("select distinct sort from order_marks")).rowCount, "the others stay").toBe(5);
  expect((await client.query("select distinct sort from user_marks")).rowCount, "the others stay").toBe(3);
  expect((await client.query("select from user_moves")).rowCount, "the others stay").toBeGreaterThan(0);
  await compareAll();
  await renewMarks(database.db, markedUsers);
  await compareAll();
}, 120_000);

test("one or two characters find what holds them, letters and signs of any script, and nothing else", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const client = new pg.Client({ connectionString: shop.connectionString });
  await client.connect();
  await seedManyRows(client, { users: smallList + 100, orders: Math.round(smallList * 1.2) });
  const names = ["O'Brien", "Øż Ærø", "A+B", "ZQ zqz", "寿司 太郎"];
  for (const [index, name] of names.entries()) {
    await client.query("update users set name = $1 where email = $2", [
      name,
      `person${100 + index}@example.com`,
    ]);
    await client.query(
      "update orders set customer_name = $1 where customer_email = $2 and kind = 'package'",
      [name, `person${100 + index}@example.com`],
    );
  }
  for (const q of [
    "'",
    "o'",
    "øż",
    "Æ",
    "+",
    "a+",
    "zq",
    "ZQ",
    "寿",
    "太郎",
    "q+",
    "%",
    "_",
    "er",
    "0",
    "x",
  ]) {
    for (const [path, where] of [
      ["/orders", "kind = 'package'"],
      ["/users", "true"],
    ] as const) {
      const { rows } = await client.query<{ n: number }>(
        `select count(*)::int as n from ${path.slice(1)}
         where deleted_at is null and ${where} and strpos(search_text, lower($1)) > 0`,
        [q],
      );
      const answer = await shop.send({ url: `${path}?page=1&q=${encodeURIComponent(q)}`, as: admin });
      expect(Number(answer.headers["x-total-count"]), `${path} ${q}`).toBe(rows[0]!.n);
    }
  }
  await client.end();
}, 120_000);
