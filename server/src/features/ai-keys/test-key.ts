import type { AiKey } from "#contract/ai-keys.ts";
import { readShopSettings } from "#server/features/settings/settings.service.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { Gemini } from "#server/providers/gemini/gemini.ts";
import { listKeys, noteKeyWorks, openKey } from "./ai-keys.service.ts";
import type { KeyTurns } from "./key-turns.ts";

/** Tries one key with a short question, also one that rests or is switched off, and notes how it went. */
export async function testKey(
  platform: Platform,
  gemini: Gemini,
  turns: KeyTurns,
  id: string,
): Promise<{ ok: boolean; problem?: string; key: AiKey }> {
  const key = await openKey(platform, id);
  const { textModel } = await readShopSettings(platform);
  const answer = await gemini.writeText({ key, model: textModel, prompt: "Answer with the one word: ready" });
  const problem = "problem" in answer ? answer.problem : null;
  if (problem) await turns.failed({ id, key }, problem);
  else await noteKeyWorks(platform, id);
  const shown = (await listKeys(platform)).find(({ _id }) => _id === id)!;
  return { ok: problem === null, ...(problem ? { problem: problem.message } : {}), key: shown };
}
