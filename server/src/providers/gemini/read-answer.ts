import { z } from "zod";
import { type Problem, refusals, unreadableAnswer } from "./problem.ts";

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

/** What is used of a GenerateContentResponse (v1beta); whatever else it holds, or lacks, is borne. */
const contentAnswer = z.looseObject({
  candidates: z.array(candidate).optional().catch(undefined),
  promptFeedback: z
    .looseObject({ blockReason: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
});
type ContentAnswer = z.output<typeof contentAnswer>;
type Part = z.output<typeof part>;

export type Read<Value> = { value: Value } | { problem: Problem };

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

export function readText(body: Buffer): Read<string> {
  const answer = parseAnswer(body);
  if (!answer) return { problem: unreadableAnswer };
  const text = partsOf(answer)
    .map((one) => one.text ?? "")
    .join("")
    .trim();
  if (text) return { value: text };
  return { problem: missing(answer, "No enhancement received from API", "no-text") };
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
