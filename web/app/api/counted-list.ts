import type { UseQueryResult } from "@tanstack/react-query";
import type { ApiAnswer, Call, InputOf } from "#contract/call.ts";
import { useCall } from "#web/api/query.tsx";

/**
 * One page of a list whose rows come at once, although counting all that a common text is found in takes longer. The
 * total is null until the second answer brings it.
 */
export function useCountedList<C extends Call>(
  call: C,
  query: object,
): { list: UseQueryResult<ApiAnswer<C>>; total: number | null } {
  const list = useCall(call, { query: { ...query, total: "later" } } as unknown as InputOf<C>, {
    keepPrevious: true,
  });
  const isLater = list.data?.total === null;
  const uncounted = { ...query, page: 1, pageSize: 1, sort: undefined, order: undefined };
  const count = useCall(call, { query: uncounted } as unknown as InputOf<C>, { enabled: isLater });
  return { list, total: isLater ? (count.data?.total ?? null) : (list.data?.total ?? 0) };
}
