import { type DesignDocument, untouched } from "#contract/design-document.ts";
import { canvas } from "#drawing/canvas.ts";
import { summariseArt } from "#drawing/set-words/art-summary.ts";
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
}

const isWordStyle = (style: string): style is WordStyle => Object.hasOwn(wordStyles, style);

/** A document of a thumbnail with its title set on it where the art is calm, or with the layers of its source. */
export async function setWordsOn(
  thumbnail: Buffer,
  imageId: string,
  { title, style, side, sourceDocument }: WordsToSet,
): Promise<DesignDocument> {
  if (sourceDocument?.art.kind === "picture")
    return { ...sourceDocument, art: { ...sourceDocument.art, id: imageId } };
  const sharp = await loadSharp();
  const size = { width: canvas.width / 4, height: canvas.height / 4, channels: 3 } as const;
  const pixels = await sharp(thumbnail).resize(size.width, size.height).removeAlpha().raw().toBuffer();
  const request = {
    title,
    style: isWordStyle(style) ? style : "bold",
    art: summariseArt(pixels, size),
    side,
  };
  const { layers, shade } = setWords(request, fontOf);
  const { crop, adjust } = untouched;
  return {
    format: 1,
    art: { kind: "picture", id: imageId, crop, adjust: { ...adjust, shade: shade ?? adjust.shade } },
    layers,
  };
}
