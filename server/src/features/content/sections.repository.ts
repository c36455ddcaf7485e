import { and, desc, eq, lte } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { contentParts, contentVersions } from "#server/db/tables/content.ts";
import { users } from "#server/db/tables/users.ts";

export type SectionRow = typeof contentParts.$inferSelect;

export const keptVersions = 50;

/** The row of a section, made from its defaults where it was never seen before. */
export async function findSection(tx: Tx, section: string, defaults: object): Promise<SectionRow> {
  const [row] = await tx.select().from(contentParts).where(eq(contentParts.part, section));
  if (row) return row;
  await tx.insert(contentParts).values({ part: section, data: defaults }).onConflictDoNothing();
  const [made] = await tx.select().from(contentParts).where(eq(contentParts.part, section));
  return made!;
}

/** As findSection, and holds the row until the transaction's end, so that writers of one section wait for each other. */
export async function lockSection(tx: Tx, section: string, defaults: object): Promise<SectionRow> {
  await tx.insert(contentParts).values({ part: section, data: defaults }).onConflictDoNothing();
  const [row] = await tx.select().from(contentParts).where(eq(contentParts.part, section)).for("update");
  return row!;
}

export async function saveSection(
  tx: Tx,
  section: string,
  change: { data: unknown; version: number; beforeReset?: unknown },
): Promise<SectionRow> {
  const [row] = await tx.update(contentParts).set(change).where(eq(contentParts.part, section)).returning();
  return row!;
}

/** Keeps a saved state, and of all states the newest fifty. `createdAt` is when it was saved: now where not given. */
export async function keepVersion(
  tx: Tx,
  saved: { part: string; version: number; data: unknown; savedBy: string | null; createdAt?: Date },
): Promise<void> {
  await tx.insert(contentVersions).values(saved).onConflictDoNothing();
  await tx
    .delete(contentVersions)
    .where(
      and(eq(contentVersions.part, saved.part), lte(contentVersions.version, saved.version - keptVersions)),
    );
}

export async function findVersions(tx: Tx, section: string) {
  return tx
    .select({
      version: contentVersions.version,
      createdAt: contentVersions.createdAt,
      savedBy: users.name,
      data: contentVersions.data,
    })
    .from(contentVersions)
    .leftJoin(users, eq(users.id, contentVersions.savedBy))
    .where(eq(contentVersions.part, section))
    .orderBy(desc(contentVersions.version))
    .limit(keptVersions);
}

export async function findVersion(
  tx: Tx,
  section: string,
  version: number,
): Promise<{ data: unknown } | null> {
  const [row] = await tx
    .select({ data: contentVersions.data })
    .from(contentVersions)
    .where(and(eq(contentVersions.part, section), eq(contentVersions.version, version)));
  return row ?? null;
}

/** All that the site shows, or would again once a reset is undone, to look for a picture's address in it. */
export async function findAllSectionData(
  tx: Tx,
): Promise<{ part: string; data: unknown; beforeReset: unknown }[]> {
  const { part, data, beforeReset } = contentParts;
  return tx.select({ part, data, beforeReset }).from(contentParts);
}
