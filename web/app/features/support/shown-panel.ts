import { useEffect, useRef } from "react";

/**
 * Brings the conversation that was just chosen into view as a whole. On small screens it takes the list's place, and
 * the focus with it.
 */
export function useShownPanel(id: string) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = panel.current;
    if (id === "" || !element) return;
    const { top, bottom } = element.getBoundingClientRect();
    if (top < 0 || bottom > window.innerHeight)
      element.scrollIntoView({ block: "start", behavior: "instant" });
    if (window.matchMedia("(max-width: 61.99em)").matches) element.focus({ preventScroll: true });
  }, [id]);
  return panel;
}
