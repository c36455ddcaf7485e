import type { Tx } from "#server/db/database.ts";
import type { OrderRow } from "#server/features/orders/order-rows.service.ts";
import { findOtherPurchases, lockMembership, saveMembership } from "./membership.repository.ts";
import {
  bringsMembership,
  extended,
  type MembershipPurchase,
  membershipOf,
  sameMembership,
  standing,
} from "./membership.ts";

/** Gives the buyer the membership of a package that was just paid; answers its end, null where it brings none. */
export async function giveMembership(tx: Tx, order: OrderRow, paidAt: Date): Promise<Date | null> {
  if (order.kind !== "package" || !bringsMembership(order)) return null;
  const before = await lockMembership(tx, order.userId);
  const { membership, end } = extended(before, { ...order, paidAt });
  if (!sameMembership(standing(before, paidAt), membership))
    await saveMembership(tx, order.userId, membership);
  return end;
}

/**
 * Takes an order's membership away, or gives it back, by working out the whole from the paid orders without it and
 * with it. A membership that an admin has set to something else meanwhile stays as the admin wished.
 */
export async function moveMembership(
  tx: Tx,
  order: OrderRow,
  direction: "take" | "give-back",
): Promise<void> {
  if (order.kind !== "package" || !bringsMembership(order) || !order.paidAt) return;
  const now = new Date();
  const present = standing(await lockMembership(tx, order.userId), now);
  const others = (await findOtherPurchases(tx, order.userId, order.id)).filter(bringsMembership);
  const own: MembershipPurchase = { ...order, paidAt: order.paidAt };
  const withIt = standing(membershipOf([...others, own]), now);
  const without = standing(membershipOf(others), now);
  const [from, to] = direction === "take" ? [withIt, without] : [without, withIt];
  if (sameMembership(present, from)) await saveMembership(tx, order.userId, to);
}
