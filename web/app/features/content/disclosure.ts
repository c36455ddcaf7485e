import { type RefObject, useEffect } from "react";
import { useLocation } from "react-router";

/** Closes an opened <details> menu on Escape, on a click elsewhere and when another page comes. Works without script too, then by its own summary alone. */
export function useClosing(menu: RefObject<HTMLDetailsElement | null>): void {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new location is the reason to close.
  useEffect(() => {
    menu.current?.removeAttribute("open");
  }, [key, menu]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !menu.current?.open) return;
      menu.current.removeAttribute("open");
      menu.current.querySelector("summary")?.focus();
    };
    const onClick = (event: MouseEvent) => {
      if (!menu.current?.contains(event.target as Node)) menu.current?.removeAttribute("open");
    };
    document.addEventListener("keydown", onKey);
    document.addEventListener("click", onClick);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("click", onClick);
    };
  }, [menu]);
}
