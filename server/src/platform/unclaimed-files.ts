import { and, asc, eq, gt, inArray, lte, notInArray, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { unclaimedFiles } from "#server/db/tables/files.ts";
import { failure } from "./failure.ts";
import { workOff } from "./jobs.ts";
import type { Platform } from "./platform.ts";
import { removePicture } from "./previews.ts";

/** Longer than anybody stores and then names a file, also a process that does not know yet that it lost its run. */
const inAnHour = sql`now() + interval '1 hour'`;
/** So long before its removal nobody claims a file any more. */
const grace = sql`now() + interval '10 minutes'`;

/** Has files removed in an hour, unless a row claims them: told before they are stored, or as their run ends. */
export async function noteFiles(tx: Tx, keys: readonly string[]): Promise<void> {
  await upsert(tx, keys, inAnHour);
}

/** Has files removed that nobody stores and no row names any more. In the transaction that lets go of them. */
export async function giveUpFiles(tx: Tx, keys: readonly string[]): Promise<void> {
  await upsert(tx, keys, sql`now()`);
}

async function upsert(tx: Tx, keys: readonly string[], removableAt: typeof inAnHour): Promise<void> {
  if (keys.length === 0) return;
  await tx
    .insert(unclaimedFiles)
    .values(keys.map((key) => ({ key, removableAt })))
    .onConflictDoUpdate({ target: unclaimedFiles.key, set: { removableAt } });
}

/** In the transaction of the row that names them; false where they are about to be removed. */
export async function claimFiles(tx: Tx, keys: readonly string[]): Promise<boolean> {
  const claimed = await tx
    .delete(unclaimedFiles)
    .where(and(inArray(unclaimedFiles.key, [...keys]), gt(unclaimedFiles.removableAt, grace)))
    .returning({ key: unclaimedFiles.key });
  return claimed.length === keys.length;
}

/**
 * Stores files, and then what names them: a row never names a file that is not there, and a file that no row names goes.
 * Where nobody can tell whether the transaction counted, as its answer was lost, the job can.
 */
export async function storeFiles<Result>(
  platform: Pick<Platform, "db" | "storage" | "log">,
  files: readonly { key: string; bytes: Buffer; mimeType: string }[],
  insert: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const keys = files.map(({ key }) => key);
  await noteFiles(platform.db, keys);
  for (const { key, bytes, mimeType } of files) await platform.storage.put(key, bytes, mimeType);
  let isRefused = true;
  try {
    return await platform.db.transaction(async (tx) => {
      const result = await insert(tx);
      if (!(await claimFiles(tx, keys))) throw failure("UNAVAILABLE", undefined, { retryAfter: 5 });
      isRefused = false;
      return result;
    });
  } catch (error) {
    if (isRefused) await removeNow(platform, keys);
    throw error;
  }
}

/** Once they were noted: the job looks again, as the store may be away, or take one late of which it gave no answer. */
export async function removeNow(
  { storage, log }: Pick<Platform, "storage" | "log">,
  keys: readonly string[],
): Promise<void> {
  try {
    for (const key of keys) await removePicture(storage, key);
  } catch (error) {
    log.warn({ err: error }, "a file could not be removed yet");
  }
}

/** The job that removes what nobody claimed. Notes go last, so that a crash in between is made good by the next round. */
export async function removeUnclaimedFiles({
  db,
  storage,
  log,
}: Pick<Platform, "db" | "storage" | "log">): Promise<void> {
  const isDue = lte(unclaimedFiles.removableAt, sql`now()`);
  await workOff(
    log,
    (except, limit) =>
      db
        .select({ id: unclaimedFiles.key })
        .from(unclaimedFiles)
        .where(and(isDue, notInArray(unclaimedFiles.key, except)))
        .orderBy(asc(unclaimedFiles.removableAt))
        .limit(limit),
    async ({ id }) => {
      await removePicture(storage, id);
      await db.delete(unclaimedFiles).where(and(eq(unclaimedFiles.key, id), isDue));
    },
  );
}
