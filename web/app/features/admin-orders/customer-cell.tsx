import styles from "#web/features/admin-orders/admin-orders.module.css";

/** Initial, name and e-mail of who ordered. */
export function CustomerCell({ name, email }: { name: string; email: string }) {
  return (
    <span className={styles.customer}>
      <span className={styles.initial} aria-hidden>
        {(name || email || "?").slice(0, 1).toUpperCase()}
      </span>
      <span className={styles.who}>
        <span>{name || "N/A"}</span>
        <span className={styles.email}>{email}</span>
      </span>
    </span>
  );
}
