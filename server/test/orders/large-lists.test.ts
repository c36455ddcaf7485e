import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { seedManyRows } from "#server/db/seed/many-rows.ts";
import { findUsers } from "#server/features/accounts/directory/user-list.repository.ts";
import { listAuditLines } from "#server/features/audit/audit.repository.ts";
import { listMails } from "#server/features/mail/mail.repository.ts";
import { findOrders } from "#server/features/orders/order-list.repository.ts";
import { plansOf } from "../helpers/plans.ts";
import { openTestShop } from "../helpers/test-shop.ts";

async function openSeededShop(amounts: { users: number; orders: number }) {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const client = new pg.Client({ connectionString: shop.connectionString });
  await client.connect();
  onTestFinished(() => client.end());
  await seedManyRows(client, amounts);
  const list = async (url: string) => {
    const { status, headers, body } = await shop.send({ url, as: admin });
    expect(status, url).toBe(200);
    return {
      ids: (body as { _id: string }[]).map(({ _id }) => _id),
      total: headers["x-total-count"],
      more: headers["x-total-count-more"],
      link: String(headers.link),
    };
  };
  const idsOf = async (statement: string, values: unknown[] = []) =>
    (await client.query<{ id: string }>(statement, values)).rows.map(({ id }) => id);
  /** The first pages, the middle and the last one, in both directions, against all ids in ascending order. */
  const comparePages = async (path: string, sort: string, ascending: string[], size: number) => {
    const last = Math.max(1, Math.ceil(ascending.length / size));
    for (const order of ["asc", "desc"]) {
      const truth = order === "asc" ? ascending : ascending.toReversed();
      for (const page of new Set([1, Math.ceil(last / 2), last, last + 1])) {
        const url = `${path}sort=${sort}&order=${order}&page=${page}&pageSize=${size}`;
        const found = await list(url);
        expect(found.ids, url).toEqual(truth.slice((page - 1) * size, page * size));
        expect(found.total, url).toBe(String(truth.length));
      }
    }
  };
  return { shop, client, list, idsOf, comparePages };
}

test("a list counts exactly, and a search or filter that finds more than 10,000 says so", async () => {
  const { list, idsOf, comparePages } = await openSeededShop({ users: 60, orders: 11_200 });
  const newest = "select id from orders where kind = 'package' and deleted_at is null";
  const all = await idsOf(`${newest} order by created_at desc, id desc`);
  expect(all).toHaveLength(10_080);
  expect(await list("/orders?page=1")).toEqual({
    ids: all.slice(0, 10),
    total: "10080",
    more: undefined,
    link: expect.stringContaining('page=1008>; rel="last"'),
  });

  for (const found of ["q=pending", "q=e", "paymentStatus=PENDING", "from=2000-01-01"]) {
    for (const page of [1, 1000, 1007]) {
      const answer = await list(`/orders?${found}&page=${page}`);
      expect(answer, found).toEqual({
        ids: all.slice((page - 1) * 10, page * 10),
        total: "10000",
        more: "true",
        link: expect.stringMatching(new RegExp(`page=${page + 1}>; rel="next"$`)),
      });
    }
    expect((await list(`/orders?${found}&page=1008`)).link).not.toContain("next");
  }
  const creators = await idsOf(`${newest} and product_name = 'Creator' order by lower(customer_name), id`);
  expect(creators.length).toBeLessThan(10_000);
  await comparePages("/orders?q=creaTOR&", "customerName", creators, 50);

  for (const [sort, columns] of Object.entries({
    customerName: "lower(customer_name)",
    packageName: "lower(product_name)",
    totalPrice: "total_minor",
    paymentStatus: "payment_status, created_at",
  }))
    await comparePages("/orders?", sort, await idsOf(`${newest} order by ${columns}, id`), 100);
});

