import { readShopSettings } from "#server/features/settings/settings.service.ts";
import type { Platform } from "#server/platform/platform.ts";
import { createGemini, geminiBaseUrl } from "#server/providers/gemini/gemini.ts";
import { findKeys } from "./ai-keys.repository.ts";
import { openKey } from "./ai-keys.service.ts";

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
