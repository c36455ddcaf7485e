import { useEffect, useRef } from "react";
import { takeFocus } from "#web/ui/take-focus.ts";

/**
 * The focus follows a run to what it brought, so that the next Tab goes on from there and nothing is scrolled away from
 * under it. On a narrow screen, where the result is below the form, it goes along from the start. What a run brought has its
 * place and its height only once it is drawn.
 */
export function useResultFocus() {
  const region = useRef<HTMLElement>(null);
  const startedFrom = useRef<Element | null>(null);
  const isDue = useRef(false);
  /** Where the window is since the result has the focus; somewhere else once somebody has scrolled. */
  const restsAt = useRef<number | null>(null);

  function focusResult(): void {
    const shown = region.current;
    const target = shown?.querySelector<HTMLElement>("h2") ?? shown;
    if (!shown || !target) return;
    target.tabIndex = -1;
    if (isNarrow()) shown.scrollIntoView({ block: "start", behavior: "instant" });
    takeFocus(target);
    restsAt.current = window.scrollY;
  }

  // What was read of the words comes later: the result, which ends with the form, then grows out of the window above.
  useEffect(() => {
    const shown = region.current;
    if (!shown) return;
    const observer = new ResizeObserver(() => {
      const isLeft = restsAt.current !== window.scrollY || !shown.contains(document.activeElement);
      if (isLeft || isNarrow()) return;
      const block = shown.offsetHeight > window.innerHeight ? "start" : "nearest";
      shown.scrollIntoView({ block, behavior: "instant" });
      restsAt.current = window.scrollY;
    });
    observer.observe(shown);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (!isDue.current) return;
    isDue.current = false;
    focusResult();
  });

  return {
    region,
    began(): void {
      startedFrom.current = document.activeElement;
      if (isNarrow()) focusResult();
    },
    /** Not where somebody has gone on to something else meanwhile. */
    ended(): void {
      const present = document.activeElement;
      const stayed =
        present === document.body || present === startedFrom.current || region.current?.contains(present);
      if (startedFrom.current !== null && stayed) isDue.current = true;
      startedFrom.current = null;
    },
    /** Somebody is typing: the focus stays with them. */
    stay(): void {
      startedFrom.current = null;
    },
    /** A message that stands beside the result, unseen on a narrow screen. */
    showMessage(): void {
      if (isNarrow()) focusResult();
    },
  };
}

function isNarrow(): boolean {
  return matchMedia("(width < 48em)").matches;
}
