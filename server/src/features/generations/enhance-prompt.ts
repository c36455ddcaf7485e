import type { BodyOf } from "#contract/call.ts";
import { promptMaxLength } from "#contract/generation-options.ts";
import type { enhancePrompt } from "#contract/generations.ts";
import { startOf } from "#contract/plain-text.ts";
import type { Tx } from "#server/db/database.ts";
import type { KeyPool } from "#server/features/ai-keys/key-pool.ts";
import { balanceOf } from "#server/features/credits/credits.service.ts";
import { readModelsInUse } from "#server/features/models/models-in-use.ts";
import { lookForModels } from "#server/features/models/watch-models.ts";
import { hasPaidOrder } from "#server/features/orders/orders.service.ts";
import { requireBelowLimit } from "#server/features/spending/spending-limit.ts";
import { failure, invalid } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { Gemini } from "#server/providers/gemini/gemini.ts";
import { enhancementPrompt } from "./prompts.ts";

/**
 * Asks the text model for a better prompt; a second key is tried where the first one fails. It costs no credit and
 * yet the owner's money, so it is for customers, and so many times a day.
 */
export async function improvePrompt(
  platform: Platform,
  { gemini, pool }: { gemini: Gemini; pool: KeyPool },
  userId: string,
  input: BodyOf<typeof enhancePrompt>,
): Promise<string> {
  if (!input.prompt) throw invalid({ prompt: "Please enter a custom prompt to enhance" });
  const { textModel, enhanceDailyCap } = await readModelsInUse(platform);
  await requireCustomer(platform.db, userId);
  await requireBelowLimit(platform);
  const prompt = enhancementPrompt(input, input.prompt);
  const bookedFor = { purpose: "enhancement", userId } as const;
  const used = new Set<string>();
  let refusal = failure("NO_KEYS");
  for (let tries = 0; tries < 2; tries += 1) {
    const key = await pool.acquire(textModel, used);
    if (!key) break;
    used.add(key.id);
    if (tries === 0) await countEnhancement(platform, userId, enhanceDailyCap);
    const answer = await gemini.writeText({ ...key, bookedFor, prompt });
    if ("value" in answer) {
      await pool.succeeded(key);
      return storable(answer.value);
    }
    await pool.failed(key, answer.problem);
    if (answer.problem.reason === "model-not-found") await lookForModels(platform, { gemini, pool });
    refusal = failure("PROVIDER_FAILED", answer.problem.message);
  }
  throw refusal;
}

async function requireCustomer(db: Tx, userId: string): Promise<void> {
  if ((await balanceOf(db, userId)) > 0 || (await hasPaidOrder(db, userId))) return;
  const message = "Enhancing a prompt needs a credit on your balance or a paid order.";
  throw failure("INSUFFICIENT_CREDITS", message);
}

/** Also where the model then fails or refuses, which the provider may charge all the same. */
async function countEnhancement(platform: Platform, userId: string, cap: number): Promise<void> {
  if (cap === 0) return;
  const limit = {
    name: "enhance-day",
    max: cap,
    windowSeconds: 24 * 3600,
    by: "user",
    exact: true,
  } as const;
  const message = `You have reached the limit of ${cap} enhanced prompts in 24 hours. Please try again later.`;
  await platform.rateLimits.use(limit, userId, message);
}

/** Cut to what the prompt's field holds, without NUL and half characters. */
function storable(text: string): string {
  return startOf(text.replaceAll("\u0000", "").toWellFormed(), promptMaxLength).trim();
}
