import { RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import styles from "#web/ui/states.module.css";

/**
 * Something couldn't be loaded: the documented heading, the message and a Retry button. Announced at once. Plain
 * markup, so that public pages may use it.
 */
export function ErrorState(props: {
  title: string;
  message?: ReactNode;
  onRetry?: () => void;
  retryLabel?: string;
  action?: ReactNode;
  compact?: boolean;
}) {
  return (
    <div className={styles.state} data-kind="error" data-compact={props.compact || undefined} role="alert">
      <p className={styles.title}>{props.title}</p>
      {props.message && <div className={styles.text}>{props.message}</div>}
      {(props.onRetry || props.action) && (
        <div className={styles.action}>
          {props.onRetry && (
            <button type="button" className={styles.retry} onClick={props.onRetry}>
              <RotateCcw size={16} aria-hidden />
              {props.retryLabel ?? "Retry"}
            </button>
          )}
          {props.action}
        </div>
      )}
    </div>
  );
}

/** What is missing: plates for pictures, a bubble for tickets, a receipt for orders; none beside a list that says it. */
export type EmptyDrawing = "pictures" | "tickets" | "orders" | "none";

/**
 * Nothing here yet: a drawing of what is missing, one sentence and, where there is one, the next thing to do. `title` and
 * `children` are the documented texts of the caller. `compact` suits a table or a panel. `level` is the heading's.
 */
export function EmptyState(props: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  compact?: boolean;
  level?: 2 | 3 | 4;
  drawing?: EmptyDrawing | undefined;
}) {
  const { drawing = "pictures" } = props;
  const Heading = `h${props.level ?? 2}` as const;
  return (
    <div className={styles.state} data-compact={props.compact || undefined}>
      {drawing !== "none" && <Drawing of={drawing} />}
      <Heading className={styles.title}>{props.title}</Heading>
      {props.children && <div className={styles.text}>{props.children}</div>}
      {props.action && <div className={styles.action}>{props.action}</div>}
    </div>
  );
}

const fronts = {
  pictures: (
    <>
      <rect className={styles.plateFront} x="8" y="20" width="88" height="49.500" rx="7" />
      <path className={styles.plateLine} d="M47 37.500v14.500l12.500-7.250z" />
    </>
  ),
  tickets: (
    <>
      <path
        className={styles.plateFront}
        d="M16 14h72a8 8 0 0 1 8 8v28a8 8 0 0 1-8 8H44l-14 13v-13H16a8 8 0 0 1-8-8V22a8 8 0 0 1 8-8z"
      />
      <path className={styles.plateLine} d="M24 30h56M24 43h34" />
    </>
  ),
  orders: (
    <>
      <path className={styles.plateFront} d="M28 8h52v62l-8.700-6-8.600 6-8.700-6-8.700 6-8.600-6-8.700 6z" />
      <path className={styles.plateLine} d="M40 22h28M40 34h28M40 46h14" />
    </>
  ),
};

function Drawing({ of }: { of: keyof typeof fronts }) {
  return (
    <svg className={styles.plates} viewBox="0 0 132 76" fill="none" aria-hidden="true">
      <rect
        className={styles.plateBack}
        x="38"
        y="5"
        width="88"
        height="49.500"
        rx="7"
        transform="rotate(5 82 30)"
      />
      {fronts[of]}
      <path className={styles.spark} d="M98 12l4-9M106 17l10-5M108 26l10 1" />
    </svg>
  );
}
