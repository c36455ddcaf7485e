import { useMemo, useRef, useState } from "react";
import { getSupportMessages, type TicketPriority, type TicketStatus } from "#contract/support.ts";
import type { SupportEvent } from "#contract/support-events.ts";
import { useCall } from "#web/api/query.tsx";
import { pollMilliseconds, useSupportLive } from "#web/features/shell/support-live.tsx";
import { useViewer } from "#web/features/shell/viewer.ts";
import { ConsoleConversation, type DeskHandle } from "#web/features/support/console-conversation.tsx";
import { ConsoleFilters } from "#web/features/support/console-filters.tsx";
import styles from "#web/features/support/desk.module.css";
import { type DeskAddress, rangeQuery, useDeskAddress } from "#web/features/support/desk-address.ts";
import { ListPanel, ticketPageSize } from "#web/features/support/list-panel.tsx";
import { type Shortcut, Shortcuts } from "#web/features/support/shortcuts.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";

function listQueryOf(address: DeskAddress) {
  const { page, status, priority, assignee, spam, email, q, sort } = address;
  return {
    page,
    pageSize: ticketPageSize,
    ...rangeQuery(address),
    ...(status ? { status: status as TicketStatus } : {}),
    ...(priority ? { priority: priority as TicketPriority } : {}),
    ...(assignee ? { assignee } : {}),
    ...(spam ? { spam: spam as "true" | "false" } : {}),
    ...(email ? { email } : {}),
    ...(q ? { q } : {}),
    ...(sort ? { sort: sort as "lastMessageAt" } : {}),
  };
}

function isFiltered({ ticket, page, sort, from, to, ...filters }: DeskAddress): boolean {
  return Object.values(filters).some((value) => value !== "") || (from !== "" && to !== "");
}

/** The support desk: filter bar, the tickets, the chosen conversation, keys for all of it. */
export function SupportConsole() {
  const { user } = useViewer();
  const { address, setFilter, setPage, choose } = useDeskAddress();
  const desk = useRef<DeskHandle>(null);
  const search = useRef<HTMLInputElement>(null);
  const [hear] = useState(() => (event: SupportEvent) => {
    if (event.kind === "presence") desk.current?.lookAround();
  });
  const live = useSupportLive(hear);
  const list = useCall(
    getSupportMessages,
    { query: listQueryOf(address) },
    { keepPrevious: true, refetchInterval: live ? false : pollMilliseconds },
  );
  const tickets = list.data;

  const shortcuts = useMemo<Shortcut[]>(() => {
    const step = (by: number) => {
      const ids = (tickets ?? []).map(({ _id }) => _id);
      const at = ids.indexOf(address.ticket);
      const next = ids[at === -1 ? 0 : Math.min(ids.length - 1, Math.max(0, at + by))];
      if (next) choose(next);
    };
    return [
      { key: "j", does: "Next ticket", run: () => step(1) },
      { key: "k", does: "Previous ticket", run: () => step(-1) },
      { key: "r", does: "Write a reply", run: () => desk.current?.write("reply") },
      { key: "n", does: "Write an internal note", run: () => desk.current?.write("note") },
      { key: "c", does: "Choose a canned reply", run: () => desk.current?.openCannedReplies() },
      { key: "s", does: "Go to the status", run: () => desk.current?.focusStatus() },
      { key: "/", does: "Search", run: () => search.current?.focus() },
      { key: "u", does: "Back to the list", run: () => choose(null) },
    ];
  }, [tickets, address.ticket, choose]);

  return (
    <>
      <PageHeader
        title="Support Messages"
        crumbs={[{ label: "Admin", to: "/admin/dashboard" }, { label: "Support Messages" }]}
        actions={<Shortcuts shortcuts={shortcuts} />}
      />
      <ConsoleFilters address={address} viewerId={user?._id ?? ""} searchRef={search} onFilter={setFilter} />
      <div className={styles.desk} data-open={address.ticket || undefined}>
        <ListPanel
          title="Tickets"
          list={list}
          failed="The tickets could not be loaded."
          empty={{ title: isFiltered(address) ? "No tickets match these filters." : "No tickets yet" }}
          address={address}
          desk
          onPage={setPage}
          onChoose={choose}
        />
        <ConsoleConversation
          key={address.ticket}
          id={address.ticket}
          live={live}
          handle={desk}
          onBack={() => choose(null)}
        />
      </div>
    </>
  );
}
