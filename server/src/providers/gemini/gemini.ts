import type { ModelUsage } from "#contract/generation-cost.ts";
import type { CallPurpose } from "#contract/spending.ts";
import type { Config } from "#server/config.ts";
import { fetchFailure } from "#server/platform/fetch-failure.ts";
import { readCapped } from "#server/platform/read-body.ts";
import { listModels } from "./list-models.ts";
import { problemOfAnswer, problemOfFault, type Read, unreadableAnswer } from "./problem.ts";
import {
  type ContentAnswer,
  endingOf,
  parseAnswer,
  readImage,
  readJson,
  readText,
  usageOf,
} from "./read-answer.ts";

export type { Problem, Read } from "./problem.ts";

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

/** For what and whom a call is made; the member of a run need not be named. */
export interface BookedFor {
  purpose: CallPurpose;
  userId?: string;
  generationId?: string;
}

/** What an answer of 200 says beside its content. */
export interface AnsweredCall {
  model: string;
  bookedFor: BookedFor;
  /** Null where the answer tells of none. */
  usage: ModelUsage | null;
  /** The provider has announced the model's end: https://ai.google.dev/api/generate-content#ModelStatus */
  ending: { at: Date | null } | null;
}

export interface ModelCall {
  key: string;
  model: string;
  bookedFor: BookedFor;
  prompt: string;
  pictures?: readonly InlinePicture[] | undefined;
  /** Its reason may be that of the problem for which another call beside this one failed. */
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
  /** Ids of all models that the key may call. */
  listModels(key: string): Promise<Read<string[]>>;
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
  onAnswer,
  onGivenUp,
}: {
  baseUrl?: string | undefined;
  timeoutMs?: number | undefined;
  /** Hears of each answer of 200 before its caller does, also of one that brings nothing and is charged all the same. */
  onAnswer?: (answered: AnsweredCall) => Promise<void>;
  /** Hears of each call whose answer was not waited for, broke off or can't be read: Google charges it all the same. */
  onGivenUp?: (call: Pick<AnsweredCall, "model" | "bookedFor">) => Promise<void>;
}): Gemini {
  const urlOf = (model: string) => `${baseUrl}/v1beta/models/${encodeURIComponent(model)}`;

  /** Without `thinkingConfig`: models refuse it in part or whole, each in its own way, and think as suits them. */
  async function generateContent<Value>(
    { key, model, bookedFor, prompt, pictures = [], signal }: ModelCall,
    readAnswer: (answer: ContentAnswer) => Read<Value>,
    generationConfig?: object,
  ): Promise<Read<PendingAnswer<Value>>> {
    const parts = [{ text: prompt }, ...pictures.map((inlineData) => ({ inlineData }))];
    const problemOf = (error: unknown) => ({ problem: problemOfFault(faultOf(error, signal)) });
    if (signal?.aborted) return problemOf(signal.reason);
    let isRefused = false;
    try {
      const response = await fetch(`${urlOf(model)}:generateContent`, {
        method: "POST",
        // Uncompressed: base64 of a picture hardly shrinks, and unpacking it takes longer than sending.
        headers: { "content-type": "application/json", "accept-encoding": "identity", "x-goog-api-key": key },
        body: JSON.stringify({ contents: [{ role: "user", parts }], generationConfig }),
        redirect: "manual",
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
      });
      isRefused = response.status !== 200;
      if (isRefused) return { problem: problemOfAnswer(response.status, await bodyOf(response)) };
      const read = async (): Promise<Read<Value>> => {
        let answer: ContentAnswer | null;
        try {
          answer = parseAnswer(await bodyOf(response));
        } catch (error) {
          await onGivenUp?.({ model, bookedFor });
          return problemOf(error);
        }
        if (!answer) {
          await onGivenUp?.({ model, bookedFor });
          return { problem: unreadableAnswer };
        }
        await onAnswer?.({ model, bookedFor, usage: usageOf(answer), ending: endingOf(answer) });
        return readAnswer(answer);
      };
      return { value: { read } };
    } catch (error) {
      const fault = faultOf(error, signal);
      const isDrawn =
        fault !== "unreachable" && !(fault === "aborted" && refusedAtTheDoor.has(signal?.reason));
      if (isDrawn) await onGivenUp?.({ model, bookedFor });
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
    listModels: (key) => listModels(baseUrl, key),
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

/** Problems that a call's neighbours with the same model and keys meet as well, before anything is drawn. */
const refusedAtTheDoor = new Set<unknown>([
  "model-not-found",
  "key-refused",
  "billing",
  "rate-limit",
  "daily-quota",
]);

class TooLargeError extends Error {}

async function bodyOf(response: Response): Promise<Buffer> {
  const body = await readCapped(response, maxAnswerBytes);
  if (!body) throw new TooLargeError();
  return body;
}

function faultOf(error: unknown, signal?: AbortSignal) {
  if (signal?.aborted) return "aborted";
  if (error instanceof TooLargeError) return "too-large";
  return fetchFailure(error).isLate ? "timeout" : "unreachable";
}
