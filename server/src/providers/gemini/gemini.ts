import { type CallResult, postJson } from "./post-json.ts";
import { problemOfAnswer, problemOfFault } from "./problem.ts";
import { type Read, readImage, readText } from "./read-answer.ts";

export type { Problem } from "./problem.ts";

export interface ModelCall {
  key: string;
  model: string;
  prompt: string;
  signal?: AbortSignal | undefined;
}

/** The generative AI provider as the shop uses it. Whatever goes wrong comes back as a problem, never as a throw. */
export interface Gemini {
  /** Bytes of a picture in whatever format and size the model chose. */
  drawImage(call: ModelCall): Promise<Read<Buffer>>;
  writeText(call: ModelCall): Promise<Read<string>>;
}

const googleUrl = "https://generativelanguage.googleapis.com";
const maxAnswerBytes = 20 * 1024 * 1024;

/**
 * A thin client of the Generative Language API v1beta. `baseUrl` is without `/v1beta`, Google's where none is
 * given; the key goes in a header, so that no address holds it.
 */
export function createGemini({
  baseUrl = googleUrl,
  timeoutMs = 60_000,
}: {
  baseUrl?: string | undefined;
  timeoutMs?: number | undefined;
}): Gemini {
  async function generateContent(call: ModelCall, generationConfig: object): Promise<CallResult> {
    const url = new URL(`${baseUrl}/v1beta/models/${encodeURIComponent(call.model)}:generateContent`);
    return postJson(url, {
      headers: { "x-goog-api-key": call.key },
      body: JSON.stringify({
        contents: [{ role: "user", parts: [{ text: call.prompt }] }],
        generationConfig,
      }),
      timeoutMs,
      maxBytes: maxAnswerBytes,
      signal: call.signal,
    });
  }

  return {
    drawImage: async (call) => {
      const result = await generateContent(call, {
        responseModalities: ["TEXT", "IMAGE"],
        imageConfig: { aspectRatio: "16:9" },
      });
      return read(result, readImage);
    },
    writeText: async (call) => {
      const result = await generateContent(call, { thinkingConfig: { thinkingBudget: 0 } });
      return read(result, readText);
    },
  };
}

function read<Value>(result: CallResult, readBody: (body: Buffer) => Read<Value>): Read<Value> {
  if ("fault" in result) return { problem: problemOfFault(result.fault) };
  if (result.status !== 200) return { problem: problemOfAnswer(result.status, result.body) };
  return readBody(result.body);
}
