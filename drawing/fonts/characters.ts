/** Which glyph a character has by the `cmap` table at this place, in format 4 or 12; 0 for none. */
export function readCharacters(view: DataView, cmap: number): (codePoint: number) => number {
  const tables = new Map<number, number>();
  for (let index = 0; index < view.getUint16(cmap + 2); index += 1) {
    const at = cmap + view.getUint32(cmap + 4 + 8 * index + 4);
    tables.set(view.getUint16(at), at);
  }
  const long = tables.get(12);
  if (long !== undefined) return (codePoint) => glyphInGroups(view, long, codePoint);
  const short = tables.get(4);
  if (short !== undefined) return (codePoint) => glyphInSegments(view, short, codePoint);
  throw new Error("The font's characters are in no known format.");
}

/** The first index of `count` for which `isPast` is true. */
function firstWhere(count: number, isPast: (index: number) => boolean): number {
  let [from, to] = [0, count];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isPast(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}

function glyphInGroups(view: DataView, table: number, codePoint: number): number {
  const count = view.getUint32(table + 12);
  const at = (index: number) => table + 16 + 12 * index;
  const index = firstWhere(count, (each) => view.getUint32(at(each) + 4) >= codePoint);
  if (index === count || view.getUint32(at(index)) > codePoint) return 0;
  return view.getUint32(at(index) + 8) + codePoint - view.getUint32(at(index));
}

function glyphInSegments(view: DataView, table: number, codePoint: number): number {
  if (codePoint > 0xffff) return 0;
  const double = view.getUint16(table + 6);
  const ends = table + 14;
  const starts = ends + double + 2;
  const count = double / 2;
  const index = firstWhere(count, (each) => view.getUint16(ends + 2 * each) >= codePoint);
  const start = index === count ? 0x10000 : view.getUint16(starts + 2 * index);
  if (start > codePoint) return 0;
  const delta = view.getUint16(starts + double + 2 * index);
  const rangeAt = starts + 2 * double + 2 * index;
  const range = view.getUint16(rangeAt);
  if (range === 0) return (codePoint + delta) & 0xffff;
  const glyph = view.getUint16(rangeAt + range + 2 * (codePoint - start));
  return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
}
