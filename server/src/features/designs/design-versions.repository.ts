import { and, asc, desc, eq, isNull, lte, or, sql } from "drizzle-orm";
import { keptDesignVersions } from "#contract/designs.ts";
import type { Tx } from "#server/db/database.ts";
import { limitOf, type PageQuery, totalOf } from "#server/db/paging.ts";
import { designs, designVersions } from "#server/db/tables/designs.ts";
import { generationImages, generations } from "#server/db/tables/generations.ts";

/** Keeps a document; the oldest versions beyond the most that are kept are freed. */
export async function insertVersion(
  tx: Tx,
  saved: Pick<typeof designVersions.$inferInsert, "designId" | "version" | "document" | "pictureId">,
): Promise<void> {
  await tx.insert(designVersions).values(saved);
  await tx
    .update(designVersions)
    .set({ document: {}, freedAt: sql`now()` })
    .where(
      and(
        eq(designVersions.designId, saved.designId),
        lte(designVersions.version, saved.version - keptDesignVersions),
        isNull(designVersions.freedAt),
      ),
    );
}

const isKept = (designId: string) =>
  and(eq(designVersions.designId, designId), isNull(designVersions.freedAt));

export interface VersionQuery extends PageQuery {
  order?: "asc" | "desc" | undefined;
}

export async function findVersions(tx: Tx, designId: string, query: VersionQuery) {
  const span = limitOf(query);
  const rows = await tx
    .select({ version: designVersions.version, createdAt: designVersions.createdAt })
    .from(designVersions)
    .where(isKept(designId))
    .orderBy((query.order === "asc" ? asc : desc)(designVersions.version))
    .limit(span.limit)
    .offset(span.offset);
  const count = () => tx.$count(designVersions, isKept(designId));
  return { rows, total: await totalOf(span, rows.length, count) };
}

export async function findVersion(
  tx: Tx,
  designId: string,
  version: number,
): Promise<Pick<typeof designVersions.$inferSelect, "document" | "pictureId"> | null> {
  const [row] = await tx
    .select({ document: designVersions.document, pictureId: designVersions.pictureId })
    .from(designVersions)
    .where(and(isKept(designId), eq(designVersions.version, version)));
  return row ?? null;
}

export interface Drawable {
  /** The version's row. */
  id: string;
  version: number;
  name: string;
  document: unknown;
  /** Of the image that its art is. */
  artKey: string | null;
}

/** A version of the person's design, the present one where no number is given. */
export async function findDrawable(
  tx: Tx,
  userId: string,
  designId: string,
  version: number | undefined,
): Promise<Drawable | null> {
  const [row] = await tx
    .select({
      id: designVersions.id,
      version: designVersions.version,
      name: designs.name,
      document: designVersions.document,
      artKey: generationImages.fileKey,
    })
    .from(designs)
    .innerJoin(designVersions, eq(designVersions.designId, designs.id))
    .leftJoin(generationImages, eq(generationImages.id, designVersions.pictureId))
    .where(
      and(
        eq(designs.id, designId),
        eq(designs.userId, userId),
        isNull(designs.deletedAt),
        isNull(designVersions.freedAt),
        eq(designVersions.version, version ?? designs.version),
      ),
    );
  return row ?? null;
}

export async function isVersionKept(tx: Tx, id: string): Promise<boolean> {
  return (
    (await tx.$count(designVersions, and(eq(designVersions.id, id), isNull(designVersions.freedAt)))) > 0
  );
}

/**
 * An image that the person's design, or a run, may use: of a run that is not deleted, or used by another design of theirs. Until
 * the transaction's end nobody can begin to remove its file.
 */
export async function lockPicture(
  tx: Tx,
  userId: string,
  id: string,
): Promise<Pick<typeof generations.$inferSelect, "title" | "words"> | null> {
  const isUsed = sql`exists (
    select from ${designVersions} v join ${designs} d on d.id = v.design_id
    where v.picture_id = ${generationImages.id} and v.freed_at is null
      and d.user_id = ${userId} and d.deleted_at is null
  )`;
  const [row] = await tx
    .select({ title: generations.title, words: generations.words })
    .from(generationImages)
    .innerJoin(generations, eq(generations.id, generationImages.generationId))
    .where(
      and(
        eq(generationImages.id, id),
        eq(generations.userId, userId),
        isNull(generationImages.freedAt),
        or(isNull(generations.deletedAt), isUsed),
      ),
    )
    .for("share", { of: generationImages });
  return row ?? null;
}
