import { useRef } from "react";
import { takeFocus } from "#web/ui/take-focus.ts";

/**
 * The focus follows a run to what it brought, so that the next Tab goes on from there and nothing is scrolled away from
 * under it. On a narrow screen, where the result is below the form, it goes along from the start.
 */
export function useResultFocus() {
  const region = useRef<HTMLElement>(null);
  const startedFrom = useRef<Element | null>(null);

  function focusResult(): void {
    const target = region.current?.querySelector<HTMLElement>("h2") ?? region.current;
    if (!target) return;
    target.tabIndex = -1;
    if (isNarrow()) region.current?.scrollIntoView({ block: "start", behavior: "instant" });
    takeFocus(target);
  }

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
      if (startedFrom.current !== null && stayed) focusResult();
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
  return matchMedia("(width < 768px)").matches;
}
