/**
 * All ids of a list with the named ones in their new order, on the places that they hold together. Null where one of
 * them is not in the list.
 */
export function reordered(all: string[], named: string[]): string[] | null {
  const known = new Set(all);
  if (named.some((id) => !known.has(id))) return null;
  const moved = new Set(named);
  const next = named[Symbol.iterator]();
  return all.map((id) => (moved.has(id) ? next.next().value! : id));
}
