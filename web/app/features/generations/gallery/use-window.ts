import { type RefObject, useLayoutEffect, useState } from "react";

/** The part of a list that is rendered: from the first to before the last. */
export interface Window {
  columns: number;
  from: number;
  to: number;
}

/** Rows beyond those in sight, so that a Tab or a turn of the wheel finds the next ones there. */
const spare = 3;

/**
 * Which of a list's entries are in sight. All its rows are of one height, which its styles say (window.module.css): the
 * page has its whole length before any script, so that the way back finds its place, and nothing is measured. `first` is
 * how many are rendered before that.
 */
export function useWindow(list: RefObject<HTMLElement | null>, count: number, first: number): Window {
  const [shown, setShown] = useState<Window>({ columns: 1, from: 0, to: first });
  useLayoutEffect(() => {
    const element = list.current;
    if (!element || count === 0) return;
    const look = () => {
      const next = windowOf(element, count);
      setShown((last) =>
        last.from === next.from && last.to === next.to && last.columns === next.columns ? last : next,
      );
    };
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    window.addEventListener("scroll", look, { passive: true });
    window.addEventListener("resize", look);
    return () => {
      sizes.disconnect();
      window.removeEventListener("scroll", look);
      window.removeEventListener("resize", look);
    };
  }, [list, count]);
  return shown;
}

function windowOf(list: HTMLElement, count: number): Window {
  const { gridTemplateColumns, rowGap } = getComputedStyle(list);
  const columns = gridTemplateColumns.split(" ").length;
  const rows = Math.ceil(count / columns);
  const { top, height } = list.getBoundingClientRect();
  const row = (height + Number.parseFloat(rowGap)) / rows;
  const inRows = (at: number) => Math.min(rows, Math.max(0, at));
  const from = inRows(Math.floor(-top / row) - spare);
  const to = inRows(Math.ceil((window.innerHeight - top) / row) + spare);
  return { columns, from: from * columns, to: Math.min(count, to * columns) };
}
