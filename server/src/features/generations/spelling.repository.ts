import { and, eq, isNotNull, type SQLWrapper, sql } from "drizzle-orm";
import { retakeHours } from "#contract/generation-options.ts";
import type { Spelling } from "#contract/generations.ts";
import type { Tx } from "#server/db/database.ts";
import { generationImages, generations, spellingChecks } from "#server/db/tables/generations.ts";
import { findTitleOf } from "./asked-words.repository.ts";

export type SpellingRow = typeof spellingChecks.$inferSelect;
export type DueCheck = Pick<SpellingRow, "generationId" | "position" | "title" | "calls">;

export type GenerationToRead = Pick<
  typeof generations.$inferSelect,
  "id" | "title" | "sourceImageId" | "retake"
>;

/**
 * Both pictures of a run lie due. A change keeps the words of the picture that it was made from, whatever the run is called
 * by now; a free take says its title.
 */
export async function insertSpellingChecks(tx: Tx, run: GenerationToRead): Promise<void> {
  const { id: generationId, sourceImageId, retake } = run;
  const kept = sourceImageId && !retake ? await findTitleOf(tx, sourceImageId) : null;
  const title = kept || run.title;
  await tx.insert(spellingChecks).values([1, 2].map((position) => ({ generationId, position, title })));
}

/**
 * Takes the check that has waited longest, and counts a call, before it is made: a process that is killed over it leaves
 * it to be taken again after the lease.
 */
export async function claimCheck(tx: Tx, model: string, leaseSeconds: number): Promise<DueCheck | null> {
  const due = sql`(
    select generation_id, position from ${spellingChecks}
    where next_attempt_at <= now() order by next_attempt_at limit 1 for update skip locked
  )`;
  const [row] = await tx
    .update(spellingChecks)
    .set({
      calls: sql`${spellingChecks.calls} + 1`,
      model,
      nextAttemptAt: sql`now() + make_interval(secs => ${leaseSeconds})`,
    })
    .where(sql`(${spellingChecks.generationId}, ${spellingChecks.position}) = ${due}`)
    .returning();
  return row ?? null;
}

/** Ends what waits for too long; nobody would look at the answer any more. Answers the runs that it was of. */
export async function giveUpOldChecks(tx: Tx, seconds: number): Promise<string[]> {
  const rows = await tx
    .update(spellingChecks)
    .set({ nextAttemptAt: null })
    .where(
      and(
        isNotNull(spellingChecks.nextAttemptAt),
        sql`${spellingChecks.createdAt} < now() - make_interval(secs => ${seconds})`,
      ),
    )
    .returning({ id: spellingChecks.generationId });
  return [...new Set(rows.map(({ id }) => id))];
}

/** As this call claimed it: one that comes late says nothing against a later one. */
const isClaimed = ({ generationId, position, calls }: DueCheck) =>
  and(
    eq(spellingChecks.generationId, generationId),
    eq(spellingChecks.position, position),
    eq(spellingChecks.calls, calls),
    isNotNull(spellingChecks.nextAttemptAt),
  );

export async function recordReading(
  tx: Tx,
  check: DueCheck,
  reading: { read: string; matches: boolean },
): Promise<void> {
  await tx
    .update(spellingChecks)
    .set({ ...reading, readAt: sql`now()`, nextAttemptAt: null })
    .where(isClaimed(check));
}

/** Looked at again after so many seconds, or never. */
export async function postponeCheck(tx: Tx, check: DueCheck, seconds: number | null): Promise<void> {
  const next = seconds === null ? null : sql`now() + make_interval(secs => ${seconds})`;
  await tx.update(spellingChecks).set({ nextAttemptAt: next }).where(isClaimed(check));
}

/** The stored picture, unless its run was deleted. */
export async function findPictureToRead(
  tx: Tx,
  { generationId, position }: DueCheck,
): Promise<string | null> {
  const [row] = await tx
    .select({ fileKey: generationImages.fileKey })
    .from(generationImages)
    .innerJoin(generations, eq(generations.id, generationImages.generationId))
    .where(
      and(
        eq(generationImages.generationId, generationId),
        eq(generationImages.position, position),
        sql`${generations.deletedAt} is null`,
      ),
    );
  return row?.fileKey ?? null;
}

export interface Offer extends Pick<typeof generations.$inferSelect, "niche" | "style"> {
  imageId: string;
  /** What the picture was to say. */
  title: string;
  status: Spelling["retake"];
}

/** What became of the offer of a free take, as seen from a row `i` of images, `c` of checks, and the run that they are of. */
export const retakeStatus = (run: SQLWrapper) => sql<Spelling["retake"]>`case
  when c.matches is not false or ${run}.retake then 'none'
  when exists (select from generations r where r.source_id = i.id and r.retake and r.stage <> 'failed') then 'taken'
  when c.read_at > now() - make_interval(hours => ${retakeHours}) then 'offered'
  else 'expired'
end`;

/** The person's picture with its offer, none where its words were not read; null where there is no such picture. */
export async function findOffer(tx: Tx, userId: string, id: string, position: number): Promise<Offer | null> {
  const { rows } = await tx.execute<Offer & Record<string, unknown>>(sql`
    select i.id as "imageId", coalesce(c.title, '') as title, g.niche, g.style, ${retakeStatus(sql`g`)} as status
    from ${generationImages} i
    join ${generations} g on g.id = i.generation_id
    left join ${spellingChecks} c on c.generation_id = i.generation_id and c.position = i.position
    where g.id = ${id} and g.user_id = ${userId} and g.deleted_at is null and i.position = ${position}`);
  return rows[0] ?? null;
}
