import { useEffect, useRef } from "react";

/**
 * Brings the conversation that was just chosen into view as a whole, and once more when it has come and is as large
 * as it will be. On small screens it takes the list's place, and the focus with it.
 */
export function useShownPanel(id: string, loaded: boolean) {
  const panel = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a conversation that has come is another size.
  useEffect(() => {
    const element = panel.current;
    if (id === "" || !element) return;
    const { top, bottom } = element.getBoundingClientRect();
    if (top < 0 || bottom > window.innerHeight)
      element.scrollIntoView({ block: "start", behavior: "instant" });
  }, [id, loaded]);
  useEffect(() => {
    const element = panel.current;
    if (id === "" || !element) return;
    if (window.matchMedia("(max-width: 61.99em)").matches) element.focus({ preventScroll: true });
  }, [id]);
  return panel;
}
