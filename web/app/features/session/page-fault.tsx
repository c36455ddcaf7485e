import { Link } from "react-router";
import styles from "#web/features/session/page-fault.module.css";

/**
 * What stands in place of a page that is not there, or that failed. `standalone` where no layout surrounds it, so
 * that it has to be the page's main part itself.
 */
export function PageFault({ missing, standalone }: { missing: boolean; standalone?: boolean }) {
  const Frame = standalone ? "main" : "div";
  return (
    <Frame className={styles.fault} data-standalone={standalone || undefined}>
      {missing ? (
        <>
          <p className={styles.code}>404</p>
          <h1 className={styles.title}>Oops! Page can't be found.</h1>
          <p className={styles.text}>The page you are looking for doesn't exist or has been moved.</p>
        </>
      ) : (
        <>
          <h1 className={styles.title}>Something went wrong on our side.</h1>
          <p className={styles.text}>This page could not be shown. Please try again in a moment.</p>
          <p>
            <button type="button" className={styles.retry} onClick={() => location.reload()}>
              Retry
            </button>
          </p>
        </>
      )}
      <p>
        <Link to="/">Take me to Home</Link>
      </p>
    </Frame>
  );
}
