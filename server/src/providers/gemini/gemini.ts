import { googleUrl } from "./address.ts";
import { createRoom } from "./answer-room.ts";
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
  /**
   * Hands on the bytes of a picture, in whatever format and size the model chose. They last until `use` is done with
   * them: the next answer is then written over them.
   */
  drawImage<Result>(call: ModelCall, use: (bytes: Buffer) => Promise<Result>): Promise<Read<Result>>;
  writeText(call: ModelCall): Promise<Read<string>>;
}

const maxAnswerBytes = 20 * 1024 * 1024;
/**
 * Thirty pictures or more at once, which is more than a machine can handle meanwhile.
 */
export const roomBytes = 48 * 1024 * 1024;
const room = createRoom(roomBytes);

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
  /** Without `thinkingConfig`: models refuse it in part or whole, each in its own way, and think as suits them. */
  async function generateContent(call: ModelCall, generationConfig?: object): Promise<CallResult> {
    const url = new URL(`${baseUrl}/v1beta/models/${encodeURIComponent(call.model)}:generateContent`);
    return postJson(url, {
      headers: { "x-goog-api-key": call.key },
      body: JSON.stringify({
        contents: [{ role: "user", parts: [{ text: call.prompt }] }],
        ...(generationConfig ? { generationConfig } : {}),
      }),
      timeoutMs,
      maxBytes: maxAnswerBytes,
      room,
      signal: call.signal,
    });
  }

  return {
    drawImage: async (call, use) => {
      const image = read(
        await generateContent(call, {
          responseModalities: ["TEXT", "IMAGE"],
          imageConfig: { aspectRatio: "16:9" },
        }),
        readImage,
      );
      try {
        return "value" in image.read ? { value: await use(image.read.value) } : image.read;
      } finally {
        image.leave();
      }
    },
    writeText: async (call) => {
      const text = read(await generateContent(call), readText);
      text.leave();
      return text.read;
    },
  };
}

/** Once read, the answer stays where it is until `leave`. */
function read<Value>(
  result: CallResult,
  readBody: (body: Buffer) => Read<Value>,
): { read: Read<Value>; leave: () => void } {
  if ("fault" in result) return { read: { problem: problemOfFault(result.fault) }, leave: () => undefined };
  const { status, body, leave } = result;
  return { read: status === 200 ? readBody(body) : { problem: problemOfAnswer(status, body) }, leave };
}
