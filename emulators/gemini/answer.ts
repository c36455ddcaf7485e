import { createHash, randomBytes } from "node:crypto";
import { pictureSize, tokensOf } from "./check-request.ts";
import { enhancePrompt } from "./enhance.ts";
import type { Encoded } from "./fault-images.ts";
import { abilitiesOf } from "./models.ts";
import {
  type Candidate,
  type GenerateContentRequest,
  type GenerateContentResponse,
  type Part,
  promptOf,
} from "./protocol.ts";
import { readPrompt } from "./read-prompt.ts";
import { frame } from "./renderer/brief.ts";

/** What an image costs in tokens, as Google counts it. */
const imageTokens = 1290;

export function responseFor(
  model: string,
  request: GenerateContentRequest,
  candidate: Candidate | null,
  extra: Partial<GenerateContentResponse> = {},
): GenerateContentResponse {
  const parts = candidate?.content?.parts ?? [];
  const images = parts.filter((part) => part.inlineData).length;
  const spoken = parts
    .filter((part) => part.thought !== true)
    .map((part) => part.text ?? "")
    .join("");
  const thinking = parts
    .filter((part) => part.thought === true)
    .map((part) => part.text ?? "")
    .join("");
  const prompt = tokensOf(promptOf(request));
  const text = spoken === "" ? 0 : tokensOf(spoken);
  const thoughts = thinks(model, request) ? tokensOf(thinking) + 64 : 0;
  const answered = text + images * imageTokens;
  return {
    ...(candidate ? { candidates: [candidate] } : {}),
    usageMetadata: {
      promptTokenCount: prompt,
      ...(candidate ? { candidatesTokenCount: answered } : {}),
      totalTokenCount: prompt + answered + thoughts,
      promptTokensDetails: [{ modality: "TEXT", tokenCount: prompt }],
      ...(images > 0
        ? { candidatesTokensDetails: [{ modality: "IMAGE" as const, tokenCount: images * imageTokens }] }
        : {}),
      ...(thoughts > 0 ? { thoughtsTokenCount: thoughts } : {}),
    },
    modelVersion: model,
    responseId: randomBytes(16).toString("base64url"),
    ...extra,
  };
}

export const candidateOf = (parts: Part[], finishReason = "STOP"): Candidate => ({
  content: { parts, role: "model" },
  finishReason,
  index: 0,
});

/** Above the lowest level every thinking model thinks, unless it could be and was switched off. */
function thinks(model: string, { generationConfig }: GenerateContentRequest): boolean {
  const { thinking } = abilitiesOf(model);
  const { thinkingBudget, thinkingLevel } = generationConfig.thinkingConfig ?? {};
  if (!thinking || thinkingBudget === 0) return false;
  return thinkingBudget !== undefined || (thinkingLevel ?? thinking.defaultLevel) !== "MINIMAL";
}

/** A text model's answer: the prompt written out, cut where `maxOutputTokens` ends it. */
export function answerText(model: string, request: GenerateContentRequest): GenerateContentResponse {
  const { maxOutputTokens, thinkingConfig } = request.generationConfig;
  const full = enhancePrompt(promptOf(request));
  const limit = maxOutputTokens === undefined ? full.length : maxOutputTokens * 4;
  const parts: Part[] = [{ text: full.slice(0, limit) }];
  if (thinkingConfig?.includeThoughts && thinks(model, request)) {
    const { niche, style } = readPrompt(promptOf(request));
    const thought = `**Reading the request**\n\nA ${style} thumbnail on ${niche}: I keep the idea and add what a designer needs.`;
    parts.unshift({ text: thought, thought: true });
  }
  const finishReason = full.length > limit ? "MAX_TOKENS" : "STOP";
  return responseFor(model, request, candidateOf(parts, finishReason));
}

/** What an image model would draw, in the asked ratio and size. */
export async function drawImage(request: GenerateContentRequest): Promise<Buffer> {
  // Loaded with the first picture: a demo that draws none does without their memory.
  const [{ drawThumbnail }, { default: sharp }] = await Promise.all([
    import("./renderer/render.ts"),
    import("sharp"),
  ]);
  const prompt = promptOf(request);
  const { title, niche, style, different, lettered, subject } = readPrompt(prompt);
  const { width, height } = pictureSize(request);
  const seed = createHash("sha256")
    .update(`${prompt}/${request.generationConfig.seed ?? ""}`)
    .digest("hex");
  const brief = { title, niche, style, variation: different ? 1 : 0, lettered, asks: subject, seed };
  const { data, raw } = await drawThumbnail(brief, Math.max(width / frame.width, height / frame.height));
  const wide = width / height;
  if (Math.abs(wide - frame.width / frame.height) < 0.1)
    return sharp(data, { raw })
      .resize(width, height, { fit: "cover" })
      .png({ compressionLevel: 1 })
      .toBuffer();
  // Other ratios get the whole picture on a blurred copy of itself, so that no word is cut.
  const ground = await sharp(data, { raw }).resize(width, height, { fit: "cover" }).blur(40).png().toBuffer();
  const whole = await sharp(data, { raw }).resize(width, height, { fit: "inside" }).png().toBuffer();
  return sharp(ground)
    .composite([{ input: whole }])
    .png()
    .toBuffer();
}

/** A short text and the picture, in the order the image models answer them. */
export function imageAnswer(
  model: string,
  request: GenerateContentRequest,
  image: Encoded,
): GenerateContentResponse {
  const wantsText = request.generationConfig.responseModalities?.includes("TEXT") ?? true;
  const { title, style } = readPrompt(promptOf(request));
  const words = `Here is a ${style} thumbnail${title === "" ? "" : ` for “${title}”`}. `;
  const parts: Part[] = [{ inlineData: image }];
  if (wantsText) parts.unshift({ text: words });
  return responseFor(model, request, candidateOf(parts));
}

export const wantsImage = ({ generationConfig }: GenerateContentRequest) =>
  generationConfig.responseModalities?.includes("IMAGE") ?? true;
