import { useEffect } from "react";

/**
 * Has the browser ask before the page is loaded anew or its tab closed: for what goes on while a person looks elsewhere
 * in the app, as an upload does.
 */
export function useUnloadGuard(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    window.addEventListener("beforeunload", askFirst);
    return () => window.removeEventListener("beforeunload", askFirst);
  }, [isNeeded]);
}

export function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault();
  // Chrome before 119 goes by this alone.
  event.returnValue = true;
}
