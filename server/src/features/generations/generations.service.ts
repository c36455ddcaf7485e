import type { Generation } from "#contract/generations.ts";
import { isId } from "#server/db/ids.ts";
import { failure } from "#server/platform/failure.ts";
import { workOff } from "#server/platform/jobs.ts";
import type { Platform } from "#server/platform/platform.ts";
import {
  findGeneration,
  findGenerations,
  findHiddenImages,
  findImage,
  findMedianSeconds,
  type GenerationQuery,
  type GenerationWithImages,
  hideGeneration,
  removeImage,
} from "./generations.repository.ts";
import { promptOf } from "./prompts.ts";

export { checkGenerations } from "./generations.repository.ts";

/** The job that removes the files of deleted generations. */
export const cleaningJob = "generation-files";

/** The person's own, newest first. */
export async function readGenerations(
  platform: Platform,
  userId: string,
  query: GenerationQuery,
): Promise<{ generations: Generation[]; total: number }> {
  const { rows, total } = await findGenerations(platform.db, userId, query);
  const median = rows.some(isUnderWay) ? await medianSeconds(platform) : null;
  return { generations: rows.map((row) => generationOf(row, median)), total };
}

/** Another person's generation, a deleted one and one that never was are the same to the viewer. */
export async function readGeneration(platform: Platform, userId: string, id: string): Promise<Generation> {
  const row = isId(id) ? await findGeneration(platform.db, userId, id) : null;
  if (!row) throw failure("NOT_FOUND");
  return generationOf(row, isUnderWay(row) ? await medianSeconds(platform) : null);
}

export interface ImageFile {
  bytes: Buffer;
  mimeType: string;
  createdAt: Date;
}

export async function readImage(
  platform: Platform,
  userId: string,
  id: string,
  position: string,
): Promise<ImageFile> {
  const found =
    isId(id) && /^[12]$/.test(position) ? await findImage(platform.db, userId, id, Number(position)) : null;
  const bytes = found && (await platform.storage.get(found.fileKey));
  if (!found || !bytes) throw failure("NOT_FOUND");
  return { bytes, mimeType: found.mimeType, createdAt: found.createdAt };
}

/** Empties it at once. Its files go right after, or, if this process dies, with the next cleaning. */
export async function removeGeneration(platform: Platform, userId: string, id: string): Promise<void> {
  if (!isId(id)) throw failure("NOT_FOUND");
  if (!(await hideGeneration(platform.db, userId, id))) {
    if (await findGeneration(platform.db, userId, id))
      throw failure("CONFLICT", "This run is still under way.");
    throw failure("NOT_FOUND");
  }
  platform.jobs.wake(cleaningJob);
}

/** Removes files of deleted generations, the file before the row that names it. */
export async function removeHiddenFiles({ db, storage, log }: Platform): Promise<void> {
  await workOff(
    log,
    (...some) => findHiddenImages(db, ...some),
    async ({ id, fileKey }) => {
      await storage.remove(fileKey);
      await removeImage(db, id);
    },
  );
}

const medianCacheMs = 60_000;
const medianCache = new WeakMap<object, { seconds: Promise<number | null>; until: number }>();

/** How long generations usually take, in seconds, asked for once a minute at most; null before the first one. */
async function medianSeconds({ db }: Platform): Promise<number | null> {
  const cached = medianCache.get(db);
  if (cached && cached.until > Date.now()) return cached.seconds;
  const seconds = findMedianSeconds(db).then((found) => found && Math.round(found * 10) / 10);
  medianCache.set(db, { seconds, until: Date.now() + medianCacheMs });
  seconds.catch(() => medianCache.delete(db));
  return seconds;
}

function isUnderWay({ stage }: Pick<GenerationWithImages, "stage">): boolean {
  return stage === "queued" || stage === "generating";
}

function generationOf(row: GenerationWithImages, median: number | null): Generation {
  return {
    id: row.id,
    stage: row.stage,
    title: row.title,
    niche: row.niche,
    style: row.style,
    prompt: promptOf(row),
    customPrompt: row.customPrompt,
    enhancedPrompt: row.enhancedPrompt,
    createdAt: row.createdAt.toISOString(),
    ...(row.finishedAt ? { finishedAt: row.finishedAt.toISOString() } : {}),
    ...(isUnderWay(row) ? { runningSeconds: Math.round(row.secondsOld * 10) / 10 } : {}),
    ...(isUnderWay(row) && median !== null ? { usualSeconds: median } : {}),
    ...(row.stage === "failed" ? { error: row.error ?? "", refunded: row.refunded } : {}),
    images: row.images.map(({ position, mimeType }) => ({
      url: `/api/generations/${row.id}/images/${position}`,
      mimeType,
    })),
  };
}
