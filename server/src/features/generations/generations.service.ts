import type { z } from "zod";
import type { changeGeneration as changeCall, Generation } from "#contract/generations.ts";
import type { PreviewWidth } from "#contract/previews.ts";
import { videoThumbnailUrl } from "#contract/youtube-video.ts";
import { isId } from "#server/db/ids.ts";
import { secondsUntilKey } from "#server/features/ai-keys/ai-keys.service.ts";
import { readModelsInUse } from "#server/features/models/models-in-use.ts";
import { failure } from "#server/platform/failure.ts";
import { workOff } from "#server/platform/jobs.ts";
import type { Platform } from "#server/platform/platform.ts";
import { type ReadPicture, readPreview, removePicture } from "#server/platform/previews.ts";
import {
  emptyHiddenGenerations,
  findHiddenImages,
  freeImage,
  hideGeneration,
  markLeftImages,
  postponeUsedImages,
  removeImage,
  unhideGeneration,
} from "./deleted-generations.repository.ts";
import {
  findGeneration,
  findGenerations,
  findGenerationsWith,
  findImage,
  findMedianSeconds,
  type GenerationQuery,
  type GenerationWithImages,
  updateGeneration,
} from "./generations.repository.ts";
import { promptOf } from "./prompts.ts";

export { checkGenerations } from "./generations.repository.ts";

/** The job that empties deleted generations and removes their files. */
export const cleaningJob = "generation-files";

/** The person's own, newest first. */
export async function readGenerations(
  platform: Platform,
  userId: string,
  query: GenerationQuery,
): Promise<{ generations: Generation[]; total: number }> {
  return listOf(platform, await findGenerations(platform.db, userId, query));
}

/** Those of the ids that are the person's, in any order. */
export async function readGenerationsWith(
  platform: Platform,
  userId: string,
  ids: string[],
): Promise<Generation[]> {
  const rows = ids.length > 0 ? await findGenerationsWith(platform.db, userId, ids) : [];
  return (await listOf(platform, { rows, total: rows.length })).generations;
}

async function listOf(
  platform: Platform,
  { rows, total }: { rows: GenerationWithImages[]; total: number },
): Promise<{ generations: Generation[]; total: number }> {
  const median = rows.some(isUnderWay) ? await medianSeconds(platform) : null;
  return { generations: rows.map((row) => generationOf(row, median)), total };
}

/** Another person's generation, a deleted one and one that never was are the same to the viewer. */
export async function readGeneration(platform: Platform, userId: string, id: string): Promise<Generation> {
  const row = isId(id) ? await findGeneration(platform.db, userId, id) : null;
  if (!row) throw failure("NOT_FOUND");
  const shown = generationOf(row, isUnderWay(row) ? await medianSeconds(platform) : null);
  const seconds = lackedKey(row) ? await secondsUntilImageKey(platform) : null;
  return seconds === null ? shown : { ...shown, retryAfterSeconds: Math.ceil(seconds) };
}

function lackedKey({ stage, errorReason }: GenerationWithImages): boolean {
  return stage === "failed" && (errorReason === "rate-limit" || errorReason === "no-keys");
}

async function secondsUntilImageKey(platform: Platform): Promise<number | null> {
  const { imageModel } = await readModelsInUse(platform);
  return secondsUntilKey(platform.db, imageModel);
}

export interface ImageFile extends ReadPicture {
  createdAt: Date;
}

export async function readImage(
  platform: Platform,
  userId: string,
  id: string,
  position: string,
): Promise<ImageFile> {
  const found = await requireImage(platform, userId, id, position);
  const bytes = await platform.storage.get(found.fileKey);
  if (!bytes) throw failure("NOT_FOUND");
  return { bytes, mimeType: found.mimeType, createdAt: found.createdAt };
}

/** A small version of the image. */
export async function readImagePreview(
  platform: Platform,
  userId: string,
  { id, position }: { id: string; position: string },
  width: PreviewWidth,
): Promise<ImageFile> {
  const found = await requireImage(platform, userId, id, position);
  const preview = await readPreview(platform, found, width);
  if (!preview) throw failure("NOT_FOUND");
  return { ...preview, createdAt: found.createdAt };
}

async function requireImage({ db }: Platform, userId: string, id: string, position: string) {
  const found =
    isId(id) && /^[12]$/.test(position) ? await findImage(db, userId, id, Number(position)) : null;
  if (!found) throw failure("NOT_FOUND");
  return found;
}

