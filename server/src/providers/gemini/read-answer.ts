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

/** What is read of an answer; `bytesOf` gives what a part's data stands for. */
interface Answer extends ContentAnswer {
  bytesOf(data: string): Buffer;
}

export type Read<Value> = { value: Value } | { problem: Problem };

/**
 * Bytes of the last image that is no thought's draft: earlier ones are on the way to it. Its stated type is not asked for: the bytes tell. They take the
 * place of their own text in `body`, which cannot be read again.
 */
export function readImage(body: Buffer): Read<Buffer> {
  const answer = parseAnswer(body);
  if (!answer) return { problem: unreadableAnswer };
  const image = partsOf(answer).findLast(({ inlineData }) => inlineData?.data);
  if (image?.inlineData?.data) {
    const bytes = answer.bytesOf(image.inlineData.data);
    if (bytes.length > 0) return { value: bytes };
  }
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

function parseAnswer(body: Buffer): Answer | null {
  try {
    const { text, taken } = takeOutData(body);
    const result = contentAnswer.safeParse(JSON.parse(text));
    if (!result.success) return null;
    const bytesOf = (data: string) => {
      const place = taken.get(data);
      return place ? decodeBase64(body.subarray(...place)) : Buffer.from(data, "base64");
    };
    return { ...result.data, bytesOf };
  } catch {
    return null;
  }
}

const dataName = Buffer.from('"data"');
const quote = 0x22;
const backslash = 0x5c;
const takenFrom = 4096;

/**
 * Takes long base64 texts out of the JSON before it is parsed and leaves a mark for each. A picture's megabytes are
 * then decoded from where they lie; reading them as JSON would copy them three times.
 */
function takeOutData(body: Buffer): { text: string; taken: Map<string, [start: number, end: number]> } {
  const taken = new Map<string, [number, number]>();
  let text = "";
  let done = 0;
  let at = body.indexOf(dataName);
  while (at !== -1) {
    const start = valueAfter(body, at + dataName.length);
    const end = start === -1 ? -1 : body.indexOf(quote, start);
    at += dataName.length;
    if (end - start >= takenFrom && !body.subarray(start, end).includes(backslash)) {
      const mark = `#${taken.size}`;
      taken.set(mark, [start, end]);
      text += body.toString("utf8", done, start) + mark;
      done = end;
      at = end;
    }
    at = body.indexOf(dataName, at);
  }
  return { text: text + body.toString("utf8", done), taken };
}

const pieceLength = 65_536;
const pieceBytes = (pieceLength * 3) / 4;

/**
 * Decodes in place and in pieces, whose short-lived texts cost the garbage collector nothing. The bytes never catch up
 * with the text that is still to be read.
 */
function decodeBase64(text: Buffer): Buffer {
  let length = 0;
  for (let at = 0; at < text.length; at += pieceLength) {
    const piece = text.toString("latin1", at, at + pieceLength);
    const written = text.write(piece, length, "base64");
    if (written === pieceBytes || at + pieceLength >= text.length) {
      length += written;
      continue;
    }
    // Blanks or padding within the text shift the pieces: all that is left is decoded as one.
    return text.subarray(
      0,
      length + text.write(piece + text.toString("latin1", at + pieceLength), length, "base64"),
    );
  }
  return text.subarray(0, length);
}

/** Where the text begins that follows a name in JSON, behind its quote; -1 where something else follows. */
function valueAfter(body: Buffer, from: number): number {
  let at = from;
  let colon = false;
  for (; at < body.length; at += 1) {
    const byte = body[at];
    if (byte === 0x3a && !colon) colon = true;
    else if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) break;
  }
  return colon && body[at] === quote ? at + 1 : -1;
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
