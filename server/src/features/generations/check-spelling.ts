import { z } from "zod";
import { startOf } from "#contract/plain-text.ts";
import type { Tx } from "#server/db/database.ts";
import type { KeyPool } from "#server/features/ai-keys/key-pool.ts";
import { readModelsInUse } from "#server/features/models/models-in-use.ts";
import { lookForModels } from "#server/features/models/watch-models.ts";
import { drainQueue } from "#server/platform/concurrency.ts";
import { failpoint } from "#server/platform/failpoints.ts";
import { wakeJob } from "#server/platform/jobs.ts";
import { loadSharp } from "#server/platform/load-sharp.ts";
import type { Platform } from "#server/platform/platform.ts";
import {
  type Gemini,
  type InlinePicture,
  inlinePicture,
  type Problem,
} from "#server/providers/gemini/gemini.ts";
import { findAsked } from "./asked-words.repository.ts";
import { compareWords } from "./compare-words.ts";
import { readingPrompt, readingSchema } from "./prompts.ts";
import {
  claimCheck,
  type DueCheck,
  findPictureToRead,
  type GenerationToRead,
  giveUpOldChecks,
  insertSpellingChecks,
  postponeCheck,
  recordReading,
} from "./spelling.repository.ts";
import { publishGeneration } from "./stream-generation.ts";

/** The job that has the text model read what the image model lettered; woken when a run is done. */
export const spellingJob = "spelling-checks";

/** After that the call is given up. */
const answerSeconds = 30;
const leaseSeconds = answerSeconds + 30;
/** Seconds until the second and the third call. There is no fourth: nobody waits for an answer. */
const retryDelays = [60, 600];
/** A picture is read within the hour or not at all, also where the shop stood still or had no key. */
const oldSeconds = 3600;
/** Beside a model of two seconds, four runs a second. One process reads for all of them. */
const readingsAtOnce = 16;
/** In pixels; letters of a headline are read as well as at the full size, for half the bytes. */
const width = 1024;

type Reader = { gemini: Gemini; pool: KeyPool };

/** To be read once the transaction has committed. */
export async function requestReading(tx: Tx, run: GenerationToRead): Promise<void> {
  await insertSpellingChecks(tx, run);
  await wakeJob(tx, spellingJob);
}

/** Reads what lies due, a few pictures at a time. No transaction is open meanwhile, and nothing of it ever fails a run. */
export async function checkDueSpellings(
  platform: Platform,
  reader: Reader,
  signal: AbortSignal,
  pieceDone: () => void,
): Promise<void> {
  const { textModel, spellingCheck } = await readModelsInUse(platform);
  for (const id of await giveUpOldChecks(platform.db, spellingCheck ? oldSeconds : 0))
    await publishGeneration(platform, platform.db, id);
  if (!spellingCheck) return;
  await drainQueue({
    atOnce: readingsAtOnce,
    signal,
    claim: async () =>
      (await reader.pool.availableIn(textModel)) === 0
        ? claimCheck(platform.db, textModel, leaseSeconds)
        : null,
    work: (check) =>
      platform.tracing.span("spelling check", {}, () =>
        checkOne(platform, reader, { check, textModel, signal }),
      ),
    pieceDone,
  });
}

async function checkOne(
  platform: Platform,
  reader: Reader,
  { check, textModel, signal }: { check: DueCheck; textModel: string; signal: AbortSignal },
): Promise<void> {
  const words = await readWords(platform, reader, { check, textModel, signal });
  failpoint("words-read");
  let compared = typeof words === "string" ? compareWords(words, check.title) : null;
  // What was asked for counts where the words differ alone, which few do.
  if (compared && !compared.matches)
    compared = compareWords(words as string, check.title, await findAsked(platform.db, check.generationId));
  const delay = typeof words === "string" ? null : delayAfter(words, check);
  const result = compared ? (compared.matches ? "matches" : "differs") : delay === null ? "none" : "retried";
  platform.metrics.count("thumbsmith_spelling_checks_total", { result });
  await platform.db.transaction(async (tx) => {
    if (compared) await recordReading(tx, check, { read: words as string, ...compared });
    else await postponeCheck(tx, check, delay);
    await publishGeneration(platform, tx, check.generationId);
  });
}

/** What the picture says, or why that is not known. */
async function readWords(
  platform: Platform,
  { gemini, pool }: Reader,
  { check, textModel, signal }: { check: DueCheck; textModel: string; signal: AbortSignal },
): Promise<string | Problem> {
  const picture = await pictureOf(platform, check);
  if (!picture) return { message: "The picture is gone.", reason: "source-gone" };
  const key = await pool.acquire(textModel);
  if (!key) return { message: "No API keys available.", reason: "no-keys" };
  const answer = await gemini.writeJson({
    ...key,
    bookedFor: { purpose: "spelling", generationId: check.generationId },
    prompt: readingPrompt,
    schema: readingSchema,
    pictures: [picture],
    signal: AbortSignal.any([signal, AbortSignal.timeout(answerSeconds * 1000)]),
  });
  if ("problem" in answer) {
    if (!signal.aborted) await pool.failed(key, answer.problem);
    if (answer.problem.reason === "model-not-found") await lookForModels(platform, { gemini, pool });
    platform.log.info(
      { generation: check.generationId, reason: answer.problem.reason },
      "words were not read",
    );
    return answer.problem;
  }
  await pool.succeeded(key);
  const told = reading.safeParse(answer.value);
  return told.success ? told.data.words : { message: "The answer keeps to no schema.", reason: "nonsense" };
}

const reading = z.looseObject({ words: z.string().max(2_000).transform(inOneLine) });

/** Without NUL, other control characters and half letters, which neither the database nor a screen wants. */
function inOneLine(words: string): string {
  const line = words.replace(/[\s\p{Cc}]+/gu, " ").trim();
  return startOf(line.toWellFormed(), 300);
}

async function pictureOf({ db, storage }: Platform, check: DueCheck): Promise<InlinePicture | null> {
  const fileKey = await findPictureToRead(db, check);
  const png = fileKey && (await storage.get(fileKey));
  if (!png) return null;
  const sharp = await loadSharp();
  return inlinePicture("image/jpeg", await sharp(png).resize({ width }).jpeg({ quality: 85 }).toBuffer());
}

/** What passes by itself. A refusal, or an answer that makes no sense, would be the same again. */
const passing = new Set([
  "timeout",
  "unreachable",
  "overloaded",
  "provider-error",
  "rate-limit",
  "daily-quota",
  "no-keys",
  "key-refused",
  "billing",
  "aborted",
]);

/** Seconds until the next call; null for none. */
function delayAfter({ reason }: Problem, { calls }: DueCheck): number | null {
  return passing.has(reason) ? (retryDelays[calls - 1] ?? null) : null;
}
