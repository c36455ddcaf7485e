import { and, eq, isNull, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { brands } from "#server/db/tables/brands.ts";
import { memberReferences } from "#server/db/tables/references.ts";

export type BrandRow = Pick<
  typeof brands.$inferSelect,
  "fonts" | "colours" | "logoReferenceId" | "textPreset" | "useInRuns" | "version"
>;

/** A logo that was deleted is none, until it is brought back. */
export async function findBrand(tx: Tx, userId: string): Promise<BrandRow | null> {
  const [row] = await tx
    .select({
      fonts: brands.fonts,
      colours: brands.colours,
      logoReferenceId: memberReferences.id,
      textPreset: brands.textPreset,
      useInRuns: brands.useInRuns,
      version: brands.version,
    })
    .from(brands)
    .leftJoin(
      memberReferences,
      and(eq(memberReferences.id, brands.logoReferenceId), isNull(memberReferences.deletedAt)),
    )
    .where(eq(brands.userId, userId));
  return row ?? null;
}

export type BrandChanges = Partial<Omit<BrandRow, "version">>;

export async function upsertBrand(tx: Tx, userId: string, changes: BrandChanges): Promise<void> {
  await tx
    .insert(brands)
    .values({ userId, ...changes })
    .onConflictDoUpdate({
      target: brands.userId,
      set: { ...changes, version: sql`${brands.version} + 1`, updatedAt: sql`now()` },
    });
}
