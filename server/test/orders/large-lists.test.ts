import pg from "pg";
import { expect, test } from "vitest";
import { smallList } from "#server/db/searching.ts";
import { seedManyRows } from "#server/db/seed/many-rows.ts";
import { openTestShop } from "../support/test-shop.ts";

test("large lists count, search and page truly, from both ends and with a count that comes later", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const client = new pg.Client({ connectionString: shop.connectionString });
  await client.connect();
  const amount = smallList + 1000;
  await seedManyRows(client, { users: amount, orders: Math.round(amount * 1.2) });
  const count = async (table: string, where: string) =>
    (await client.query(`select count(*)::int as n from ${table} where deleted_at is null and ${where}`))
      .rows[0].n;
  const list = async (url: string) => {
    const answer = await shop.send({ url, as: admin });
    expect(answer.status, url).toBe(200);
    const total = answer.headers["x-total-count"];
    return {
      ids: answer.body.map(({ _id }: { _id: string }) => _id) as string[],
      total: total === undefined ? null : Number(total),
    };
  };

  const lists = [
    {
      path: "/orders",
      table: "orders",
      where: "kind = 'package'",
      common: "Creator",
      column: "product_name",
    },
    { path: "/users", table: "users", where: "true", common: "holm", column: "name" },
  ];
  for (const { path, table, where, common, column } of lists) {
    const all = await count(table, where);
    expect((await list(`${path}?page=1`)).total, path).toBe(all);
    const found = await count(table, `${where} and ${column} ilike '%${common}%'`);
    expect(found).toBeGreaterThan(100);
    const exact = await list(`${path}?page=1&q=${common}`);
    expect(exact.total).toBe(found);
    const later = await list(`${path}?page=1&q=${common}&total=later`);
    expect(later).toEqual({ ids: exact.ids, total: null });
    const rare = await list(`${path}?page=1&q=person4711@&total=later`);
    expect(rare.total).toBe(
      await count(
        table,
        `${where} and ${table === "users" ? "email" : "customer_email"} like 'person4711@%'`,
      ),
    );

    for (const sort of path === "/users"
      ? ["createdAt", "userName", "currentBalance", "userRole"]
      : ["createdAt", "customerName", "totalPrice"]) {
      const pages = Math.ceil(all / 100);
      const last = await list(`${path}?page=${pages}&pageSize=100&sort=${sort}&order=asc`);
      expect(last.ids).toHaveLength(all - (pages - 1) * 100);
      const first = await list(`${path}?page=1&pageSize=100&sort=${sort}&order=desc`);
      expect(first.ids.slice(0, last.ids.length), `${path} ${sort}`).toEqual(last.ids.toReversed());
      const middle = await list(
        `${path}?page=${Math.round(pages / 2) + 1}&pageSize=100&sort=${sort}&order=asc`,
      );
      const before = await list(`${path}?page=${Math.round(pages / 2)}&pageSize=100&sort=${sort}&order=asc`);
      expect(new Set([...middle.ids, ...before.ids]).size).toBe(200);
    }
  }
  await client.end();
}, 120_000);
