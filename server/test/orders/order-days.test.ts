import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { dayIn } from "#contract/time-zone.ts";
import { textOfPdf } from "../helpers/pdf-text.ts";
import { openPaypalShop } from "../payments/paypal-shop.ts";

type Shop = Awaited<ReturnType<typeof openPaypalShop>>;

const setZone = (s: Shop, timeZone: string) =>
  s.shop.send({ method: "PUT", url: "/api/shop-settings", as: s.admin, body: { timeZone } });

// Both are the first day with other clocks: an hour shorter in Sydney, an hour longer in New York.
test.each([
  ["Australia/Sydney", "2026-10-04", "2026-10-03T14:00:00Z", "2026-10-04T13:00:00Z"],
  ["America/New_York", "2026-11-01", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z"],
])(
  "orders have the shop's days in the list, its filter, its search and its export: %s",
  async (timeZone, day, begins, ends) => {
    const s = await openPaypalShop();
    await setZone(s, timeZone);
    const moments = {
      before: -1,
      first: 0,
      last: 3_600_000 * 22,
      after: Date.parse(ends) - Date.parse(begins),
    };
    const ids: Record<string, string> = {};
    for (const [name, ms] of Object.entries(moments)) {
      const { _id } = await s.order();
      ids[_id] = name;
      const at = new Date(Date.parse(begins) + ms).toISOString();
      await s.shop.platform.db.execute(sql`update orders set created_at = ${at} where id = ${_id}`);
    }
    const shown = day.split("-").reverse().join("/");
    const found = async (query: string) => {
      const { body, status } = await s.shop.send({ url: `/orders?order=asc&${query}`, as: s.admin });
      expect(status, query).toBe(200);
      return body.map(({ _id }: { _id: string }) => ids[_id]);
    };
    const all = await s.shop.send({ url: "/orders?order=asc", as: s.admin });
    const isShown = ({ orderDate }: { orderDate: string }) => orderDate === shown;
    expect(all.body.map(isShown)).toEqual([false, true, true, false]);
    expect(await found(`from=${day}&to=${day}`)).toEqual(["first", "last"]);
    expect(await found(`q=${shown}`)).toEqual(["first", "last"]);
    expect(await found(`from=${day}`)).toEqual(["first", "last", "after"]);
    expect(await found(`to=${day}`)).toEqual(["before", "first", "last"]);
    expect(await found("from=0001-01-01&to=9999-12-31")).toHaveLength(4);
    for (const never of ["to=0001-01-01", "from=9999-12-31", `q=${encodeURIComponent("01/01/0001")}`])
      expect(await found(never), never).toEqual([]);
    const { text } = await s.shop.send({ url: `/api/orders.csv?from=${day}&to=${day}`, as: s.admin });
    expect(text.split(`,${shown},`)).toHaveLength(3);
    expect(text.trim().split("\r\n")).toHaveLength(3);
  },
);

test("another time zone is another day at once: in the list and in the export's name", async () => {
  const s = await openPaypalShop();
  await s.order();
  await s.shop.platform.db.execute("update orders set created_at = '2026-10-05T21:00:00Z'");
  for (const [timeZone, day] of [
    ["Pacific/Kiritimati", "06/10/2026"],
    ["Pacific/Pago_Pago", "05/10/2026"],
  ] as const) {
    await setZone(s, timeZone);
    expect((await s.shop.send({ url: "/orders", as: s.buyer })).body[0].orderDate).toBe(day);
    const before = dayIn(timeZone, new Date());
    const { headers } = await s.shop.send({ url: "/api/orders.csv", as: s.admin });
    const days = [before, dayIn(timeZone, new Date())];
    expect(days.map((today) => `attachment; filename="package-orders-${today}.csv"`)).toContain(
      headers["content-disposition"],
    );
  }
});

test("a receipt has its days by the shop's time zone of the day it was paid, and UTC's where none was kept", async () => {
  const s = await openPaypalShop();
  const { db } = s.shop.platform;
  await setZone(s, "Australia/Sydney");
  const { order } = await s.paid();
  await db.execute("update orders set created_at = '2026-10-05T12:59:00Z', paid_at = '2026-10-05T21:00:00Z'");
  const textOf = async () => {
    const url = `/order/${order.orderId}/receipt`;
    const { rawPayload } = await s.shop.http.inject({ url, headers: { cookie: s.buyer.cookie } });
    return textOfPdf(rawPayload).join(" ").replaceAll("\u00a0", " ");
  };
  const first = await textOf();
  expect(first).toContain("Date of payment 06/10/2026 (Australia/Sydney)");
  expect(first).toContain(`${order.orderId} of 05/10/2026 (Australia/Sydney)`);
  await setZone(s, "America/New_York");
  expect(await textOf()).toBe(first);
  await db.execute("update orders set seller = seller - 'timeZone'");
  expect(await textOf()).toContain("Date of payment 05/10/2026 (UTC)");
});
