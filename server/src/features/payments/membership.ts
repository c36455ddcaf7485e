import { type MembershipLevel, membershipLevels } from "#contract/roles.ts";

const dayMs = 86_400_000;

export interface Membership {
  level: MembershipLevel;
  /** Null with a level other than free: no end, as an admin may set it. */
  end: Date | null;
}

/** What a paid package order brings. */
export interface MembershipPurchase {
  createdAt: Date;
  paidAt: Date;
  validityDays: number;
  membershipLevel: MembershipLevel | null;
}

export const noMembership: Membership = { level: "free", end: null };

export function bringsMembership(purchase: Omit<MembershipPurchase, "paidAt">): boolean {
  return (
    purchase.validityDays > 0 && purchase.membershipLevel !== null && purchase.membershipLevel !== "free"
  );
}

/** What stands at a moment: a membership whose end has passed is none. */
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

/** The membership that purchases make one after the other, in the order of their payment. */
export function membershipOf(purchases: readonly MembershipPurchase[]): Membership {
  return purchases
    .toSorted((a, b) => a.paidAt.getTime() - b.paidAt.getTime())
    .reduce((membership, purchase) => extended(membership, purchase).membership, noMembership);
}

export function sameMembership(a: Membership, b: Membership): boolean {
  return a.level === b.level && (a.end?.getTime() ?? null) === (b.end?.getTime() ?? null);
}
