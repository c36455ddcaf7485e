import { Alert } from "@mantine/core";
import { CircleCheck } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useState } from "react";

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

/** Its place on the screen. `children` (what the message offers to do) stay when the text has gone. */
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
