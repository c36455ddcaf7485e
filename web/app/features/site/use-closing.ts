import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { keyOf } from "#web/ui/key-of.ts";

/** Closes an opened <details> menu on Escape, on a click elsewhere and when another page comes. Works without script too, then by its own summary alone. */
export function useClosing(menu: RefObject<HTMLDetailsElement | null>): void {
  const { key } = useLocation();
  const shownAt = useRef(key);
  useEffect(() => {
    // The first run is hydration, not a change of page: a menu that was opened before the script came stays open.
    if (shownAt.current === key) return;
    shownAt.current = key;
    menu.current?.removeAttribute("open");
  }, [key, menu]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (keyOf(event) !== "Escape" || !menu.current?.open) return;
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
