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
