import { useEffect } from "react";

/**
 * Has the browser ask before the page is loaded anew or its tab closed: for what goes on while a person looks elsewhere
 * in the app, as an upload does.
 */
export function useUnloadGuard(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isNeeded]);
}
