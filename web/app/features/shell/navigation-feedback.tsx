import { useEffect, useLayoutEffect, useState } from "react";
import { useLocation, useNavigation, useNavigationType } from "react-router";
import css from "#web/features/shell/navigation-feedback.module.css";

/** A line at the top while the next page is being fetched, and the new page's title for screen readers. */
export function NavigationFeedback() {
  const waiting = useNavigation().state !== "idle";
  useInstantReturn();
  return (
    <>
      {waiting && <div className={css.line} aria-hidden="true" />}
      <RouteAnnouncer />
    </>
  );
}

/**
 * Back and forward show the old place at once: gliding there would show the way. This layout effect runs before the
 * one of <ScrollRestoration/>, which stands later in the document, and the other effect runs after both.
 */
function useInstantReturn(): void {
  const { key } = useLocation();
  const type = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new location is the reason to scroll.
  useLayoutEffect(() => {
    if (type === "POP") document.documentElement.style.scrollBehavior = "auto";
  }, [key, type]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  useEffect(() => {
    document.documentElement.style.removeProperty("scroll-behavior");
  }, [key, type]);
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
