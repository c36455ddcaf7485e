import type { Config } from "#server/config.ts";

export const googleUrl = "https://generativelanguage.googleapis.com";

/** Base address of the Generative Language API without `/v1beta`: an own one, the demo's, or none for Google's. */
export function geminiBaseUrl(config: Pick<Config, "geminiApiUrl" | "demo" | "appUrl">): string | undefined {
  return config.geminiApiUrl ?? (config.demo ? `${config.appUrl}/demo/gemini` : undefined);
}
