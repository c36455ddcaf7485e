import { useLayoutEffect, useRef } from "react";
import { useKept } from "#web/ui/kept-rows.ts";

/** A page's rows, and between them, at their former places, those to stay as long as `place` does. */
export function useKeptRows<Row>(rows: Row[] | undefined, idOf: (row: Row) => string, place: unknown) {
  const { kept, keep } = useKept(place);
  const before = useRef<Row[]>([]);
  const shown = rows && withKept(rows, before.current, idOf, kept);
  useLayoutEffect(() => {
    before.current = shown ?? [];
  });
  return { shown, kept, keep };
}

function withKept<Row>(
  rows: readonly Row[],
  before: readonly Row[],
  idOf: (row: Row) => string,
  kept: ReadonlySet<string>,
): Row[] {
  const ids = new Set(rows.map(idOf));
  const all = [...rows];
  for (const [at, row] of before.entries()) {
    if (kept.has(idOf(row)) && !ids.has(idOf(row))) all.splice(at, 0, row);
  }
  return all;
}
