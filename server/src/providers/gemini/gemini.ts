import { z } from "zod";
import type { Config } from "#server/config.ts";
import { type Problem, problemOfAnswer, problemOfFault, refusals, unreadableAnswer } from "./problem.ts";

export type { Problem } from "./problem.ts";

export type Read<Value> = { value: Value } | { problem: Problem };

/** A picture that goes along with a prompt, which names it by its place among them; as the protocol has it. */
export interface InlinePicture {
  mimeType: string;
  /** In base64: both pictures of a run are asked for with the same ones. */
  data: string;
}

export const inlinePicture = (mimeType: string, bytes: Buffer): InlinePicture => ({
  mimeType,
  data: bytes.toString("base64"),
});

export interface ModelCall {
  key: string;
  model: string;
  prompt: string;
  pictures?: readonly InlinePicture[] | undefined;
  signal?: AbortSignal | undefined;
}

/** An answer whose head told success; its bytes wait in the socket, whose sender waits too, until they are read. */
export interface PendingAnswer<Value> {
  read(): Promise<Read<Value>>;
}

/** The generative AI provider as the shop uses it. Whatever goes wrong comes back as a problem, never as a throw. */
export interface Gemini {
  /** Reads the bytes of a picture, in whatever format and size the model chose. */
  drawImage(call: ModelCall): Promise<Read<PendingAnswer<Buffer>>>;
  writeText(call: ModelCall): Promise<Read<string>>;
  /** Of a schema as Google takes it, which the model nearly always keeps to: what comes is to be checked all the same. */
  writeJson(call: ModelCall & { schema: object }): Promise<Read<unknown>>;
  /** "found", "unknown" or "key-refused" for a model and a key; else how the provider answers. */
  findModel(key: string, model: string): Promise<string>;
}

const googleUrl = "https://generativelanguage.googleapis.com";
/** Some ten times what a picture takes. */
const maxAnswerBytes = 20 * 1024 * 1024;

/** Base address of the Generative Language API without `/v1beta`: an own one, the demo's, or none for Google's. */
export function geminiBaseUrl(config: Pick<Config, "geminiApiUrl" | "demo" | "appUrl">): string | undefined {
  return config.geminiApiUrl ?? (config.demo ? `${config.appUrl}/demo/gemini` : undefined);
}

/**
 * A thin client of the Generative Language API v1beta (https://ai.google.dev/api/generate-content). `baseUrl` is
 * without `/v1beta`, Google's where none is given. The key goes in a header, so that no address holds it, and no
 * redirect is followed, so that it reaches no other host.
 */
export function createGemini({
  baseUrl = googleUrl,
  timeoutMs = 60_000,
}: {
  baseUrl?: string | undefined;
  timeoutMs?: number | undefined;
}): Gemini {
  const urlOf = (model: string) => `${baseUrl}/v1beta/models/${encodeURIComponent(model)}`;

  /** Without `thinkingConfig`: models refuse it in part or whole, each in its own way, and think as suits them. */
  async function generateContent<Value>(
    { key, model, prompt, pictures = [], signal }: ModelCall,
    readBody: (body: Buffer) => Read<Value>,
    generationConfig?: object,
  ): Promise<Read<PendingAnswer<Value>>> {
    const parts = [{ text: prompt }, ...pictures.map((inlineData) => ({ inlineData }))];
    const problemOf = (error: unknown) => ({ problem: problemOfFault(faultOf(error, signal)) });
    try {
      const response = await fetch(`${urlOf(model)}:generateContent`, {
        method: "POST",
        // Uncompressed: base64 of a picture hardly shrinks, and unpacking it takes longer than sending.
        headers: { "content-type": "application/json", "accept-encoding": "identity", "x-goog-api-key": key },
        body: JSON.stringify({ contents: [{ role: "user", parts }], generationConfig }),
        redirect: "manual",
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
      });
      if (response.status !== 200)
        return { problem: problemOfAnswer(response.status, await bodyOf(response)) };
      return { value: { read: async () => bodyOf(response).then(readBody, problemOf) } };
    } catch (error) {
      return problemOf(error);
    }
  }

  return {
    drawImage: (call) =>
      generateContent(call, readImage, {
        responseModalities: ["TEXT", "IMAGE"],
        imageConfig: { aspectRatio: "16:9" },
      }),
    async writeText(call) {
      const answer = await generateContent(call, readText);
      return "value" in answer ? answer.value.read() : answer;
    },
    async writeJson({ schema: responseSchema, ...call }) {
      const config = { responseMimeType: "application/json", responseSchema };
      const answer = await generateContent(call, readJson, config);
      return "value" in answer ? answer.value.read() : answer;
    },
    async findModel(key, model) {
      try {
        const response = await fetch(urlOf(model), {
          headers: { "x-goog-api-key": key },
          redirect: "error",
          signal: AbortSignal.timeout(8_000),
        });
        if (response.ok) return "found";
        if (response.status === 404) return "unknown";
        const { reason } = problemOfAnswer(response.status, await bodyOf(response));
        return reason === "key-refused" ? "key-refused" : `status ${response.status}`;
      } catch (error) {
        return faultOf(error) === "timeout" ? "time-out" : "no connection";
      }
    },
  };
}

