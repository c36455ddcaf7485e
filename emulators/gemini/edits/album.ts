import type { Raw } from "./layers.ts";
import type { Recipe } from "./recipe.ts";

/** A picture that was drawn here: what its letters say and how it was drawn, as far as that can be done again. */
export type Remembered = { words: string; recipe: Recipe | null };

/** The pictures that were drawn last, known again by their pixels however they were coded, cut and sized since. */
export type Album = {
  remember: (picture: Buffer | Raw, entry: Remembered) => Promise<void>;
  find: (picture: Buffer | Raw) => Promise<Remembered | null>;
};

const rememberedAtMost = 400;
const print = { width: 48, height: 27 };
/** Of 255 a channel, on average: another coding is below 2, another picture above 10. */
const sameBelow = 5;

export function createAlbum(): Album {
  const entries: { print: Buffer; entry: Remembered }[] = [];
  return {
    async remember(picture, entry) {
      entries.push({ print: await printOf(picture), entry });
      if (entries.length > rememberedAtMost) entries.shift();
    },
    async find(picture) {
      const wanted = await printOf(picture);
      let best: Remembered | null = null;
      let least = sameBelow;
      // The last of equals: it was drawn since.
      for (const { print: known, entry } of entries) {
        const distance = distanceBetween(known, wanted);
        if (distance <= least) [best, least] = [entry, distance];
      }
      return best;
    },
  };
}

async function printOf(picture: Buffer | Raw): Promise<Buffer> {
  const { default: sharp } = await import("sharp");
  const opened = Buffer.isBuffer(picture) ? sharp(picture) : sharp(picture.data, { raw: picture.raw });
  return opened
    .flatten()
    .toColourspace("srgb")
    .resize(print.width, print.height, { fit: "cover" })
    .raw()
    .toBuffer();
}

function distanceBetween(left: Buffer, right: Buffer): number {
  let sum = 0;
  for (let at = 0; at < left.length; at += 1) sum += Math.abs(left[at]! - (right[at] ?? 0));
  return sum / left.length;
}
