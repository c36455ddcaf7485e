import type { OrderKind } from "#contract/orders.ts";
import type { LatestPurchase } from "#contract/payments.ts";
import { itemOrderAnswers } from "#server/features/orders/order-answers.ts";
import type { Platform } from "#server/platform/platform.ts";
import { standing } from "./membership.ts";
import { findLatestPurchase } from "./payments.repository.ts";

type FoundPurchase = NonNullable<Awaited<ReturnType<typeof findLatestPurchase>>>;

/** For so long a purchase is news, in hours of the database's clock. */
const newsHours = 24;

/**
 * What the user's last purchase brought. It is read from the books and not from the page that paid, so that it is the
 * same after a reload and for a payment that the webhook or the reconciler confirmed. Credits are news until they are
 * used.
 */
export async function readLatestPurchase(
  platform: Platform,
  userId: string,
  kind: OrderKind,
): Promise<LatestPurchase | null> {
  const found = await findLatestPurchase(platform.db, userId, kind, newsHours);
  if (!found || (kind === "package" && found.isUsed)) return null;
  const { order, isItemActive } = found;
  const [item = null] =
    kind === "item" ? await itemOrderAnswers(platform, [{ ...order, isItemActive }], false) : [];
  return {
    _id: order.id,
    orderId: order.orderId,
    packageName: order.productName,
    receiptNumber: order.receiptNumber,
    creditsAdded: found.added,
    creditsSettled: 0 - found.settled,
    currentBalance: found.balance,
    membership: membershipOf(found),
    item,
  };
}

/** Null where the purchase brought none, or where it is over. */
function membershipOf({ order, membership, now }: FoundPurchase): LatestPurchase["membership"] {
  if (!order.membershipValidity) return null;
  const { level, end } = standing(membership, now);
  return level === "free" ? null : { level, until: end?.toISOString() ?? null };
}
