import { lockOrderById, type OrderRow } from "#server/features/orders/order-rows.service.ts";
import type { Platform } from "#server/platform/platform.ts";
import { unknownYet } from "./capture-payment.ts";
import { claimOf, readFoundPayment, takeFoundPayment } from "./found-payment.ts";
import type { Source } from "./fulfil-order.ts";
import { inTransaction } from "./in-transaction.ts";
import { adminOrderPath, tellAdmins } from "./payment-mails.ts";
import { type AttemptRow, findCapture, findClaim, keepClaimRow } from "./payments.repository.ts";
import { paypalForMode } from "./paypal-account.ts";
import { readPaypalSettings } from "./paypal-settings.service.ts";
import { type Also, lockAttempt, moveAttempt, type Settled } from "./record-payment.ts";

export const claimLimit = { name: "payment-claim", max: 20, windowSeconds: 3600, by: "user" } as const;

/**
 * Writes down which capture a client says has paid its order, before PayPal is asked about it: where PayPal is away or
 * the process dies, the reconciler goes on. What is known or being asked already counts against nobody's limit.
 */
export async function keepClaim(platform: Platform, order: OrderRow, captureId: string): Promise<void> {
  const known = await findCapture(platform.db, captureId);
  if (known?.orderId === order.id) return;
  const claim = await findClaim(platform.db, order.id, captureId);
  if (claim?.state === "claimed" || claim?.paypalOrderId) return;
  await platform.rateLimits.use(claimLimit, order.userId);
  const { mode } = await readPaypalSettings(platform.db);
  await inTransaction(platform, async (tx) => {
    await lockOrderById(tx, order.id);
    await keepClaimRow(tx, claimOf(order, mode, captureId));
  });
}

/**
 * Reads the claimed capture at PayPal. It pays the order that it names itself, whoever claims it; a claim for another
 * order, or of money that is no order's, grants nothing.
 */
export async function settleClaim(
  platform: Platform,
  claim: AttemptRow,
  source: Source,
  also?: Also,
): Promise<Settled> {
  const captureId = claim.claimedCaptureId!;
  const known = await findCapture(platform.db, captureId);
  if (known?.orderId === claim.orderId) return endClaim(platform, claim, { also });
  if (known) return endClaim(platform, claim, { reason: "it belongs to another order", tell: true, also });
  const paypal = await paypalForMode(platform, claim.mode);
  if (!paypal) return unknownYet(platform, claim.id, "no credentials", also);
  const found = await readFoundPayment(paypal, captureId);
  if (found.kind === "unknown") return unknownYet(platform, claim.id, found.reason, also);
  if (found.kind === "refused")
    return endClaim(platform, claim, { reason: "PayPal does not know it", tell: false, also });
  const taken = await takeFoundPayment(platform, claim.mode, found.value, source, also);
  if (taken.kind === "unknown") return unknownYet(platform, claim.id, taken.reason, also);
  if (taken.kind !== "settled") {
    const { reason, kind } = taken;
    return endClaim(platform, claim, { reason, tell: kind === "another payee", also });
  }
  const { order } = taken.settled;
  if (order.id === claim.orderId) return taken.settled;
  return endClaim(platform, claim, { reason: `it pays order ${order.orderId}`, tell: true, also });
}

/** Without a reason the capture is the order's own and known by now. Money that is no order's was told of already. */
async function endClaim(
  platform: Platform,
  { id, claimedCaptureId: captureId }: AttemptRow,
  { reason, tell = false, also }: { reason?: string; tell?: boolean; also: Also | undefined },
): Promise<Settled> {
  return inTransaction(platform, async (tx): Promise<Settled> => {
    const { attempt, order } = await lockAttempt(tx, id);
    if (attempt.state === "claimed") await moveAttempt(tx, attempt, "expired", reason ?? null);
    if (tell) {
      await tellAdmins(platform, tx, {
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
