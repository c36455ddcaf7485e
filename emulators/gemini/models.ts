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

export const thinkingLevels = ["MINIMAL", "LOW", "MEDIUM", "HIGH"] as const;
type ThinkingLevel = (typeof thinkingLevels)[number];

/** What a model takes: the public record of autumn 2026, as no two of them agree. */
export type Abilities = {
  displayName: string;
  draws: boolean;
  /** Null for a model that does not think, which refuses `thinkingConfig` as a whole. */
  thinking: {
    /** Empty where only a budget is understood. */
    levels: readonly ThinkingLevel[];
    defaultLevel: ThinkingLevel;
    /** Whether a budget of 0 switches it off rather than being refused. */
    canBeOff: boolean;
  } | null;
};

const lowToHigh = ["LOW", "MEDIUM", "HIGH"] as const;
const models: Record<string, Abilities> = {
  "gemini-3.5-flash-lite": {
    displayName: "Gemini 3.5 Flash-Lite",
    draws: false,
    // https://github.com/googleapis/python-genai/issues/2936
    thinking: { levels: thinkingLevels, defaultLevel: "MINIMAL", canBeOff: false },
  },
  "gemini-3.5-flash": {
    displayName: "Gemini 3.5 Flash",
    draws: false,
    thinking: { levels: thinkingLevels, defaultLevel: "MEDIUM", canBeOff: true },
  },
  "gemini-3.7-flash": {
    displayName: "Gemini 3.7 Flash",
    draws: false,
    thinking: { levels: lowToHigh, defaultLevel: "MEDIUM", canBeOff: true },
  },
  "gemini-2.5-pro": {
    displayName: "Gemini 2.5 Pro",
    draws: false,
    thinking: { levels: [], defaultLevel: "HIGH", canBeOff: false },
  },
  "gemma-3-27b-it": { displayName: "Gemma 3 27B", draws: false, thinking: null },
  "gemini-nano-banana-2.1-lite": {
    displayName: "Nano Banana 2.1 Lite",
    draws: true,
    thinking: { levels: ["MINIMAL", "MEDIUM"], defaultLevel: "MINIMAL", canBeOff: false },
  },
  "gemini-nano-banana-2.1": {
    displayName: "Nano Banana 2.1",
    draws: true,
    thinking: { levels: ["MINIMAL", "MEDIUM", "HIGH"], defaultLevel: "MEDIUM", canBeOff: false },
  },
};

/** @throws GoogleError NOT_FOUND for a model that was never there, or is there no more. */
export function abilitiesOf(id: string): Abilities {
  const found = Object.hasOwn(models, id) ? models[id] : undefined;
  if (!found) throw modelNotFound(id);
  return found;
}

/** @throws GoogleError NOT_FOUND */
export function findModel(id: string): Model {
  const { displayName, draws, thinking } = abilitiesOf(id);
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
    ...(thinking ? { thinking: true } : {}),
  };
}

/** https://ai.google.dev/api/generate-content#ModelStatus */
type ModelStatus = { modelStage: "LEGACY"; retirementTime?: string; message: string };

export type ModelChange = { state: "listed" | "gone" | "ending"; retirementTime?: string | undefined };

/** The models as one emulator offers them: they go, and their end is announced, at a test's word. */
export type Catalogue = {
  change: (id: string, change: ModelChange) => void;
  /** @throws GoogleError NOT_FOUND for a model that is there no more. */
  require: (id: string) => void;
  /** A page, and where the next one begins. */
  list: (pageSize: number, from: number) => { models: Model[]; next: number | null };
  /** What each answer of the model says of it; nothing, as a rule. */
  statusOf: (id: string) => { modelStatus?: ModelStatus };
};

export function createCatalogue(): Catalogue {
  const changes = new Map<string, ModelChange>();
  const isThere = (id: string) => changes.get(id)?.state !== "gone";
  return {
    change: (id, change) => changes.set(id, change),
    require: (id) => {
      if (!isThere(id)) throw modelNotFound(id);
    },
    list: (pageSize, from) => {
      const all = Object.keys(models).filter(isThere);
      const next = from + pageSize;
      return { models: all.slice(from, next).map(findModel), next: next < all.length ? next : null };
    },
    statusOf: (id) => {
      const change = changes.get(id);
      if (change?.state !== "ending") return {};
      const message = `models/${id} is on its way to retirement.`;
      const { retirementTime } = change;
      return {
        modelStatus: { modelStage: "LEGACY", ...(retirementTime ? { retirementTime } : {}), message },
      };
    },
  };
}
