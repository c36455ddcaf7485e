import type { ApiClient } from "#contract/call.ts";
import type { OrderKind } from "#contract/orders.ts";
import {
  capturePaypalOrder,
  type unfinishedCodes,
  updateItemPaymentStatus,
  updatePaymentStatus,
  verifyOrder,
} from "#contract/payments.ts";
import { ApiError, statusOf } from "#web/api/client.ts";
import { paymentTexts, unmatchedText } from "#web/features/payments/messages.ts";
import type { Notice } from "#web/features/shell/page-notice.tsx";

/** The order that is being paid; `id` is what the shop's calls take. */
export type Payable = { kind: OrderKind; id: string; orderId: string };

export type Unfinished = (typeof unfinishedCodes)[number];

export type Outcome =
  /** `modified` false: it stood as paid before this page asked. */
  | { kind: "paid"; modified: boolean }
  /** PayPal or the shop is not done; nobody may pay again meanwhile. */
  | { kind: "waiting"; reason: Unfinished }
  /** PayPal's window opens again with the same order, where that can still be paid; else the buttons make another. */
  | { kind: "declined"; text: string; isPayable?: boolean }
  | { kind: "failed"; text: string }
  /** Money may have moved, and a person has to look at it. */
  | { kind: "contact"; text: string; transactionId: string | null };

/** What is said of it on another page, to whoever has gone there meanwhile. */
export function noticeOf(outcome: Outcome, { orderId }: Payable): Notice {
  if (outcome.kind === "paid") return { kind: "success", text: `Order ${orderId} is paid.` };
  if (outcome.kind === "waiting")
    return {
      kind: "info",
      text: `The payment of order ${orderId} is still being confirmed. Please don't pay again.`,
    };
  const id = outcome.kind === "contact" && outcome.transactionId;
  const transaction = id && !outcome.text.includes(id) ? ` Transaction ID: ${id}.` : "";
  return { kind: "error", text: `Order ${orderId}: ${outcome.text}${transaction}` };
}

/**
 * No answer, or one that says nothing about the money: the same call again is safe and settles it. PROVIDER_FAILED says that
 * PayPal took none.
 */
function isUncertain(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === "PROVIDER_FAILED") return false;
  return error.status === 0 || error.status === 429 || error.status >= 500;
}

const isPaid = (status: string) => status.toLowerCase() === "paid";

/**
 * Has the server capture what the payer approved, and says what came of it. A lost answer is asked for again; the
 * server captures once however often it is asked.
 */
export async function settle(
  api: ApiClient,
  order: Payable,
  paypalOrderId: string,
  wait: (ms: number) => Promise<void>,
): Promise<Outcome> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const { status, body } = await api(capturePaypalOrder, { params: { id: paypalOrderId } });
      if (status === 202) return { kind: "waiting", reason: body.code ?? "PENDING_VERIFICATION" };
      const { paymentStatus, paypalTransactionID } = body.data;
      if (!paypalTransactionID) return { kind: "failed", text: paymentTexts.detailsMissing };
      if (isPaid(paymentStatus)) return { kind: "paid", modified: true };
      return await update(api, order, paypalTransactionID);
    } catch (error) {
      if (!isUncertain(error)) return refused(error);
      if (attempt >= 2) return { kind: "waiting", reason: "PENDING_VERIFICATION" };
      await wait(1000 * 2 ** attempt);
    }
  }
}

function refused(error: unknown): Outcome {
  if (!(error instanceof ApiError)) throw error;
  if (error.code === "INSTRUMENT_DECLINED") {
    const { isPayable = true } = (error.data ?? {}) as { isPayable?: boolean };
    return { kind: "declined", text: error.message, isPayable };
  }
  if (error.code === "PAYMENT_MISMATCH") {
    return { kind: "contact", text: paymentTexts.unexpected, transactionId: transactionOf(error.data) };
  }
  if (error.status === 401 || error.code === "COUPON_USED_UP") return { kind: "failed", text: error.message };
  return { kind: "failed", text: error.status === 404 ? paymentTexts.notFound : paymentTexts.failed };
}

function transactionOf(data: unknown): string | null {
  const id = (data as { paypalTransactionID?: unknown } | null | undefined)?.paypalTransactionID;
  return typeof id === "string" ? id : null;
}

/** The documented hint, for a capture that went through while the order does not stand as paid. */
async function update(api: ApiClient, order: Payable, transactionId: string): Promise<Outcome> {
  const call = order.kind === "package" ? updatePaymentStatus : updateItemPaymentStatus;
  try {
    const { body } = await api(call, { params: { id: order.id } });
    if (body.matchedCount === 0)
      return { kind: "contact", text: unmatchedText(transactionId), transactionId };
    if (!body.success) return { kind: "contact", text: paymentTexts.unexpected, transactionId };
    return { kind: "paid", modified: body.modifiedCount > 0 };
  } catch (error) {
    const unmatched = statusOf(error) === 404;
    return {
      kind: "contact",
      text: unmatched ? unmatchedText(transactionId) : paymentTexts.updateFailed,
      transactionId,
    };
  }
}

/**
 * Asks once more about an order whose payment was not final. Null: still not. A failed question is no news either.
 * What PayPal held back and holds back no longer was turned down; what is not known is turned down once nothing of the
 * order's payments is awaited any more.
 */
export async function askAgain(api: ApiClient, order: Payable, reason: Unfinished): Promise<Outcome | null> {
  try {
    const { data } = (await api(verifyOrder, { params: { id: order.id } })).body;
    if (isPaid(data.paymentStatus)) return { kind: "paid", modified: false };
    const isOpen = reason === "PENDING_VERIFICATION" ? data.isAwaited : data.capturePending;
    if (isOpen) return null;
    return { kind: "declined", text: paymentTexts.declined };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.code === "PAYMENT_MISMATCH"
      ? { kind: "contact", text: paymentTexts.unexpected, transactionId: transactionOf(error.data) }
      : null;
  }
}
