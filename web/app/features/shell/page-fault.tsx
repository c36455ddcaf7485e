import { isRouteErrorResponse, Link } from "react-router";
import styles from "#web/features/shell/page-fault.module.css";

/** What a loader's answer, or else a fault, gives the page as its status. */
export function statusOf(error: unknown): number {
  return isRouteErrorResponse(error) ? error.status : 500;
}

const notNow: Record<number, string> = {
  429: "Too many requests.",
  503: "The service is not available right now.",
};

/**
 * What stands in place of a page that is not there, or that failed. `standalone` where no layout surrounds it, so
 * that it has to be the page's main part itself.
 */
export function PageFault({ status, standalone }: { status: number; standalone?: boolean }) {
  const Frame = standalone ? "main" : "div";
  const missing = status === 404;
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
          {notNow[status] && <p className={styles.code}>{status}</p>}
          <h1 className={styles.title}>{notNow[status] ?? "Something went wrong on our side."}</h1>
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
