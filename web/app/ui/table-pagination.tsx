import { useEffect, useEffectEvent } from "react";
import styles from "#web/ui/data-table.module.css";

/**
 * Previous and Next with numbered pages. `edges` adds First and Last. Below 480 px the numbers give way to
 * "Page X of Y". The buttons at the ends stay focusable, so that a keyboard user isn't thrown out of the bar.
 */
export function TablePagination(props: {
  page: number;
  pages: number;
  label: string;
  edges?: boolean;
  previousLabel?: string;
  onPage: (page: number) => void;
}) {
  const { page, pages, label, edges, onPage } = props;
  const step = (target: number, text: string) => {
    const off = target < 1 || target > pages || target === page;
    return (
      <button
        type="button"
        className={styles.page}
        aria-disabled={off || undefined}
        onClick={() => !off && onPage(target)}
      >
        {text}
      </button>
    );
  };
  let gaps = 0;
  return (
    <nav className={styles.pages} aria-label={label}>
      {edges && step(1, "First")}
      {step(page - 1, props.previousLabel ?? "Previous")}
      <span className={styles.pageOf}>{`Page ${page} of ${pages}`}</span>
      <ol className={styles.numbers}>
        {pageWindow(page, pages).map((entry) =>
          entry === "gap" ? (
            <li key={`gap ${gaps++}`} className={styles.gap} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={entry}>
              <button
                type="button"
                className={styles.page}
                aria-label={`Page ${entry}`}
                aria-current={entry === page ? "page" : undefined}
                onClick={() => entry !== page && onPage(entry)}
              >
                {entry}
              </button>
            </li>
          ),
        )}
      </ol>
      {step(page + 1, "Next")}
      {edges && step(pages, "Last")}
    </nav>
  );
}

/**
 * The page numbers to show: the first, the last, a window of five around the present page, and "gap" where numbers are
 * left out. A gap that would hide one number shows that number. Pages count from 1.
 */
export function pageWindow(page: number, pages: number): (number | "gap")[] {
  if (pages <= 0) return [];
  const start = Math.max(1, Math.min(page - 2, pages - 4));
  const end = Math.min(pages, start + 4);
  const inside = Array.from({ length: end - start + 1 }, (_, index) => start + index);
  return [...leading(start), ...inside, ...trailing(end, pages)];
}

function leading(start: number): (number | "gap")[] {
  if (start === 1) return [];
  if (start === 2) return [1];
  return start === 3 ? [1, 2] : [1, "gap"];
}

function trailing(end: number, pages: number): (number | "gap")[] {
  const left = pages - end;
  if (left === 0) return [];
  if (left === 1) return [pages];
  return left === 2 ? [pages - 1, pages] : ["gap", pages];
}

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
