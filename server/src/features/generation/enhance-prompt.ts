import type { BodyOf } from "#contract/call.ts";
import { promptMaxLength } from "#contract/generation-options.ts";
import type { enhancePrompt } from "#contract/generations.ts";
import type { KeyTurns } from "#server/features/ai-keys/key-turns.ts";
import { readShopSettings } from "#server/features/settings/settings.service.ts";
import { failure, invalid } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { Gemini } from "#server/providers/gemini/gemini.ts";
import { enhancementPrompt } from "./run-prompt.ts";

/** Asks the text model for a better prompt; a second key is tried where the first one fails. */
export async function improvePrompt(
  platform: Platform,
  { gemini, turns }: { gemini: Gemini; turns: KeyTurns },
  input: BodyOf<typeof enhancePrompt>,
): Promise<string> {
  if (!input.prompt) throw invalid({ prompt: "Please enter a custom prompt to enhance" });
  const { textModel } = await readShopSettings(platform);
  const prompt = enhancementPrompt(input, input.prompt);
  const used = new Set<string>();
  let refusal = failure("NO_KEYS");
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const turn = await turns.take(textModel, used);
    if (!turn) break;
    used.add(turn.id);
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

/** Cut to what the prompt's field holds, without NUL and half characters. */
function storable(text: string): string {
  return text
    .replaceAll("\u0000", "")
    .slice(0, promptMaxLength)
    .toWellFormed()
    .replace(/\ufffd$/, "")
    .trim();
}
