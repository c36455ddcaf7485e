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

/** What of a capture is neither refunded nor asked for. Whoever acts on it holds the order's lock. */
export async function refundableMinor(tx: Tx, capture: CaptureRow): Promise<number> {
  const reversals = await findReversalsOfOrder(tx, capture.orderId);
  const rows = reversals.filter((row) => row.captureId === capture.id);
  const { refundedMinor } = refundTotals({ totalMinor: capture.amountMinor, credit: 0 }, rows);
  const requests = await findRefundRequestsOfOrder(tx, capture.orderId);
  const asked = requests
    .filter((request) => request.state === "open" && request.captureId === capture.id)
    .reduce((sum, request) => sum + request.amountMinor, 0);
  return capture.amountMinor - refundedMinor - asked;
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
