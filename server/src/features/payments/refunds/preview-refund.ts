import { minorToText } from "#contract/money.ts";
import type { RefundEffect } from "#contract/payments.ts";
import { databaseNow } from "#server/db/clock.ts";
import type { Db, Tx } from "#server/db/database.ts";
import { newId } from "#server/db/ids.ts";
import { withDeadlockRetry } from "#server/db/with-deadlock-retry.ts";
import { lockOrderById, readAnyOrder } from "#server/features/orders/orders.service.ts";
import type { Platform } from "#server/platform/platform.ts";
import { effectForAdmin } from "./effect-text.ts";
import { refundAmount, refundableCapture } from "./refund-order.ts";
import { createRefundRequest } from "./refund-requests.ts";
import { insertReversal, updateRefundRequest } from "./refunds.repository.ts";
import { applyMeasured } from "./reversals.ts";

/**
 * What a refund would take back. It is carried out on the shop's own books by what carries out every refund, and rolled
 * back: no second reckoning can tell something else. PayPal is not asked.
 */
export async function previewRefund(
  platform: Platform,
  viewer: { id: string; email: string },
  id: string,
  asked: string | undefined,
): Promise<RefundEffect & { amount: string; message: string }> {
  const { id: orderId } = await readAnyOrder(platform.db, { ...viewer, role: "Admin" }, id);
  return rolledBack(platform.db, async (tx) => {
    const order = (await lockOrderById(tx, orderId))!;
    const capture = await refundableCapture(tx, order, undefined);
    const amountMinor = await refundAmount(tx, capture, asked);
    const refundId = `preview:${newId()}`;
    const now = await databaseNow(tx);
    const request = { amountMinor, note: null, idempotencyKey: null, checkAt: now };
    const { id: requestId } = await createRefundRequest(tx, capture, request);
    await updateRefundRequest(tx, requestId, { state: "done", refundId });
    await insertReversal(tx, {
      id: refundId,
      kind: "refund",
      state: "done",
      amountMinor,
      occurredAt: now,
      captureId: capture.id,
      orderId: order.id,
    });
    const { effect } = await applyMeasured(tx, order);
    return { ...effect, amount: minorToText(amountMinor, capture.currency), message: effectForAdmin(effect) };
  });
}

/** Ends the transaction that tells it. */
const rollback = new Error("A preview is rolled back.");

async function rolledBack<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  let done: { value: T } | undefined;
  try {
    await withDeadlockRetry(db, async (tx) => {
      done = { value: await work(tx) };
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
  return done!.value;
}
