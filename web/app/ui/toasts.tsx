import { type ReactNode, useEffect } from "react";
import type { showToast, ToastOptions } from "#web/ui/toaster.tsx";
import { useLate } from "#web/ui/use-late.ts";
import { whenAtRest } from "#web/ui/when-at-rest.ts";

/** Milliseconds that each kind stays. */
const durations = { error: 4000, success: 2000 };
type Kind = keyof typeof durations;

/** What draws them comes when the browser has time for it, or with the first that is to be shown. */
const load = () => import("#web/ui/toaster.tsx");
const wanted = withResolvers<void>();
const mounted = withResolvers<typeof showToast>();

/** `Promise.withResolvers`, which not every browser has that the shop works in. */
function withResolvers<T>() {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

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
      void mounted.promise.then((showNow) =>
        showNow(kind, message, { duration: overrides[kind] ?? durations[kind], ...given, id }),
      );
      return id;
    };
  return { error: show("error"), success: show("success") };
}

export const toasts = createToasts();

/** Where toasts appear, once per page. */
export function Toasts() {
  const late = useLate(() => Promise.race([wanted.promise, new Promise<void>(whenAtRest)]).then(load));
  useEffect(() => {
    // Some screen readers skip what stands in a live region from its first moment.
    if (late) setTimeout(() => mounted.resolve(late.showToast), 100);
  }, [late]);
  return late && <late.Toaster />;
}
