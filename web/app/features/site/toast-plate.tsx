import { useEffect } from "react";
import styles from "#web/features/site/toast-plate.module.css";

export interface Toast {
  kind: "success" | "error";
  text: string;
}

/** In milliseconds. */
const durations = { success: 2000, error: 4000 };

/** One toast of a public page, which loads no toast library. What it says also stands where it happened. */
export function ToastPlate({ toast, onGone }: { toast: Toast | null; onGone: () => void }) {
  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(onGone, durations[toast.kind]);
    return () => clearTimeout(timer);
  }, [toast, onGone]);
  return (
    <div className={styles.region} role="status">
      {toast && (
        <p className={styles.toast} data-kind={toast.kind}>
          {toast.text}
        </p>
      )}
    </div>
  );
}
