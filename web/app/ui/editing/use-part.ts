import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Call } from "#contract/call.ts";
import { queryKey } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";

type Versioned = { version: number };

/**
 * A part as an admin edits it. `record` is undefined while it loads, and also where the answer is a visitor's view
 * (the session has lapsed), which counts as an error. `store` keeps what a write answered.
 */
export function usePart<R extends Versioned>(call: Call) {
  const client = useQueryClient();
  const query = useCall(call, {});
  const data = (query.data?.data as { data: Partial<R> } | undefined)?.data;
  const record = data && typeof data.version === "number" ? (data as R) : undefined;

  const store = useCallback(
    (next: R) => {
      client.setQueryData(queryKey(call, {}), {
        status: 200,
        total: null,
        data: { success: true, data: next },
      });
    },
    [client, call],
  );
  const error = query.error ?? (data && !record ? new Error("Please log in to continue.") : null);
  return { record, error: record ? null : error, store, refetch: query.refetch };
}
