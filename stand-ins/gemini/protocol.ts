import { z } from "zod";
import { badField } from "./errors.ts";

const anything = z.unknown().optional();

const part = z.strictObject({
  text: z.string().optional(),
  inlineData: z.strictObject({ mimeType: z.string(), data: z.string() }).optional(),
  fileData: anything,
  functionCall: anything,
  functionResponse: anything,
  executableCode: anything,
  codeExecutionResult: anything,
  thought: z.boolean().optional(),
  thoughtSignature: z.string().optional(),
  videoMetadata: anything,
  mediaResolution: anything,
  partMetadata: anything,
});

const content = z.strictObject({
  role: z.enum(["user", "model"]).optional(),
  parts: z.array(part).default([]),
});

const aspectRatios = [
  "1:1",
  "1:4",
  "4:1",
  "1:8",
  "8:1",
  "2:3",
  "3:2",
  "3:4",
  "4:3",
  "4:5",
  "5:4",
  "9:16",
  "16:9",
  "21:9",
] as const;
const imageSizes = ["512", "1K", "2K", "4K"] as const;

const generationConfig = z.strictObject({
  candidateCount: z.int().optional(),
  stopSequences: z.array(z.string()).optional(),
  maxOutputTokens: z.int().positive().optional(),
  temperature: z.number().min(0).max(2).optional(),
  topP: z.number().optional(),
  topK: z.number().optional(),
  seed: z.int().optional(),
  presencePenalty: z.number().optional(),
  frequencyPenalty: z.number().optional(),
  responseMimeType: z.string().optional(),
  responseSchema: anything,
  responseJsonSchema: anything,
  responseFormat: anything,
  responseLogprobs: anything,
  logprobs: anything,
  mediaResolution: anything,
  speechConfig: anything,
  enableEnhancedCivicAnswers: anything,
  responseModalities: z.array(z.enum(["MODALITY_UNSPECIFIED", "TEXT", "IMAGE", "AUDIO", "VIDEO"])).optional(),
  imageConfig: z
    .strictObject({ aspectRatio: z.enum(aspectRatios).optional(), imageSize: z.enum(imageSizes).optional() })
    .optional(),
  thinkingConfig: z
    .strictObject({
      includeThoughts: z.boolean().optional(),
      thinkingBudget: z.int().min(-1).optional(),
      thinkingLevel: z.enum(["THINKING_LEVEL_UNSPECIFIED", "MINIMAL", "LOW", "MEDIUM", "HIGH"]).optional(),
    })
    .optional(),
});

/**
 * GenerateContentRequest of v1beta. Unknown names are refused, as Google does, so that a misspelt setting
 * shows here and not in production.
 */
const generateContentRequest = z.strictObject({
  model: z.string().optional(),
  contents: z.array(content).default([]),
  systemInstruction: content.optional(),
  generationConfig: generationConfig.default({}),
  safetySettings: anything,
  tools: anything,
  toolConfig: anything,
  cachedContent: anything,
  store: anything,
  serviceTier: anything,
});
export type GenerateContentRequest = z.infer<typeof generateContentRequest>;

/** @throws GoogleError INVALID_ARGUMENT that names the first field at fault. */
export function parseRequest(body: unknown): GenerateContentRequest {
  const parsed = generateContentRequest.safeParse(camelCased(body));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const path = (issue?.path ?? []).join(".");
    if (issue?.code === "unrecognized_keys") {
      const named = issue.keys[0] ?? "";
      const where = path === "" ? "" : ` at '${path}'`;
      throw badField(
        path,
        `Invalid JSON payload received. Unknown name "${named}"${where}: Cannot find field.`,
      );
    }
    throw badField(path, `Invalid value at '${path}': ${issue?.message ?? "unreadable"}`);
  }
  if (parsed.data.contents.length === 0) {
    throw badField("contents", "* GenerateContentRequest.contents: contents is not specified\n");
  }
  if (parsed.data.contents.some((one) => one.parts.length === 0)) {
    throw badField(
      "contents.parts",
      "* GenerateContentRequest.contents[0].parts: contents.parts must not be empty.\n",
    );
  }
  const thinking = parsed.data.generationConfig.thinkingConfig;
  if (thinking?.thinkingBudget !== undefined && thinking.thinkingLevel !== undefined) {
    throw badField("generation_config", "You can only set only one of thinking budget and thinking level.");
  }
  return parsed.data;
}

/** Protocol Buffers' JSON form takes a field's name in snake_case as well. */
function camelCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCased);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      camelCased(inner),
    ]),
  );
}

export type Part = {
  text?: string;
  thought?: boolean;
  thoughtSignature?: string;
  inlineData?: { mimeType: string; data: string };
};
export type Candidate = {
  content?: { parts?: Part[]; role: "model" };
  finishReason?: string;
  finishMessage?: string;
  index: number;
};
type TokensOf = { modality: "TEXT" | "IMAGE"; tokenCount: number };

/** GenerateContentResponse, as far as these models fill it. */
export type GenerateContentResponse = {
  candidates?: Candidate[];
  promptFeedback?: { blockReason: string };
  usageMetadata: {
    promptTokenCount: number;
    candidatesTokenCount?: number;
    thoughtsTokenCount?: number;
    totalTokenCount: number;
    promptTokensDetails: TokensOf[];
    candidatesTokensDetails?: TokensOf[];
  };
  modelVersion: string;
  responseId: string;
};

/** The user's words of the last turn: what a prompt comes to. */
export function promptOf(request: GenerateContentRequest): string {
  const last = request.contents.findLast((one) => one.role !== "model") ?? request.contents.at(-1);
  return (last?.parts ?? [])
    .map((one) => one.text ?? "")
    .filter((text) => text !== "")
    .join("\n");
}
