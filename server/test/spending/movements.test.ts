import { expect, test } from "vitest";
import { strayPayments } from "#server/db/tables/payments.ts";
import { bookLeftReversals } from "#server/features/payments/refunds/book-left-reversals.ts";
import { processEvent } from "#server/features/payments/webhooks/process-event.ts";
import type { Person } from "../helpers/test-shop.ts";
import { type PaypalShop, refund } from "../payments/paypal-shop.ts";
import { liveFirstDay, liveSecondDay, openTwoDays, readDay } from "./two-days.ts";

type Line = Record<string, string>;

async function download(s: PaypalShop, query = "", as: Person = s.admin): Promise<Line[]> {
  const answer = await s.shop.send({ url: `/api/movements.csv${query}`, as });
  expect([answer.status, answer.headers["content-type"]]).toEqual([200, "text/csv; charset=utf-8"]);
  const [titles, ...lines] = answer.text
    .replace("\ufeff", "")
    .trim()
    .split("\r\n")
    .map((line) => line.split(","));
  return lines.map((cells) => Object.fromEntries(titles!.map((title, index) => [title, cells[index]!])));
}

const minor = (lines: Line[], column: string) =>
  lines.reduce((sum, line) => sum + Math.round(Number(line[column]) * 100), 0);

test("the lines of a period add up to the dashboard's figures of the same days, and a later day changes none of them", async () => {
  const days = await openTwoDays();
  const { s, first, second } = days;
  await s.shop.send({
    method: "PUT",
    url: "/api/shop-settings",
    as: s.admin,
    body: { taxBasisPoints: 1900, timeZone: "UTC" },
  });
  const lived = await liveFirstDay(days);
  const before = await download(s, `?from=${first}&to=${first}`);
  days.goOn();
  await liveSecondDay(days, lived);
  expect(await download(s, `?from=${first}&to=${first}`)).toEqual(before);
  for (const day of [first, second]) {
    const lines = await download(s, `?from=${day}&to=${day}`);
    const { revenue, fees, refunded } = await readDay(s, day);
    const ofOrders = lines.filter((line) => line.For === "Order");
    const back = ofOrders.filter(({ Movement }) => Movement !== "Payment");
    expect([minor(ofOrders, "Gross"), minor(lines, "PayPal fee"), -minor(back, "Gross")]).toEqual([
      revenue,
      fees,
      refunded,
    ]);
    expect(minor(lines, "Net")).toBe(minor(lines, "Gross") - fees);
    expect(new Set(lines.map(({ Day }) => Day))).toEqual(new Set([day]));
  }
  const all = await download(s);
  expect(all).toHaveLength(12);
  expect(all.map(({ Movement, For, Gross }) => `${Movement} ${For} ${Gross}`).toSorted()).toEqual(
    [
      ...Array(4).fill("Payment Order 12.50"),
      "Payment Order 7.00",
      "Payment Second payment 12.50",
      "Refund Order -4.00",
      "Refund Order -7.00",
      "Refund Second payment -12.50",
      "Reversal Order -12.50",
      "Failed refund Order 7.00",
      "Cancelled reversal Order 12.50",
    ].toSorted(),
  );
  const partly = all.find(({ Gross }) => Gross === "-4.00")!;
  expect(partly).toMatchObject({
    Time: `${first}T12:00:00.000Z`,
    "Order ID": lived.partly.order.orderId,
    Receipt: expect.stringMatching(/^R-\d{6}$/),
    Product: "Creator",
    Country: "United Kingdom",
    Currency: "USD",
    "PayPal fee": "0.00",
    Net: "-4.00",
    "Tax rate": "19.00",
    Tax: "-0.64",
  });
  const paid = all.find((line) => line["PayPal transaction"] === lived.partly.captureId)!;
  expect(paid).toMatchObject({ "PayPal fee": "0.93", Net: "11.57", Tax: "2.00" });
});

test("the tax of what goes back in parts leaves what the receipt tells, and none in the end", async () => {
  const { s } = await openTwoDays();
  const url = "/api/shop-settings";
  await s.shop.send({ method: "PUT", url, as: s.admin, body: { taxBasisPoints: 1900 } });
  const { order } = await s.paid();
  const taxes = async () => (await download(s)).map(({ Tax }) => Tax).toSorted();
  expect((await refund(s, order, { amount: "2.40" })).status).toBe(200);
  // Of the 10.10 that remain it is 1.61.
  expect(await taxes()).toEqual(["-0.39", "2.00"]);
  expect((await refund(s, order)).status).toBe(200);
  expect(await taxes()).toEqual(["-0.39", "-1.61", "2.00"]);
});

