import { and, asc, desc, eq, gt, isNull, lt, lte, or, sql } from "drizzle-orm";
import { keptDesignVersions } from "#contract/designs.ts";
import type { Tx } from "#server/db/database.ts";
import { contains, limitOf, type PageQuery, totalOf } from "#server/db/paging.ts";
import { designs, designVersions } from "#server/db/tables/designs.ts";
import { generationImages, generations } from "#server/db/tables/generations.ts";
import { designReferences, memberReferences } from "#server/db/tables/references.ts";

type NewVersion = Pick<typeof designVersions.$inferInsert, "designId" | "version" | "document" | "pictureId">;

/** Keeps a document and what it shows as the present version; the oldest beyond the most that are kept are freed. */
export async function insertVersion(
  tx: Tx,
  { referenceIds, ...saved }: NewVersion & { referenceIds: readonly string[] },
): Promise<void> {
  const [made] = await tx
    .insert(designVersions)
    .values({ ...saved, marksEarlier: true })
    .returning({ id: designVersions.id });
  const versionId = made!.id;
  if (referenceIds.length > 0)
    await tx.insert(designReferences).values(referenceIds.map((referenceId) => ({ versionId, referenceId })));
  const isOfDesign = eq(designVersions.designId, saved.designId);
  await tx
    .update(designVersions)
    .set({ supersededAt: sql`now()` })
    .where(and(isOfDesign, lt(designVersions.version, saved.version), isNull(designVersions.supersededAt)));
  await tx
    .update(designVersions)
    .set({ document: {}, freedAt: sql`now()` })
    .where(
      and(
        isOfDesign,
        lte(designVersions.version, saved.version - keptDesignVersions),
        isNull(designVersions.freedAt),
      ),
    );
}

const isKept = (designId: string) =>
  and(eq(designVersions.designId, designId), isNull(designVersions.freedAt));

export interface VersionQuery extends PageQuery {
  order?: "asc" | "desc" | undefined;
  q?: string | undefined;
}

export async function findVersions(tx: Tx, designId: string, query: VersionQuery) {
  const span = limitOf(query);
  const { q } = query;
  const where = and(isKept(designId), q ? contains(sql`${designVersions.version}::text`, q) : undefined);
  const rows = await tx
    .select({ version: designVersions.version, createdAt: designVersions.createdAt })
    .from(designVersions)
    .where(where)
    .orderBy((query.order === "asc" ? asc : desc)(designVersions.version))
    .limit(span.limit)
    .offset(span.offset);
  const count = () => tx.$count(designVersions, where);
  return { rows, total: await totalOf(span, rows.length, count) };
}

export async function findVersion(
  tx: Tx,
  designId: string,
  version: number,
): Promise<{ document: unknown; pictureId: string | null; referenceIds: string[] } | null> {
  const [row] = await tx
    .select({
      document: designVersions.document,
      pictureId: designVersions.pictureId,
      referenceIds: sql<string[]>`array(
        select u.reference_id from ${designReferences} u where u.version_id = ${designVersions}.id
      )`,
    })
    .from(designVersions)
    .where(and(isKept(designId), eq(designVersions.version, version)));
  return row ?? null;
}

/** Whether a later version of the design is this very document. */
export async function hasVersionSince(
  tx: Tx,
  designId: string,
  version: number,
  document: unknown,
): Promise<boolean> {
  const isIt = sql`${designVersions.document} = ${JSON.stringify(document)}::jsonb`;
  const isLater = gt(designVersions.version, version);
  return (await tx.$count(designVersions, and(isKept(designId), isLater, isIt))) > 0;
}

export interface Drawable {
  /** The version's row. */
  id: string;
  version: number;
  name: string;
  document: unknown;
  /** Of the image that its art is. */
  artKey: string | null;
  /** The person's own pictures that it shows. */
  references: DrawnReference[];
}

export type DrawnReference = Pick<
  typeof memberReferences.$inferSelect,
  "id" | "fileKey" | "mimeType" | "width" | "height"
>;

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
      references: sql<DrawnReference[]>`(
        select coalesce(json_agg(json_build_object('id', r.id, 'fileKey', r.file_key, 'mimeType', r.mime_type,
          'width', r.width, 'height', r.height)), '[]')
        from ${designReferences} u join ${memberReferences} r on r.id = u.reference_id
        where u.version_id = ${designVersions}.id
      )`,
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

/** The image of a run that a version of the person's design lies on, whose file it keeps. */
export async function findArtKey(
  tx: Tx,
  userId: string,
  designId: string,
  pictureId: string,
): Promise<string | null> {
  const [row] = await tx
    .select({ fileKey: generationImages.fileKey })
    .from(designVersions)
    .innerJoin(designs, eq(designs.id, designVersions.designId))
    .innerJoin(generationImages, eq(generationImages.id, designVersions.pictureId))
    .where(
      and(
        isKept(designId),
        eq(designVersions.pictureId, pictureId),
        eq(designs.userId, userId),
        isNull(designs.deletedAt),
      ),
    )
    .limit(1);
  return row?.fileKey ?? null;
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
): Promise<Pick<typeof generations.$inferSelect, "title" | "words" | "videoId" | "videoChannel"> | null> {
  const isUsed = sql`exists (
    select from ${designVersions} v join ${designs} d on d.id = v.design_id
    where v.picture_id = ${generationImages.id} and v.freed_at is null
      and d.user_id = ${userId} and d.deleted_at is null
  )`;
  const [row] = await tx
    .select({
      title: generations.title,
      words: generations.words,
      videoId: generations.videoId,
      videoChannel: generations.videoChannel,
    })
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
