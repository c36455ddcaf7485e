import { type ReactNode, useEffect } from "react";
import type { ToastOptions } from "#web/ui/toaster.tsx";
import { usePart } from "#web/ui/use-part.ts";

/** Milliseconds that each kind stays. */
const durations = { error: 4000, success: 2000 };
type Kind = keyof typeof durations;

/** What draws them comes when the browser has time for it, or with the first that is to be shown. */
const load = () => import("#web/ui/toaster.tsx");
const wanted = Promise.withResolvers<void>();
const mounted = Promise.withResolvers<void>();

let count = 0;

/**
 * The toasts of one area; `overrides` are its own durations in milliseconds by kind. Each call returns the toast's
 * id; passing it again replaces that toast.
 */
export function createToasts(overrides: Partial<typeof durations> = {}) {
  const show =
    (kind: Kind) =>
    (message: ReactNode, given: Partial<ToastOptions> = {}) => {
      count += 1;
      const id = given.id ?? `toast-${count}`;
      wanted.resolve();
      // Where its script does not come nothing is lost: a toast is never the only place of an error.
      void mounted.promise
        .then(load)
        .then(({ showToast }) =>
          showToast(kind, message, { duration: overrides[kind] ?? durations[kind], ...given, id }),
        );
      return id;
    };
  return { error: show("error"), success: show("success") };
}

export const toasts = createToasts();

/** Resolves when the browser has nothing more urgent to do. */
const idle = () =>
  new Promise<void>((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: 3000 });
    else setTimeout(resolve, 1000);
  });

/** Where toasts appear, once per page. */
export function Toasts() {
  const { part, hasFailed, tryAgain } = usePart(() => Promise.race([wanted.promise, idle()]).then(load));
  useEffect(() => {
    // Some screen readers skip what stands in a live region from its first moment.
    if (part) setTimeout(mounted.resolve, 100);
  }, [part]);
  useEffect(() => {
    if (!hasFailed) return;
    const timer = setTimeout(tryAgain, 10_000);
    return () => clearTimeout(timer);
  }, [hasFailed, tryAgain]);
  return part && <part.Toaster />;
}