class TooLargeError extends Error {}

/** The whole answer, which may say how long it is or not; its sender is cut off at the limit. */
async function bodyOf(response: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > maxAnswerBytes) throw new TooLargeError();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function faultOf(error: unknown, signal?: AbortSignal) {
  if (signal?.aborted) return "aborted";
  if (error instanceof TooLargeError) return "too-large";
  return error instanceof Error && error.name === "TimeoutError" ? "timeout" : "unreachable";
}

const part = z.looseObject({
  text: z.string().optional().catch(undefined),
  thought: z.boolean().optional().catch(undefined),
  inlineData: z
    .looseObject({ data: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
});
const candidate = z.looseObject({
  finishReason: z.string().optional().catch(undefined),
  content: z
    .looseObject({ parts: z.array(part).optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

/**
 * What is used of a GenerateContentResponse; whatever else it holds, or lacks, is borne.
 * https://ai.google.dev/api/generate-content#v1beta.GenerateContentResponse
 */
const contentAnswer = z.looseObject({
  candidates: z.array(candidate).optional().catch(undefined),
  promptFeedback: z
    .looseObject({ blockReason: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
});
type ContentAnswer = z.output<typeof contentAnswer>;
type Part = z.output<typeof part>;

/**
 * Bytes of the last image that is no thought's draft: earlier ones are on the way to it. Its stated type is not asked
 * for: the bytes tell.
 */
export function readImage(body: Buffer): Read<Buffer> {
  const answer = parseAnswer(body);
  if (!answer) return { problem: unreadableAnswer };
  const image = partsOf(answer).findLast(({ inlineData }) => inlineData?.data);
  const bytes = Buffer.from(image?.inlineData?.data ?? "", "base64");
  if (bytes.length > 0) return { value: bytes };
  return { problem: missing(answer, "No image was generated from the API response", "no-image") };
}

function readText(body: Buffer): Read<string> {
  const answer = parseAnswer(body);
  if (!answer) return { problem: unreadableAnswer };
  const text = partsOf(answer)
    .map((one) => one.text ?? "")
    .join("")
    .trim();
  if (text) return { value: text };
  return { problem: missing(answer, "No enhancement received from API", "no-text") };
}

function readJson(body: Buffer): Read<unknown> {
  const text = readText(body);
  if ("problem" in text) return text;
  try {
    return { value: JSON.parse(text.value) };
  } catch {
    return { problem: unreadableAnswer };
  }
}

function parseAnswer(body: Buffer): ContentAnswer | null {
  try {
    return contentAnswer.safeParse(JSON.parse(body.toString("utf8"))).data ?? null;
  } catch {
    return null;
  }
}

function partsOf(answer: ContentAnswer): Part[] {
  const parts = (answer.candidates ?? []).flatMap(({ content }) => content?.parts ?? []);
  return parts.filter(({ thought }) => thought !== true);
}

function missing(answer: ContentAnswer, text: string, reason: string): Problem {
  const finish = answer.candidates
    ?.map(({ finishReason }) => finishReason)
    .find((one) => one && refusals[one]);
  const named = answer.promptFeedback?.blockReason ?? finish;
  const refusal = named ? refusals[named] : undefined;
  if (!refusal) return { message: text, reason };
  return { message: `${text}: ${refusal[1]}.`, reason: refusal[0] };
}
