import { databaseNow } from "#server/db/clock.ts";
import { withDeadlockRetry } from "#server/db/with-deadlock-retry.ts";
import { notifyAdmins } from "#server/features/mail/notify-admins.ts";
import { loadTemplates } from "#server/features/mail/queue-mail.ts";
import { findOrderById, lockOrderById, type OrderRow } from "#server/features/orders/orders.service.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { Paypal } from "#server/providers/paypal/paypal.ts";
import { isRateLimited } from "#server/providers/paypal/result.ts";
import { findAttempt } from "./attempts/attempts.repository.ts";
import { inADay, nextCaptureCheck } from "./capture/fulfil-order.ts";
import { recordPayment } from "./capture/record-payment.ts";
import { adminOrderPath } from "./payment-mails.ts";
import { type CaptureRow, findDueCaptures, updateCapture } from "./payments.repository.ts";
import { findReversalsOfCapture, type ReversalRow } from "./refunds/refunds.repository.ts";
import { recordReversal } from "./refunds/reversals.ts";
import { reversalOf } from "./refunds/save-reversal.ts";
import { isOfAnotherAccount, paypalForMode } from "./settings/paypal-account.ts";
import { isSandboxInLiveShop } from "./settings/paypal-settings.ts";

const batchSize = 40;
const atOnce = 5;

/**
 * Asks PayPal once a day what became of paid orders, for 180 days and until no refund is pending, so that a refund or
 * reversal whose webhook was lost is found. PayPal's orders do not tell of disputes: `backfillEvents` finds those. Answers
 * whether there is more to do now.
 */
export async function recheckCaptures(platform: Platform, signal?: AbortSignal): Promise<boolean> {
  const due = await findDueCaptures(platform.db, batchSize);
  for (let at = 0; at < due.length; at += atOnce) {
    if (signal?.aborted) return false;
    const limited = await Promise.all(due.slice(at, at + atOnce).map((one) => review(platform, one)));
    if (limited.includes(true)) return false;
  }
  return due.length === batchSize;
}

const isPending = ({ state }: { state: ReversalRow["state"] }) => state === "pending";

/** Answers whether PayPal has had enough of requests. */
async function review(platform: Platform, capture: CaptureRow): Promise<boolean> {
  try {
    // Postponed before it is read, so that one that throws is not first again next time.
    const now = await databaseNow(platform.db);
    const isAwaited = (await findReversalsOfCapture(platform.db, capture.id)).some(isPending);
    const checkAt = isAwaited ? inADay(now) : nextCaptureCheck(capture.fulfilledAt ?? capture.createdAt, now);
    await updateCapture(platform.db, capture.id, { checkAt });
    const reason = await recheck(platform, capture);
    if (reason === null) return false;
    await updateCapture(platform.db, capture.id, { checkAt: new Date(now.getTime() + 3_600_000) });
    return isRateLimited(reason);
  } catch (error) {
    platform.log.error({ err: error, capture: capture.id }, "a paid order could not be reviewed");
    return false;
  }
}

/** Answers why PayPal could not tell, or null. */
async function recheck(platform: Platform, capture: CaptureRow): Promise<string | null> {
  const attempt = await findAttempt(platform.db, capture.attemptId);
  if (!attempt?.paypalOrderId || (await isSandboxInLiveShop(platform.db, attempt.mode))) return null;
  const paypal = await paypalForMode(platform, attempt.mode);
  if (!paypal) return null;
  const read = await paypal.readOrder(attempt.paypalOrderId);
  if (read.kind === "ok" && read.value.id === attempt.paypalOrderId) {
    await recordPayment(platform, attempt.id, read.value, { source: "reconciler" });
    return null;
  }
  if (read.kind === "ok") return "another order";
  if (read.kind === "refused") {
    const { isAwaited, reason } = await readPending(platform, paypal, capture);
    if (isAwaited) return reason;
  }
  const told = read.kind === "refused" ? await paypal.readCapture(capture.id) : read;
  if (told.kind === "ok") await notifyStatusChanged(platform, capture, told.value.status);
  if (told.kind !== "unknown" || (await isOfAnotherAccount(platform, attempt, told))) return null;
  return told.reason;
}

/** For when PayPal no longer has the order: reads each pending refund by itself, and answers whether one is so still. */
async function readPending(
  platform: Platform,
  paypal: Paypal,
  capture: CaptureRow,
): Promise<{ isAwaited: boolean; reason: string | null }> {
  const rows = await findReversalsOfCapture(platform.db, capture.id);
  let isAwaited = false;
  for (const { id, kind } of rows.filter(isPending)) {
    const read = await paypal.readRefund(id);
    if (read.kind === "unknown") return { isAwaited: true, reason: read.reason };
    if (read.kind === "refused" || read.value.id !== id || kind === "dispute") continue;
    const update = reversalOf(read.value, kind);
    isAwaited ||= isPending(update);
    await loadTemplates();
    await withDeadlockRetry(platform.db, async (tx) => {
      const order = await lockOrderById(tx, capture.orderId);
      await recordReversal(platform, tx, order!, capture, update);
    });
  }
  return { isAwaited, reason: null };
}

/** For when PayPal no longer has the order: a capture by itself does not tell how much was refunded. */
async function notifyStatusChanged(platform: Platform, capture: CaptureRow, status: string): Promise<void> {
  const order = await findOrderById(platform.db, capture.orderId);
  if (!order || status === statusOf(order)) return;
  await loadTemplates();
  await platform.db.transaction((tx) =>
    notifyAdmins(platform, tx, {
      key: `payment-changed:${capture.id}:${status}`,
      templateName: "Payment problem",
      subject: `Please check order ${order.orderId}: PayPal says ${status} of its payment`,
      paragraphs: [
        `PayPal transaction ${capture.id} of order ${order.orderId} stands as ${status} at PayPal, and the order as ${order.paymentStatus} in the shop.`,
        "Please look at this transaction in your PayPal account.",
      ],
      path: adminOrderPath(order),
    }),
  );
}

/** The capture's status that the order's refunds amount to. */
function statusOf({ refundedMinor, totalMinor }: OrderRow): string {
  if (refundedMinor === 0) return "COMPLETED";
  return refundedMinor < totalMinor ? "PARTIALLY_REFUNDED" : "REFUNDED";
}
