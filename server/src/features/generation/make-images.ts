import { type KeyTurns, longestWaitMs } from "#server/features/ai-keys/key-pool.ts";
import { failpoint } from "#server/platform/failpoints.ts";
import { limitedTo } from "#server/platform/limited.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { Gemini, PendingAnswer, Problem } from "#server/providers/gemini/gemini.ts";
import type { Claim, StoredImage } from "./leases.repository.ts";
import { thumbnailMimeType, toThumbnail } from "./picture/to-thumbnail.ts";

export interface ImageMaker extends Pick<Platform, "storage" | "log"> {
  gemini: Gemini;
  turns: KeyTurns;
}

export interface ImageRequest {
  claim: Claim;
  prompts: readonly [string, string];
  model: string;
  signal: AbortSignal;
  /** Called when a key is at hand and the model is being asked. */
  onStart: () => void;
}

export type MadeImages = { images: [StoredImage, StoredImage] } | { problem: Problem };
type MadeImage = { image: StoredImage } | { problem: Problem };

/** The name holds the takeovers, so that a process that lost the run cannot replace what another stored. */
export function fileKeyOf({ id, takeovers }: Pick<Claim, "id" | "takeovers">, position: number): string {
  // In 256 folders, by the id's random end.
  return `generations/${id.slice(-2)}/${id}-${position}-${takeovers}.png`;
}

/** Hundreds of pictures that arrive in one moment would take megabytes each: the others wait in their sockets. */
export const picturesAtOnce = 32;
const inTurn = limitedTo(picturesAtOnce);

/**
 * Asks for both pictures at once and stores each as soon as it is there, so that none waits in memory for the other.
 * Both or nothing: one that is still missing after its second try fails the run.
 */
export async function makeImages(maker: ImageMaker, request: ImageRequest): Promise<MadeImages> {
  const stopOther = new AbortController();
  const signal = AbortSignal.any([request.signal, stopOther.signal]);
  const make = async (position: 1 | 2): Promise<MadeImage> => {
    const made = await makeImage(maker, { ...request, signal }, position);
    if ("problem" in made) stopOther.abort();
    return made;
  };
  const made = await Promise.all([make(1), make(2)]);
  const problems = made.flatMap((one) => ("problem" in one ? [one.problem] : []));
  // The picture that was only stopped because the other failed has nothing to say.
  const [problem] = problems.toSorted(
    (a, b) => Number(a.reason === "aborted") - Number(b.reason === "aborted"),
  );
  if (problem) return { problem };
  const [first, second] = made as [{ image: StoredImage }, { image: StoredImage }];
  return { images: [first.image, second.image] };
}

/** Two tries, the second with another key where there is one. */
async function makeImage(maker: ImageMaker, request: ImageRequest, position: 1 | 2): Promise<MadeImage> {
  const used = new Set<string>();
  let last: MadeImage = { problem: noKeys };
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const turn = await keyInTime(maker.turns, request, used);
    if (!turn) return last;
    used.add(turn.id);
    request.onStart();
    const call = {
      key: turn.key,
      model: turn.model,
      prompt: request.prompts[position - 1]!,
      signal: request.signal,
    };
    const answer = await maker.gemini.drawImage(call);
    last =
      "problem" in answer
        ? answer
        : await inTurn(() => keepImage(maker, request.claim, answer.value, position));
    if ("image" in last || last.problem === unusablePicture || last.problem === storageFailed)
      await maker.turns.succeeded(turn);
    else if (!request.signal.aborted) await maker.turns.failed(turn, last.problem);
    if ("image" in last || last.problem === storageFailed || request.signal.aborted) return last;
  }
  return last;
}

/** Reads the picture, makes the thumbnail of it and stores that. */
async function keepImage(
  { storage, log }: ImageMaker,
  claim: Claim,
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
  const fileKey = fileKeyOf(claim, position);
  try {
    await storage.put(fileKey, file, thumbnailMimeType);
  } catch (error) {
    log.error({ err: error }, "a thumbnail could not be stored");
    return { problem: storageFailed };
  }
  return { image: { position, fileKey, mimeType: thumbnailMimeType, bytes: file.length } };
}

/** A key now, or after a rest that ends soon. */
async function keyInTime(
  turns: KeyTurns,
  { model, signal }: Pick<ImageRequest, "model" | "signal">,
  used: ReadonlySet<string>,
) {
  const until = Date.now() + longestWaitMs;
  for (;;) {
    const turn = await turns.take(model, used);
    if (turn || signal.aborted) return turn;
    const wait = await turns.wait(model);
    if (wait === null || Date.now() + wait > until) return null;
    await pause(Math.max(wait, 50), signal);
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener("abort", done, { once: true });
    if (signal.aborted) done();
  });
}

const noKeys: Problem = { message: "No API keys available. Please try again later.", reason: "no-keys" };
const unusablePicture: Problem = {
  message: "No image was generated from the API response: the picture could not be read.",
  reason: "unusable-picture",
};
const storageFailed: Problem = { message: "The thumbnails could not be stored.", reason: "storage" };
