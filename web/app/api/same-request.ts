import { useRef } from "react";
import { ApiError, requestKey } from "#web/api/client.ts";

/** Refusals of the shop's own that come before anything is done. */
const refusals = new Set(["NO_KEYS", "SPENDING_LIMIT"]);

/** Whether what was asked for may have been done all the same: no answer came, one of a proxy, or a fault after the fact. */
export const mayBeDone = ({ status, code }: ApiError): boolean =>
  status === 0 || (status >= 500 && !refusals.has(code));

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
      if (error === undefined || (error instanceof ApiError && !mayBeDone(error))) unanswered.current = null;
    },
  }).current;
}
