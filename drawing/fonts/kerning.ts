type Pair = (left: number, right: number) => number | null;

/**
 * The kerning of two glyphs by the `GPOS` table at this place (OpenType 1.9, "Pair adjustment"), in units of the font.
 * Only what moves the next glyph of a horizontal line is read.
 */
export function readKerning(view: DataView, gpos: number): (left: number, right: number) => number {
  const u16 = (at: number) => view.getUint16(at);
  const features = gpos + u16(gpos + 6);
  const lookups = gpos + u16(gpos + 8);
  const wanted = new Set<number>();
  for (let index = 0; index < u16(features); index += 1) {
    const at = features + 2 + 6 * index;
    if (view.getUint32(at) !== 0x6b65726e) continue;
    const feature = features + u16(at + 4);
    for (let each = 0; each < u16(feature + 2); each += 1) wanted.add(u16(feature + 4 + 2 * each));
  }
  const kept = [...wanted].map((index) => pairsOf(view, lookups + u16(lookups + 2 + 2 * index)));
  // Of a lookup's subtables the first that knows the pair counts.
  return (left, right) =>
    kept.reduce((sum, subtables) => {
      for (const pair of subtables) {
        const value = pair(left, right);
        if (value !== null) return sum + value;
      }
      return sum;
    }, 0);
}

/** The same by the older `kern` table, which a font without the other may have; of its subtables the one of pairs. */
export function readOldKerning(view: DataView, kern: number): (left: number, right: number) => number {
  let at = kern + 4;
  for (let index = 0; index < view.getUint16(kern + 2); index += 1) {
    const pairs = at + 14;
    // Of format 0, horizontal, and no lowest values.
    if ((view.getUint16(at + 4) & 0xff07) === 1)
      return (left, right) => {
        const count = view.getUint16(at + 6);
        const found = search(count, (each) => view.getUint32(pairs + 6 * each) - (left * 65536 + right));
        return found < 0 ? 0 : view.getInt16(pairs + 6 * found + 4);
      };
    at += view.getUint16(at + 2);
  }
  return () => 0;
}

function pairsOf(view: DataView, lookup: number): Pair[] {
  const u16 = (at: number) => view.getUint16(at);
  const type = u16(lookup);
  return Array.from({ length: u16(lookup + 4) }, (_, index): Pair[] => {
    const subtable = lookup + u16(lookup + 6 + 2 * index);
    // Type 9 names another subtable by an offset of 32 bits.
    if (type === 9)
      return u16(subtable + 2) === 2 ? [pairOf(view, subtable + view.getUint32(subtable + 4))] : [];
    return type === 2 ? [pairOf(view, subtable)] : [];
  }).flat();
}

function pairOf(view: DataView, at: number): Pair {
  const u16 = (place: number) => view.getUint16(place);
  const [firstFormat, secondFormat] = [u16(at + 4), u16(at + 6)];
  const covered = at + u16(at + 2);
  const size = 2 * (bits(firstFormat) + bits(secondFormat));
  // The advance comes behind the placements, where there are any.
  const advance = firstFormat & 4 ? 2 * bits(firstFormat & 3) : null;
  const valueAt = (record: number) => (advance === null ? 0 : view.getInt16(record + advance));
  if (u16(at) === 1)
    return (left, right) => {
      const index = coverageIndex(view, covered, left);
      if (index < 0) return null;
      const set = at + u16(at + 10 + 2 * index);
      const record = search(u16(set), (each) => u16(set + 2 + (2 + size) * each) - right);
      return record < 0 ? null : valueAt(set + 2 + (2 + size) * record + 2);
    };
  const [firstClasses, secondClasses, columns] = [at + u16(at + 8), at + u16(at + 10), u16(at + 14)];
  return (left, right) => {
    if (coverageIndex(view, covered, left) < 0) return null;
    const cell = classOf(view, firstClasses, left) * columns + classOf(view, secondClasses, right);
    return valueAt(at + 16 + size * cell);
  };
}

const bits = (format: number) => [...(format & 0xff).toString(2)].filter((bit) => bit === "1").length;

/** By halving: where `compare` is 0, or -1. */
function search(count: number, compare: (index: number) => number): number {
  let [from, to] = [0, count - 1];
  while (from <= to) {
    const middle = (from + to) >> 1;
    const order = compare(middle);
    if (order === 0) return middle;
    if (order < 0) from = middle + 1;
    else to = middle - 1;
  }
  return -1;
}

/** The range of three numbers, first, last and a value, in which the glyph is. */
function rangeOf(view: DataView, table: number, glyph: number): number {
  const at = (index: number) => table + 4 + 6 * index;
  const index = search(view.getUint16(table + 2), (each) => {
    if (view.getUint16(at(each) + 2) < glyph) return -1;
    return view.getUint16(at(each)) > glyph ? 1 : 0;
  });
  return index < 0 ? -1 : at(index);
}

function coverageIndex(view: DataView, table: number, glyph: number): number {
  if (view.getUint16(table) === 1)
    return search(view.getUint16(table + 2), (each) => view.getUint16(table + 4 + 2 * each) - glyph);
  const range = rangeOf(view, table, glyph);
  return range < 0 ? -1 : view.getUint16(range + 4) + glyph - view.getUint16(range);
}

function classOf(view: DataView, table: number, glyph: number): number {
  if (view.getUint16(table) === 1) {
    const index = glyph - view.getUint16(table + 2);
    return index >= 0 && index < view.getUint16(table + 4) ? view.getUint16(table + 6 + 2 * index) : 0;
  }
  const range = rangeOf(view, table, glyph);
  return range < 0 ? 0 : view.getUint16(range + 4);
}