export async function changeGeneration(
  platform: Platform,
  userId: string,
  id: string,
  { title, favourite, kept }: z.output<typeof changeCall.body>,
): Promise<Generation> {
  if (title === "") throw failure("TITLE_REQUIRED");
  const changes = {
    ...(title === undefined ? {} : { title }),
    ...(favourite === undefined ? {} : { favourite }),
    ...(kept === undefined ? {} : { kept }),
  };
  const isChange = Object.keys(changes).length > 0;
  const changed = isChange && isId(id) && (await updateGeneration(platform.db, userId, id, changes));
  const present = await readGeneration(platform, userId, id);
  if (isChange && !changed) {
    throw failure(
      "CONFLICT",
      present.stage === "failed" ? "This run has no thumbnails to keep." : "This run is still under way.",
    );
  }
  return present;
}

/** Hides it at once. Its words and files go once it can't be brought back any more. */
export async function removeGeneration(platform: Platform, userId: string, id: string): Promise<void> {
  if (!isId(id)) throw failure("NOT_FOUND");
  if (await hideGeneration(platform.db, userId, id)) return;
  if (await findGeneration(platform.db, userId, id))
    throw failure("CONFLICT", "This run is still under way.");
  throw failure("NOT_FOUND");
}

/** One that was never deleted is answered as it is, so that the call may be repeated. */
export async function restoreGeneration(platform: Platform, userId: string, id: string): Promise<Generation> {
  if (isId(id)) await unhideGeneration(platform.db, userId, id);
  return readGeneration(platform, userId, id);
}

/**
 * Empties deleted generations whose time is over, and removes their files, the file before the row that names it. A
 * picture that a design uses stays for as long as that does.
 */
export async function removeHiddenFiles({ db, storage, log }: Platform): Promise<void> {
  await emptyHiddenGenerations(db);
  await postponeUsedImages(db);
  await workOff(
    log,
    (...some) => findHiddenImages(db, ...some),
    async ({ id, fileKey }) => {
      if (!(await db.transaction((tx) => freeImage(tx, id)))) return;
      await removePicture(storage, fileKey);
      await removeImage(db, id);
    },
  );
}

/** What a process of a former release emptied. */
export async function markLeftFiles({ db }: Platform): Promise<void> {
  await markLeftImages(db);
}

const medianCacheMs = 60_000;
const medianCache = new WeakMap<object, { seconds: Promise<number | null>; until: number }>();

/** How long generations usually take, in seconds, asked for once a minute at most; null before the first one. */
async function medianSeconds({ db }: Platform): Promise<number | null> {
  const cached = medianCache.get(db);
  if (cached && cached.until > performance.now()) return cached.seconds;
  const seconds = findMedianSeconds(db).then((found) => found && Math.round(found * 10) / 10);
  medianCache.set(db, { seconds, until: performance.now() + medianCacheMs });
  seconds.catch(() => medianCache.delete(db));
  return seconds;
}

function sourceOf({
  sourceKind: kind,
  sourceId: id,
  instruction,
  vary,
  retake,
  sourcePreview,
}: GenerationWithImages) {
  if (!kind || !id) return {};
  const by = vary ? { vary } : retake ? {} : { instruction };
  return { source: { kind, id, ...by, ...(sourcePreview ? { previewUrl: sourcePreview } : {}) } };
}

function videoOf({ videoId: id, videoChannel: channel }: GenerationWithImages) {
  return id ? { video: { id, channel: channel ?? "", thumbnailUrl: videoThumbnailUrl(id) } } : {};
}

export function kindOf({
  vary,
  retake,
  sourceKind,
}: Pick<GenerationWithImages, "vary" | "retake" | "sourceKind">): Generation["kind"] {
  if (retake) return "retake";
  return vary ? "variation" : sourceKind ? "change" : "new";
}

function isUnderWay({ stage }: Pick<GenerationWithImages, "stage">): boolean {
  return stage === "queued" || stage === "generating";
}

export function imagePathOf(id: string, position: number): string {
  return `/api/generations/${id}/images/${position}`;
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
    words: row.words,
    kind: kindOf(row),
    references: row.referenceIds,
    brand: row.brand !== null,
    ...sourceOf(row),
    ...videoOf(row),
    createdAt: row.createdAt.toISOString(),
    ...(row.finishedAt ? { finishedAt: row.finishedAt.toISOString() } : {}),
    ...(isUnderWay(row) ? { runningSeconds: Math.round(row.secondsOld * 10) / 10 } : {}),
    ...(isUnderWay(row) && median !== null ? { usualSeconds: median } : {}),
    ...(row.stage === "failed" ? { error: row.error ?? "", refunded: row.refunded } : {}),
    ...(row.stage === "failed" && row.errorReason ? { reason: row.errorReason } : {}),
    ...(row.standInModel ? { standInModel: row.standInModel } : {}),
    favourite: row.favourite,
    kept: row.kept,
    images: row.images.map(({ id, position, mimeType, design, spelling }) => {
      const url = imagePathOf(row.id, position);
      const read = spelling ? { spelling } : {};
      return { id, position, url, previewUrl: `${url}/preview`, mimeType, ...design, ...read };
    }),
    ...(row.reading ? { reading: true } : {}),
  };
}
