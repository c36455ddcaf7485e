import styles from "#web/ui/data-table.module.css";
import { pageWindow } from "#web/ui/page-window.ts";

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
      <span className={styles.pageOf}>
        Page {page} of {pages}
      </span>
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
