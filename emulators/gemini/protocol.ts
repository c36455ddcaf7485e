import { z } from "zod";
import { badField, badRequest } from "./errors.ts";
import { thinkingLevels } from "./models.ts";

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
  mediaProcessing: anything,
  partMetadata: anything,
  toolCall: anything,
  toolResponse: anything,
});
/** Beside what describes it, a part holds one thing. */
const aboutParts = new Set([
  "thought",
  "thoughtSignature",
  "videoMetadata",
  "mediaResolution",
  "mediaProcessing",
  "partMetadata",
]);

/** What a part may hold beside text; Google takes more, which the emulator could not look at. */
export const formats: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpeg",
  "image/webp": "webp",
};

const content = z.strictObject({
  role: z.string().optional(),
  parts: z.array(part).default([]),
});

const int64 = z
  .string()
  .regex(/^-?\d+$/)
  .optional();

/** https://ai.google.dev/api/caching#Schema, a part of OpenAPI's. */
const schema: z.ZodType = z.strictObject({
  type: z.enum(["TYPE_UNSPECIFIED", "STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT", "NULL"]),
  format: z.string().optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  nullable: z.boolean().optional(),
  enum: z.array(z.string()).optional(),
  pattern: z.string().optional(),
  example: anything,
  default: anything,
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: int64,
  maxLength: int64,
  minItems: int64,
  maxItems: int64,
  minProperties: int64,
  maxProperties: int64,
  get items() {
    return schema.optional();
  },
  get properties() {
    return z.record(z.string(), schema).optional();
  },
  get anyOf() {
    return z.array(schema).optional();
  },
  required: z.array(z.string()).optional(),
  propertyOrdering: z.array(z.string()).optional(),
});

const generationConfig = z.strictObject({
  candidateCount: z.int().min(1).max(8).optional(),
  stopSequences: z.array(z.string()).max(5).optional(),
  maxOutputTokens: z.int().positive().optional(),
  temperature: z.number().min(0).max(2).optional(),
  topP: z.number().min(0).max(1).optional(),
  topK: z.int32().positive().optional(),
  seed: z.int32().optional(),
  presencePenalty: z.number().optional(),
  frequencyPenalty: z.number().optional(),
  responseMimeType: z.enum(["text/plain", "application/json", "text/x.enum"]).optional(),
  responseSchema: schema.optional(),
  responseJsonSchema: anything,
  responseFormat: anything,
  responseLogprobs: anything,
  logprobs: anything,
  mediaResolution: z
    .enum([
      "MEDIA_RESOLUTION_UNSPECIFIED",
      "MEDIA_RESOLUTION_LOW",
      "MEDIA_RESOLUTION_MEDIUM",
      "MEDIA_RESOLUTION_HIGH",
    ])
    .optional(),
  speechConfig: anything,
  enableEnhancedCivicAnswers: anything,
  enableAffectiveDialog: anything,
  translationConfig: anything,
  audioTranscriptionConfig: anything,
  responseModalities: z.array(z.enum(["MODALITY_UNSPECIFIED", "TEXT", "IMAGE", "AUDIO", "VIDEO"])).optional(),
  imageConfig: z
    .strictObject({ aspectRatio: z.string().optional(), imageSize: z.string().optional() })
    .optional(),
  thinkingConfig: z
    .strictObject({
      includeThoughts: z.boolean().optional(),
      thinkingBudget: z.int32().optional(),
      thinkingLevel: z.enum(["THINKING_LEVEL_UNSPECIFIED", ...thinkingLevels]).optional(),
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
  safetySettings: z
    .array(
      z.strictObject({
        category: z.enum([
          "HARM_CATEGORY_HARASSMENT",
          "HARM_CATEGORY_HATE_SPEECH",
          "HARM_CATEGORY_SEXUALLY_EXPLICIT",
          "HARM_CATEGORY_DANGEROUS_CONTENT",
          "HARM_CATEGORY_CIVIC_INTEGRITY",
        ]),
        threshold: z.enum([
          "HARM_BLOCK_THRESHOLD_UNSPECIFIED",
          "BLOCK_LOW_AND_ABOVE",
          "BLOCK_MEDIUM_AND_ABOVE",
          "BLOCK_ONLY_HIGH",
          "BLOCK_NONE",
          "OFF",
        ]),
      }),
    )
    .optional(),
  tools: anything,
  toolConfig: anything,
  cachedContent: anything,
  store: anything,
  serviceTier: z.enum(["unspecified", "standard", "flex", "priority"]).optional(),
});
export type GenerateContentRequest = z.infer<typeof generateContentRequest>;

/** @throws GoogleError INVALID_ARGUMENT that names the first field at fault. */
export function parseRequest(body: unknown): GenerateContentRequest {
  const parsed = generateContentRequest.safeParse(camelCased(body));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const path = protoPath(issue?.path ?? []);
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
  const { contents } = parsed.data;
  const missing = (path: string, text: string) =>
    badField(path, `* GenerateContentRequest.${path}: ${text}\n`);
  if (contents.length === 0) throw missing("contents", "contents is not specified");
  for (const [at, { role = "user", parts }] of contents.entries()) {
    if (role !== "user" && role !== "model") throw badRequest("Please use a valid role: user, model.");
    if (parts.length === 0) throw missing(`contents[${at}].parts`, "contents.parts must not be empty.");
    for (const [index, part] of parts.entries()) checkPart(part, `contents[${at}].parts[${index}]`, missing);
  }
  return parsed.data;
}

function checkPart(held: RequestPart, path: string, missing: (path: string, text: string) => Error): void {
  const { text, inlineData } = held;
  const names = Object.keys(held).filter((name) => !aboutParts.has(name));
  if (names.length === 0 || text === "")
    throw missing(`${path}.data`, "required oneof field 'data' must have one initialized field");
  if (names.length > 1)
    throw badField(path, `Invalid value at '${path}' (oneof), oneof field 'data' is already set.`);
  if (!inlineData) return;
  if (!Object.hasOwn(formats, inlineData.mimeType))
    throw badRequest(`Unsupported MIME type: ${inlineData.mimeType}`);
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(inlineData.data))
    throw badField(path, `Invalid value at '${path}.inline_data.data' (TYPE_BYTES), Base64 decoding failed`);
}

/** "contents[0].parts[1].inline_data" */
function protoPath(path: readonly PropertyKey[]): string {
  return path
    .map((name) =>
      typeof name === "number"
        ? `[${name}]`
        : `.${String(name).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`,
    )
    .join("")
    .replace(/^\./, "");
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

type RequestPart = z.infer<typeof part>;

/** The parts of the user's last turn. */
export function partsOf(request: GenerateContentRequest): RequestPart[] {
  const last = request.contents.findLast((one) => one.role !== "model") ?? request.contents.at(-1);
  return last?.parts ?? [];
}

/** The user's words of the last turn: what a prompt comes to. */
export function promptOf(request: GenerateContentRequest): string {
  return partsOf(request)
    .map((one) => one.text ?? "")
    .filter((text) => text !== "")
    .join("\n");
}
