import type { OrderKind } from "#contract/orders.ts";
import type { LatestPurchase } from "#contract/payments.ts";
import type { Tx } from "#server/db/database.ts";
import { balanceOf } from "#server/features/credits/credits.service.ts";
import { itemOrderRecord } from "#server/features/orders/order-records.ts";
import { findOrderPaidSince } from "#server/features/orders/orders.service.ts";
import { findMembership } from "./membership.repository.ts";
import { standing } from "./membership.ts";
import { findLedgerOfOrder, hasRunSince } from "./payments.repository.ts";

const dayMs = 86_400_000;

/**
 * What the user's last purchase brought. It is read from the books and not from the page that paid, so that it is the
 * same after a reload and for a payment that the webhook or the reconciler confirmed. Credits are news until they are
 * used.
 */
export async function readLatestPurchase(
  tx: Tx,
  userId: string,
  kind: OrderKind,
  now = new Date(),
): Promise<LatestPurchase | null> {
  const order = await findOrderPaidSince(tx, userId, kind, new Date(now.getTime() - dayMs));
  if (!order?.paidAt) return null;
  if (kind === "package" && (await hasRunSince(tx, userId, order.paidAt))) return null;
  const moved = (await findLedgerOfOrder(tx, userId, order.orderId)).filter(
    (row) => row.account === "member",
  );
  const sumOf = (reason: string) =>
    moved.filter((row) => row.reason === reason).reduce((sum, row) => sum + row.amount, 0);
  const membership = order.membershipValidity && standing(await findMembership(tx, userId), now);
  return {
    _id: order.id,
    orderId: order.orderId,
    packageName: order.productName,
    receiptNumber: order.receiptNumber,
    creditsAdded: sumOf("purchase"),
    creditsSettled: -sumOf("debt-settled"),
    currentBalance: await balanceOf(tx, userId),
    membership:
      membership && membership.level !== "free"
        ? { level: membership.level, until: membership.end?.toISOString() ?? null }
        : null,
    item: kind === "item" ? itemOrderRecord(order, false) : null,
  };
}
