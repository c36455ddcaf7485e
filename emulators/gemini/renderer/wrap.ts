/**
 * Breaks words into exactly `lineCount` lines: the widest as narrow as can be, so that letters get as large as
 * can be, and among those the breaks that fill the lines most evenly.
 * @returns for each line the index of its first word and of the word after its last.
 */
export function wrapBalanced(
  widths: readonly number[],
  space: number,
  lineCount: number,
): [number, number][] {
  const ends = [0];
  for (const width of widths) ends.push((ends.at(-1) ?? 0) + width + space);
  const lineWidth = (from: number, to: number) => (ends[to] ?? 0) - (ends[from] ?? 0) - space;

  const narrowest = bestBreaks(widths.length, lineCount, lineWidth, Math.max);
  const limit = Math.max(...narrowest.map(([from, to]) => lineWidth(from, to))) + 1e-9;
  const unevenness = (from: number, to: number) => {
    const width = lineWidth(from, to);
    return width > limit ? Number.POSITIVE_INFINITY : (limit - width) ** 2;
  };
  return bestBreaks(widths.length, lineCount, unevenness, (left, right) => left + right);
}

/** The breaks whose lines' costs, put together by `combine`, are least. */
function bestBreaks(
  count: number,
  lineCount: number,
  cost: (from: number, to: number) => number,
  combine: (before: number, line: number) => number,
): [number, number][] {
  // best[lines][to]: the least cost at which the first `to` words stand on `lines` lines.
  const best: number[][] = [[0]];
  const breaks: number[][] = [[]];
  for (let lines = 1; lines <= lineCount; lines += 1) {
    const row: number[] = [];
    const cut: number[] = [];
    for (let to = lines; to <= count; to += 1) {
      for (let from = lines - 1; from < to; from += 1) {
        const total = combine(best[lines - 1]?.[from] ?? Number.POSITIVE_INFINITY, cost(from, to));
        if (cut[to] === undefined || total < (row[to] ?? Number.POSITIVE_INFINITY)) {
          row[to] = total;
          cut[to] = from;
        }
      }
    }
    best.push(row);
    breaks.push(cut);
  }

  const lines: [number, number][] = [];
  let to = count;
  for (let line = lineCount; line > 0; line -= 1) {
    const from = breaks[line]?.[to] ?? 0;
    lines.unshift([from, to]);
    to = from;
  }
  return lines;
}
