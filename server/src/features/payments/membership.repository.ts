import { and, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import type { MembershipLevel } from "#contract/roles.ts";
import type { Tx } from "#server/db/database.ts";
import { auditLog } from "#server/db/tables/audit-log.ts";
import { orders } from "#server/db/tables/orders.ts";
import { users } from "#server/db/tables/users.ts";

export interface Membership {
  level: MembershipLevel;
  /** Null with a level other than free: without end, as an admin may set it. */
  end: Date | null;
}

/** What a paid package order brings. */
export interface MembershipPurchase {
  createdAt: Date;
  paidAt: Date;
  validityDays: number;
  membershipLevel: MembershipLevel | null;
}

export interface PaidPurchase extends MembershipPurchase {
  /** The order's. */
  id: string;
}

/** What an admin set, whatever stood before. */
export interface SetMembership {
  setAt: Date;
  membership: Membership;
}

export async function findMembership(tx: Tx, userId: string): Promise<Membership> {
  const [row] = await tx
    .select({ level: users.membership, end: users.membershipValidity })
    .from(users)
    .where(eq(users.id, userId));
  return row!;
}

/**
 * `for no key update`: a booking of credits refers to the row and takes `for key share`. A stricter lock and the booking
 * would wait for each other. https://www.postgresql.org/docs/current/explicit-locking.html#LOCKING-ROWS
 */
export async function lockMembership(tx: Tx, userId: string): Promise<Membership> {
  const [row] = await tx
    .select({ level: users.membership, end: users.membershipValidity })
    .from(users)
    .where(eq(users.id, userId))
    .for("no key update");
  return row!;
}

export async function saveMembership(tx: Tx, userId: string, { level, end }: Membership): Promise<void> {
  await tx.update(users).set({ membership: level, membershipValidity: end }).where(eq(users.id, userId));
}

/** The buyer's row is held already: two of their orders that move at once may end in a deadlock, and are tried again. */
export async function saveOrderEnd(tx: Tx, orderId: string, end: Date): Promise<void> {
  await tx.update(orders).set({ membershipValidity: end }).where(eq(orders.id, orderId));
}

/** The user's other paid packages whose membership was not revoked. */
export async function findOtherPurchases(tx: Tx, userId: string, orderId: string): Promise<PaidPurchase[]> {
  const rows = await tx
    .select({
      id: orders.id,
      createdAt: orders.createdAt,
      paidAt: orders.paidAt,
      validityDays: orders.validityDays,
      membershipLevel: orders.membershipLevel,
    })
    .from(orders)
    .where(
      and(
        eq(orders.userId, userId),
        eq(orders.kind, "package"),
        ne(orders.id, orderId),
        isNotNull(orders.paidAt),
        isNull(orders.membershipTakenAt),
      ),
    );
  return rows.flatMap((row) => (row.paidAt ? [{ ...row, paidAt: row.paidAt }] : []));
}

/** The memberships that admins set for the user, oldest first: the audit log alone keeps the former ones. */
export async function findSetMemberships(tx: Tx, userId: string): Promise<SetMembership[]> {
  const rows = await tx
    .select({
      setAt: auditLog.createdAt,
      level: sql<MembershipLevel>`${auditLog.after} ->> 'membership'`,
      end: sql<string | null>`${auditLog.after} ->> 'membershipValidity'`,
    })
    .from(auditLog)
    .where(and(eq(auditLog.subject, `user:${userId}`), sql`${auditLog.after} ->> 'membership' is not null`))
    .orderBy(auditLog.id);
  return rows.map(({ setAt, level, end }) => ({
    setAt,
    membership: { level, end: end === null ? null : new Date(end) },
  }));
}
