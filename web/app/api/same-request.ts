import { useState } from "react";
import { ApiError } from "#web/api/client.ts";
import { requestKeys } from "#web/api/request-keys.ts";

/** Refusals of the shop's own that come before anything is done. */
const refusals = new Set(["NO_KEYS", "SPENDING_LIMIT"]);

/** Whether what was asked for may have been done all the same: no answer came, one of a proxy, or a fault after the fact. */
export const mayBeDone = ({ status, code }: ApiError): boolean =>
  status === 0 || (status >= 500 && !refusals.has(code));

/** The idempotency keys of a component's request, by the rule of `requestKeys`. */
export function useSameRequest(keyBytes?: number, place?: string) {
  const [request] = useState(() => {
    const { keyFor, settle } = requestKeys(keyBytes, place);
    function answered(error?: unknown): void {
      if (error === undefined || (error instanceof ApiError && !mayBeDone(error))) settle();
    }
    return { keyFor, answered };
  });
  return request;
}
