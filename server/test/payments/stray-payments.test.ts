import { expect, test } from "vitest";
import { processEvent } from "#server/features/payments/webhooks/process-event.ts";
import { openTwoDays } from "../spending/two-days.ts";
import type { PaypalShop } from "./paypal-shop.ts";

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
