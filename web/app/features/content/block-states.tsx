import styles from "#web/features/content/site.module.css";
import { ErrorState } from "#web/ui/error-state.tsx";

export function BlockLoading({ what }: { what: string }) {
  return (
    <p className={styles.loading} role="status">
      {`Loading ${what}...`}
    </p>
  );
}

/** A block that could not be loaded. Retry loads the whole page again, as documented. */
export function BlockError({ title, message }: { title: string; message: string }) {
  return (
    <div className={styles.container}>
      <ErrorState title={title} message={message} onRetry={() => location.reload()} />
    </div>
  );
}
