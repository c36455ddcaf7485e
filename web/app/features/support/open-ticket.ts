import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import type { ApiAnswer } from "#contract/call.ts";
import { getSupportMessage, postTicketRead, type TicketRecord } from "#contract/support.ts";
import { api, queryKey } from "#web/api/client.ts";
import { changeCached, useCall } from "#web/api/query.tsx";
import { pollMilliseconds, refreshSupport } from "#web/features/shell/support-live.tsx";

/** The chosen ticket: refetched while it is open, marked as read while its tab is visible. */
export function useOpenTicket(id: string, live: boolean) {
  const client = useQueryClient();
  const query = useCall(
    getSupportMessage,
    { params: { id } },
    { enabled: id !== "", refetchInterval: live ? false : pollMilliseconds },
  );
  const ticket = query.data;
  const lastPosition = Math.max(0, ...(ticket?.adminMessage ?? []).map(({ position }) => position));

  /** Caches what a write answered, unless a longer conversation has arrived meanwhile, and refetches the lists. */
  const store = useCallback(
    (answer: TicketRecord) => {
      changeCached<ApiAnswer<typeof getSupportMessage>>(
        client,
        queryKey(getSupportMessage, { params: { id: answer._id } }),
        (before) =>
          before && lengthOf(before.body) > lengthOf(answer)
            ? before
            : { status: 200, total: null, body: answer },
      );
      refreshSupport(client, answer._id);
    },
    [client],
  );

  useMarkRead(ticket?._id ?? "", lastPosition);
  return { query, ticket, store };
}

/** A conversation only grows, so the longer one is the newer one. */
function lengthOf(ticket: TicketRecord): number {
  return ticket.adminMessage.length + (ticket.internalNotes?.length ?? 0);
}

/** A hidden tab marks nothing as read until it is visible. */
function useMarkRead(id: string, upTo: number): void {
  const client = useQueryClient();
  useEffect(() => {
    if (id === "") return;
    const mark = () => {
      if (document.visibilityState === "hidden") return;
      document.removeEventListener("visibilitychange", mark);
      api(postTicketRead, { params: { id }, body: { upTo } }).then(
        () => refreshSupport(client, id),
        () => undefined,
      );
    };
    document.addEventListener("visibilitychange", mark);
    mark();
    return () => document.removeEventListener("visibilitychange", mark);
  }, [id, upTo, client]);
}
