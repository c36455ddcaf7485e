import type { Tx } from "#server/db/database.ts";
import { newId } from "#server/db/ids.ts";
import type { CaptureRow } from "../payments.repository.ts";
import { refundTotals } from "./refund-totals.ts";
import {
  findRefundRequestsOfOrder,
  findReversalsOfOrder,
  insertRefundRequest,
  type RefundRequestRow,
} from "./refunds.repository.ts";

/** What of a capture has not gone back. */
async function keptMinor(tx: Tx, { id, orderId, amountMinor }: CaptureRow): Promise<number> {
  const rows = (await findReversalsOfOrder(tx, orderId)).filter((row) => row.captureId === id);
  return amountMinor - refundTotals({ totalMinor: amountMinor, credit: 0 }, rows).refundedMinor;
}

/** Whether all of a capture has gone back; of one whose amount nobody told that is not known. */
export async function isGivenBack(tx: Tx, capture: CaptureRow): Promise<boolean> {
  return capture.amountMinor > 0 && (await keptMinor(tx, capture)) <= 0;
}

/** What of a capture is neither refunded nor asked for. Whoever acts on it holds the order's lock. */
export async function refundableMinor(tx: Tx, capture: CaptureRow): Promise<number> {
  const requests = await findRefundRequestsOfOrder(tx, capture.orderId);
  const asked = requests
    .filter((request) => request.state === "open" && request.captureId === capture.id)
    .reduce((sum, request) => sum + request.amountMinor, 0);
  return (await keptMinor(tx, capture)) - asked;
}

/**
 * Stores a refund with its PayPal-Request-Id before anything is sent: however often it is sent, it is one refund.
 * https://developer.paypal.com/api/rest/reference/idempotency/
 */
export async function createRefundRequest(
  tx: Tx,
  capture: CaptureRow,
  refund: {
    amountMinor: number;
    note: string | null;
    returnsCouponUse?: boolean;
    idempotencyKey: string | null;
    checkAt: Date;
  },
): Promise<RefundRequestRow> {
  return insertRefundRequest(tx, {
    orderId: capture.orderId,
    captureId: capture.id,
    requestId: newId(),
    ...refund,
  });
}

/** Every 20 s in the first hour, then every ten minutes. */
export function nextRefundRetry(askedAt: Date): Date {
  const now = Date.now();
  return new Date(now + (now - askedAt.getTime() < 3_600_000 ? 20_000 : 600_000));
}
