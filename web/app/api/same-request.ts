import { useState } from "react";
import { ApiError } from "#web/api/client.ts";
import { requestKeys } from "#web/api/request-keys.ts";

/** Refusals of the shop's own that come before anything is done. */
const refusals = new Set(["NO_KEYS", "SPENDING_LIMIT"]);

/** Whether what was asked for may have been done all the same: no answer came, one of a proxy, or a fault after the fact. */
export const mayBeDone = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || (error.status >= 500 && !refusals.has(error.code)));

/** The idempotency keys of one kind of request, by the rule of `requestKeys`. */
export function sameRequest(keyBytes?: number, place?: string) {
  const { keyFor, settle } = requestKeys(keyBytes, place);
  function answered(error?: unknown): void {
    if (error === undefined || (error instanceof ApiError && !mayBeDone(error))) settle();
  }
  return { keyFor, answered };
}

/** Those of a component that makes one such request at a time. */
export function useSameRequest(keyBytes?: number, place?: string) {
  const [request] = useState(() => sameRequest(keyBytes, place));
  return request;
}
