import type { DesignDocument, Layer, TextLayer } from "#contract/design-document.ts";
import { contrast } from "../colours.ts";
import { fillsOf } from "./contrast.ts";
import type { Fix } from "./finding.ts";
import { letterHeight } from "./letters.ts";
import { leastContrast, leastLetters, outlineShare } from "./limits.ts";
import { moved, resizedText, wayToRoom } from "./place-layer.ts";

const find = ({ layers }: DesignDocument, id: string) =>
  layers.find((layer) => layer.id === id && !layer.locked) ?? null;

const replaced = (document: DesignDocument, next: Layer): DesignDocument => ({
  ...document,
  layers: document.layers.map((layer) => (layer.id === next.id ? next : layer)),
});

/** A little above the limit, since sizes are rounded. */
const wantedLetters = leastLetters + 0.05;

/** Makes letters as large as they have to be, and moves them to where there is room for that. */
export const enlargeLetters: Fix = (document, id, fonts) => {
  const layer = find(document, id);
  if (layer?.kind !== "text") return null;
  const larger = resizedText(layer, wantedLetters / letterHeight(layer, fonts), fonts);
  if (letterHeight(larger, fonts) < leastLetters) return null;
  const way = wayToRoom(document, larger, fonts);
  return way && replaced(document, moved(larger, way.dx, way.dy));
};

/** Moves a layer off the badge; letters for which there is no room become smaller, as long as they can be read. */
export const leaveBadge: Fix = (document, id, fonts) => {
  const layer = find(document, id);
  if (!layer) return null;
  for (const factor of [1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5]) {
    const smaller = layer.kind === "text" ? resizedText(layer, factor, fonts) : layer;
    if (factor < 1 && (smaller.kind !== "text" || letterHeight(smaller, fonts) < leastLetters)) return null;
    const way = wayToRoom(document, smaller, fonts);
    if (way) return replaced(document, moved(smaller, way.dx, way.dy));
  }
  return null;
};

const dark = "#0d0d12";
const light = "#ffffff";

/**
 * Gives letters what they stand off: another plate where they have one, else an outline. A colour that neither dark nor
 * light stands off together with the others becomes the opposite. The ground no longer shines through: it would take from
 * both.
 */
export const raiseContrast: Fix = (document, id) => {
  const layer = find(document, id);
  if (layer?.kind !== "text") return null;
  const fills = fillsOf(layer);
  const least = (behind: string) => Math.min(...fills.map((fill) => contrast(fill, behind)));
  const behind = least(dark) >= least(light) ? dark : light;
  const legible = (fill: string) =>
    contrast(fill, behind) >= leastContrast ? fill : behind === dark ? light : dark;
  const { plate, outline, size } = layer;
  const width = Math.min(40, Math.max(outline?.width ?? 0, Math.ceil((outlineShare + 0.01) * size)));
  const next: TextLayer = {
    ...layer,
    opacity: 1,
    fill: legible(layer.fill),
    lines: layer.lines.map((spans) =>
      spans.map((span) => (span.fill ? { ...span, fill: legible(span.fill) } : span)),
    ),
    ...(plate ? { plate: { ...plate, colour: behind, opacity: 1 } } : { outline: { colour: behind, width } }),
  };
  return replaced(document, next);
};
