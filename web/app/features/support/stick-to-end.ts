import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** How far from the end still counts as reading the end, in pixels. */
const slack = 64;

function isAtEnd(box: HTMLElement): boolean {
  return box.scrollHeight - box.scrollTop - box.clientHeight <= slack;
}

/**
 * Shows the newest entry of a scrolled list to a reader who is at its end, and leaves everyone else where they read;
 * `behind` then says that something came. Another `place` (another ticket) starts at its end.
 */
export function useStickToEnd(box: RefObject<HTMLElement | null>, place: string, count: number) {
  const atEnd = useRef(true);
  const seen = useRef({ place: "", count: 0 });
  const [behind, setBehind] = useState(false);

  const toEnd = useCallback(
    (smoothly = false) => {
      const smooth = smoothly && !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
      box.current?.scrollTo({ top: box.current.scrollHeight, behavior: smooth ? "smooth" : "instant" });
      setBehind(false);
    },
    [box],
  );

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => {
      atEnd.current = isAtEnd(element);
      if (atEnd.current) setBehind(false);
    };
    element.addEventListener("scroll", look, { passive: true });
    return () => element.removeEventListener("scroll", look);
  }, [box]);

  useLayoutEffect(() => {
    const before = seen.current;
    seen.current = { place, count };
    if (before.place !== place) {
      atEnd.current = true;
      toEnd();
    } else if (count > before.count) {
      if (atEnd.current) toEnd(true);
      else setBehind(true);
    }
  }, [place, count, toEnd]);

  return { behind, toEnd };
}
