import { expect } from "vitest";
import { dayMs } from "#contract/day.ts";
import type { Spending } from "#contract/spending.ts";
import { processEvent } from "#server/features/payments/webhooks/process-event.ts";
import { type Order, openPaypalShop, type PaypalShop, paidTwice, refund } from "../payments/paypal-shop.ts";

/** A shop whose PayPal lives on the day that it is told; each of them is over. */
export async function openTwoDays() {
  const noon = (daysAgo: number) => Math.floor(Date.now() / dayMs) * dayMs - daysAgo * dayMs + dayMs / 2;
  const [first, second, third] = [noon(40), noon(3), noon(1)];
  let now: number | null = first;
  const s = await openPaypalShop({ now: () => now ?? Date.now() });
  const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);
  return {
    s,
    first: dayOf(first),
    second: dayOf(second),
    third: dayOf(third),
    goOn: (to: "second" | "third" = "second") => {
      now = to === "second" ? second : third;
    },
    /** By the true time: what was signed long ago is refused. */
    deliver: async (filter: object = {}) => {
      const told = now;
      now = null;
      const answers = await s.flush(filter);
      now = told;
      expect(new Set(answers)).toEqual(new Set([200]));
    },
  };
}

type TwoDays = Awaited<ReturnType<typeof openTwoDays>>;

export async function readDay({ shop, admin }: PaypalShop, day: string): Promise<Spending> {
  const answer = await shop.send({ url: `/api/spending?from=${day}&to=${day}`, as: admin });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data;
}

/** A payment that PayPal holds back; answers its order and capture. */
async function heldBack(s: PaypalShop): Promise<{ order: Order; captureId: string }> {
  const order = await s.order();
  const paypalOrderId = await s.start(order);
  await s.approve(paypalOrderId, { instrument: "pending" });
  expect((await s.capture(paypalOrderId)).body.code).toBe("CAPTURE_PENDING");
  const { rows } = await s.shop.platform.db.execute("select id from captures where status = 'PENDING'");
  return { order, captureId: rows[0]!.id as string };
}

/** The first day's: what the second one undoes is paid, given back and reversed here. */
export async function liveFirstDay({ s, deliver }: TwoDays) {
  const held = await heldBack(s);
  const partly = await s.paid();
  expect((await refund(s, partly.order, { amount: "4.00" })).status).toBe(200);
  const item = await s.paid("item");
  expect((await refund(s, item.order)).status).toBe(200);
  const reversed = await s.paid();
  await s.paypal.control("POST", `/captures/${reversed.captureId}/reverse`);
  const twice = await paidTwice(s);
  await s.heal();
  await deliver();
  return { held, partly, item, reversed, twice };
}

/** The held payment comes in, the item's refund fails, and the shop wins the dispute. */
export async function liveSecondDay(
  { s, deliver }: TwoDays,
  { held, item, reversed }: Awaited<ReturnType<typeof liveFirstDay>>,
): Promise<void> {
  await s.paypal.control("POST", `/captures/${held.captureId}/complete`);
  const { body: orders } = await s.paypal.control("GET", "/orders");
  const { payments } = orders.find(({ id }: Order) => id === item.paypalOrderId).purchase_units[0];
  const update_time = (await s.paypal.control("POST", `/captures/${reversed.captureId}/dispute`)).body.dispute
    .create_time;
  await s.paypal.control("POST", `/captures/${reversed.captureId}/resolve-dispute`);
  await deliver();
  await processEvent(s.shop.platform, {
    mode: "sandbox",
    id: "WH-FAILED",
    type: "PAYMENT.REFUND.FAILED",
    resource: { ...payments.refunds[0], status: "FAILED", update_time },
    body: { id: "WH-FAILED" },
  });
}
