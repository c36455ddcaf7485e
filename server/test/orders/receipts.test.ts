import { eq, sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { taxIncluded } from "#contract/money.ts";
import { media } from "#server/db/tables/content.ts";
import { orders } from "#server/db/tables/orders.ts";
import { pagesOfPdf, textOfPdf } from "../helpers/pdf-text.ts";
import { openPaypalShop, refund } from "../payments/paypal-shop.ts";

test("a receipt keeps the seller and the tax of the day it was paid", async () => {
  const s = await openPaypalShop();
  const set = (body: object) => s.shop.send({ method: "PUT", url: "/api/shop-settings", as: s.admin, body });
  const { order: before } = await s.paid();
  await set({
    sellerName: "Schmied GmbH",
    sellerAddress: "Amboss 1\n10115 Berlin",
    sellerVatId: "DE123456789",
    sellerNote: "Thank you",
    taxBasisPoints: 1900,
  });
  const { order } = await s.paid();
  await set({ sellerName: "Another Ltd", taxBasisPoints: 700 });
  const sellerOf = async (id: string) => {
    const [row] = await s.shop.platform.db.select().from(orders).where(eq(orders.id, id));
    return { name: row?.seller?.name, vatId: row?.seller?.vatId, tax: row?.taxBasisPoints };
  };
  expect(await sellerOf(before._id)).toEqual({ name: "", vatId: "", tax: 0 });
  expect(await sellerOf(order._id)).toEqual({ name: "Schmied GmbH", vatId: "DE123456789", tax: 1900 });
  const receipt = await s.shop.send({ url: `/order/${order.orderId}/receipt`, as: s.buyer });
  expect(receipt.text).toContain("(Schmied GmbH)");
  const older = await s.shop.send({ url: `/order/${before.orderId}/receipt`, as: s.buyer });
  expect(older.text).toContain("(Thumbsmith)");
  expect((await set({ taxBasisPoints: 19.5 })).body.fields).toHaveProperty("taxBasisPoints");
});

test("a receipt lists each refund with its day and PayPal's number, and adds up", async () => {
  const s = await openPaypalShop();
  const { db } = s.shop.platform;
  const { order } = await s.paid();
  const textOf = async () => {
    const url = `/order/${order.orderId}/receipt`;
    const { rawPayload } = await s.shop.http.inject({ url, headers: { cookie: s.buyer.cookie } });
    return textOfPdf(rawPayload).join(" ").replaceAll("\u00a0", " ");
  };
  expect(await textOf()).not.toContain("Refunded");
  for (const amount of ["4.00", "2.50"]) expect((await refund(s, order, { amount })).status).toBe(200);
  await db.execute("update reversals set occurred_at = '2026-03-04T23:59:00Z' where amount_minor = 400");
  const { rows } = await db.execute<{ id: string; minor: number; day: string }>(
    `select id, amount_minor as minor, to_char(occurred_at at time zone 'UTC', 'DD/MM/YYYY') as day from reversals order by occurred_at`,
  );
  const text = await textOf();
  expect(rows[0]!.day).toBe("04/03/2026");
  for (const { id, minor, day } of rows)
    expect(text).toContain(`Refunded on ${day} (UTC), ${id} -$${(minor / 100).toFixed(2)}`);
  expect(text).toMatch(/Remaining \$6\.00/);
  // As after a lost dispute that PayPal tells no refund of.
  await db.execute("update reversals set state = 'failed' where amount_minor = 400");
  expect(await textOf()).toMatch(/, \S+ -\$2\.50 Refunded -\$4\.00 Remaining \$6\.00/);
  await db.execute("update reversals set state = 'done'");
});

test("a receipt of more than a page has what it says of a thing beside it, wherever the page ends", async () => {
  const s = await openPaypalShop();
  const order = await s.order(s.buyer, {
    address: "1 Analytical Road, in a house of many floors ".repeat(4),
  });
  const paypalOrderId = await s.start(order);
  await s.approve(paypalOrderId);
  expect((await s.capture(paypalOrderId)).status).toBe(200);
  const rows = ["Customer Ada Lovelace", "Address 1 Analytical Road", "Country United Kingdom"];
  rows.push("Creator (10 credits, 30 days of membership) $12.50", "Total paid $12.50");
  for (let lines = 39; lines < 62; lines += 1) {
    const seller = { name: "Schmied", address: "Amboss 1\n".repeat(lines), vatId: "", note: "", logoUrl: "" };
    await s.shop.platform.db
      .update(orders)
      .set({ seller: { ...seller, shopName: "Schmied", timeZone: "UTC" } });
    const url = `/order/${order.orderId}/receipt`;
    const { rawPayload } = await s.shop.http.inject({ url, headers: { cookie: s.buyer.cookie } });
    const pages = pagesOfPdf(rawPayload).map((page) => page.join(" ").replaceAll("\u00a0", " "));
    const isTogether = rows.map((row) => pages.some((page) => page.includes(row)));
    expect([lines, pages.length, ...isTogether]).toEqual([lines, 2, ...rows.map(() => true)]);
  }
});

test("the tax in a gross price is rounded to the cent, and net and tax add up to what was paid", () => {
  expect([1500, 1, 9_999_999].map((gross) => taxIncluded(gross, 1900))).toEqual([239, 0, 1_596_638]);
  expect(taxIncluded(1500, 0)).toBe(0);
});

test("an address is kept for next time only where the buyer asks for it, with the order", async () => {
  const s = await openPaypalShop();
  const profile = async () => {
    const found = await s.shop.send({ url: `/users?userEmail=${s.buyer.email}`, as: s.buyer });
    const { address, country, version } = found.body[0];
    return { address, country, version };
  };
  const before = await profile();
  await s.order();
  expect(await profile()).toEqual({ address: "", country: "", version: before.version });
  // The second says nothing new of the person.
  for (let order = 0; order < 2; order += 1) {
    await s.order(s.buyer, { keepAddress: true });
    const kept = { address: "1 Analytical Road", country: "United Kingdom", version: before.version + 1 };
    expect(await profile()).toEqual(kept);
  }
  await s.shop.platform.db.execute(sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'no room'; end $$;
    create trigger refuse before update of address on users for each row execute function refuse();
  `);
  const { orderId } = await s.order(s.buyer, { keepAddress: true, address: "2 Difference Engine Lane" });
  expect((await profile()).address).toBe("1 Analytical Road");
  expect((await s.shop.send({ url: `/order/${orderId}`, as: s.buyer })).status).toBe(200);
});

test("no transaction is open while the store of files is asked for the logo, and a store that is away stops no receipt", async () => {
  const s = await openPaypalShop();
  const logoUrl = `/uploads/${"0".repeat(32)}.png`;
  await s.shop.platform.db
    .insert(media)
    .values({ url: logoUrl, purpose: "library", width: 1, height: 1, bytes: 9 });
  const body = { middleSection: { logoUrl } };
  expect((await s.shop.send({ method: "PUT", url: "/api/footer-section", as: s.admin, body })).status).toBe(
    200,
  );
  const { storage, db } = s.shop.platform;
  const seen: number[] = [];
  vi.spyOn(storage, "get").mockImplementation(async () => {
    const { rows } = await db.execute(openTransactions);
    seen.push(rows.length);
    throw new Error("The store is away.");
  });
  const { order } = await s.paid();
  const receipt = await s.shop.send({ url: `/order/${order.orderId}/receipt`, as: s.buyer });
  expect(receipt.status).toBe(200);
  expect(seen, "asked once, outside of every transaction").toEqual([0]);
});

/** Rows of orders are locked by transactions that change one. */
const openTransactions = sql`select from pg_locks where relation = 'orders'::regclass and mode = 'RowShareLock'
  and database = (select oid from pg_database where datname = current_database())`;

test("an order is found by the number on its receipt, which the export and its history write alike", async () => {
  const s = await openPaypalShop();
  await s.paid();
  const { order } = await s.paid();
  const { headers } = await s.shop.send({ url: `/order/${order._id}/receipt`, as: s.buyer });
  expect(headers["content-disposition"]).toContain("receipt-R-000002.pdf");
  const csv = await s.shop.send({ url: "/api/orders.csv", as: s.admin });
  expect(csv.text).toContain(",R-000002,");
  const history = await s.shop.send({ url: `/api/orders/${order._id}/history`, as: s.admin });
  expect(history.text).toContain('"receiptNumber":"R-000002"');
  for (const [q, wanted] of [
    ["R-000002", [order._id]],
    [" r2 ", [order._id]],
    ["R-3", []],
    ["R-99999999999", []],
  ] as const) {
    const query = `q=${encodeURIComponent(q)}`;
    const idsOf = (rows: { _id: string }[]) => rows.map(({ _id }) => _id);
    const hits = await s.shop.send({ url: `/api/search?${query}`, as: s.admin });
    expect(idsOf(hits.body.data), q).toEqual(wanted);
    for (const as of [s.admin, s.buyer]) {
      const found = await s.shop.send({ url: `/orders?page=1&${query}`, as });
      expect(idsOf(found.body), `${as.name}: ${q}`).toEqual(wanted);
    }
  }
});
