import { and, eq, getTableColumns, inArray, lt, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { generationImages, generations } from "#server/db/tables/generations.ts";
import { newId } from "#server/platform/ids.ts";
import { type OpenRun, secondsOld } from "./runs.repository.ts";

const unfinished = ["queued", "generating"] as const;
const isUnfinished = inArray(generations.stage, [...unfinished]);

/** Which hold of a run a worker has: its own, until another one took it over. */
export interface Claim {
  id: string;
  worker: string;
  takeovers: number;
}

export interface StoredImage {
  position: number;
  fileKey: string;
  mimeType: string;
  bytes: number;
}

const isClaimed = (claim: Claim) =>
  and(
    eq(generations.id, claim.id),
    eq(generations.worker, claim.worker),
    eq(generations.takeovers, claim.takeovers),
    isUnfinished,
  );

/** Renews the leases of all the worker's runs in one statement; answers the ones that still are its own. */
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

/** Lets go of runs, so that another process, or the next start, takes them over at once. */
export async function giveUpLeases(tx: Tx, worker: string, ids: string[]): Promise<void> {
  await tx
    .update(generations)
    .set({ leaseUntil: sql`now()`, worker: null })
    .where(and(inArray(generations.id, ids), eq(generations.worker, worker), isUnfinished));
}

/** Takes over runs whose lease has passed. Two processes that ask at once get different ones. */
export async function takeOverRuns(
  tx: Tx,
  worker: string,
  seconds: number,
  limit: number,
): Promise<OpenRun[]> {
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
      takeovers: sql`${generations.takeovers} + 1`,
      leaseUntil: sql`now() + make_interval(secs => ${seconds})`,
    })
    .where(inArray(generations.id, left))
    .returning({ ...getTableColumns(generations), secondsOld });
}

export async function markGenerating(tx: Tx, claim: Claim): Promise<boolean> {
  const rows = await tx
    .update(generations)
    .set({ stage: "generating" })
    .where(isClaimed(claim))
    .returning({ id: generations.id });
  return rows.length > 0;
}

/** False where the run was taken over or ended meanwhile: then nothing of this worker's counts. */
export async function markDone(tx: Tx, claim: Claim): Promise<boolean> {
  const rows = await tx
    .update(generations)
    .set({ stage: "done", finishedAt: sql`now()`, leaseUntil: null })
    .where(isClaimed(claim))
    .returning({ id: generations.id });
  return rows.length > 0;
}

export async function insertImages(tx: Tx, id: string, images: readonly StoredImage[]): Promise<void> {
  await tx
    .insert(generationImages)
    .values(images.map((image) => ({ id: newId(), generationId: id, ...image })));
}

export async function markFailed(
  tx: Tx,
  claim: Claim,
  failed: { error: string; reason: string },
): Promise<boolean> {
  const rows = await tx
    .update(generations)
    .set({
      stage: "failed",
      error: failed.error,
      errorReason: failed.reason,
      finishedAt: sql`now()`,
      leaseUntil: null,
    })
    .where(isClaimed(claim))
    .returning({ id: generations.id });
  return rows.length > 0;
}

export async function markRefunded(tx: Tx, id: string): Promise<void> {
  await tx.update(generations).set({ refunded: true }).where(eq(generations.id, id));
}
