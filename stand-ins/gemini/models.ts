import { modelNotFound } from "./errors.ts";

/** A model as ListModels and GetModel describe it. */
export type Model = {
  name: string;
  version: string;
  displayName: string;
  description: string;
  inputTokenLimit: number;
  outputTokenLimit: number;
  supportedGenerationMethods: string[];
  temperature: number;
  topP: number;
  topK: number;
  maxTemperature: number;
  thinking?: boolean;
};

const listed = [
  ["gemini-3.5-flash-lite", "Gemini 3.5 Flash-Lite"],
  ["gemini-3.5-flash", "Gemini 3.5 Flash"],
  ["gemini-nano-banana-2.1", "Nano Banana 2.1"],
  ["gemini-2.5-flash-image", "Nano Banana"],
] as const;

export const drawsImages = (id: string) => /image|banana/.test(id);

function describe(id: string, displayName: string): Model {
  const draws = drawsImages(id);
  return {
    name: `models/${id}`,
    version: "001",
    displayName,
    description: draws ? "A model that draws and edits images." : "A fast model for text.",
    inputTokenLimit: draws ? 32768 : 1048576,
    outputTokenLimit: draws ? 32768 : 65536,
    supportedGenerationMethods: ["generateContent", "countTokens"],
    temperature: 1,
    topP: 0.95,
    topK: 64,
    maxTemperature: 2,
    ...(draws ? {} : { thinking: true }),
  };
}

export const listModels = (): Model[] => listed.map(([id, name]) => describe(id, name));

/**
 * Any model of the family, so that a shop whose settings name a newer one can still be tried out.
 * @throws GoogleError NOT_FOUND for a name of another form.
 */
export function findModel(id: string): Model {
  const known = listed.find(([listedId]) => listedId === id);
  if (known) return describe(known[0], known[1]);
  if (!/^gemini-[a-z0-9][a-z0-9.-]{0,60}$/.test(id)) throw modelNotFound(id);
  return describe(id, id);
}
