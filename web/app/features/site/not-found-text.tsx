import { Link } from "react-router";
import styles from "#web/features/site/not-found-text.module.css";
import site from "#web/features/site/site.module.css";

export function NotFoundText() {
  return (
    <div className={`${site.container} ${styles.missing}`}>
      <p className={styles.code}>404</p>
      <h1 className={styles.title}>Oops! Page can't be found.</h1>
      <p className={site.lead}>The page you are looking for doesn't exist or has been moved.</p>
      <p>
        <Link to="/" className={site.button}>
          Take me to Home
        </Link>
      </p>
    </div>
  );
}
