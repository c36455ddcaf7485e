/**
 * A list with the named entries in their new order, on the places that they hold together; its names before and
 * after for the audit. Null where one of them is not in the list.
 */
export function reordered(all: readonly { id: string; name: string }[], named: readonly string[]) {
  const byId = new Map(all.map((entry) => [entry.id, entry]));
  if (named.some((id) => !byId.has(id))) return null;
  const moved = new Set(named);
  const next = named[Symbol.iterator]();
  const placed = all.map((entry) => (moved.has(entry.id) ? byId.get(next.next().value!)! : entry));
  return { ids: placed.map(({ id }) => id), before: namesIn(all), after: namesIn(placed) };
}

function namesIn(entries: readonly { name: string }[]): { order: string[] } {
  return { order: entries.map(({ name }) => name) };
}
