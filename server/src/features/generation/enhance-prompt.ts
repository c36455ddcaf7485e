import type { BodyOf } from "#contract/call.ts";
import { promptMaxLength } from "#contract/generation-options.ts";
import type { enhancePrompt } from "#contract/generations.ts";
import type { Tx } from "#server/db/database.ts";
import type { KeyTurns } from "#server/features/ai-keys/key-pool.ts";
import { balanceOf } from "#server/features/credits/credits.service.ts";
import { hasPaidOrder } from "#server/features/orders/orders.service.ts";
import { readShopSettings } from "#server/features/settings/settings.service.ts";
import { failure, invalid } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { Gemini } from "#server/providers/gemini/gemini.ts";
import { enhancementPrompt } from "./run-prompt.ts";

/**
 * Asks the text model for a better prompt; a second key is tried where the first one fails. It costs no credit and
 * yet the owner's money, so it is for customers, and so many times a day.
 */
export async function improvePrompt(
  platform: Platform,
  { gemini, turns }: { gemini: Gemini; turns: KeyTurns },
  userId: string,
  input: BodyOf<typeof enhancePrompt>,
): Promise<string> {
  if (!input.prompt) throw invalid({ prompt: "Please enter a custom prompt to enhance" });
  const { textModel, enhanceDailyCap } = await readShopSettings(platform);
  await requireCustomer(platform.db, userId);
  const prompt = enhancementPrompt(input, input.prompt);
  const used = new Set<string>();
  let refusal = failure("NO_KEYS");
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const turn = await turns.take(textModel, used);
    if (!turn) break;
    used.add(turn.id);
    if (attempt === 0) await countEnhancement(platform, userId, enhanceDailyCap);
    const answer = await gemini.writeText({ ...turn, prompt });
    if ("value" in answer) {
      await turns.succeeded(turn);
      return storable(answer.value);
    }
    await turns.failed(turn, answer.problem);
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
async function countEnhancement(
  platform: Pick<Platform, "rateLimits">,
  userId: string,
  cap: number,
): Promise<void> {
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
  return text
    .replaceAll("\u0000", "")
    .slice(0, promptMaxLength)
    .toWellFormed()
    .replace(/\ufffd$/, "")
    .trim();
}
