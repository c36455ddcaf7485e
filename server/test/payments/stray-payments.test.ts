import { expect, test } from "vitest";
import { processEvent } from "#server/features/payments/webhooks/process-event.ts";
import { openTwoDays } from "../spending/two-days.ts";
import { openPaypalShop, type PaypalShop } from "./paypal-shop.ts";

async function rows(s: PaypalShop, query: string): Promise<Record<string, string | null>[]> {
  return (await s.shop.platform.db.execute<Record<string, string | null>>(query)).rows;
}

/** When each of them had gone back. */
const returned = async (s: PaypalShop) =>
  (await rows(s, "select returned_at::date::text as day from stray_payments")).map(({ day }) => day);

test("money without an order went back on the day that the last of it did, however often and late PayPal tells", async () => {
  const days = await openTwoDays();
  const { s, second } = days;
  const { captureId } = await s.paypal.paid({ custom_id: "FORGOTTN" });
  await s.paypal.control("POST", `/captures/${captureId}/refund`, { amount: "5.00" });
  await days.deliver();
  expect(await returned(s)).toEqual([null]);
  days.goOn();
  const { refund } = (await s.paypal.control("POST", `/captures/${captureId}/refund`, {})).body;
  await days.deliver();
  expect(await returned(s)).toEqual([second]);
  const resource = { ...refund, update_time: new Date().toISOString() };
  const body = { id: "WH-AGAIN" };
  const again = {
    mode: "sandbox",
    id: "WH-AGAIN",
    type: "PAYMENT.CAPTURE.REFUNDED",
    resource,
    body,
  } as const;
  await processEvent(s.shop.platform, again);
  expect(await returned(s)).toEqual([second]);
});

test("nobody is asked to give money back that had gone back before the shop heard of it", async () => {
  const days = await openTwoDays();
  const { s, first } = days;
  const { captureId } = await s.paypal.paid({ custom_id: "FORGOTTN" });
  await s.paypal.control("POST", `/captures/${captureId}/refund`, {});
  await days.deliver();
  expect(await returned(s)).toEqual([first]);
  expect(await rows(s, "select subject from outbox where template_name = 'Payment problem'")).toEqual([]);
});

/** Each line of the books for money without an order, by day. */
async function booked(s: PaypalShop): Promise<string[]> {
  const { text } = await s.shop.send({ url: "/api/movements.csv", as: s.admin });
  const lines = text.trim().split("\r\n").slice(1);
  return lines
    .map((line) => line.split(","))
    .map((cells) => `${cells[1]} ${cells[2]} ${cells[9]}`)
    .toSorted();
}

const strays = async (s: PaypalShop) =>
  (await s.shop.send({ url: "/api/insights?days=7", as: s.admin })).body.data.providers.strayPayments.length;

test("money without an order whose refund fails later is told to the admins, waits for them, and can go back again", async () => {
  const days = await openTwoDays();
  const { s, first, second, third } = days;
  const { captureId } = await s.paypal.paid({ custom_id: "FORGOTTN" });
  const { refund } = (await s.paypal.control("POST", `/captures/${captureId}/refund`, {})).body;
  await days.deliver({ eventType: "PAYMENT.CAPTURE.COMPLETED" });
  await days.deliver();
  expect([await returned(s), await strays(s)]).toEqual([[first], 0]);
  await rows(s, "update stray_payments set created_at = now() - interval '40 days'");
  const event = (id: string, type: string, changes: object) =>
    processEvent(s.shop.platform, {
      mode: "sandbox",
      id,
      type,
      resource: { ...refund, ...changes },
      body: { id },
    });
  const failed = { status: "FAILED", update_time: `${second}T12:00:00Z` };
  await event("WH-FAILED", "PAYMENT.REFUND.FAILED", failed);
  await event("WH-FAILED-2", "PAYMENT.REFUND.FAILED", failed);
  await event("WH-LATE", "PAYMENT.CAPTURE.REFUNDED", {});
  const { body: capture } = await s.paypal.call("GET", `/v2/payments/captures/${captureId}`);
  expect(capture.status, "PayPal tells it as it was").toBe("REFUNDED");
  const type = "PAYMENT.CAPTURE.COMPLETED";
  const read = { mode: "sandbox", id: "WH-READ", type, resource: capture, body: {} } as const;
  await processEvent(s.shop.platform, read);
  expect([await returned(s), await strays(s)], "once PayPal was read again").toEqual([[null], 1]);
  const told = "select subject from outbox where template_name = 'Payment problem'";
  const mails = (await rows(s, told)).map(({ subject }) => subject);
  expect(mails).toEqual(["$12.50 that belongs to no order is in your PayPal account again"]);
  const again = { id: "AGAIN", create_time: `${third}T12:00:00Z`, update_time: `${third}T12:00:00Z` };
  await event("WH-AGAIN", "PAYMENT.CAPTURE.REFUNDED", again);
  expect([await returned(s), await strays(s)]).toEqual([[third], 0]);
  expect(await booked(s)).toEqual([
    `${first} Payment 12.50`,
    `${first} Refund -12.50`,
    `${second} Failed refund 12.50`,
    `${third} Refund -12.50`,
  ]);
});

test("parts of money without an order that go back are booked once, in whichever order they are told", async () => {
  const s = await openPaypalShop();
  const { captureId } = await s.paypal.paid({ custom_id: "FORGOTTN" });
  await s.flush();
  const parts: string[] = [];
  for (const amount of ["5.00", "2.50"])
    parts.push((await s.paypal.control("POST", `/captures/${captureId}/refund`, { amount })).body.refund.id);
  const { events } = (await s.paypal.control("GET", "/webhooks")).body;
  const told = events.filter(({ body }: { body: string }) => JSON.parse(body).resource.id === parts[1]);
  await s.flush({ ids: told.map(({ id }: { id: string }) => id) });
  await s.flush();
  expect([await returned(s), await strays(s)]).toEqual([[null], 1]);
  expect(await rows(s, "select sum(minor)::int as gone from reversal_movements")).toEqual([{ gone: -750 }]);
});

test("money without an order that each of two won appeals brings back is told each time", async () => {
  const s = await openPaypalShop();
  const { captureId } = await s.paypal.paid({ custom_id: "FORGOTTN" });
  await s.flush({ eventType: "PAYMENT.CAPTURE.COMPLETED" });
  const { dispute } = (await s.paypal.control("POST", `/captures/${captureId}/dispute`)).body;
  const told = [];
  for (const [minute, outcome] of ["BUYER", "SELLER", "BUYER", "SELLER"].entries()) {
    const dispute_outcome = { outcome_code: `RESOLVED_${outcome}_FAVOUR` };
    const update_time = new Date(Date.now() + minute * 60_000).toISOString();
    await processEvent(s.shop.platform, {
      mode: "sandbox",
      id: `WH-${minute}`,
      type: "CUSTOMER.DISPUTE.RESOLVED",
      resource: { ...dispute, status: "RESOLVED", dispute_outcome, update_time },
      body: {},
    });
    told.push(
      (await rows(s, "select from outbox where subject like '%is in your PayPal account again'")).length,
    );
  }
  expect(told).toEqual([0, 1, 1, 2]);
});
