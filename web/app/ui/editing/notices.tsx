import { CircleAlert, CircleCheck } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { ApiError } from "#web/api/client.ts";
import styles from "#web/ui/editing/editing.module.css";
import { Alert } from "#web/ui/elements/alert.tsx";
import { createToasts } from "#web/ui/toasts.tsx";

/** A screen's text for a failed call; a function where the text contains the server's message. */
export type FailureTitle = string | ((message: string, error: ApiError) => string);

/** The screen's own text for a failed call, with the server's below it where it says more. */
export function failureOf(error: unknown, title: FailureTitle, offlineTitle: FailureTitle = title): Failure {
  if (!(error instanceof ApiError)) throw error;
  const chosen = error.status === 0 ? offlineTitle : title;
  if (typeof chosen === "function") return { title: chosen(error.message, error) };
  return error.message === chosen ? { title: chosen } : { title: chosen, detail: error.message };
}

export type Failure = { title: string; detail?: string };

/** What went wrong with the last action. It takes the focus, so that it is seen wherever the button was. */
export function FailureNotice({ failure }: { failure: Failure | null }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) notice.current?.focus();
  }, [failure]);
  if (!failure) return null;
  return (
    <Alert
      ref={notice}
      tabIndex={-1}
      className={styles.notice}
      color="red"
      icon={<CircleAlert size={20} aria-hidden />}
      title={failure.title}
    >
      {failure.detail}
    </Alert>
  );
}

const shownFor = 5000;

/** A message of success that clears itself after five seconds. */
export function useTimedMessage() {
  const [message, setMessage] = useState<{ text: string } | null>(null);
  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => setMessage(null), shownFor);
    return () => clearTimeout(timer);
  }, [message]);
  const show = useCallback((text: string) => setMessage({ text }), []);
  return { text: message?.text ?? null, show };
}

/** Where the message is shown. `children` (what it offers to do) stay when the text has gone. */
export function TimedMessage({ message, children }: { message: string | null; children?: ReactNode }) {
  return (
    <div role="status">
      {(message || children) && (
        <Alert color="green" icon={<CircleCheck size={20} aria-hidden />} mb="lg">
          {message && <p>{message}</p>}
          {children}
        </Alert>
      )}
    </div>
  );
}

/** Toasts of the back office stay for five seconds. */
export const editorToasts = createToasts({ success: 5000, error: 5000 });

/** The about section's editor: three seconds. */
export const aboutToasts = createToasts({ success: 3000, error: 3000 });
