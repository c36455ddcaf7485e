import { and, asc, desc, eq, getTableColumns, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Spelling } from "#contract/generations.ts";
import type { Tx } from "#server/db/database.ts";
import { contains, limitOf, type PageQuery, totalOf } from "#server/db/paging.ts";
import { preparedOnce } from "#server/db/prepared.ts";
import { creditHolds } from "#server/db/tables/credits.ts";
import { designs } from "#server/db/tables/designs.ts";
import { generationImages, generations, spellingChecks } from "#server/db/tables/generations.ts";
import { retakeStatus } from "./spelling.repository.ts";

export type GenerationRow = typeof generations.$inferSelect;
export type ImageRow = typeof generationImages.$inferSelect;
export type GenerationWithImages = Omit<GenerationRow, "sourceDocument"> & {
  secondsOld: number;
  sourcePreview: string | null;
  images: (Pick<ImageRow, "id" | "position" | "mimeType"> & {
    design: { designId: string; designVersion: number } | null;
    spelling: Spelling | null;
  })[];
  reading: boolean;
};

/** By the database's clock alone: this process's may differ. */
export const secondsOld = sql<number>`extract(epoch from now() - ${generations.createdAt})::float8`;

const { sourceDocument: _, ...columns } = getTableColumns(generations);

const withImages = {
  ...columns,
  secondsOld,
  /** The address of its source's small picture; null where that is gone, or there is none. */
  sourcePreview: sql<string | null>`case ${generations}.source_kind
    when 'picture' then (
      select '/api/generations/' || i.generation_id || '/images/' || i.position || '/preview'
      from ${generationImages} i join generations g on g.id = i.generation_id and g.deleted_at is null
      where i.id = ${generations}.source_image_id
    )
    when 'design' then (
      select '/api/designs/' || d.id || '/preview'
      from ${designs} d where d.id = ${generations}.source_id and d.user_id = ${generations}.user_id and d.deleted_at is null
    )
  end`,
  images: sql<GenerationWithImages["images"]>`(
    select coalesce(json_agg(
      json_build_object('id', i.id, 'position', i.position, 'mimeType', i.mime_type,
        'design', case when d.id is not null then json_build_object('designId', d.id, 'designVersion', d.version) end,
        'spelling', case when c.read is not null then
          json_build_object('read', c.read, 'matches', c.matches, 'retake', ${retakeStatus(generations)}) end)
      order by i.position
    ), '[]')
    from ${generationImages} i
    left join ${designs} d on d.image_id = i.id and d.deleted_at is null
    left join ${spellingChecks} c on c.generation_id = i.generation_id and c.position = i.position
    where i.generation_id = ${generations}.id
  )`,
  /** Its words are being read for the first time. Nobody waits longer than a minute for that. */
  reading: sql<boolean>`exists (
    select from ${spellingChecks} c
    where c.generation_id = ${generations}.id and c.next_attempt_at is not null and c.calls <= 1
      and c.created_at > now() - interval '1 minute'
  )`,
};

export interface GenerationQuery extends PageQuery {
  order?: "asc" | "desc" | undefined;
  q?: string | undefined;
  stage?: GenerationRow["stage"] | undefined;
}

export async function findGenerations(tx: Tx, userId: string, query: GenerationQuery) {
  const { q } = query;
  return findPage(tx, userId, query, [
    query.stage ? eq(generations.stage, query.stage) : undefined,
    q
      ? or(
          contains(generations.title, q),
          contains(generations.customPrompt, q),
          contains(generations.enhancedPrompt, q),
        )
      : undefined,
  ]);
}

export async function findGenerationsWith(
  tx: Tx,
  userId: string,
  ids: string[],
): Promise<GenerationWithImages[]> {
  return tx
    .select(withImages)
    .from(generations)
    .where(and(inArray(generations.id, ids), eq(generations.userId, userId), isNull(generations.deletedAt)));
}

async function findPage(
  tx: Tx,
  userId: string,
  query: PageQuery & { order?: "asc" | "desc" | undefined },
  filters: (SQL | undefined)[],
) {
  const where = and(eq(generations.userId, userId), isNull(generations.deletedAt), ...filters);
  const span = limitOf(query);
  const direction = query.order === "asc" ? asc : desc;
  const rows = await tx
    .select(withImages)
    .from(generations)
    .where(where)
    .orderBy(direction(generations.createdAt), direction(generations.id))
    .limit(span.limit)
    .offset(span.offset);
  return { rows, total: await totalOf(span, rows.length, () => tx.$count(generations, where)) };
}

