import styles from "#web/features/site/site.module.css";

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
      <div className={styles.fault} role="alert">
        <p className={styles.faultTitle}>{title}</p>
        <p>{message}</p>
        <button type="button" className={styles.buttonQuiet} onClick={() => location.reload()}>
          Retry
        </button>
      </div>
    </div>
  );
}
