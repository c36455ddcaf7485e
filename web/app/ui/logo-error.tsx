import styles from "#web/ui/logo-error.module.css";

/** In place of the logo where the footer's content could not be had; the documented reason is its hint, and read out. */
export function LogoError({ isNetwork }: { isNetwork: boolean }) {
  const reason = isNetwork ? "Error fetching footer data" : "Failed to fetch footer data";
  return (
    <span className={styles.error} title={reason}>
      Logo Error<span className="visually-hidden">{`: ${reason}`}</span>
    </span>
  );
}
