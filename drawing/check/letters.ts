import type { DesignDocument, Layer, TextLayer } from "#contract/design-document.ts";
import { canvas } from "../canvas.ts";
import { layOutText } from "../text/lay-out.ts";
import type { Fonts } from "../text/letters.ts";
import { smallestWidth } from "./limits.ts";

const isSeen = (layer: Layer) => !layer.hidden && layer.opacity > 0;

/** The texts of a design that a viewer sees. */
export const seenTexts = ({ layers }: Pick<DesignDocument, "layers">): TextLayer[] =>
  layers.filter(
    (layer): layer is TextLayer => layer.kind === "text" && isSeen(layer) && textOf(layer).trim() !== "",
  );

export const textOf = ({ lines }: TextLayer): string =>
  lines.map((spans) => spans.map(({ text }) => text).join("")).join(" ");

/** How high a text's capitals are where the picture is shown smallest. */
export function letterHeight(layer: TextLayer, fonts: Fonts): number {
  return (layOutText(layer, fonts).capHeight * smallestWidth) / canvas.width;
}

/** Scripts that part their words by nothing. */
const unparted = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** A browser that cannot part such a script takes what stands together for one word: too few are no fault. */
export function countWords(text: string): number {
  const parts = unparted.test(text) && "Segmenter" in Intl ? [...segmented(text)] : text.split(/\s+/);
  return parts.filter((part) => /[\p{L}\p{N}]/u.test(part)).length;
}

function* segmented(text: string): Generator<string> {
  const words = new Intl.Segmenter(undefined, { granularity: "word" });
  for (const { segment, isWordLike } of words.segment(text)) if (isWordLike) yield segment;
}
