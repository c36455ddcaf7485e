import { withDeadlockRetry } from "#server/db/with-deadlock-retry.ts";
import { lockOrderById, type OrderRow } from "#server/features/orders/order-rows.service.ts";
import type { Platform } from "#server/platform/platform.ts";
import { scheduleRecheck } from "../capture/capture-payment.ts";
import type { Source } from "../capture/fulfil-order.ts";
import {
  type AfterRecord,
  lockAttempt,
  moveAttempt,
  type PaymentOutcome,
} from "../capture/record-payment.ts";
import { applyUnmatchedCapture, newClaim, readUnmatchedCapture } from "../capture/unmatched-capture.ts";
import { adminOrderPath, notifyAdmins } from "../payment-mails.ts";
import { readPaypalSettings } from "../settings/change-paypal-settings.ts";
import { paypalForMode } from "../settings/paypal-account.ts";
import { type AttemptRow, findCapture, findClaim, upsertClaim } from "./attempts.repository.ts";

export const claimLimit = { name: "payment-claim", max: 20, windowSeconds: 3600, by: "user" } as const;

/**
 * Writes down which capture a client says has paid its order, before PayPal is asked about it: where PayPal is away or
 * the process dies, the reconciler goes on. What is known or being asked already counts against nobody's limit.
 */
export async function recordClaim(platform: Platform, order: OrderRow, captureId: string): Promise<void> {
  const known = await findCapture(platform.db, captureId);
  if (known?.orderId === order.id) return;
  const claim = await findClaim(platform.db, order.id, captureId);
  if (claim?.state === "claimed" || claim?.paypalOrderId) return;
  await platform.rateLimits.use(claimLimit, order.userId);
  const { mode } = await readPaypalSettings(platform.db);
  await withDeadlockRetry(platform.db, async (tx) => {
    await lockOrderById(tx, order.id);
    await upsertClaim(tx, newClaim(order, mode, captureId));
  });
}

/**
 * Reads the claimed capture at PayPal. It pays the order that it names itself, whoever claims it; a claim for another
 * order, or of money that is no order's, grants nothing.
 */
export async function syncClaim(
  platform: Platform,
  claim: AttemptRow,
  source: Source,
  also?: AfterRecord,
): Promise<PaymentOutcome> {
  const captureId = claim.claimedCaptureId!;
  const known = await findCapture(platform.db, captureId);
  if (known?.orderId === claim.orderId) return closeClaim(platform, claim, { also });
  if (known) return closeClaim(platform, claim, { reason: "it belongs to another order", tell: true, also });
  const paypal = await paypalForMode(platform, claim.mode);
  if (!paypal) return scheduleRecheck(platform, claim.id, "no credentials", also);
  const found = await readUnmatchedCapture(paypal, captureId);
  if (found.kind === "unknown") return scheduleRecheck(platform, claim.id, found.reason, also);
  if (found.kind === "refused")
    return closeClaim(platform, claim, { reason: "PayPal does not know it", tell: false, also });
  const taken = await applyUnmatchedCapture(platform, claim.mode, found.value, source, also);
  if (taken.kind === "unknown") return scheduleRecheck(platform, claim.id, taken.reason, also);
  if (taken.kind !== "settled") {
    const { reason, kind } = taken;
    return closeClaim(platform, claim, { reason, tell: kind === "another payee", also });
  }
  const { order } = taken.settled;
  if (order.id === claim.orderId) return taken.settled;
  return closeClaim(platform, claim, { reason: `it pays order ${order.orderId}`, tell: true, also });
}

/** Without a reason the capture is the order's own and known by now. Money that is no order's was told of already. */
async function closeClaim(
  platform: Platform,
  { id, claimedCaptureId: captureId }: AttemptRow,
  { reason, tell = false, also }: { reason?: string; tell?: boolean; also: AfterRecord | undefined },
): Promise<PaymentOutcome> {
  return withDeadlockRetry(platform.db, async (tx): Promise<PaymentOutcome> => {
    const { attempt, order } = await lockAttempt(tx, id);
    if (attempt.state === "claimed") await moveAttempt(tx, attempt, "expired", reason ?? null);
    if (tell) {
      await notifyAdmins(platform, tx, {
        key: `payment-claim:${captureId}`,
        templateName: "Payment problem",
        subject: `Please check PayPal transaction ${captureId}: it does not pay order ${order.orderId}`,
        paragraphs: [
          `${order.customerEmail} named PayPal transaction ${captureId} as the payment of order ${order.orderId}, but ${reason}.`,
          "Nothing was granted for it.",
        ],
        path: adminOrderPath(order),
      });
    }
    await also?.(tx, order, reason ? "mismatch" : "known");
    if (order.paidAt) return { kind: "paid", order, fulfilledNow: false };
    return reason ? { kind: "mismatch", order, reason } : { kind: "open", order };
  });
}