test("money that pays no order is told, with what of it came back, and counts as no revenue", async () => {
  const { s, first, second } = await openTwoDays();
  await s.shop.platform.db.insert(strayPayments).values({
    id: "STRAY-1",
    mode: "live",
    amountMinor: 990,
    currency: "EUR",
    reason: "it names no order of the shop",
    captureTime: new Date(`${first}T08:00:00Z`),
    returnedAt: new Date(`${second}T08:00:00Z`),
  });
  // As a process of a former release leaves it.
  await bookLeftReversals(s.shop.platform);
  await bookLeftReversals(s.shop.platform);
  const lines = await download(s);
  const common = { For: "No order", Currency: "EUR", "Order ID": "", "PayPal transaction": "STRAY-1" };
  expect(lines).toMatchObject([
    { ...common, Day: first, Movement: "Payment", Gross: "9.90", "PayPal fee": "", Net: "", Tax: "" },
    { ...common, Day: second, Movement: "Refund", Gross: "-9.90" },
  ]);
  expect(await readDay(s, first)).toMatchObject({ revenue: 0, fees: 0 });
});

test("a refund that had failed before the shop heard of it is told on the day of each of its movements, once", async () => {
  const { s, first, second, deliver } = await openTwoDays();
  const captures = [(await s.paid()).captureId, (await s.paypal.paid({ custom_id: "FORGOTTN" })).captureId];
  await deliver();
  const balance = await s.balance();
  const type = "PAYMENT.REFUND.FAILED";
  for (const captureId of captures) {
    const { refund } = (await s.paypal.control("POST", `/captures/${captureId}/refund`, {})).body;
    const resource = { ...refund, status: "FAILED", update_time: `${second}T12:00:00Z` };
    for (const time of ["once", "again"]) {
      const id = `WH-${refund.id}-${time}`;
      await processEvent(s.shop.platform, { mode: "sandbox", id, type, resource, body: { id } });
    }
  }
  await deliver();
  const told = (await download(s)).map(
    ({ Day, Movement, For, Gross }) => `${Day} ${Movement} ${For} ${Gross}`,
  );
  const each = ["Order", "No order"].flatMap((what) => [
    `${first} Payment ${what} 12.50`,
    `${first} Refund ${what} -12.50`,
    `${second} Failed refund ${what} 12.50`,
  ]);
  expect(told.toSorted()).toEqual(each.toSorted());
  expect(await s.balance(), "the buyer's credits").toBe(balance);
});

test("the sandbox's payments are no money once the shop takes live ones, neither in the lines nor in the figures", async () => {
  const { s, first, deliver } = await openTwoDays();
  await s.paypal.paid({ custom_id: "FORGOTTN" });
  const { captureId } = await s.paid();
  await s.paypal.control("POST", `/captures/${captureId}/refund`, { amount: "2.50" });
  await deliver();
  const told = async () => {
    const { revenue, fees } = await readDay(s, first);
    const insights = await s.shop.send({ url: "/api/insights?days=90", as: s.admin });
    return [(await download(s)).length, revenue, fees, insights.body.data.revenue.minor];
  };
  expect(await told()).toEqual([3, 1000, 93, 1000]);
  const put = (body: object) =>
    s.shop.send({ method: "PUT", url: "/api/paypal-settings", as: s.admin, body });
  expect((await put({ mode: "live", clientId: "live-client", clientSecret: "live-secret" })).status).toBe(
    200,
  );
  expect(await told()).toEqual([0, 0, 0, 0]);
  expect((await put({ mode: "sandbox" })).status).toBe(200);
  expect(await told(), "no live payment was begun").toEqual([3, 1000, 93, 1000]);
  // One that nobody has approved.
  await s.start(await s.order());
  await s.shop.platform.db.execute("update payment_attempts set mode = 'live' where state = 'created'");
  expect(await told(), "back in the sandbox").toEqual([0, 0, 0, 0]);
});

test("a cancelled order's money is told, and days begin at midnight of the owner's time zone", async () => {
  const { s, first } = await openTwoDays();
  const { order } = await s.paid();
  await s.shop.platform.db.execute("update orders set deleted_at = now()");
  await s.shop.platform.db.execute(`update captures set completed_at = '${first}T23:30:00Z'`);
  const body = { timeZone: "Europe/Berlin" };
  await s.shop.send({ method: "PUT", url: "/api/shop-settings", as: s.admin, body });
  expect(await download(s, `?to=${first}`)).toEqual([]);
  const [line] = await download(s);
  expect(line).toMatchObject({ Time: `${first}T23:30:00.000Z`, "Order ID": order.orderId });
  expect(line!.Day! > first).toBe(true);
  await s.shop.platform.db.execute("update orders set deleted_at = null");
});

test("the export of movements holds no formula, is an admin's alone, and a period that ends before it begins is refused", async () => {
  const { s } = await openTwoDays();
  await s.paid();
  await s.shop.platform.db.execute("update orders set product_name = '=1+1', country = '-2'");
  expect(await download(s)).toMatchObject([{ Product: "'=1+1", Country: "'-2", Gross: "12.50" }]);
  expect((await s.shop.send({ url: "/api/movements.csv", as: s.buyer })).status).toBe(403);
  const url = "/api/movements.csv?from=2026-05-02&to=2026-05-01";
  expect(await s.shop.send({ url, as: s.admin })).toMatchObject({
    status: 400,
    body: { code: "INVALID_INPUT" },
  });
});
