import { Alert } from "@mantine/core";
import { CircleAlert } from "lucide-react";
import { useEffect, useRef } from "react";
import styles from "#web/ui/editing/editing.module.css";

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