test("the directory pages truly in every sort, without those who are erased, and finds signs of any script", async () => {
  const { client, list, idsOf, comparePages } = await openSeededShop({ users: 900, orders: 0 });
  await client.query("update credit_balances set balance = ascii(right(user_id, 1))");
  await client.query("update users set role = 'Seller' where id like 'aaaaaaaa%a'");
  await client.query("update users set deleted_at = now() where id like 'aaaaaaaa%7'");
  for (const [index, name] of ["O'Brien", "Øż Ærø", "A+B", "ZQ zqz", "寿司 太郎"].entries())
    await client.query("update users set name = $1 where email = $2", [
      name,
      `person${index + 1}@example.com`,
    ]);

  const listed = "select id from users join credit_balances on user_id = id where deleted_at is null";
  for (const [sort, column] of Object.entries({
    createdAt: "created_at",
    userName: "lower(name)",
    userRole: "role",
    userMembership: "membership",
    currentBalance: "balance",
  })) {
    await comparePages("/users?", sort, await idsOf(`${listed} order by ${column}, id`), 20);
    const sellers = await idsOf(`${listed} and role = 'Seller' order by ${column}, id`);
    await comparePages("/users?userRole=Seller&", sort, sellers, 20);
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
    "寿司 太郎",
    "q+",
    "%",
    "_",
    "er",
    "0",
    "hol",
  ]) {
    const found = await idsOf(`${listed} and strpos(search_text, lower($1)) > 0 order by created_at, id`, [
      q,
    ]);
    await comparePages(`/users?q=${encodeURIComponent(q)}&`, "createdAt", found, 100);
  }
  expect((await list("/users?q=nobody-here&page=1")).ids).toEqual([]);
});

test("the directory by balance leaves the erased out by a join, however many they are", async () => {
  const shop = await openTestShop();
  const plans = await plansOf(shop, (db) => findUsers(db, { sort: "currentBalance", page: 1 }));
  const erased = plans.filter((plan) => plan.includes("deleted_at is not null"));
  expect(erased).not.toEqual([]);
  for (const plan of erased) expect(plan).not.toContain("SubPlan");
});

test("how many a filter finds is told by an index alone, whatever the rows are sorted by", async () => {
  const { shop, client } = await openSeededShop({ users: 60, orders: 3_000 });
  await client.query("vacuum (analyze) orders");
  const days = { timeZone: "America/New_York", from: "2026-01-01", to: "2026-12-31" };
  const filter = { ...days, kind: "package", sort: "totalPrice" } as const;
  const [plan] = await plansOf(shop, (db) => findOrders(db, { ...filter, page: 1 }));
  expect(plan).toContain("Index Only Scan");
});

test("what is searched for in orders, people and both logs is looked up in an index over what is searched", async () => {
  const { shop, client } = await openSeededShop({ users: 500, orders: 2_000 });
  await client.query(`insert into outbox (to_email, subject, template_name, html, text, status)
    select email, 'Welcome', 'Order paid', '', '', 'sent' from users, generate_series(1, 4)`);
  await client.query(`insert into audit_log (actor_email, action, subject)
    select email, 'PUT /users', id from users, generate_series(1, 4)`);
  await client.query("vacuum (analyze) orders, users, outbox, audit_log");
  const filter = { q: "needle", page: 1 };
  for (const [index, work] of [
    ["orders_search", (db) => findOrders(db, { ...filter, kind: "package", timeZone: "UTC" })],
    ["users_search", (db) => findUsers(db, filter)],
    ["outbox_search", (db) => listMails(db, filter)],
    ["outbox_search", (db) => listMails(db, { ...filter, q: "needle in words" })],
    ["audit_log_search", (db) => listAuditLines(db, "UTC", filter)],
  ] satisfies [string, Parameters<typeof plansOf>[1]][]) {
    const [plan] = await plansOf(shop, work);
    expect(plan).toContain(`Bitmap Index Scan on ${index}`);
    expect(plan).not.toContain("Seq Scan");
  }
});
