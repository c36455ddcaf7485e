import { CircleAlert, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Toaster as SonnerToaster, toast } from "sonner";
import styles from "#web/ui/toasts.module.css";

const most = 20;

export type ToastOptions = {
  /** Passing a former one again replaces that toast. */
  id: string;
  /** Milliseconds. */
  duration: number;
  description?: ReactNode;
};

/** Lets the oldest go, so that a new one never makes more than twenty. */
function makeRoom(id: string): void {
  const shown = toast.getToasts().filter((each) => !("dismiss" in each));
  if (shown.some((each) => each.id === id)) return;
  // Sonner lists the oldest first.
  const tooMany = Math.max(0, shown.length - most + 1);
  for (const old of shown.slice(0, tooMany)) toast.dismiss(old.id);
}

let lastSuccess: string | undefined;

export function showToast(kind: "error" | "success", message: ReactNode, options: ToastOptions): void {
  makeRoom(options.id);
  // A new success takes the former's place: of two saves the later counts, and a stack would reach down to the fields.
  if (kind === "success") {
    if (lastSuccess !== undefined && lastSuccess !== options.id) toast.dismiss(lastSuccess);
    lastSuccess = options.id;
  }
  toast[kind](message, options);
}

/** Its window onto the page: one corner everywhere, in the room above a heading, and on a phone over the top bar. */
export function Toaster() {
  return (
    <SonnerToaster
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
      }}
      toastOptions={{ classNames: { toast: styles.toast, description: styles.description } }}
      style={{ fontFamily: "var(--font-text)", zIndex: "var(--z-toast)" }}
    />
  );
}
