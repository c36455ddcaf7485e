import type { PaypalMode } from "#contract/paypal-settings-form.ts";
import { databaseNow } from "#server/db/clock.ts";
import { newId } from "#server/db/ids.ts";
import { withDeadlockRetry } from "#server/db/with-deadlock-retry.ts";
import { findOrderByPublicId, lockOrderById, type OrderRow } from "#server/features/orders/orders.service.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { PaypalCapture, PaypalOrder } from "#server/providers/paypal/answers.ts";
import type { Paypal } from "#server/providers/paypal/paypal.ts";
import { isForbidden, type PaypalResult, reasonOf, unknown } from "#server/providers/paypal/result.ts";
import { nextCheck } from "../attempts/attempt-states.ts";
import {
  type AttemptRow,
  findAttemptOfPaypalOrder,
  type NewAttemptRow,
  updateAttempt,
  upsertClaim,
} from "../attempts/attempts.repository.ts";
import type { Cause, PaymentOutcome } from "../attempts/attempts.ts";
import { ownPayee } from "../settings/paypal-account.ts";
import { readPaypalSettings } from "../settings/paypal-settings.ts";
import { isCompletedCapture, isSamePayee, mismatchOf } from "./match-capture.ts";
import { recordPayment } from "./record-payment.ts";
import { recordStrayPayment } from "./stray-payment.ts";

/** A capture of which the shop knows no attempt, with its PayPal order. */
export interface UnmatchedCapture {
  capture: PaypalCapture;
  paypalOrder: PaypalOrder;
}

export type Applied =
  | { kind: "applied"; outcome: PaymentOutcome }
  | { kind: "stray" | "another payee"; reason: string }
  | { kind: "unknown"; reason: string };

export async function readUnmatchedCapture(
  paypal: Paypal,
  captureId: string,
): Promise<PaypalResult<UnmatchedCapture>> {
  const read = await paypal.readCapture(captureId);
  // 403: another merchant's capture, and so no payment of this shop.
  if (read.kind === "unknown" && isForbidden(read.reason)) return refused(read.reason);
  if (read.kind !== "ok") return read;
  const capture = read.value;
  if (capture.id !== captureId || !capture.paypalOrderId) return unknown("capture without its order");
  const order = await paypal.readOrder(capture.paypalOrderId);
  if (order.kind === "unknown") return order;
  const paypalOrder = order.kind === "ok" ? order.value : orderFromCapture(capture, capture.paypalOrderId);
  const isWhole =
    paypalOrder.id === capture.paypalOrderId && paypalOrder.captures.some(({ id }) => id === captureId);
  return isWhole ? { ...read, value: { capture, paypalOrder } } : unknown("another order");
}

/** The order as far as its capture tells, for when PayPal no longer has it. */
function orderFromCapture(capture: PaypalCapture, id: string): PaypalOrder {
  const { customId, invoiceId, payee } = capture;
  const told = { customId, invoiceId, payee, payerEmail: null };
  return { id, status: "COMPLETED", ...told, captures: [capture], refunds: [] };
}

function refused(issue: string): PaypalResult<never> {
  return { kind: "refused", status: 403, name: "NOT_AUTHORIZED", issue, message: "", debugId: null };
}

/**
 * Applies a capture whose PayPal order the shop did not create. A client may have created it, with the shop's custom_id
 * and invoice_id: where the capture agrees in everything, and its payee is the shop's account, it pays the order that it
 * names. Other money in the shop's account becomes a stray payment.
 */
export async function applyUnmatchedCapture(
  platform: Platform,
  mode: PaypalMode,
  { capture, paypalOrder }: UnmatchedCapture,
  cause: Cause,
): Promise<Applied> {
  const made = await findAttemptOfPaypalOrder(platform.db, paypalOrder.id);
  if (made) return settledBy(platform, made.id, paypalOrder, cause);
  const payee = await ownPayee(platform, mode);
  if (payee.kind !== "ok") return { kind: "unknown", reason: reasonOf(payee) };
  const own = { payeeMerchantId: payee.value.merchantId, payeeEmail: payee.value.email };
  if (!isSamePayee(own, capture.payee ?? paypalOrder.payee))
    return { kind: "another payee", reason: "it paid another payee" };
  const order = await orderOf(platform, capture, paypalOrder);
  const difference = order
    ? (mismatchOf(order, own, capture, paypalOrder) ?? invoiceMismatch(order, capture, paypalOrder))
    : "it names no order of the shop";
  if (!order || difference) {
    const reason = order ? `it differs from order ${order.orderId}: ${difference}` : `${difference}`;
    const payer = { email: paypalOrder.payerEmail, orderId: order?.id ?? null };
    const refunds = paypalOrder.refunds.filter(({ captureId }) => captureId === capture.id);
    if (isCompletedCapture(capture.status))
      await recordStrayPayment(platform, mode, capture, payer, reason, refunds);
    return { kind: "stray", reason };
  }
  const { clientId } = (await readPaypalSettings(platform.db))[mode];
  const attemptId = await adopt(platform, order, { mode, clientId, ...own }, capture.id, paypalOrder.id);
  return settledBy(platform, attemptId, paypalOrder, cause);
}

async function settledBy(
  platform: Platform,
  attemptId: string,
  paypalOrder: PaypalOrder,
  cause: Cause,
): Promise<Applied> {
  return {
    kind: "applied",
    outcome: await recordPayment(platform, attemptId, paypalOrder, cause),
  };
}

async function orderOf(
  platform: Platform,
  capture: PaypalCapture,
  paypalOrder: PaypalOrder,
): Promise<OrderRow | null> {
  const publicId = capture.customId ?? paypalOrder.customId;
  return publicId ? findOrderByPublicId(platform.db, publicId) : null;
}

function invoiceMismatch(order: OrderRow, capture: PaypalCapture, paypalOrder: PaypalOrder): string | null {
  const named = [capture.invoiceId, paypalOrder.invoiceId].filter((id) => id !== null);
  return named.length > 0 && named.every((id) => id === order.paymentId)
    ? null
    : "invoice_id of another order";
}

/** Makes PayPal's order an attempt of the shop's order; from here on it is like one that the shop created. */
async function adopt(
  platform: Platform,
  order: OrderRow,
  account: Pick<AttemptRow, "mode" | "clientId" | "payeeMerchantId" | "payeeEmail">,
  captureId: string,
  paypalOrderId: string,
): Promise<string> {
  return withDeadlockRetry(platform.db, async (tx) => {
    await lockOrderById(tx, order.id);
    const made = await findAttemptOfPaypalOrder(tx, paypalOrderId);
    if (made) return made.id;
    const claim = await upsertClaim(tx, newClaim(order, account.mode, captureId, await databaseNow(tx)));
    await updateAttempt(tx, claim.id, { paypalOrderId, ...account });
    return claim.id;
  });
}

/** An attempt of which only a capture is known, not the PayPal order. */
export function newClaim(
  order: OrderRow,
  mode: PaypalMode,
  captureId: string,
  createdAt: Date,
): NewAttemptRow {
  return {
    orderId: order.id,
    mode,
    state: "claimed",
    claimedCaptureId: captureId,
    createRequestId: newId(),
    captureRequestId: newId(),
    amountMinor: order.totalMinor,
    currency: order.currency,
    checkAt: nextCheck("claimed", { createdAt, checks: 0 }, createdAt),
    createdAt,
  };
}
