/** The ticket `by` steps from the open one. Where that has left the list, the next one has moved up to its place, `left`. */
export function ticketBeside(ids: string[], open: string, by: 1 | -1, left: number): string | undefined {
  const at = ids.indexOf(open);
  const gone = by > 0 ? left : left - 1;
  const next = at < 0 ? gone : at + by;
  return ids[Math.max(0, Math.min(ids.length - 1, next))];
}
