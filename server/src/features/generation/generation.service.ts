import type { Generation } from "#contract/generations.ts";
import { failure } from "#server/platform/failure.ts";
import { isId } from "#server/platform/ids.ts";
import { workOff } from "#server/platform/jobs.ts";
import type { Platform } from "#server/platform/platform.ts";
import { promptOf } from "./run-prompt.ts";
import {
  findHiddenImages,
  findImage,
  findRun,
  findRuns,
  findUsualSeconds,
  hideRun,
  type RunQuery,
  type RunWithImages,
  removeImage,
} from "./runs.repository.ts";

export { checkRuns } from "./check-runs.repository.ts";

/** The job that removes the files of deleted runs. */
export const cleaningJob = "generation-files";

/** The person's runs, newest first. */
export async function listRuns(
  platform: Platform,
  userId: string,
  query: RunQuery,
): Promise<{ runs: Generation[]; total: number }> {
  const { runs, total } = await findRuns(platform.db, userId, query);
  const usual = runs.some(isUnderWay) ? await usualSeconds(platform) : null;
  return { runs: runs.map((run) => shown(run, usual)), total };
}

/** Another person's run, a deleted one and one that never was are the same to the asker. */
export async function readRun(platform: Platform, userId: string, id: string): Promise<Generation> {
  const run = isId(id) ? await findRun(platform.db, userId, id) : null;
  if (!run) throw failure("NOT_FOUND");
  return shown(run, isUnderWay(run) ? await usualSeconds(platform) : null);
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

/** Empties the run at once; its files go right after, or, if this process dies, with the next cleaning. */
export async function deleteRun(platform: Platform, userId: string, id: string): Promise<void> {
  if (!isId(id)) throw failure("NOT_FOUND");
  if (!(await hideRun(platform.db, userId, id))) {
    if (await findRun(platform.db, userId, id)) throw failure("CONFLICT", "This run is still under way.");
    throw failure("NOT_FOUND");
  }
  platform.jobs.wake(cleaningJob);
}

/** Removes files of deleted runs, the file before the row that names it. */
export async function removeHiddenFiles({
  db,
  storage,
  log,
}: Pick<Platform, "db" | "storage" | "log">): Promise<void> {
  await workOff(
    log,
    (...some) => findHiddenImages(db, ...some),
    async ({ id, fileKey }) => {
      await storage.remove(fileKey);
      await removeImage(db, id);
    },
  );
}

const usualCopyMs = 60_000;
const usualCopies = new WeakMap<object, { seconds: Promise<number | null>; until: number }>();

/** How long runs usually take, in seconds, asked for once a minute at most; null before the first one. */
async function usualSeconds(platform: Pick<Platform, "db">): Promise<number | null> {
  const copy = usualCopies.get(platform.db);
  if (copy && copy.until > Date.now()) return copy.seconds;
  const seconds = findUsualSeconds(platform.db).then((found) => found && Math.round(found * 10) / 10);
  usualCopies.set(platform.db, { seconds, until: Date.now() + usualCopyMs });
  seconds.catch(() => usualCopies.delete(platform.db));
  return seconds;
}

function isUnderWay(run: Pick<RunWithImages, "stage">): boolean {
  return run.stage === "queued" || run.stage === "generating";
}

function shown(run: RunWithImages, usual: number | null): Generation {
  return {
    id: run.id,
    stage: run.stage,
    title: run.title,
    niche: run.niche,
    style: run.style,
    prompt: promptOf(run),
    customPrompt: run.customPrompt,
    enhancedPrompt: run.enhancedPrompt,
    createdAt: run.createdAt.toISOString(),
    ...(run.finishedAt ? { finishedAt: run.finishedAt.toISOString() } : {}),
    ...(isUnderWay(run) ? { runningSeconds: Math.round(run.secondsOld * 10) / 10 } : {}),
    ...(isUnderWay(run) && usual !== null ? { usualSeconds: usual } : {}),
    ...(run.stage === "failed" ? { error: run.error ?? "", refunded: run.refunded } : {}),
    images: run.images.map(({ position, mimeType }) => ({
      url: `/api/generations/${run.id}/images/${position}`,
      mimeType,
    })),
  };
}
