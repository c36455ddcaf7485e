import type { AiKey } from "#contract/ai-keys.ts";
import { readModelsInUse } from "#server/features/models/models-in-use.ts";
import { readShopSettings } from "#server/features/settings/settings.service.ts";
import { publishOnCommit } from "#server/platform/events.ts";
import { failure } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { createGemini, type Gemini, geminiBaseUrl } from "#server/providers/gemini/gemini.ts";
import { findKeys, markKeyUsed } from "./ai-keys.repository.ts";
import { keysChanged, listKeys, maskOf, openKey } from "./ai-keys.service.ts";
import type { KeyPool } from "./key-pool.ts";

/**
 * Tries one key, also one that cools down or is switched off, with the two calls that the shop makes, and writes down
 * how each went: a key that writes need not be able to draw. `problem` names the model, unless the key itself was refused.
 */
export async function testKey(
  platform: Platform,
  gemini: Gemini,
  pool: KeyPool,
  id: string,
): Promise<{ ok: boolean; problem?: string; key: AiKey }> {
  const key = await openKey(platform, id);
  const { imageModel, textModel } = await readModelsInUse(platform);
  const bookedFor = { purpose: "key-test" } as const;
  const [drawn, written] = await Promise.all([
    gemini
      .drawImage({ key, model: imageModel, bookedFor, prompt: "A plain grey square." })
      .then((answer) => ("value" in answer ? answer.value.read() : answer)),
    gemini.writeText({ key, model: textModel, bookedFor, prompt: "Answer with the one word: ready" }),
  ]);
  const tries = [
    { name: `Image model ${imageModel}`, model: imageModel, answer: drawn },
    { name: `Text model ${textModel}`, model: textModel, answer: written },
  ];
  await publishOnCommit(platform, keysChanged, {}, async (tx) => {
    for (const { model, answer } of tries)
      if ("value" in answer) await markKeyUsed(tx, { id, mask: maskOf(key) }, model, true);
  });
  const problems = new Set<string>();
  for (const { name, model, answer } of tries) {
    if ("value" in answer) continue;
    const { problem } = answer;
    await pool.failed({ id, key, model }, problem);
    problems.add(problem.cooldown?.refused ? problem.message : `${name}: ${problem.message}`);
  }
  const shown = (await listKeys(platform)).find(({ _id }) => _id === id);
  if (!shown) throw failure("NOT_FOUND");
  if (problems.size === 0) return { ok: true, key: shown };
  return { ok: false, problem: [...problems].join(". "), key: shown };
}

/**
 * Asks the provider with each active key whether it takes it and has the shop's two models, which costs nothing.
 *
 * @throws one sentence that says what to do.
 */
export async function checkKeys(platform: Pick<Platform, "config" | "db" | "encryption">): Promise<string> {
  const keys = (await findKeys(platform.db)).filter(({ isActive }) => isActive);
  if (keys.length === 0)
    throw new Error("there is no active key: enter one in the back office's Gemini Keys");
  const { textModel, imageModel } = await readShopSettings(platform.db);
  const gemini = createGemini({ baseUrl: geminiBaseUrl(platform.config) });
  const problems: string[] = [];
  for (const { id, name } of keys) {
    for (const [model, setting] of [
      [textModel, "text"],
      [imageModel, "image"],
    ] as const) {
      const key = await openKey(platform, id);
      const found = await gemini.findModel(key, model);
      if (found === "key-refused") problems.push(`the key "${name}" is refused: replace it in Gemini Keys`);
      else if (found === "unknown")
        problems.push(
          `the ${setting} model "${model}" does not exist for the key "${name}": correct it in the settings`,
        );
      else if (found !== "found")
        problems.push(`the model's address does not answer the key "${name}" (${found})`);
      if (found !== "found") break;
    }
  }
  if (problems.length > 0) throw new Error(problems.join("; "));
  return `${keys.length} active key${keys.length === 1 ? "" : "s"}, ${textModel} and ${imageModel} are there`;
}
