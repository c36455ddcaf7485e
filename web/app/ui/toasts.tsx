import { CircleAlert, CircleCheck, LoaderCircle } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { Toaster, toast } from "sonner";
import styles from "#web/ui/toasts.module.css";

type ToastKind = "blank" | "error" | "success" | "loading" | "custom";

/** How long each kind stays, in milliseconds. */
const durations: Record<ToastKind, number> = {
  blank: 4000,
  error: 4000,
  success: 2000,
  loading: Number.POSITIVE_INFINITY,
  custom: 4000,
};

const most = 20;

type Id = string | number;
type Options = { id?: Id; duration?: number; description?: ReactNode };

/** Lets the oldest go, so that a new one never makes more than twenty. */
function makeRoom(id: Id | undefined): void {
  const shown = toast.getToasts().filter((each) => !("dismiss" in each));
  if (id !== undefined && shown.some((each) => each.id === id)) return;
  // Sonner lists the oldest first.
  const tooMany = Math.max(0, shown.length - most + 1);
  for (const old of shown.slice(0, tooMany)) toast.dismiss(old.id);
}

let lastSuccess: Id | undefined;

/**
 * The toasts of one area; `overrides` are its own durations in milliseconds by kind. Each call returns the toast's
 * id; passing it again replaces that toast (a loading one by its outcome, say).
 */
export function createToasts(overrides: Partial<Record<ToastKind, number>> = {}) {
  const options = (kind: ToastKind, given: Options = {}) => {
    makeRoom(given.id);
    return { duration: overrides[kind] ?? durations[kind], ...given };
  };
  return {
    blank: (message: ReactNode, given?: Options) => toast.message(message, options("blank", given)),
    error: (message: ReactNode, given?: Options) => toast.error(message, options("error", given)),
    /** A new one takes the former's place: of two saves the later counts, and a stack would reach down to the fields. */
    success: (message: ReactNode, given?: Options) => {
      if (lastSuccess !== undefined && lastSuccess !== given?.id) toast.dismiss(lastSuccess);
      lastSuccess = toast.success(message, options("success", given));
      return lastSuccess;
    },
    loading: (message: ReactNode, given?: Options) => toast.loading(message, options("loading", given)),
    custom: (render: (id: Id) => ReactElement, given?: Options) =>
      toast.custom(render, options("custom", given)),
    dismiss: (id?: Id) => toast.dismiss(id),
  };
}

export const toasts = createToasts();

/**
 * Where toasts appear, once per page: one corner everywhere, in the room above a page's heading, and on a phone over the
 * top bar. A toast is never the only place of an error.
 */
export function Toasts() {
  return (
    <Toaster
      position="top-right"
      offset={{ top: 8, right: 16 }}
      mobileOffset={{ top: 3, right: 8, left: 8 }}
      expand
      visibleToasts={most}
      gap={10}
      closeButton
      containerAriaLabel="Notifications"
      icons={{
        success: <CircleCheck size={20} className={styles.success} aria-hidden />,
        error: <CircleAlert size={20} className={styles.error} aria-hidden />,
        loading: <LoaderCircle size={20} className={styles.loading} aria-hidden />,
      }}
      toastOptions={{ classNames: { toast: styles.toast, description: styles.description } }}
      style={{ fontFamily: "var(--font-text)", zIndex: "var(--z-toast)" }}
    />
  );
}
