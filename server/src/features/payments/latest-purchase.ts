import type { OrderKind } from "#contract/orders.ts";
import type { LatestPurchase } from "#contract/payments.ts";
import type { Tx } from "#server/db/database.ts";
import { itemOrderRecord } from "#server/features/orders/order-records.ts";
import { standing } from "./membership.ts";
import { findLatestPurchase } from "./payments.repository.ts";

/**
 * What the user's last purchase brought. It is read from the books and not from the page that paid, so that it is the
 * same after a reload and for a payment that the webhook or the reconciler confirmed. Credits are news until they are
 * used.
 */
export async function readLatestPurchase(
  tx: Tx,
  userId: string,
  kind: OrderKind,
): Promise<LatestPurchase | null> {
  const found = await findLatestPurchase(tx, userId, kind);
  if (!found || (kind === "package" && found.isUsed)) return null;
  const { order } = found;
  const membership = order.membershipValidity && standing(found.membership, found.now);
  return {
    _id: order.id,
    orderId: order.orderId,
    packageName: order.productName,
    receiptNumber: order.receiptNumber,
    creditsAdded: found.added,
    creditsSettled: 0 - found.settled,
    currentBalance: found.balance,
    membership:
      membership && membership.level !== "free"
        ? { level: membership.level, until: membership.end?.toISOString() ?? null }
        : null,
    item: kind === "item" ? itemOrderRecord(order, false) : null,
  };
}
