import { useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import css from "#web/features/session/navigation-feedback.module.css";

/** A line at the top while the next page is being fetched, and the new page's title for screen readers. */
export function NavigationFeedback() {
  const waiting = useNavigation().state !== "idle";
  return (
    <>
      {waiting && <div className={css.line} aria-hidden="true" />}
      <RouteAnnouncer />
    </>
  );
}

/** A browser announces a loaded document, but not a page that was swapped in; this says its title. */
function RouteAnnouncer() {
  const { pathname } = useLocation();
  const [shown, setShown] = useState(pathname);
  const [title, setTitle] = useState("");
  useEffect(() => {
    if (pathname === shown) return;
    setShown(pathname);
    setTitle(document.title);
  }, [pathname, shown]);
  return (
    <p className="visually-hidden" aria-live="polite" role="status">
      {title}
    </p>
  );
}
