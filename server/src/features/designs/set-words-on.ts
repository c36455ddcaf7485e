import type { Art, DesignDocument } from "#contract/design-document.ts";
import { untouched } from "#contract/design-parts.ts";
import { canvas } from "#drawing/canvas.ts";
import { summariseArt } from "#drawing/set-words/art-summary.ts";
import type { WordsBrand } from "#drawing/set-words/brand.ts";
import { setWords } from "#drawing/set-words/set-words.ts";
import { type WordStyle, wordStyles } from "#drawing/set-words/styles.ts";
import { fontOf } from "#server/platform/drawing/fonts.ts";
import { loadSharp } from "#server/platform/load-sharp.ts";

export interface WordsToSet {
  title: string;
  style: string;
  /** Which the model was asked to leave free. */
  side: "left" | "right";
  /** The design that the picture was made from: its layers come on top again, where they were. */
  sourceDocument: DesignDocument | null;
  /** Whose look the words get; without it the style's. */
  brand: WordsBrand | null;
}

const isWordStyle = (style: string): style is WordStyle => Object.hasOwn(wordStyles, style);

/** A run's picture is seen in the same part as before; of a person's own picture the model got that part alone. */
function artAnew({ kind, crop, adjust }: Art, id: string): Art {
  return { kind: "picture", id, crop: kind === "picture" ? crop : untouched.crop, adjust };
}

/** A document of a thumbnail with its title set on it where the art is calm, or with the layers of its source. */
export async function setWordsOn(
  thumbnail: Buffer,
  imageId: string,
  { title, style, side, sourceDocument, brand }: WordsToSet,
): Promise<DesignDocument> {
  if (sourceDocument && sourceDocument.art.kind !== "colour")
    return { ...sourceDocument, art: artAnew(sourceDocument.art, imageId) };
  const sharp = await loadSharp();
  const size = { width: canvas.width / 4, height: canvas.height / 4, channels: 3 } as const;
  const pixels = await sharp(thumbnail).resize(size.width, size.height).removeAlpha().raw().toBuffer();
  const request = {
    title,
    style: isWordStyle(style) ? style : "bold",
    art: summariseArt(pixels, size),
    side,
    brand,
  };
  const { layers, shade } = setWords(request, fontOf);
  const { crop, adjust } = untouched;
  return {
    format: 1,
    art: { kind: "picture", id: imageId, crop, adjust: { ...adjust, shade: shade ?? adjust.shade } },
    layers,
  };
}
