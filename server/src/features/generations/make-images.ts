import { setTimeout as pause } from "node:timers/promises";
import type { DesignDocument } from "#contract/design-document.ts";
import { newId } from "#server/db/ids.ts";
import { type KeyPool, longestWaitMs } from "#server/features/ai-keys/key-pool.ts";
import { setWordsOn, type WordsToSet } from "#server/features/designs/set-words-on.ts";
import { limitConcurrency } from "#server/platform/concurrency.ts";
import { thumbnailMimeType } from "#server/platform/drawing/encode-png.ts";
import { failpoint } from "#server/platform/failpoints.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { Gemini, InlinePicture, PendingAnswer, Problem } from "#server/providers/gemini/gemini.ts";
import type { Lease, StoredImage } from "./leases.repository.ts";
import { sideFor } from "./prompts.ts";
import { toThumbnail } from "./to-thumbnail.ts";

export interface ImageMaker extends Platform {
  gemini: Gemini;
  pool: KeyPool;
}

export interface ImageRequest {
  lease: Lease;
  prompts: readonly [string, string];
  /** What the prompts speak of, in its order. */
  pictures: readonly InlinePicture[];
  /** The words that are set on each picture; null where the shop sets none. */
  words: Omit<WordsToSet, "side"> | null;
  model: string;
  signal: AbortSignal;
  /** Called when a key is at hand and the model is being asked. */
  onStart: () => void;
}

/** A stored picture, and the document of its design where its words are set as text. */
export type ImageMade = StoredImage & { document?: DesignDocument };
export type MadeImages = { images: [ImageMade, ImageMade] } | { problem: Problem };
type MadeImage = { image: ImageMade } | { problem: Problem };

/** The name holds the attempt, so that a process that lost its lease cannot replace what another stored. */
export function fileKeyOf({ id, attempt }: Pick<Lease, "id" | "attempt">, position: number): string {
  // In 256 folders, by the id's random end.
  return `generations/${id.slice(-2)}/${id}-${position}-${attempt}.png`;
}

/** Hundreds of pictures that arrive in one moment would take megabytes each: the others wait in their sockets. */
export const picturesAtOnce = 32;
const inTurn = limitConcurrency(picturesAtOnce);

/**
 * Asks for both pictures at once and stores each as soon as it is there, so that none waits in memory for the other.
 * Both or nothing: one that is still missing after its second try fails the generation.
 */
export async function makeImages(maker: ImageMaker, request: ImageRequest): Promise<MadeImages> {
  const stopOther = new AbortController();
  const signal = AbortSignal.any([request.signal, stopOther.signal]);
  const make = async (position: 1 | 2): Promise<MadeImage> => {
    const made = await makeImage(maker, { ...request, signal }, position);
    if ("problem" in made) stopOther.abort(made.problem.reason);
    return made;
  };
  const made = await Promise.all([make(1), make(2)]);
  const problems = made.flatMap((one) => ("problem" in one ? [one.problem] : []));
  // The picture that was only stopped because the other failed has nothing to say.
  const [problem] = problems.toSorted(
    (a, b) => Number(a.reason === "aborted") - Number(b.reason === "aborted"),
  );
  if (problem) return { problem };
  const [first, second] = made as [{ image: ImageMade }, { image: ImageMade }];
  return { images: [first.image, second.image] };
}

/** Two tries, the second with another key where there is one. */
async function makeImage(maker: ImageMaker, request: ImageRequest, position: 1 | 2): Promise<MadeImage> {
  const used = new Set<string>();
  let last: MadeImage = { problem: noKeys };
  for (let tries = 0; tries < 2; tries += 1) {
    const key = await keyInTime(maker.pool, request, used);
    if (!key) return last;
    used.add(key.id);
    request.onStart();
    const prompt = request.prompts[position - 1]!;
    const answer = await maker.gemini.drawImage({
      ...key,
      bookedFor: { purpose: "picture", generationId: request.lease.id },
      prompt,
      pictures: request.pictures,
      signal: request.signal,
    });
    last =
      "problem" in answer ? answer : await inTurn(() => keepImage(maker, request, answer.value, position));
    if ("image" in last || last.problem === unusablePicture || last.problem === storageFailed)
      await maker.pool.succeeded(key);
    else if (!request.signal.aborted) await maker.pool.failed(key, last.problem);
    if ("image" in last || last.problem === storageFailed || request.signal.aborted) return last;
  }
  return last;
}

/** Reads the picture, makes the thumbnail of it, sets its words and stores it. */
async function keepImage(
  { storage, log }: ImageMaker,
  { lease, words }: Pick<ImageRequest, "lease" | "words">,
  answer: PendingAnswer<Buffer>,
  position: 1 | 2,
): Promise<MadeImage> {
  const picture = await answer.read();
  if ("problem" in picture) return picture;
  let file: Buffer;
  try {
    file = await toThumbnail(picture.value);
  } catch (error) {
    log.warn({ err: error, bytes: picture.value.length }, "the model's picture could not be used");
    return { problem: unusablePicture };
  }
  failpoint("pictures-made");
  const fileKey = fileKeyOf(lease, position);
  try {
    await storage.put(fileKey, file, thumbnailMimeType);
  } catch (error) {
    log.error({ err: error }, "a thumbnail could not be stored");
    return { problem: storageFailed };
  }
  const image = { id: newId(), position, fileKey, mimeType: thumbnailMimeType, bytes: file.length };
  if (!words) return { image };
  try {
    return {
      image: { ...image, document: await setWordsOn(file, image.id, { ...words, side: sideFor(position) }) },
    };
  } catch (error) {
    log.error({ err: error, generation: lease.id }, "the words could not be set");
    return { image };
  }
}

/** A key now, or after a cooldown that ends soon. */
async function keyInTime(
  pool: KeyPool,
  { model, signal }: Pick<ImageRequest, "model" | "signal">,
  used: ReadonlySet<string>,
) {
  const until = performance.now() + longestWaitMs;
  for (;;) {
    const key = await pool.acquire(model, used);
    if (key || signal.aborted) return key;
    const wait = await pool.availableIn(model);
    if (wait === null || performance.now() + wait > until) return null;
    // An end of the generation ends the waiting as well; `acquire` is asked once more then.
    await pause(Math.max(wait, 50), undefined, { signal }).catch(() => undefined);
  }
}

const noKeys: Problem = { message: "No API keys available. Please try again later.", reason: "no-keys" };
const unusablePicture: Problem = {
  message: "No image was generated from the API response: the picture could not be read.",
  reason: "unusable-picture",
};
const storageFailed: Problem = { message: "The thumbnails could not be stored.", reason: "storage" };
