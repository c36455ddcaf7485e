import { and, eq, gt, isNull, lte, ne, notExists, or, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { orders } from "#server/db/tables/orders.ts";
import { users } from "#server/db/tables/users.ts";

/** Sets members whose time has passed to free; the end stays, so that screens can say since when. */
export async function endLapsedMemberships(tx: Tx): Promise<void> {
  await tx
    .update(users)
    .set({ membership: "free" })
    .where(and(ne(users.membership, "free"), lte(users.membershipValidity, sql`now()`)));
}

export interface EndingMembership {
  id: string;
  email: string;
  name: string;
  end: Date;
}

/**
 * Members whose membership ends within a week, once for each end. Who pays for an end that is no more than a week away is
 * reminded halfway there.
 */
function dueReminders(tx: Tx) {
  const justPaid = tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.userId, users.id),
        eq(orders.membershipValidity, users.membershipValidity),
        sql`${orders.membershipValidity} - ${orders.paidAt} <= interval '7 days'`,
        sql`now() < ${orders.paidAt} + (${orders.membershipValidity} - ${orders.paidAt}) / 2`,
      ),
    );
  return tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        ne(users.membership, "free"),
        gt(users.membershipValidity, sql`now()`),
        lte(users.membershipValidity, sql`now() + interval '7 days'`),
        or(isNull(users.membershipReminderFor), ne(users.membershipReminderFor, users.membershipValidity)),
        notExists(justPaid),
        isNull(users.deletedAt),
        isNull(users.disabledAt),
      ),
    );
}

export async function isReminderDue(tx: Tx): Promise<boolean> {
  return (await dueReminders(tx).limit(1)).length > 0;
}

/** Marks those who are due as reminded and answers them. Rows that somebody else changes at the moment are left for the next time. */
export async function claimDueReminders(tx: Tx, limit: number): Promise<EndingMembership[]> {
  const due = dueReminders(tx).limit(limit).for("no key update", { skipLocked: true });
  const taken = await tx
    .update(users)
    .set({ membershipReminderFor: sql`${users.membershipValidity}` })
    .where(sql`${users.id} in ${due}`)
    .returning({ id: users.id, email: users.email, name: users.name, end: users.membershipValidity });
  return taken.flatMap((row) => (row.end ? [{ ...row, end: row.end }] : []));
}
