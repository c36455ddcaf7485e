import type { Tx } from "#server/db/database.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { PaypalRefund } from "#server/providers/paypal/answers.ts";
import type { Paypal } from "#server/providers/paypal/paypal.ts";
import { type PaypalResult, unknown } from "#server/providers/paypal/result.ts";
import type { AttemptRow } from "../attempts/attempts.repository.ts";
import { recordPayment } from "../capture/record-payment.ts";
import type { CaptureRow } from "../payments.repository.ts";
import { paypalForMode } from "../settings/paypal-account.ts";
import { isForgotten } from "./refund-ends.ts";
import { cancelledBy, hasLeft } from "./refund-requests.ts";
import { findReversalsOfCapture, type RefundRequestRow, type ReversalRow } from "./refunds.repository.ts";

/** What has gone back of a payment since its refund was asked for, and was not named by a request. */
export interface Gone {
  kind: "gone";
  minor: number;
  /** The refund that is taken for the one that was asked for: it was that whose answer was lost, or stands in its place. */
  refund: ReversalRow | null;
}

/** PayPal's times are whole seconds, and its clock and the database's differ. */
const clocksDifferMs = 60_000;

/** Its answer may be lost, or its admin was told that it goes on, and may have given the money back at PayPal instead. */
export function isSentAgain({ lastError, checkAt }: RefundRequestRow, now: Date): boolean {
  return lastError !== null || (checkAt !== null && checkAt <= now);
}

/**
 * Sends a refund. Before it is sent again PayPal is read: what was given back there meanwhile must not go twice. A refund
 * that PayPal has forgotten is read, and not sent.
 */
export async function askForRefund(
  platform: Platform,
  request: RefundRequestRow,
  capture: CaptureRow,
  attempt: AttemptRow,
  now: Date,
): Promise<PaypalResult<PaypalRefund> | Gone> {
  const paypal = await paypalForMode(platform, attempt.mode);
  if (!paypal) return unknown("no credentials");
  if (isSentAgain(request, now)) {
    const read = await readPayment(platform, paypal, attempt, capture.id);
    const gone = await goneSince(platform.db, request);
    if (gone) return gone;
    if (read.kind !== "ok") return read;
    if (isForgotten(request, now)) return unknown(request.lastError ?? "no answer");
  }
  const { amountMinor: minor, note, requestId } = request;
  return paypal.refundCapture(capture.id, { minor, currency: capture.currency, note }, requestId);
}

/**
 * Books what PayPal's order tells of refunds. Of one that PayPal no longer has the capture tells, as long as nothing of it
 * has gone back.
 */
async function readPayment(
  platform: Platform,
  paypal: Paypal,
  attempt: AttemptRow,
  captureId: string,
): Promise<PaypalResult<unknown>> {
  if (!attempt.paypalOrderId) return unknown("no order at PayPal");
  const read = await paypal.readOrder(attempt.paypalOrderId);
  if (read.kind === "refused") {
    const capture = await paypal.readCapture(captureId);
    if (capture.kind === "unknown") return capture;
    return capture.kind === "ok" && capture.value.status === "COMPLETED" ? capture : read;
  }
  if (read.kind !== "ok") return read;
  if (read.value.id !== attempt.paypalOrderId) return unknown("another order");
  await recordPayment(platform, attempt.id, read.value, { source: "admin" });
  return read;
}

async function goneSince(tx: Tx, { captureId, createdAt }: RefundRequestRow): Promise<Gone | null> {
  const rows = await findReversalsOfCapture(tx, captureId);
  const wentAt = (row: ReversalRow) => row.occurredAt ?? row.createdAt;
  const since = rows.filter(
    (row) =>
      row.kind !== "dispute" &&
      hasLeft(row) &&
      row.askedAt === null &&
      // What the shop knew of by then was seen by whoever asked.
      row.createdAt >= createdAt &&
      wentAt(row).getTime() >= createdAt.getTime() - clocksDifferMs &&
      !cancelledBy(rows, row),
  );
  if (since.length === 0) return null;
  // PayPal itself may have made one to carry a dispute out.
  const isOfDispute = (refund: ReversalRow) =>
    rows.some(
      (row) => row.kind === "dispute" && createdAt < row.createdAt && row.createdAt <= wentAt(refund),
    );
  const refund = since.findLast((row) => row.kind === "refund" && !isOfDispute(row)) ?? null;
  return { kind: "gone", minor: since.reduce((sum, row) => sum + row.amountMinor, 0), refund };
}
