import { type KeyTurns, longestWaitMs } from "#server/features/ai-keys/key-turns.ts";
import type { Log } from "#server/platform/log.ts";
import type { Gemini, Problem } from "#server/providers/gemini/gemini.ts";
import { toThumbnail } from "./picture/to-thumbnail.ts";

export interface ImageMaker {
  gemini: Gemini;
  turns: KeyTurns;
  log: Log;
}

export interface ImageRequest {
  prompts: readonly [string, string];
  model: string;
  signal: AbortSignal;
  /** Keeps a finished picture. What it throws is the run's problem. */
  store: (file: readonly Buffer[], position: 1 | 2) => Promise<StoredImage>;
  /** Called when a key is at hand and the model is being asked. */
  onStart: () => void;
}

export interface StoredImage {
  position: number;
  fileKey: string;
  mimeType: string;
  bytes: number;
}

export type MadeImages = { images: [StoredImage, StoredImage] } | { problem: Problem };
type MadeImage = { image: StoredImage } | { problem: Problem };

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
    const answer = await maker.gemini.drawImage(call, (bytes) => keep(maker.log, request, bytes, position));
    if ("value" in answer) {
      await maker.turns.succeeded(turn);
      last = answer.value;
      if ("problem" in last && last.problem === storageFailed) return last;
    } else {
      if (request.signal.aborted) return answer;
      await maker.turns.failed(turn, answer.problem);
      last = answer;
    }
    if ("image" in last) return last;
  }
  return last;
}

async function keep(log: Log, request: ImageRequest, bytes: Buffer, position: 1 | 2): Promise<MadeImage> {
  let file: readonly Buffer[];
  try {
    file = await toThumbnail(bytes);
  } catch (error) {
    log.warn({ err: error, bytes: bytes.length }, "the model's picture could not be used");
    return { problem: unusablePicture };
  }
  try {
    return { image: await request.store(file, position) };
  } catch (error) {
    log.error({ err: error }, "a thumbnail could not be stored");
    return { problem: storageFailed };
  }
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
