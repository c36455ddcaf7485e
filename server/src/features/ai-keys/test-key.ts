import type { AiKey } from "#contract/ai-keys.ts";
import { readShopSettings } from "#server/features/settings/settings.service.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { Gemini } from "#server/providers/gemini/gemini.ts";
import { markKeyUsed } from "./ai-keys.repository.ts";
import { keysChanged, listKeys, openKey } from "./ai-keys.service.ts";
import type { KeyTurns } from "./key-pool.ts";

/**
 * Tries one key, also one that rests or is switched off, with the two calls that the shop makes, and notes how each
 * went: a key that writes need not be able to draw. `problem` names the model, unless the key itself was refused.
 */
export async function testKey(
  platform: Platform,
  gemini: Gemini,
  turns: KeyTurns,
  id: string,
): Promise<{ ok: boolean; problem?: string; key: AiKey }> {
  const key = await openKey(platform, id);
  const { imageModel, textModel } = await readShopSettings(platform);
  const [drawn, written] = await Promise.all([
    gemini
      .drawImage({ key, model: imageModel, prompt: "A plain grey square." })
      .then((answer) => ("value" in answer ? answer.value.read() : answer)),
    gemini.writeText({ key, model: textModel, prompt: "Answer with the one word: ready" }),
  ]);
  const tries = [
    { name: `Image model ${imageModel}`, model: imageModel, answer: drawn },
    { name: `Text model ${textModel}`, model: textModel, answer: written },
  ];
  for (const { model, answer } of tries)
    if ("value" in answer) await markKeyUsed(platform.db, id, model, true);
  await platform.events.publish(platform.db, keysChanged);
  const problems = new Set<string>();
  for (const { name, model, answer } of tries) {
    if ("value" in answer) continue;
    const { problem } = answer;
    await turns.failed({ id, key, model }, problem);
    problems.add(problem.rest?.refused ? problem.message : `${name}: ${problem.message}`);
  }
  const shown = (await listKeys(platform)).find(({ _id }) => _id === id)!;
  if (problems.size === 0) return { ok: true, key: shown };
  return { ok: false, problem: [...problems].join(". "), key: shown };
}
