import { useEffect, useEffectEvent } from "react";

/**
 * Turns to the last page where the one that is shown is beyond it, whose rows have gone by a deletion here or
 * elsewhere. `turnTo` takes that page's place in the history, or Back would lead there again. True meanwhile.
 */
export function usePageClamp(list: {
  page: number;
  pageSize: number;
  rows: readonly unknown[] | undefined;
  /** Of all pages together; 0 while it is not known. */
  total: number;
  turnTo: (page: number) => void;
}): boolean {
  const { page, pageSize, rows, total } = list;
  const beyond = rows?.length === 0 && total > 0 && page > 1;
  const last = Math.max(1, Math.ceil(total / pageSize));
  const turn = useEffectEvent(() => list.turnTo(last));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that is beyond the last one.
  useEffect(() => {
    if (beyond) turn();
  }, [beyond, page, last]);
  return beyond;
}
