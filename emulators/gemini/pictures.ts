import { badRequest } from "./errors.ts";
import { formats, type GenerateContentRequest, partsOf } from "./protocol.ts";

/** A picture that came in with a request. */
export type Picture = { mimeType: string; bytes: Buffer; width: number; height: number };

/** A part as the record tells of it: in order, without its content. */
export type RecordedPart =
  | { kind: "text"; characters: number }
  | { kind: "image"; mimeType: string; bytes: number; width: number; height: number };

/**
 * The pictures of the last turn, in order, each looked at whole.
 * @throws GoogleError INVALID_ARGUMENT for bytes that are no picture of the format that they are said to have.
 */
export async function openPictures(request: GenerateContentRequest): Promise<Picture[]> {
  const held = partsOf(request).flatMap(({ inlineData }) => (inlineData ? [inlineData] : []));
  if (held.length === 0) return [];
  const { default: sharp } = await import("sharp");
  return Promise.all(
    held.map(async ({ mimeType, data }) => {
      const bytes = Buffer.from(data, "base64");
      try {
        const { format, width, height } = await sharp(bytes).metadata();
        if (format !== formats[mimeType]) throw new Error(`${format} is said to be ${mimeType}`);
        await sharp(bytes, { failOn: "truncated" }).resize(16, 16).raw().toBuffer();
        return { mimeType, bytes, width, height };
      } catch {
        throw badRequest("Provided image is not valid.");
      }
    }),
  );
}

export function recordedParts(request: GenerateContentRequest, pictures: readonly Picture[]): RecordedPart[] {
  const left = [...pictures];
  return partsOf(request).flatMap((part): RecordedPart[] => {
    if (part.text !== undefined) return [{ kind: "text", characters: part.text.length }];
    const picture = part.inlineData && left.shift();
    if (!picture) return [];
    const { mimeType, bytes, width, height } = picture;
    return [{ kind: "image", mimeType, bytes: bytes.length, width, height }];
  });
}
