import { useRef } from "react";
import { ApiError, requestKey } from "#web/api/client.ts";

/**
 * The idempotency key of a request. A try that got no answer may have been carried out all the same, so the next try with
 * the same body repeats its key, and the server finds what it did instead of doing it twice. Once it was answered, the
 * same body is another request.
 */
export function useSameRequest(keyBytes?: number) {
  const unanswered = useRef<{ key: string; text: string } | null>(null);
  return useRef({
    keyFor(body: unknown): string {
      const text = JSON.stringify(body);
      const key = unanswered.current?.text === text ? unanswered.current.key : requestKey(keyBytes);
      unanswered.current = { key, text };
      return key;
    },
    answered(error?: unknown): void {
      if (error === undefined || (error instanceof ApiError && error.status > 0 && error.status < 500))
        unanswered.current = null;
    },
  }).current;
}
