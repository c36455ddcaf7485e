import fastify from "fastify";
import { onTestFinished } from "vitest";
import { z } from "zod";
import { type GeminiEmulatorOptions, geminiEmulator } from "../gemini/server.ts";

export const textModel = "gemini-3.5-flash-lite";
export const imageModel = "gemini-nano-banana-2.1";
export const testKey = "test-key-0000-abcd";

export const imagePrompt = (title: string, more = "") =>
  `Create a professional YouTube thumbnail for the business niche. Show the title "${title}" as large bold text. ` +
  `A founder in front of a rising chart.${more}`;

export const otherImage = " Make this a different variation with other colours, layout and visuals.";

export const imageRequest = (prompt: string) => ({
  contents: [{ role: "user", parts: [{ text: prompt }] }],
  generationConfig: { responseModalities: ["IMAGE", "TEXT"], imageConfig: { aspectRatio: "16:9" } },
});

const part = z.strictObject({
  text: z.string().optional(),
  thought: z.boolean().optional(),
  inlineData: z.strictObject({ mimeType: z.string(), data: z.string() }).optional(),
});
const tokens = z.array(z.strictObject({ modality: z.enum(["TEXT", "IMAGE"]), tokenCount: z.int() }));

/** GenerateContentResponse of Google's description, without the fields that these models leave out. */
export const responseSchema = z.strictObject({
  candidates: z
    .array(
      z.strictObject({
        index: z.int(),
        content: z.strictObject({ role: z.literal("model"), parts: z.array(part).optional() }).optional(),
        finishReason: z.enum([
          "STOP",
          "MAX_TOKENS",
          "SAFETY",
          "RECITATION",
          "PROHIBITED_CONTENT",
          "IMAGE_SAFETY",
          "NO_IMAGE",
        ]),
        finishMessage: z.string().optional(),
      }),
    )
    .optional(),
  promptFeedback: z.strictObject({ blockReason: z.enum(["SAFETY", "PROHIBITED_CONTENT"]) }).optional(),
  usageMetadata: z.strictObject({
    promptTokenCount: z.int().positive(),
    candidatesTokenCount: z.int().optional(),
    thoughtsTokenCount: z.int().optional(),
    totalTokenCount: z.int().positive(),
    promptTokensDetails: tokens,
    candidatesTokensDetails: tokens.optional(),
  }),
  modelVersion: z.string(),
  responseId: z.string().min(1),
});
export type Response = z.infer<typeof responseSchema>;

export const errorSchema = z.strictObject({
  error: z.strictObject({
    code: z.int(),
    message: z.string().min(1),
    status: z.enum([
      "INVALID_ARGUMENT",
      "FAILED_PRECONDITION",
      "PERMISSION_DENIED",
      "NOT_FOUND",
      "RESOURCE_EXHAUSTED",
      "INTERNAL",
      "UNAVAILABLE",
      "DEADLINE_EXCEEDED",
    ]),
    details: z
      .array(z.looseObject({ "@type": z.string().startsWith("type.googleapis.com/google.rpc.") }))
      .optional(),
  }),
});

/** An emulator on a free port, under a prefix as the shop mounts it; closed when the test ends. */
export async function startGemini(options: GeminiEmulatorOptions = {}) {
  const app = fastify({ forceCloseConnections: true });
  await app.register(geminiEmulator, { control: true, ...options, prefix: "/demo/gemini" });
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  const baseUrl = `${origin}/demo/gemini`;
  const call = (method: string, path: string, body?: unknown, init: RequestInit = {}) =>
    fetch(baseUrl + path, {
      method,
      headers: {
        "x-goog-api-key": testKey,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...init,
    });
  const generate = (model: string, body: unknown, init?: RequestInit) =>
    call("POST", `/v1beta/models/${model}:generateContent`, body, init);
  const fault = async (rule: object) => {
    const answer = await call("POST", "/control/faults", rule);
    if (answer.status !== 201) throw new Error(await answer.text());
  };
  const drawn = async (prompt: string) =>
    imagesOf(responseSchema.parse(await (await generate(imageModel, imageRequest(prompt))).json()));
  return { app, baseUrl, call, generate, fault, drawn };
}

/** The images of an answer that aren't thoughts. */
export function imagesOf(response: Response): { mimeType: string; bytes: Buffer }[] {
  const parts = response.candidates?.[0]?.content?.parts ?? [];
  return parts.flatMap(({ inlineData, thought }) =>
    inlineData && !thought
      ? [{ mimeType: inlineData.mimeType, bytes: Buffer.from(inlineData.data, "base64") }]
      : [],
  );
}
