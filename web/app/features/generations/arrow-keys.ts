import { useEffect, useEffectEvent } from "react";

/** ← and → anywhere on the page but in a field, whose own keys they are there. */
export function useArrowKeys(on: boolean, go: (step: -1 | 1) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : null;
    if (step === null || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const at = event.target instanceof Element ? event.target : null;
    if (at?.closest("input, textarea, select, [contenteditable], [role=menu], [role=tablist]")) return;
    event.preventDefault();
    go(step);
  });
  useEffect(() => {
    if (!on) return;
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [on]);
}
