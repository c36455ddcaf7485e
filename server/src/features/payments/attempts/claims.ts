import { databaseNow } from "#server/db/clock.ts";
import { withDeadlockRetry } from "#server/db/with-deadlock-retry.ts";
import { notifyAdmins } from "#server/features/mail/notify-admins.ts";
import { loadTemplates } from "#server/features/mail/queue-mail.ts";
import { lockOrderById, type OrderRow } from "#server/features/orders/orders.service.ts";
import type { Platform } from "#server/platform/platform.ts";
import { applyUnmatchedCapture, newClaim, readUnmatchedCapture } from "../capture/unmatched-capture.ts";
import { adminOrderPath } from "../payment-mails.ts";
import { findCapture } from "../payments.repository.ts";
import { paypalForMode } from "../settings/paypal-account.ts";
import { readPaypalSettings } from "../settings/paypal-settings.ts";
import { type AttemptRow, findClaim, upsertClaim } from "./attempts.repository.ts";
import { type Cause, lockAttempt, moveAttempt, type PaymentOutcome, scheduleRecheck } from "./attempts.ts";

export const claimLimit = { name: "payment-claim", max: 20, windowSeconds: 3600, by: "user" } as const;

/**
 * Stores which capture a client says has paid its order, before PayPal is asked about it: where PayPal is away or the
 * process dies, the reconciler goes on. A capture that is known, or claimed already, does not count against the limit.
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
    await upsertClaim(tx, newClaim(order, mode, captureId, await databaseNow(tx)));
  });
}

/**
 * Reads the claimed capture at PayPal. A capture pays the order that its custom_id names, whoever claims it. A claim for
 * another order grants nothing, nor does one of money that names no order.
 */
export async function syncClaim(
  platform: Platform,
  claim: AttemptRow,
  cause: Cause,
): Promise<PaymentOutcome> {
  const captureId = claim.claimedCaptureId!;
  const known = await findCapture(platform.db, captureId);
  if (known?.orderId === claim.orderId) return closeClaim(platform, claim, cause);
  if (known) return closeClaim(platform, claim, cause, { reason: "it belongs to another order", tell: true });
  const paypal = await paypalForMode(platform, claim.mode);
  if (!paypal) return scheduleRecheck(platform, claim.id, "no credentials", cause);
  const found = await readUnmatchedCapture(paypal, captureId);
  if (found.kind === "unknown") return scheduleRecheck(platform, claim.id, found.reason, cause);
  if (found.kind === "refused")
    return closeClaim(platform, claim, cause, { reason: "PayPal does not know it", tell: false });
  const taken = await applyUnmatchedCapture(platform, claim.mode, found.value, cause);
  if (taken.kind === "unknown") return scheduleRecheck(platform, claim.id, taken.reason, cause);
  if (taken.kind !== "applied") {
    const { reason, kind } = taken;
    return closeClaim(platform, claim, cause, { reason, tell: kind === "another payee" });
  }
  const { order } = taken.outcome;
  if (order.id === claim.orderId) return taken.outcome;
  return closeClaim(platform, claim, cause, { reason: `it pays order ${order.orderId}`, tell: true });
}

/** Without a reason the capture is known to be the order's own. `tell` mails the admins; of stray payments they know. */
async function closeClaim(
  platform: Platform,
  { id, claimedCaptureId: captureId }: AttemptRow,
  { afterRecord }: Cause,
  { reason, tell = false }: { reason?: string; tell?: boolean } = {},
): Promise<PaymentOutcome> {
  if (tell) await loadTemplates();
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
    await afterRecord?.(tx, order, reason ? "mismatch" : "known");
    if (order.paidAt) return { kind: "paid", order, fulfilledNow: false };
    return reason ? { kind: "mismatch", order, reason, captureId: captureId! } : { kind: "open", order };
  });
}
