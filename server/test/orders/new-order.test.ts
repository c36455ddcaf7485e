import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { expect, test } from "vitest";
import { billing, openPaypalShop } from "../payments/paypal-shop.ts";

test("a process that has not heard of a package's change makes no order by what it was", async () => {
  const s = await openPaypalShop();
  const { db } = s.shop.platform;
  const order = () =>
    s.shop.send({
      method: "POST",
      url: "/new-order",
      as: s.buyer,
      body: { ...billing, packageId: s.packageId },
    });
  expect((await order()).body.data).toMatchObject({ totalPrice: "12.50", credit: 10 });
  // As another process writes them, whose word is still on its way.
  await db.execute(sql`update packages set price_minor = 9900, credit = 1, version = version + 1`);
  expect((await order()).body.data).toMatchObject({ totalPrice: "99.00", credit: 1 });
  const coupon = { code: "HALF", kind: "percent", value: 50 };
  await s.shop.send({ method: "POST", url: "/api/coupons", as: s.admin, body: coupon });
  await db.execute(sql`update packages set price_minor = 8000, version = version + 1`);
  expect(await s.order(s.buyer, { couponCode: "HALF" })).toMatchObject({ totalPrice: "40.00" });
  await db.execute(sql`update packages set archived_at = now(), version = version + 1`);
  expect((await order()).status).toBe(404);
});

test("a new order is answered as it stands, of either kind and with a coupon", async () => {
  const s = await openPaypalShop();
  const coupon = { code: "MORE", kind: "credits", value: 5 };
  await s.shop.send({ method: "POST", url: "/api/coupons", as: s.admin, body: coupon });
  for (const made of [await s.order(), await s.itemOrder(), await s.order(s.buyer, { couponCode: "MORE" })])
    expect(await s.read(made)).toEqual(made);
});

test("a new order asks the database for its person, its limit and itself, and for nothing else", async () => {
  const s = await openPaypalShop();
  await s.shop.started;
  await s.order();
  let asked = 0;
  const { $client: pool } = s.shop.platform.db as unknown as { $client: Pool };
  pool.on("acquire", () => {
    asked += 1;
  });
  await s.order();
  expect(asked).toBe(3);
});
