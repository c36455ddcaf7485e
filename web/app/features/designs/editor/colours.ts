import type { DesignDocument, TextLayer } from "#contract/design-document.ts";

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

function luminance(colour: string): number {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  const [red, green, blue] = parts.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
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
