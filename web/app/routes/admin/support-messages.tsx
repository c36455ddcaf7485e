import { useEffect, useMemo, useRef, useState } from "react";
import { getSupportMessages, type TicketPriority } from "#contract/support.ts";
import type { SupportEvent } from "#contract/support-events.ts";
import { useCall } from "#web/api/query.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { pollMilliseconds, useSupportLive } from "#web/features/shell/support-live.tsx";
import { useViewer } from "#web/features/shell/viewer.ts";
import { ticketBeside } from "#web/features/support/next-ticket.ts";
import { type Shortcut, Shortcuts } from "#web/features/support/shortcuts.tsx";
import {
  StaffConversation,
  type StaffConversationHandle,
} from "#web/features/support/staff-conversation.tsx";
import styles from "#web/features/support/support.module.css";
import { TicketFilters } from "#web/features/support/ticket-filters.tsx";
import { TicketListPanel, ticketPageSize } from "#web/features/support/ticket-list-panel.tsx";
import {
  rangeQuery,
  staffsStatuses,
  statusQuery,
  type TicketQuery,
  useTicketQuery,
} from "#web/features/support/ticket-query.ts";
import { PageHeader } from "#web/ui/page-header.tsx";

export const meta = pageTitle("Support Messages");

/** The staff's console: filters, the tickets, the chosen conversation, and a key for each action. */
export default function SupportMessages() {
  const { user } = useViewer();
  const { address, setFilter, setPage, choose } = useTicketQuery(staffsStatuses);
  const conversation = useRef<StaffConversationHandle>(null);
  const search = useRef<HTMLInputElement>(null);
  const [onEvent] = useState(() => (event: SupportEvent) => {
    if (event.kind === "presence") conversation.current?.refreshPresence();
  });
  const live = useSupportLive(onEvent);
  const list = useCall(
    getSupportMessages,
    { query: listQueryOf(address) },
    { keepPrevious: true, refetchInterval: live ? false : pollMilliseconds },
  );
  const tickets = list.data;
  const place = useRef(0);
  const at = tickets?.findIndex(({ _id }) => _id === address.ticket) ?? -1;
  useEffect(() => {
    if (at >= 0 || !address.ticket) place.current = Math.max(0, at);
  }, [at, address.ticket]);

  const shortcuts = useMemo<Shortcut[]>(() => {
    const step = (by: 1 | -1) => {
      const ids = (tickets ?? []).map(({ _id }) => _id);
      const next = ticketBeside(ids, address.ticket, by, place.current);
      if (next) choose(next);
    };
    return [
      { key: "j", does: "Next ticket", run: () => step(1) },
      { key: "k", does: "Previous ticket", run: () => step(-1) },
      { key: "r", does: "Write a reply", run: () => conversation.current?.write("reply") },
      { key: "n", does: "Write an internal note", run: () => conversation.current?.write("note") },
      { key: "c", does: "Choose a canned reply", run: () => conversation.current?.openCannedReplies() },
      { key: "s", does: "Go to the status", run: () => conversation.current?.focusStatus() },
      { key: "/", does: "Search", run: () => search.current?.focus() },
      { key: "u", does: "Back to the list", run: () => choose(null) },
    ];
  }, [tickets, address.ticket, choose]);

  return (
    <>
      <PageHeader
        title="Support Messages"
        crumbs={[{ label: "Admin", to: "/admin" }, { label: "Support Messages" }]}
        actions={<Shortcuts shortcuts={shortcuts} />}
      />
      <TicketFilters
        address={address}
        viewerId={user?._id ?? ""}
        assigneeName={tickets?.find(({ assignee }) => assignee?._id === address.assignee)?.assignee?.userName}
        searchRef={search}
        onFilter={setFilter}
      />
      <div className={styles.layout} data-open={address.ticket || undefined}>
        <TicketListPanel
          title="Tickets"
          list={list}
          failed="The tickets could not be loaded."
          empty={{ title: isFiltered(address) ? "No tickets match these filters." : "No tickets yet" }}
          address={address}
          isStaff
          onPage={setPage}
          onChoose={choose}
        />
        <StaffConversation
          key={address.ticket}
          id={address.ticket}
          live={live}
          handle={conversation}
          onBack={() => choose(null)}
        />
      </div>
    </>
  );
}

function listQueryOf(address: TicketQuery) {
  const { page, status, priority, assignee, spam, email, q, sort } = address;
  return {
    page,
    pageSize: ticketPageSize,
    ...rangeQuery(address),
    ...statusQuery(status),
    ...(priority ? { priority: priority as TicketPriority } : {}),
    ...(assignee ? { assignee } : {}),
    ...(spam ? { spam: spam as "true" | "false" } : {}),
    ...(email ? { email } : {}),
    ...(q ? { q } : {}),
    ...(sort ? { sort: sort as "lastMessageAt" } : {}),
  };
}

function isFiltered({ ticket, page, sort, from, to, ...filters }: TicketQuery): boolean {
  return Object.values(filters).some((value) => value !== "") || (from !== "" && to !== "");
}
