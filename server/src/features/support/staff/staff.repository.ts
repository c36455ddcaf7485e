import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { cannedReplies } from "#server/db/tables/support.ts";
import { users } from "#server/db/tables/users.ts";

export interface StaffRow {
  id: string;
  name: string;
  email: string;
}

const canWork = and(
  inArray(users.role, ["Admin", "moderator"]),
  isNull(users.disabledAt),
  isNull(users.deletedAt),
);

/** Admins and moderators who can sign in. */
export async function listStaff(tx: Tx): Promise<StaffRow[]> {
  return tx
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(canWork)
    .orderBy(asc(sql`lower(${users.name})`), asc(users.id));
}

export async function findStaff(tx: Tx, id: string): Promise<StaffRow | null> {
  const [row] = await tx
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(and(eq(users.id, id), canWork));
  return row ?? null;
}

/** Where an owner is written to; null where the account is gone. */
export async function findOwnerAddress(
  tx: Tx,
  userId: string,
): Promise<{ name: string; email: string } | null> {
  const [row] = await tx
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
  return row ?? null;
}

export type CannedRow = typeof cannedReplies.$inferSelect;

export async function listCannedReplies(tx: Tx): Promise<CannedRow[]> {
  return tx
    .select()
    .from(cannedReplies)
    .orderBy(asc(sql`lower(${cannedReplies.title})`), asc(cannedReplies.id))
    .limit(1000);
}

export async function lockCannedReply(tx: Tx, id: string): Promise<CannedRow | null> {
  const [row] = await tx.select().from(cannedReplies).where(eq(cannedReplies.id, id)).for("update");
  return row ?? null;
}

/** Null where there is one with this id already. */
export async function insertCannedReply(
  tx: Tx,
  reply: { id: string; title: string; body: string },
): Promise<CannedRow | null> {
  const [row] = await tx
    .insert(cannedReplies)
    .values(reply)
    .onConflictDoNothing({ target: cannedReplies.id })
    .returning();
  return row ?? null;
}

export async function saveCannedReply(
  tx: Tx,
  id: string,
  reply: { title: string; body: string },
): Promise<CannedRow> {
  const [row] = await tx
    .update(cannedReplies)
    .set({ ...reply, version: sql`${cannedReplies.version} + 1` })
    .where(eq(cannedReplies.id, id))
    .returning();
  return row!;
}

export async function deleteCannedReply(tx: Tx, id: string): Promise<void> {
  await tx.delete(cannedReplies).where(eq(cannedReplies.id, id));
}
