import type { Art, DesignDocument } from "#contract/design-document.ts";
import { untouched } from "#contract/design-parts.ts";
import { canvas } from "#drawing/canvas.ts";
import { summariseArt } from "#drawing/set-words/art-summary.ts";
import type { WordsBrand } from "#drawing/set-words/brand.ts";
import { setWords } from "#drawing/set-words/set-words.ts";
import { type WordStyle, wordStyles } from "#drawing/set-words/styles.ts";
import { missingLetters } from "#drawing/text/letters.ts";
import { fontOf } from "#server/platform/drawing/fonts.ts";
import { invalid } from "#server/platform/failure.ts";
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

/** Whether the words are the title's; else they are those of the source. */
const keepsLayers = (source: DesignDocument | null): source is DesignDocument =>
  source !== null && source.art.kind !== "colour";

/** Refuses a title with letters that no font has, whose picture would lack them. Emoji are left out. */
export function requireLetters({
  title,
  sourceDocument,
}: Pick<WordsToSet, "title" | "sourceDocument">): void {
  if (keepsLayers(sourceDocument)) return;
  const { font, weight } = wordStyles.bold.faces[0]!;
  // A digit stays that an emoji frames.
  const missed = missingLetters(title, font, weight, fontOf).filter(
    (each) => /[\p{L}\p{N}]/u.test(each) && !/\p{Me}/u.test(each),
  );
  if (missed.length === 0) return;
  const named = missed.slice(0, 8).join(" ");
  throw invalid({
    title: `No font here has ${named}. Please have the words drawn into the picture, or change the title.`,
  });
}

/** A document of a thumbnail with its title set on it where the art is calm, or with the layers of its source. */
export async function setWordsOn(
  thumbnail: Buffer,
  imageId: string,
  { title, style, side, sourceDocument, brand }: WordsToSet,
): Promise<DesignDocument> {
  if (keepsLayers(sourceDocument)) return { ...sourceDocument, art: artAnew(sourceDocument.art, imageId) };
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
