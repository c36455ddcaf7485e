import type { DesignDocument, Layer } from "#contract/design-document.ts";
import type { Fonts } from "../text/letters.ts";
import { layersUnderBadge } from "./badge.ts";
import { textContrast } from "./contrast.ts";
import { cornerOf, isWeighty } from "./corner.ts";
import type { Finding, Fix } from "./finding.ts";
import { enlargeLetters, leaveBadge, raiseContrast } from "./fixes.ts";
import { countWords, letterHeight, seenTexts, textOf } from "./letters.ts";
import { leastContrast, leastLetters, mostWords } from "./limits.ts";
import type { Pixels } from "./pixels.ts";

const layerOf = (layer: Layer) => ({
  id: layer.id,
  text: layer.kind === "text" ? textOf(layer).trim() : (layer.name ?? layer.kind),
  isLocked: layer.locked,
});

/** Each text below the limit, or the least of all where none is. */
function ofEachText(
  what: "letters" | "contrast",
  texts: readonly { layer: Layer; value: number }[],
  least: number,
  fix: Fix,
): Finding[] {
  if (texts.length === 0) return [];
  const low = texts.filter(({ value }) => value < least);
  if (low.length > 0)
    return low.map(({ layer, value }) => ({ what, mark: "bad", value, layer: layerOf(layer), fix }));
  return [{ what, mark: "good", value: Math.min(...texts.map(({ value }) => value)) }];
}

/**
 * What a design's document tells. `ground` is all of it but its words, and null as long as it isn't drawn; the fonts of
 * its words have to be there.
 */
export function checkDesign(document: DesignDocument, ground: Pixels | null, fonts: Fonts): Finding[] {
  const texts = seenTexts(document);
  const heights = texts.map((layer) => ({ layer, value: letterHeight(layer, fonts) }));
  const ratios = texts.flatMap((layer) => {
    const value = textContrast(layer, ground, fonts);
    return value === null ? [] : [{ layer, value }];
  });
  const under = layersUnderBadge(document, fonts);
  const isBusy = ground !== null && isWeighty(cornerOf(ground));
  const words = countWords(texts.map(textOf).join(" "));
  // A picture may have words of its own, which nobody has read.
  const isCounted = words > 0 || document.art.kind === "colour";
  return [
    ...ofEachText("letters", heights, leastLetters, enlargeLetters),
    ...ofEachText("contrast", ratios, leastContrast, raiseContrast),
    ...under.map(
      (layer): Finding => ({ what: "badge", mark: "bad", layer: layerOf(layer), fix: leaveBadge }),
    ),
    ...(isBusy ? [{ what: "corner", mark: "bad" } as const] : []),
    ...(under.length === 0 && !isBusy && ground ? [{ what: "badge", mark: "good" } as const] : []),
    ...(isCounted
      ? [{ what: "words", mark: words > mostWords ? "bad" : "good", value: words } as const]
      : []),
  ];
}
