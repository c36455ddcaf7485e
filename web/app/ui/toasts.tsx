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
    success: (message: ReactNode, given?: Options) => toast.success(message, options("success", given)),
    loading: (message: ReactNode, given?: Options) => toast.loading(message, options("loading", given)),
    custom: (render: (id: Id) => ReactElement, given?: Options) =>
      toast.custom(render, options("custom", given)),
    dismiss: (id?: Id) => toast.dismiss(id),
  };
}

export const toasts = createToasts();

export type ToastPosition = "top-right" | "bottom-right";

/** The place where an area's toasts appear, once per page. A toast is never the only place of an error. */
export function Toasts({ position }: { position: ToastPosition }) {
  return (
    <Toaster
      position={position}
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
