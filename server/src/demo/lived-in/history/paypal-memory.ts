import { minorToText } from "#contract/money.ts";
import { newAccountId } from "#emulators/paypal/ids.ts";
import { emptyState, serialiseState } from "#emulators/paypal/state.ts";
import { demoPaypalClient } from "#server/db/seed/content/demo-paypal.ts";
import type { HistoryRows } from "./history-rows.ts";

/** The demo's PayPal knows the payments of the history as well, so that an admin can give them back. */
export function paypalMemory(rows: HistoryRows): string {
  const state = emptyState();
  const { clientId, email, merchantId } = demoPaypalClient;
  const payee = { email_address: email, merchant_id: merchantId };
  const attempts = new Map(rows.attempts.map((attempt) => [attempt.id, attempt]));
  const orders = new Map(rows.orders.map((order) => [order.id, order]));
  for (const capture of rows.captures) {
    const order = orders.get(capture.orderId)!;
    const paypalOrderId = attempts.get(capture.attemptId)!.paypalOrderId!;
    const amount = paypalMoney(capture.amountMinor, capture.currency);
    const ids = { customId: order.orderId, invoiceId: order.paymentId };
    const [createTime, updateTime] = [paypalTime(capture.createdAt), paypalTime(capture.changedAt!)];
    const [given_name = "", ...rest] = order.customerName.split(" ");
    state.orders.set(paypalOrderId, {
      id: paypalOrderId,
      clientId,
      status: "COMPLETED",
      unit: {
        reference_id: "default",
        amount: { ...amount, breakdown: { item_total: amount } },
        description: order.productName,
        custom_id: order.orderId,
        invoice_id: order.paymentId,
      },
      payee,
      paypalSource: false,
      approval: {
        instrument: "balance",
        payer: {
          payer_id: newAccountId(),
          email_address: order.customerEmail,
          name: { given_name, surname: rest.join(" ") },
          address: { country_code: "US" },
        },
      },
      declines: 0,
      captureIds: [capture.id],
      createTime,
      updateTime,
    });
    state.captures.set(capture.id, {
      id: capture.id,
      orderId: paypalOrderId,
      clientId,
      status: capture.status as "COMPLETED",
      amount,
      ...ids,
      payee,
      createTime,
      updateTime,
    });
  }
  for (const { id, captureId, amountMinor, createdAt } of rows.reversals) {
    const { customId, invoiceId, amount } = state.captures.get(captureId)!;
    state.refunds.set(id, {
      id,
      captureId,
      clientId,
      amount: paypalMoney(amountMinor, amount.currency_code),
      kind: "refund",
      status: "COMPLETED",
      ...(customId && invoiceId ? { customId, invoiceId } : {}),
      createTime: paypalTime(createdAt),
      updateTime: paypalTime(createdAt),
    });
  }
  return serialiseState(state);
}

const paypalMoney = (minor: number, currency: string) => ({
  currency_code: currency,
  value: minorToText(minor, currency),
});
const paypalTime = (at: Date) => `${at.toISOString().slice(0, 19)}Z`;
