function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Two people's edits of one base in one: whatever I changed is mine, everything else theirs. Lists count as one
 * value, since their entries have no names by which to tell them apart.
 */
export function mergedValues<V>(base: V, mine: V, theirs: V): V {
  if (!isRecord(base) || !isRecord(mine) || !isRecord(theirs)) return same(base, mine) ? theirs : mine;
  const names = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
  return Object.fromEntries(
    [...names].map((name) => [name, mergedValues(base[name], mine[name], theirs[name])]),
  ) as V;
}

/** Whether a field was changed by both, and differently, so that merging would drop theirs without a word. */
export function bothChanged(base: unknown, mine: unknown, theirs: unknown): boolean {
  if (!isRecord(base) || !isRecord(mine) || !isRecord(theirs)) {
    return !same(base, mine) && !same(base, theirs) && !same(mine, theirs);
  }
  const names = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
  return [...names].some((name) => bothChanged(base[name], mine[name], theirs[name]));
}
