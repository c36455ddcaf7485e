import { and, eq, getTableColumns, inArray, lt, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { generationImages, generations } from "#server/db/tables/generations.ts";
import { type GenerationRow, secondsOld } from "./generations.repository.ts";

const unfinished = ["queued", "generating"] as const;
const isUnfinished = inArray(generations.stage, [...unfinished]);

/** A process's right to end a generation, until another process takes it over with the next attempt. */
export interface Lease {
  id: string;
  worker: string;
  attempt: number;
}

export interface StoredImage {
  id: string;
  position: number;
  fileKey: string;
  mimeType: string;
  bytes: number;
}

const isHeld = (lease: Lease) =>
  and(
    eq(generations.id, lease.id),
    eq(generations.worker, lease.worker),
    eq(generations.attempt, lease.attempt),
    isUnfinished,
  );

export type NewGeneration = Pick<
  GenerationRow,
  | "id"
  | "userId"
  | "idempotencyKey"
  | "requestHash"
  | "title"
  | "niche"
  | "style"
  | "customPrompt"
  | "enhancedPrompt"
  | "words"
  | "sourceKind"
  | "sourceId"
  | "sourceImageId"
  | "sourceDocument"
  | "instruction"
  | "vary"
  | "referenceIds"
  | "videoId"
  | "videoChannel"
  | "brand"
  | "retake"
  | "cost"
  | "reservedMicros"
>;

/** What work on a generation takes. */
export type OpenGeneration = Omit<
  NewGeneration,
  "userId" | "idempotencyKey" | "videoId" | "videoChannel" | "cost" | "reservedMicros"
> &
  Pick<GenerationRow, "stage" | "attempt"> & { secondsOld: number };

/** Inserted with the worker's lease. A key that the person used before violates "generations_once". */
export async function insertGeneration(
  tx: Tx,
  generation: NewGeneration,
  lease: { worker: string; seconds: number; stage: "queued" | "generating" },
): Promise<OpenGeneration> {
  const { worker, seconds, stage } = lease;
  const leaseUntil = sql`now() + make_interval(secs => ${seconds})`;
  await tx.insert(generations).values({ ...generation, stage, worker, leaseUntil, startedAt: sql`now()` });
  return { ...generation, stage, attempt: 0, secondsOld: 0 };
}

/** Renews all of the worker's leases in one statement; answers those that are still its own. */
export async function renewLeases(
  tx: Tx,
  worker: string,
  ids: string[],
  seconds: number,
): Promise<Set<string>> {
  const rows = await tx
    .update(generations)
    .set({ leaseUntil: sql`now() + make_interval(secs => ${seconds})` })
    .where(and(inArray(generations.id, ids), eq(generations.worker, worker), isUnfinished))
    .returning({ id: generations.id });
  return new Set(rows.map(({ id }) => id));
}

/** Lets go of generations, so that another process, or the next start, takes them over at once. */
export async function giveUpLeases(tx: Tx, worker: string, ids: string[]): Promise<void> {
  await tx
    .update(generations)
    .set({ leaseUntil: sql`now()`, worker: null })
    .where(and(inArray(generations.id, ids), eq(generations.worker, worker), isUnfinished));
}

/** Takes over generations whose lease has passed. Two processes that ask at once get different ones. */
export async function takeOverLeases(
  tx: Tx,
  worker: string,
  seconds: number,
  limit: number,
): Promise<OpenGeneration[]> {
  const left = tx
    .select({ id: generations.id })
    .from(generations)
    .where(and(isUnfinished, lt(generations.leaseUntil, sql`now()`)))
    .orderBy(generations.createdAt)
    .limit(limit)
    .for("update", { skipLocked: true });
  return tx
    .update(generations)
    .set({
      worker,
      attempt: sql`${generations.attempt} + 1`,
      leaseUntil: sql`now() + make_interval(secs => ${seconds})`,
    })
    .where(inArray(generations.id, left))
    .returning({ ...getTableColumns(generations), secondsOld });
}

export async function noteStandIn(tx: Tx, lease: Lease, standInModel: string): Promise<void> {
  await tx.update(generations).set({ standInModel }).where(isHeld(lease));
}

export async function markGenerating(tx: Tx, lease: Lease): Promise<boolean> {
  const rows = await tx
    .update(generations)
    .set({ stage: "generating" })
    .where(isHeld(lease))
    .returning({ id: generations.id });
  return rows.length > 0;
}

const ended = {
  id: generations.id,
  userId: generations.userId,
  title: generations.title,
  words: generations.words,
  sourceKind: generations.sourceKind,
  sourceImageId: generations.sourceImageId,
  vary: generations.vary,
  retake: generations.retake,
  deletedAt: generations.deletedAt,
  reservedMicros: generations.reservedMicros,
};
export type EndedGeneration = Pick<GenerationRow, keyof typeof ended>;

/** Null where it was taken over or ended meanwhile: then nothing of this lease's counts. */
export async function markDone(tx: Tx, lease: Lease): Promise<EndedGeneration | null> {
  const [row] = await tx
    .update(generations)
    .set({ stage: "done", finishedAt: sql`now()`, leaseUntil: null, sourceDocument: null })
    .where(isHeld(lease))
    .returning(ended);
  return row ?? null;
}

/** Those of an erased person's run may go at once. */
export async function insertImages(
  tx: Tx,
  { id, deletedAt }: EndedGeneration,
  images: readonly StoredImage[],
): Promise<void> {
  const rows = images.map((image) => ({ generationId: id, removableAt: deletedAt, ...image }));
  await tx.insert(generationImages).values(rows);
}

export async function markFailed(
  tx: Tx,
  lease: Lease,
  failed: { error: string; reason: string },
): Promise<EndedGeneration | null> {
  const [row] = await tx
    .update(generations)
    .set({
      stage: "failed",
      error: failed.error,
      errorReason: failed.reason,
      finishedAt: sql`now()`,
      leaseUntil: null,
      sourceDocument: null,
    })
    .where(isHeld(lease))
    .returning(ended);
  return row ?? null;
}

export async function markRefunded(tx: Tx, id: string): Promise<void> {
  await tx.update(generations).set({ refunded: true }).where(eq(generations.id, id));
}
