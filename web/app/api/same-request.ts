import { useRef } from "react";
import { ApiError, requestKey } from "#web/api/client.ts";
import { readDraft, writeDraft } from "#web/ui/use-draft.ts";

/** Refusals of the shop's own that come before anything is done. */
const refusals = new Set(["NO_KEYS", "SPENDING_LIMIT"]);

/** Whether what was asked for may have been done all the same: no answer came, one of a proxy, or a fault after the fact. */
export const mayBeDone = ({ status, code }: ApiError): boolean =>
  status === 0 || (status >= 500 && !refusals.has(code));

interface Unanswered {
  key: string;
  text: string;
}

/**
 * The idempotency key of a request. A try that got no answer may have been carried out all the same, so the next try with
 * the same body repeats its key, and the server finds what it did instead of doing it twice. Once it was answered, the
 * same body is another request. With a `place` it is kept in this tab under that name, over a reload and a component that
 * is mounted anew.
 */
export function useSameRequest(keyBytes?: number, place?: string) {
  const unanswered = useRef<Unanswered | null>(null);

  function keep(request: Unanswered | null): void {
    unanswered.current = request;
    if (place) writeDraft(place, request ? JSON.stringify(request) : "", "session");
  }

  return useRef({
    keyFor(body: unknown): string {
      const text = JSON.stringify(body);
      const last = (place && readKept(place)) || unanswered.current;
      const key = last?.text === text ? last.key : requestKey(keyBytes);
      keep({ key, text });
      return key;
    },
    answered(error?: unknown): void {
      if (error === undefined || (error instanceof ApiError && !mayBeDone(error))) keep(null);
    },
  }).current;
}

function readKept(place: string): Unanswered | null {
  try {
    return JSON.parse(readDraft(place, "session") || "null");
  } catch {
    return null;
  }
}
