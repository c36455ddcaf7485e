import { randomBytes } from "node:crypto";
import { promptTokens, tokensOf } from "./check-request.ts";
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
  const asked = promptTokens(model, request);
  const prompt = asked.text + asked.image;
  const text = spoken === "" ? 0 : tokensOf(spoken);
  const thoughts = thinks(model, request) ? tokensOf(thinking) + 64 : 0;
  const answered = text + images * imageTokens;
  return {
    ...(candidate ? { candidates: [candidate] } : {}),
    usageMetadata: {
      promptTokenCount: prompt,
      ...(candidate ? { candidatesTokenCount: answered } : {}),
      totalTokenCount: prompt + answered + thoughts,
      promptTokensDetails: [
        { modality: "TEXT", tokenCount: asked.text },
        ...(asked.image > 0 ? [{ modality: "IMAGE" as const, tokenCount: asked.image }] : []),
      ],
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
