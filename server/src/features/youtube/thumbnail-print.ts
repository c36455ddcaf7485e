import { loadSharp } from "#server/platform/load-sharp.ts";

const [width, height] = [48, 27];
/** How far apart pictures of the same may be, in 255ths a channel: YouTube makes each anew. */
const mostApart = 12;
/** As much of that as making a picture anew does by itself. */
const noise = 1;

/** What a picture looks like in few pixels, as text. */
export async function printOf(bytes: Buffer): Promise<string> {
  const sharp = await loadSharp();
  const pixels = await sharp(bytes, { limitInputPixels: 60_000_000 })
    .flatten({ background: "#000000" })
    .resize(width, height, { fit: "contain", background: "#000000" })
    .removeAlpha()
    .toColourspace("srgb")
    .raw()
    .toBuffer();
  return pixels.toString("base64");
}

/** Whether a picture shows what was sent rather than what stood before. Where the two look the same it shows both. */
export function showsSent(present: string, { sent, former }: { sent: string; former: string }): boolean {
  const apart = distance(present, sent);
  return apart <= mostApart && apart <= distance(present, former) + noise;
}

/** Whether a picture shows one of these. */
export const showsOneOf = (present: string, known: readonly string[]): boolean =>
  known.some((each) => distance(present, each) <= mostApart);

function distance(one: string, other: string): number {
  const [a, b] = [Buffer.from(one, "base64"), Buffer.from(other, "base64")];
  let sum = 0;
  for (const [index, value] of a.entries()) sum += Math.abs(value - (b[index] ?? 0));
  return sum / a.length;
}
