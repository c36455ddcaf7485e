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
  /** Called when a key is at hand and the model is being asked. */
  onStart: () => void;
}

export type MadeImages = { files: [Buffer, Buffer] } | { problem: Problem };
type MadeImage = { file: Buffer } | { problem: Problem };

/** Asks for both pictures at once. Both or nothing: one that is still missing after its second try fails the run. */
export async function makeImages(maker: ImageMaker, request: ImageRequest): Promise<MadeImages> {
  const stopOther = new AbortController();
  const signal = AbortSignal.any([request.signal, stopOther.signal]);
  const make = async (prompt: string): Promise<MadeImage> => {
    const made = await makeImage(maker, { ...request, signal }, prompt);
    if ("problem" in made) stopOther.abort();
    return made;
  };
  const made = await Promise.all(request.prompts.map(make));
  const problems = made.flatMap((one) => ("problem" in one ? [one.problem] : []));
  // The picture that was only stopped because the other failed has nothing to say.
  const [problem] = problems.toSorted(
    (a, b) => Number(a.reason === "aborted") - Number(b.reason === "aborted"),
  );
  if (problem) return { problem };
  const [first, second] = made as [{ file: Buffer }, { file: Buffer }];
  return { files: [first.file, second.file] };
}

/** Two tries, the second with another key where there is one. */
async function makeImage(maker: ImageMaker, request: ImageRequest, prompt: string): Promise<MadeImage> {
  const used = new Set<string>();
  let last: MadeImage = { problem: noKeys };
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const turn = await keyInTime(maker.turns, used, request.signal);
    if (!turn) return last;
    used.add(turn.id);
    request.onStart();
    const answer = await maker.gemini.drawImage({
      key: turn.key,
      model: request.model,
      prompt,
      signal: request.signal,
    });
    if ("value" in answer) {
      await maker.turns.succeeded(turn);
      last = await asThumbnail(maker.log, answer.value);
    } else {
      if (request.signal.aborted) return answer;
      await maker.turns.failed(turn, answer.problem);
      last = answer;
    }
    if ("file" in last) return last;
  }
  return last;
}

async function asThumbnail(log: Log, bytes: Buffer): Promise<MadeImage> {
  try {
    return { file: await toThumbnail(bytes) };
  } catch (error) {
    log.warn({ err: error, bytes: bytes.length }, "the model's picture could not be used");
    return { problem: unusablePicture };
  }
}

/** A key now, or after a rest that ends soon. */
async function keyInTime(turns: KeyTurns, used: ReadonlySet<string>, signal: AbortSignal) {
  const until = Date.now() + longestWaitMs;
  for (;;) {
    const turn = await turns.take(used);
    if (turn || signal.aborted) return turn;
    const wait = await turns.wait();
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
