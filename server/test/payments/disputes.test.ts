import { expect, test } from "vitest";
import { outbox } from "#server/db/tables/mail.ts";
import { type Order, openPaypalShop, type PaypalShop } from "./paypal-shop.ts";

const usd = (value: string) => ({ currency_code: "USD", value });
const minuteOf = (minute: number) => new Date(Date.UTC(2026, 2, 1, 10, minute)).toISOString();

let events = 0;

/** Has PayPal send an event of a capture, at a minute of its own clock. */
async function send(s: PaypalShop, type: string, resource: object): Promise<void> {
  events += 1;
  const event = { id: `WH-DISPUTES-${events}`, event_type: type, resource };
  const { body } = await s.paypal.control("POST", "/webhooks/send", { event });
  expect(body.results.map(({ status }: { status: number }) => status)).toEqual([200]);
}

function dispute(captureId: string, minute: number, value: string, changes: object = {}) {
  return {
    dispute_id: `PP-${captureId}`,
    status: "OPEN",
    disputed_transactions: [{ seller_transaction_id: captureId }],
    dispute_amount: usd(value),
    create_time: minuteOf(0),
    update_time: minuteOf(minute),
    ...changes,
  };
}

function refund(captureId: string, value: string | null) {
  return {
    id: `REFUND-${captureId}`,
    status: "COMPLETED",
    ...(value === null ? {} : { amount: usd(value) }),
    links: [{ rel: "up", href: `https://api.paypal.com/v2/payments/captures/${captureId}` }],
    create_time: minuteOf(0),
  };
}

/** Status, money that went back, and the buyer's balance. */
async function stands(s: PaypalShop, order: Order): Promise<string> {
  const { paymentStatus, refundedAmount } = await s.read(order);
  return `${paymentStatus} ${refundedAmount}, ${await s.balance()} credits`;
}

async function mailsNamed(s: PaypalShop, templateName: string): Promise<number> {
  const mails = await s.shop.platform.db.select().from(outbox);
  return mails.filter((mail) => mail.templateName === templateName).length;
}

test("a dispute whose amount changes takes what the new amount is worth, and is told once", async () => {
  const s = await openPaypalShop();
  const { order, captureId } = await s.paid();
  await send(s, "CUSTOMER.DISPUTE.CREATED", dispute(captureId, 0, "5.00"));
  expect(await stands(s, order)).toBe("Disputed 0.00, 6 credits");
  await send(s, "CUSTOMER.DISPUTE.UPDATED", dispute(captureId, 2, "12.50"));
  expect(await stands(s, order)).toBe("Disputed 0.00, 0 credits");
  await send(s, "CUSTOMER.DISPUTE.UPDATED", dispute(captureId, 1, "2.50"));
  expect(await stands(s, order), "older news").toBe("Disputed 0.00, 0 credits");
  await send(s, "CUSTOMER.DISPUTE.UPDATED", dispute(captureId, 3, "7.50"));
  expect(await stands(s, order)).toBe("Disputed 0.00, 4 credits");
  expect(await mailsNamed(s, "Dispute open")).toBe(1);
});

test("a refund counts by the amount that PayPal names for it, whether that comes first or later", async () => {
  const s = await openPaypalShop();
  const later = await s.paid();
  await send(s, "PAYMENT.CAPTURE.REFUNDED", refund(later.captureId, null));
  expect(await stands(s, later.order)).toBe("Refunded 12.50, 0 credits");
  expect(await s.membership()).toMatchObject({ level: "free" });
  await send(s, "PAYMENT.CAPTURE.REFUNDED", refund(later.captureId, "2.50"));
  expect(await stands(s, later.order)).toBe("Partially refunded 2.50, 8 credits");
  expect(await s.membership()).toMatchObject({ level: "premium" });
  const first = await s.paid();
  for (const amount of ["2.50", null]) {
    await send(s, "PAYMENT.CAPTURE.REFUNDED", refund(first.captureId, amount));
    expect(await stands(s, first.order)).toBe("Partially refunded 2.50, 16 credits");
  }
});
