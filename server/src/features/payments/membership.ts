import { dayMs } from "#contract/day.ts";
import { membershipLevels } from "#contract/roles.ts";
import { databaseNow } from "#server/db/clock.ts";
import type { Tx } from "#server/db/database.ts";
import type { OrderRow } from "#server/features/orders/orders.service.ts";
import {
  findOtherPurchases,
  findSetMemberships,
  lockMembership,
  type Membership,
  type MembershipPurchase,
  type PaidPurchase,
  type SetMembership,
  saveMembership,
  saveOrderEnd,
} from "./membership.repository.ts";

export const noMembership: Membership = { level: "free", end: null };

export function bringsMembership(purchase: Omit<MembershipPurchase, "paidAt">): boolean {
  return (
    purchase.validityDays > 0 && purchase.membershipLevel !== null && purchase.membershipLevel !== "free"
  );
}

/** The membership at a moment: one whose end has passed is none. */
export function standing(membership: Membership, now: Date): Membership {
  const lapsed = membership.end !== null && membership.end.getTime() <= now.getTime();
  return lapsed || membership.level === "free" ? noMembership : membership;
}

/**
 * The membership after a purchase, and the end that the purchase itself has. It counts from the order's creation,
 * or from the end of a membership that still runs, so that a renewal loses no days; and it never lowers the level
 * of one that runs.
 */
export function extended(
  before: Membership,
  purchase: MembershipPurchase,
): { membership: Membership; end: Date } {
  const running = standing(before, purchase.paidAt);
  const level = purchase.membershipLevel ?? "free";
  const from = running.end ?? purchase.createdAt;
  const end = new Date(from.getTime() + purchase.validityDays * dayMs);
  if (running.level === "free") return { membership: standing({ level, end }, purchase.paidAt), end };
  const higher =
    membershipLevels.indexOf(running.level) > membershipLevels.indexOf(level) ? running.level : level;
  return { membership: { level: higher, end: running.end === null ? null : end }, end };
}

/**
 * The end that the buyer's membership has where a pending order is paid now: in the past where the order's days are over.
 * Null where the order brings no membership, and where the one that runs has no end.
 */
export function endIfPaid(order: OrderRow, present: Membership, now: Date): Date | null {
  if (order.kind !== "package" || order.paidAt || !bringsMembership(order)) return null;
  const { membership, end } = extended(present, { ...order, paidAt: now });
  return membership.level === "free" ? end : membership.end;
}

/** What purchases, and what admins set between them, make one after the other, and the end that each purchase has then. */
export function replayed<P extends MembershipPurchase>(
  purchases: readonly P[],
  set: readonly SetMembership[],
): { membership: Membership; ends: Map<P, Date> } {
  const ends = new Map<P, Date>();
  const bought = purchases.map((purchase) => ({
    at: purchase.paidAt,
    after: (before: Membership) => {
      const { membership, end } = extended(before, purchase);
      ends.set(purchase, end);
      return membership;
    },
  }));
  const given = set.map(({ setAt, membership }) => ({ at: setAt, after: () => membership }));
  const membership = [...bought, ...given]
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .reduce((before, { after }) => after(before), noMembership);
  return { membership, ends };
}

export function sameMembership(a: Membership, b: Membership): boolean {
  return a.level === b.level && (a.end?.getTime() ?? null) === (b.end?.getTime() ?? null);
}

/**
 * Gives the buyer the membership of a package that was just paid. Answers what the buyer has then, and the end of the
 * order's own; null where it brings none.
 */
export async function giveMembership(
  tx: Tx,
  order: OrderRow,
  paidAt: Date,
): Promise<{ membership: Membership; end: Date } | null> {
  if (order.kind !== "package" || !bringsMembership(order)) return null;
  const before = await lockMembership(tx, order.userId);
  const given = extended(before, { ...order, paidAt });
  if (!sameMembership(standing(before, paidAt), given.membership))
    await saveMembership(tx, order.userId, given.membership);
  return given;
}

/**
 * Revokes an order's membership, or restores it, by computing with and without it what all paid orders and the admins'
 * own settings make. What an admin set after the order stays, and so does a membership of which neither tells. The other
 * orders get the ends that they have by then; answered is the order's own, null where it is revoked.
 */
export async function moveMembership(
  tx: Tx,
  order: OrderRow,
  direction: "take" | "give-back",
): Promise<Date | null> {
  if (order.kind !== "package" || !bringsMembership(order) || !order.paidAt) return null;
  const now = await databaseNow(tx);
  const present = standing(await lockMembership(tx, order.userId), now);
  const others = (await findOtherPurchases(tx, order.userId, order.id)).filter(bringsMembership);
  const set = await findSetMemberships(tx, order.userId);
  const own: PaidPurchase = { ...order, paidAt: order.paidAt };
  const withIt = replayed([...others, own], set);
  const without = replayed(others, set);
  const [from, to] = direction === "take" ? [withIt, without] : [without, withIt];
  if (sameMembership(present, standing(from.membership, now))) {
    await saveMembership(tx, order.userId, standing(to.membership, now));
    for (const [other, end] of to.ends)
      if (other !== own && end.getTime() !== from.ends.get(other)?.getTime())
        await saveOrderEnd(tx, other.id, end);
  }
  return to.ends.get(own) ?? null;
}
