import { useCallback, useMemo } from "react";
import { type TicketStatus, ticketPriorities, ticketStatuses } from "#contract/support.ts";
import { isDay, knownOf, pageOf, useQueryInUrl } from "#web/ui/query-in-url.ts";

/** The query of a support screen's address; blank where it says nothing. */
export interface TicketQuery {
  ticket: string;
  page: number;
  /** One of a ticket's, or `unresolved`. */
  status: string;
  priority: string;
  assignee: string;
  spam: string;
  email: string;
  q: string;
  sort: string;
  /** Days as 2026-11-03. */
  from: string;
  to: string;
}

/** All that wait for the support staff, as their number is counted: open or in progress, and no suspected spam. */
export const unresolved = "unresolved";
export const staffsStatuses = [unresolved, ...ticketStatuses];

const known = (values: readonly string[], value: string | null) => knownOf(values, value) ?? "";
const dayOf = (text: string | null) => (text && isDay(text) ? text : "");

/**
 * Filters, page and chosen ticket in the address, so that a view can be shared and Back leads to the one before. `statuses`
 * are those that the screen offers.
 */
export function useTicketQuery(statuses: readonly string[]) {
  const { search, change: write } = useQueryInUrl();
  const address = useMemo<TicketQuery>(() => {
    const params = new URLSearchParams(search);
    return {
      ticket: (params.get("ticket") ?? "").slice(0, 100),
      page: pageOf(params),
      status: known(statuses, params.get("status")),
      priority: known(ticketPriorities, params.get("priority")),
      assignee: (params.get("assignee") ?? "").slice(0, 100),
      spam: known(["true", "false"], params.get("spam")),
      email: (params.get("email") ?? "").slice(0, 200),
      q: (params.get("q") ?? "").slice(0, 200),
      sort: known(["lastMessageAt"], params.get("sort")),
      from: dayOf(params.get("from")),
      to: dayOf(params.get("to")),
    };
  }, [search, statuses]);

  const setFilter = useCallback(
    (change: Partial<Record<keyof TicketQuery, string>>) => write({ ...change, page: "" }, true),
    [write],
  );
  const setPage = useCallback(
    (page: number, replace = false) => write({ page: page > 1 ? String(page) : "" }, replace),
    [write],
  );
  const choose = useCallback((id: string | null) => write({ ticket: id ?? "" }, false), [write]);
  return { address, setFilter, setPage, choose };
}

/** The list call's status. */
export function statusQuery(status: string): { status?: TicketStatus; waiting?: "true" } {
  if (status === unresolved) return { waiting: "true" };
  return status ? { status: status as TicketStatus } : {};
}

/** The list call's range: both days whole in the reader's time zone, and only together. */
export function rangeQuery({ from, to }: Pick<TicketQuery, "from" | "to">): { from?: string; to?: string } {
  if (!from || !to) return {};
  return {
    from: new Date(`${from}T00:00:00`).toISOString(),
    to: new Date(`${to}T23:59:59.999`).toISOString(),
  };
}

/** Shown where only one date is set: it filters nothing then. */
export const halfRangeNote = "Set both dates to filter by time.";

export function isHalfRange({ from, to }: { from: string; to: string }): boolean {
  return (from === "") !== (to === "");
}
