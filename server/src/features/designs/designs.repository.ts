import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { restorableDesignMinutes } from "#contract/designs.ts";
import type { Tx } from "#server/db/database.ts";
import { lockOwner } from "#server/db/lock-owner.ts";
import { contains, limitOf, type PageQuery, totalOf } from "#server/db/paging.ts";
import { designs, designVersions } from "#server/db/tables/designs.ts";
import { generationImages, generations } from "#server/db/tables/generations.ts";

/** Of a design and its present version, without the document. */
const listed = {
  id: designs.id,
  name: designs.name,
  version: designs.version,
  favourite: designs.favourite,
  createdAt: designs.createdAt,
  updatedAt: designs.updatedAt,
  pictureId: designVersions.pictureId,
  /** Null where the run was deleted, though its picture stays. */
  runId: generations.id,
};

export type DesignRow = Awaited<ReturnType<typeof findDesigns>>["rows"][number];

const isPresent = and(eq(designVersions.designId, designs.id), eq(designVersions.version, designs.version));
const isItsImage = eq(generationImages.id, designVersions.pictureId);
const isItsGeneration = and(eq(generations.id, generationImages.generationId), isNull(generations.deletedAt));

const isOwn = (userId: string, id: string) =>
  and(eq(designs.id, id), eq(designs.userId, userId), isNull(designs.deletedAt));

export interface DesignQuery extends PageQuery {
  sort?: "createdAt" | "updatedAt" | "name" | undefined;
  order?: "asc" | "desc" | undefined;
  q?: string | undefined;
  favourite?: boolean | undefined;
}

/** The person's, without the documents; newest first where nothing else is asked for. */
export async function findDesigns(tx: Tx, userId: string, query: DesignQuery) {
  const { sort = "createdAt", order = sort === "name" ? "asc" : "desc", q, favourite } = query;
  const where = and(
    eq(designs.userId, userId),
    isNull(designs.deletedAt),
    q ? contains(designs.name, q) : undefined,
    favourite === undefined ? undefined : eq(designs.favourite, favourite),
  );
  const span = limitOf(query);
  const direction = order === "asc" ? asc : desc;
  const rows = await tx
    .select(listed)
    .from(designs)
    .innerJoin(designVersions, isPresent)
    .leftJoin(generationImages, isItsImage)
    .leftJoin(generations, isItsGeneration)
    .where(where)
    .orderBy(direction(sort === "name" ? sql`lower(${designs.name})` : designs[sort]), direction(designs.id))
    .limit(span.limit)
    .offset(span.offset);
  return { rows, total: await totalOf(span, rows.length, () => tx.$count(designs, where)) };
}

export async function findDesignsWith(tx: Tx, userId: string, ids: string[]): Promise<DesignRow[]> {
  return tx
    .select(listed)
    .from(designs)
    .innerJoin(designVersions, isPresent)
    .leftJoin(generationImages, isItsImage)
    .leftJoin(generations, isItsGeneration)
    .where(and(inArray(designs.id, ids), eq(designs.userId, userId), isNull(designs.deletedAt)));
}

export async function findDesign(
  tx: Tx,
  userId: string,
  id: string,
): Promise<(DesignRow & { document: unknown }) | null> {
  const [row] = await tx
    .select({ ...listed, document: designVersions.document })
    .from(designs)
    .innerJoin(designVersions, isPresent)
    .leftJoin(generationImages, isItsImage)
    .leftJoin(generations, isItsGeneration)
    .where(isOwn(userId, id));
  return row ?? null;
}

/** Until the transaction's end, so that saves of one design come one after another; its present version, or null. */
export async function lockDesign(tx: Tx, userId: string, id: string): Promise<number | null> {
  const [row] = await tx
    .select({ version: designs.version })
    .from(designs)
    .where(isOwn(userId, id))
    .for("no key update");
  return row?.version ?? null;
}

export type DesignCount = { made: number; toCome: number };

/**
 * The person's designs, and the two that each run under way makes of words as text. In one statement: a run that ends
 * meanwhile counts once.
 */
export async function countDesigns(tx: Tx, userId: string): Promise<DesignCount> {
  const { rows } = await tx.execute<DesignCount>(sql`select
    (select count(*) from ${designs} where user_id = ${userId} and deleted_at is null)::int as made,
    2 * (select count(*) from ${generations}
      where user_id = ${userId} and words = 'text' and stage in ('queued', 'generating'))::int as "toCome"`);
  return rows[0]!;
}

/**
 * The same for a person whose row is locked until the transaction's end: new ones come one after another, and none comes
 * after the account's erasure. Null where it was erased.
 */
export async function countDesignsLocked(tx: Tx, userId: string): Promise<DesignCount | null> {
  return (await lockOwner(tx, userId)) ? countDesigns(tx, userId) : null;
}

export async function insertDesign(
  tx: Tx,
  design: Pick<typeof designs.$inferInsert, "userId" | "name" | "imageId">,
): Promise<string> {
  const [row] = await tx.insert(designs).values(design).returning({ id: designs.id });
  return row!.id;
}

export type DesignChanges = Partial<Pick<typeof designs.$inferSelect, "name" | "favourite" | "version">>;

export async function updateDesign(
  tx: Tx,
  userId: string,
  id: string,
  changes: DesignChanges,
): Promise<void> {
  const { name, version } = changes;
  // To mark one is no change of it.
  const isMark = name === undefined && version === undefined;
  const kept = isMark ? { updatedAt: designs.updatedAt } : {};
  await tx
    .update(designs)
    .set({ ...changes, ...kept })
    .where(isOwn(userId, id));
}

/** False where there is none to hide. */
export async function hideDesign(tx: Tx, userId: string, id: string): Promise<boolean> {
  const rows = await tx
    .update(designs)
    .set({ deletedAt: sql`now()`, updatedAt: designs.updatedAt })
    .where(isOwn(userId, id))
    .returning({ id: designs.id });
  return rows.length > 0;
}

export const isRestorableAt = (moment: SQL) =>
  sql`${designs.deletedAt} > ${moment} - make_interval(mins => ${restorableDesignMinutes})`;

/** Shows one again that was hidden a short while ago; the transaction may have begun well before. */
export async function unhideDesign(tx: Tx, userId: string, id: string): Promise<boolean> {
  const rows = await tx
    .update(designs)
    .set({ deletedAt: null, updatedAt: designs.updatedAt })
    .where(and(eq(designs.id, id), eq(designs.userId, userId), isRestorableAt(sql`clock_timestamp()`)))
    .returning({ id: designs.id });
  return rows.length > 0;
}
