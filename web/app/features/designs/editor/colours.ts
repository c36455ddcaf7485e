import type { DesignDocument, TextLayer } from "#contract/design-document.ts";
import { contrast } from "#drawing/colours.ts";

const basics = ["#ffffff", "#000000", "#ffe11a", "#e3121f", "#0b63d8", "#16a34a"];

/** Those that the document has, the most used first, and a few that are always at hand. */
export function coloursOf({ art, layers }: DesignDocument): string[] {
  const found = (JSON.stringify({ art, layers }).match(/#[0-9a-f]{6}/gi) ?? []).map((each) =>
    each.toLowerCase(),
  );
  const counts = new Map<string, number>();
  for (const colour of found) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const used = [...counts].sort((a, b) => b[1] - a[1]).map(([colour]) => colour);
  return [...new Set([...used, ...basics])].slice(0, 12);
}

/**
 * Of a text's letters with what is right behind them: a plate, a wide outline, or art of one colour. Null where that is a
 * picture.
 */
export function contrastOf(
  { fill, plate, outline, size }: TextLayer,
  { art }: DesignDocument,
): number | null {
  if (plate && plate.opacity === 1) return contrast(fill, plate.colour);
  if (outline && outline.width >= 0.06 * size) return contrast(fill, outline.colour);
  return art.kind === "colour" ? contrast(fill, art.colour) : null;
}
