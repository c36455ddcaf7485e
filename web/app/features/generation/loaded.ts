import type { listAiKeys } from "#contract/ai-keys.ts";
import type { ApiAnswer } from "#contract/call.ts";
import type { getGeneration, listGenerations } from "#contract/generations.ts";
import type { getShopSettings } from "#contract/shop-settings.ts";

/** What the generator's loader already knows; whatever is missing the browser asks for. */
export interface GeneratorLoaded {
  /** From 0 to below 1: which template the form starts with, the same on the server and in the browser. */
  seed: number;
  keys: ApiAnswer<typeof listAiKeys> | undefined;
  settings: ApiAnswer<typeof getShopSettings> | undefined;
  gallery: ApiAnswer<typeof listGenerations> | undefined;
  /** Which page of the gallery that is. */
  galleryPage: number;
  run: ApiAnswer<typeof getGeneration> | undefined;
}
