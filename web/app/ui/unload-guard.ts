import { useEffect } from "react";

/** Has the browser ask before the page is loaded anew or its tab closed. */
export function useUnloadGuard(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isNeeded]);
}
