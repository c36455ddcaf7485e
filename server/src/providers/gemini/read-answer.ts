import { z } from "zod";
import type { ModelUsage } from "#contract/generation-cost.ts";
import { parseJson } from "#server/platform/read-body.ts";
import { type Problem, type Read, refusals, unreadableAnswer } from "./problem.ts";

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

/** Beyond what any model takes or answers. */
const mostTokens = 4_000_000;
const tokens = z
  .number()
  .transform((count) => Math.min(Math.max(Math.round(count), 0), mostTokens))
  .catch(0)
  .default(0);

/** https://ai.google.dev/api/generate-content#UsageMetadata */
const usageMetadata = z
  .looseObject({
    promptTokenCount: tokens,
    toolUsePromptTokenCount: tokens,
    candidatesTokenCount: tokens,
    thoughtsTokenCount: tokens,
    candidatesTokensDetails: z
      .array(z.looseObject({ modality: z.string().catch(""), tokenCount: tokens }))
      .catch([])
      .default([]),
  })
  .optional()
  .catch(undefined);

const modelStatus = z
  .looseObject({
    modelStage: z.string().optional().catch(undefined),
    retirementTime: z.string().optional().catch(undefined),
  })
  .optional()
  .catch(undefined);

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
  usageMetadata,
  modelStatus,
});
export type ContentAnswer = z.output<typeof contentAnswer>;
type Part = z.output<typeof part>;

/**
 * Bytes of the last image that is no thought's draft: earlier ones are on the way to it. Its stated type is not asked
 * for: the bytes tell.
 */
export function readImage(answer: ContentAnswer): Read<Buffer> {
  const image = partsOf(answer).findLast(({ inlineData }) => inlineData?.data);
  const bytes = Buffer.from(image?.inlineData?.data ?? "", "base64");
  if (bytes.length > 0) return { value: bytes };
  return { problem: missing(answer, "No image was generated from the API response", "no-image") };
}

export function readText(answer: ContentAnswer): Read<string> {
  const text = partsOf(answer)
    .map((one) => one.text ?? "")
    .join("")
    .trim();
  if (text) return { value: text };
  return { problem: missing(answer, "No enhancement received from API", "no-text") };
}

export function readJson(answer: ContentAnswer): Read<unknown> {
  const text = readText(answer);
  if ("problem" in text) return text;
  try {
    return { value: JSON.parse(text.value) };
  } catch {
    return { problem: unreadableAnswer };
  }
}

export function parseAnswer(body: Buffer): ContentAnswer | null {
  return contentAnswer.safeParse(parseJson(body)).data ?? null;
}

export function usageOf(answer: ContentAnswer): ModelUsage | null {
  const { usageMetadata: told } = answer;
  const pictures = partsOf(answer).filter(({ inlineData }) => inlineData?.data).length;
  if (!told) return pictures === 0 ? null : { tokensIn: 0, tokensOut: 0, pictures, pictureTokens: 0 };
  const images = told.candidatesTokensDetails.filter(({ modality }) => modality === "IMAGE");
  return {
    tokensIn: told.promptTokenCount + told.toolUsePromptTokenCount,
    tokensOut: told.candidatesTokenCount + told.thoughtsTokenCount,
    pictures,
    pictureTokens: images.reduce((sum, { tokenCount }) => sum + tokenCount, 0),
  };
}

const endingStages = new Set(["LEGACY", "DEPRECATED", "RETIRED"]);

export function endingOf({ modelStatus: told }: ContentAnswer): { at: Date | null } | null {
  const at = new Date(told?.retirementTime ?? "");
  const isDated = !Number.isNaN(at.getTime());
  return isDated || endingStages.has(told?.modelStage ?? "") ? { at: isDated ? at : null } : null;
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
