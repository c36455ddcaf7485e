import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  ilike,
  inArray,
  isNull,
  notInArray,
  or,
  sql,
} from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { containsPattern, limitOf, type PageQuery } from "#server/db/paging.ts";
import { executePrepared, preparedOnce } from "#server/db/prepared.ts";
import { generationImages, generations } from "#server/db/tables/generations.ts";
import { refusalReasons } from "#server/providers/gemini/problem.ts";

export type RunRow = typeof generations.$inferSelect;
export type ImageRow = typeof generationImages.$inferSelect;
export type RunWithImages = RunRow & {
  secondsOld: number;
  images: Pick<ImageRow, "position" | "mimeType">[];
};

/** By the database's clock alone: this process's may differ. */
export const secondsOld = sql<number>`extract(epoch from now() - ${generations.createdAt})::float8`;

/** A run with its images, in one query. */
const withImages = {
  ...getTableColumns(generations),
  secondsOld,
  images: sql<RunWithImages["images"]>`(
    select coalesce(json_agg(json_build_object('position', i.position, 'mimeType', i.mime_type) order by i.position), '[]')
    from ${generationImages} i where i.generation_id = ${generations}.id
  )`,
};

export interface RunQuery extends PageQuery {
  order?: "asc" | "desc" | undefined;
  q?: string | undefined;
  stage?: RunRow["stage"] | undefined;
}

export async function findRuns(tx: Tx, userId: string, query: RunQuery) {
  const pattern = query.q ? containsPattern(query.q) : null;
  const where = and(
    eq(generations.userId, userId),
    isNull(generations.deletedAt),
    query.stage ? eq(generations.stage, query.stage) : undefined,
    pattern
      ? or(
          ilike(generations.title, pattern),
          ilike(generations.customPrompt, pattern),
          ilike(generations.enhancedPrompt, pattern),
        )
      : undefined,
  );
  const { limit, offset } = limitOf(query);
  const direction = query.order === "asc" ? asc : desc;
  const runs = await tx
    .select(withImages)
    .from(generations)
    .where(where)
    .orderBy(direction(generations.createdAt), direction(generations.id))
    .limit(limit)
    .offset(offset);
  return { runs, total: await tx.$count(generations, where) };
}

const runOfPerson = preparedOnce((tx) =>
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
    .prepare("find_run"),
);

export async function findRun(tx: Tx, userId: string, id: string): Promise<RunWithImages | null> {
  const [run] = await runOfPerson(tx).execute({ id, userId });
  return run ?? null;
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

/** Also one that was deleted: its key stays used. */
export async function findRunByKey(tx: Tx, userId: string, idempotencyKey: string): Promise<RunRow | null> {
  const [row] = await tx
    .select()
    .from(generations)
    .where(and(eq(generations.userId, userId), eq(generations.idempotencyKey, idempotencyKey)));
  return row ?? null;
}

export type NewRun = Pick<
  RunRow,
  | "id"
  | "userId"
  | "idempotencyKey"
  | "title"
  | "niche"
  | "style"
  | "customPrompt"
  | "enhancedPrompt"
  | "cost"
>;

/** What work on a run takes. */
export type OpenRun = Omit<NewRun, "userId" | "idempotencyKey" | "cost"> &
  Pick<RunRow, "stage" | "takeovers"> & { secondsOld: number };

/** The new run, leased to the worker from the start. A key that the person used before breaks "generations_once". */
export async function insertRun(
  tx: Tx,
  run: NewRun,
  lease: { worker: string; seconds: number; stage: "queued" | "generating" },
): Promise<OpenRun> {
  const { worker, seconds, stage } = lease;
  const leaseUntil = sql`now() + make_interval(secs => ${seconds})`;
  await tx.insert(generations).values({ ...run, stage, worker, leaseUntil, startedAt: sql`now()` });
  return { ...run, stage, takeovers: 0, secondsOld: 0 };
}

export interface RunLimit {
  /** Runs under way; those that the model refused; those that cost the shop something, which other failures do not. */
  counts: "unfinished" | "refused" | "charged";
  max: number;
  /** So many seconds back. */
  seconds: number;
}

/** The first limit that the person's other runs reach, deleted ones counted, and how long until they do no more. */
export async function findReachedLimit(
  tx: Tx,
  { id, userId }: Pick<NewRun, "id" | "userId">,
  limits: readonly RunLimit[],
): Promise<{ limit: number; seconds: number } | null> {
  const values = limits.map(
    ({ counts, max, seconds }, at) => sql`(${at}::int, ${counts}, ${max}::int, ${seconds}::int)`,
  );
  const refused = sql`g.error_reason = any(${sql.param(refusalReasons)}::text[])`;
  const statement = sql`
    select l.at as limit, reached.seconds
    from (values ${sql.join(values, sql`, `)}) as l (at, counts, max, seconds), lateral (
      select extract(epoch from g.created_at + make_interval(secs => l.seconds) - now())::float8 as seconds
      from ${generations} g
      where g.user_id = ${userId} and g.id <> ${id} and g.created_at > now() - make_interval(secs => l.seconds)
        and case l.counts
          when 'unfinished' then g.stage in ('queued', 'generating')
          when 'refused' then g.stage = 'failed' and ${refused}
          else g.stage <> 'failed' or ${refused}
        end
      order by g.created_at desc offset l.max - 1 limit 1
    ) as reached
    order by l.at limit 1`;
  const [row] = await executePrepared<{ limit: number; seconds: number }>(tx, "reached_limit", statement);
  return row ?? null;
}

/** The median of the last fifty runs that went well, from the click to the pictures; null before the first. */
export async function findUsualSeconds(tx: Tx): Promise<number | null> {
  const { rows } = await tx.execute<{ seconds: number | null }>(sql`
    select percentile_cont(0.5) within group (order by extract(epoch from finished_at - created_at))::float8 as seconds
    from (
      select finished_at, created_at from ${generations} where stage = 'done' and finished_at is not null
      order by finished_at desc limit 50
    ) as recent`);
  return rows[0]?.seconds ?? null;
}

/** Empties a run that is over and hides it; false where it is still under way or not the person's. */
export async function hideRun(tx: Tx, userId: string, id: string): Promise<boolean> {
  const rows = await tx
    .update(generations)
    .set({ deletedAt: sql`now()`, title: "", customPrompt: "", enhancedPrompt: "" })
    .where(
      and(
        eq(generations.id, id),
        eq(generations.userId, userId),
        isNull(generations.deletedAt),
        inArray(generations.stage, ["done", "failed"]),
      ),
    )
    .returning({ id: generations.id });
  return rows.length > 0;
}

/** Images of hidden runs, whose files are still to be removed. */
export async function findHiddenImages(
  tx: Tx,
  except: string[],
  limit: number,
): Promise<{ id: string; fileKey: string }[]> {
  return tx
    .select({ id: generationImages.id, fileKey: generationImages.fileKey })
    .from(generationImages)
    .innerJoin(generations, eq(generations.id, generationImages.generationId))
    .where(and(sql`${generations.deletedAt} is not null`, notInArray(generationImages.id, except)))
    .limit(limit);
}

export async function removeImage(tx: Tx, id: string): Promise<void> {
  await tx.delete(generationImages).where(eq(generationImages.id, id));
}