const generationOfUser = preparedOnce((tx) =>
  tx
    .select(withImages)
    .from(generations)
    .where(
      and(
        eq(generations.id, sql.placeholder("id")),
        eq(generations.userId, sql.placeholder("userId")),
        isNull(generations.deletedAt),
      ),
    )
    .prepare("find_generation"),
);

export async function findGeneration(
  tx: Tx,
  userId: string,
  id: string,
): Promise<GenerationWithImages | null> {
  const [row] = await generationOfUser(tx).execute({ id, userId });
  return row ?? null;
}

export async function findImage(
  tx: Tx,
  userId: string,
  id: string,
  position: number,
): Promise<{ fileKey: string; mimeType: string; createdAt: Date } | null> {
  const [row] = await tx
    .select({
      fileKey: generationImages.fileKey,
      mimeType: generationImages.mimeType,
      createdAt: generationImages.createdAt,
    })
    .from(generationImages)
    .innerJoin(generations, eq(generations.id, generationImages.generationId))
    .where(
      and(
        eq(generationImages.generationId, id),
        eq(generationImages.position, position),
        eq(generations.userId, userId),
        isNull(generations.deletedAt),
      ),
    );
  return row ?? null;
}

export async function findImageFile(tx: Tx, imageId: string): Promise<string | null> {
  const isIt = eq(generationImages.id, imageId);
  const [row] = await tx.select({ fileKey: generationImages.fileKey }).from(generationImages).where(isIt);
  return row?.fileKey ?? null;
}

/** Also one that was deleted: its key stays used. */
export async function findGenerationByKey(
  tx: Tx,
  userId: string,
  idempotencyKey: string,
): Promise<GenerationRow | null> {
  const [row] = await tx
    .select()
    .from(generations)
    .where(and(eq(generations.userId, userId), eq(generations.idempotencyKey, idempotencyKey)));
  return row ?? null;
}

/** The median of the last fifty that went well, from the click to the pictures; null before the first. */
export async function findMedianSeconds(tx: Tx): Promise<number | null> {
  const { rows } = await tx.execute<{ seconds: number | null }>(sql`
    select percentile_cont(0.5) within group (order by extract(epoch from finished_at - created_at))::float8 as seconds
    from (
      select finished_at, created_at from ${generations} where stage = 'done' and finished_at is not null
      order by finished_at desc limit 50
    ) as recent`);
  return rows[0]?.seconds ?? null;
}

export type GenerationChanges = Partial<Pick<GenerationRow, "title" | "favourite" | "kept">>;

/** False where it is not the person's, or its stage does not let it: a title is drawn, and only pictures are kept. */
export async function updateGeneration(
  tx: Tx,
  userId: string,
  id: string,
  changes: GenerationChanges,
): Promise<boolean> {
  const rows = await tx
    .update(generations)
    .set(changes)
    .where(
      and(
        eq(generations.id, id),
        eq(generations.userId, userId),
        isNull(generations.deletedAt),
        changes.title === undefined ? undefined : inArray(generations.stage, ["done", "failed"]),
        changes.kept ? eq(generations.stage, "done") : undefined,
      ),
    )
    .returning({ id: generations.id });
  return rows.length > 0;
}

/**
 * Whether generations and their credits agree: one hold each, open while it is under way, spent when it is done (with
 * two images), given back when it failed. One sentence a problem.
 */
export async function checkGenerations(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string; stage: string; state: string | null; images: number }>(sql`
    select g.id, g.stage, h.state, i.images::int as images
    from ${generations} g
    left join ${creditHolds} h on h.generation_id = g.id
    left join lateral (
      select count(*) as images from ${generationImages} i where i.generation_id = g.id
    ) i on true
    where h.state is distinct from
        (case g.stage when 'done' then 'settled' when 'failed' then 'released' else 'open' end)
      or h.amount is distinct from g.cost
      or (g.stage = 'failed' and not g.refunded)
      or (g.stage <> 'failed' and g.refunded)
      or (g.stage = 'done' and g.deleted_at is null and i.images <> 2)
      or (g.stage <> 'done' and i.images > 0)
      or g.retake <> (g.cost = 0)`);
  return rows.map(
    ({ id, stage, state, images }) =>
      `Run ${id} is ${stage}, its credit is ${state ?? "missing"}, and it has ${images} images.`,
  );
}
