import { and, eq, exists, inArray, isNull, lte, ne, not, notExists, notInArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { restorableMinutes } from "#contract/generation-options.ts";
import type { Tx } from "#server/db/database.ts";
import { designVersions } from "#server/db/tables/designs.ts";
import { generationImages, generations, spellingChecks } from "#server/db/tables/generations.ts";

/** Hides one that is over; false where it is still under way or not the person's. */
export async function hideGeneration(tx: Tx, userId: string, id: string): Promise<boolean> {
  const rows = await tx
    .update(generations)
    .set({ deletedAt: sql`now()` })
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

const isRestorable = sql`${generations.deletedAt} > now() - make_interval(mins => ${restorableMinutes})`;

/** Shows one again that was hidden a short while ago and is not emptied yet; false where there is none. */
export async function unhideGeneration(tx: Tx, userId: string, id: string): Promise<boolean> {
  const rows = await tx
    .update(generations)
    .set({ deletedAt: null })
    .where(
      and(
        eq(generations.id, id),
        eq(generations.userId, userId),
        isRestorable,
        // An erased person's are emptied at once.
        ne(generations.title, ""),
      ),
    )
    .returning({ id: generations.id });
  return rows.length > 0;
}

/**
 * Takes the words out of hidden ones that can't be brought back any more, and those that were read on their pictures, which
 * may go from then on.
 */
export async function emptyHiddenGenerations(tx: Tx): Promise<void> {
  const emptied = tx.$with("emptied").as(
    tx
      .update(generations)
      .set({
        title: "",
        customPrompt: "",
        enhancedPrompt: "",
        instruction: "",
        videoId: null,
        videoChannel: null,
        favourite: false,
        kept: null,
      })
      .where(and(sql`${generations.deletedAt} is not null`, not(isRestorable), ne(generations.title, "")))
      .returning({ id: generations.id }),
  );
  const ids = tx.select({ id: emptied.id }).from(emptied);
  const removable = tx
    .$with("removable")
    .as(
      tx
        .update(generationImages)
        .set({ removableAt: sql`now()` })
        .where(inArray(generationImages.generationId, ids))
        .returning({ id: generationImages.id }),
    );
  await tx
    .with(emptied, removable)
    .update(spellingChecks)
    .set({ title: "", read: null, matches: null, nextAttemptAt: null })
    .where(inArray(spellingChecks.generationId, ids));
}

/**
 * A process of a release from before the mark empties without it, as long as it answers beside this one: its pictures would
 * stay for good.
 */
export async function markLeftImages(tx: Tx): Promise<void> {
  const emptied = tx
    .select({ id: generations.id })
    .from(generations)
    .where(and(sql`${generations.deletedAt} > now() - interval '30 days'`, eq(generations.title, "")));
  await tx
    .update(generationImages)
    .set({ removableAt: sql`now()` })
    .where(and(inArray(generationImages.generationId, emptied), isNull(generationImages.removableAt)));
}

const runs = alias(generations, "runs_from_it");

const versionsWithIt = (tx: Tx) =>
  tx
    .select({ id: designVersions.id })
    .from(designVersions)
    .where(eq(designVersions.pictureId, generationImages.id));

/** By no version of a design, and by no run under way that starts from it. */
const isUnused = (tx: Tx) =>
  and(
    notExists(versionsWithIt(tx)),
    notExists(
      tx
        .select({ id: runs.id })
        .from(runs)
        .where(
          and(eq(runs.sourceImageId, generationImages.id), inArray(runs.stage, ["queued", "generating"])),
        ),
    ),
  );

const isDue = lte(generationImages.removableAt, sql`now()`);

/** Those that designs use wait a day, or until one of these versions goes: there may be many, and for years. */
export async function postponeUsedImages(tx: Tx): Promise<void> {
  await tx
    .update(generationImages)
    .set({ removableAt: sql`now() + interval '1 day'` })
    .where(and(isDue, exists(versionsWithIt(tx))));
}

/** Images of emptied generations, whose files are still to be removed: nothing uses them. */
export async function findHiddenImages(
  tx: Tx,
  except: string[],
  limit: number,
): Promise<{ id: string; fileKey: string }[]> {
  return tx
    .select({ id: generationImages.id, fileKey: generationImages.fileKey })
    .from(generationImages)
    .where(and(isDue, isUnused(tx), notInArray(generationImages.id, except)))
    .orderBy(generationImages.removableAt, generationImages.id)
    .limit(limit);
}

/**
 * Lets nothing use an image any more, unless something does already: false. Asked a second time under the row's lock, by
 * which a design or a run takes hold of it, so that none is left with a picture whose file is gone.
 */
export async function freeImage(tx: Tx, id: string): Promise<boolean> {
  const isIt = eq(generationImages.id, id);
  await tx.select({ id: generationImages.id }).from(generationImages).where(isIt).for("update");
  const rows = await tx
    .update(generationImages)
    .set({ freedAt: sql`now()` })
    .where(and(isIt, isUnused(tx)))
    .returning({ id: generationImages.id });
  return rows.length > 0;
}

export async function removeImage(tx: Tx, id: string): Promise<void> {
  await tx.delete(generationImages).where(eq(generationImages.id, id));
}
