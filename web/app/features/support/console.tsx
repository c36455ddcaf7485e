import { useMemo, useRef, useState } from "react";
import {
  getSupportMessages,
  type SupportEvent,
  type TicketPriority,
  type TicketStatus,
} from "#contract/support.ts";
import { useCall } from "#web/api/query.tsx";
import { pollMilliseconds, useSupportLive } from "#web/features/session/support-live.tsx";
import { useViewer } from "#web/features/session/viewer.ts";
import { ConsoleConversation, type DeskHandle } from "#web/features/support/console-conversation.tsx";
import { ConsoleFilters } from "#web/features/support/console-filters.tsx";
import styles from "#web/features/support/desk.module.css";
import { type DeskAddress, rangeQuery, useDeskAddress } from "#web/features/support/desk-address.ts";
import { type Shortcut, Shortcuts } from "#web/features/support/shortcuts.tsx";
import { ListLoading } from "#web/features/support/support-screen.tsx";
import { TicketList } from "#web/features/support/ticket-list.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { TablePagination } from "#web/ui/table-pagination.tsx";

const pageSize = 20;

function listQueryOf(address: DeskAddress) {
  const { page, status, priority, assignee, email, q, sort } = address;
  return {
    page,
    pageSize,
    ...rangeQuery(address),
    ...(status ? { status: status as TicketStatus } : {}),
    ...(priority ? { priority: priority as TicketPriority } : {}),
    ...(assignee ? { assignee } : {}),
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
  const tickets = list.data?.data;
  const total = list.data?.total ?? 0;

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
        <section className={styles.listSide} aria-labelledby="tickets-title">
          <div className={styles.listHead}>
            <h2 id="tickets-title" className={styles.listTitle}>
              Tickets{list.data && ` (${total})`}
            </h2>
          </div>
          {list.isError && (
            <ErrorState
              compact
              title="The tickets could not be loaded."
              message={list.error.message}
              onRetry={() => list.refetch()}
            />
          )}
          {!tickets && !list.isError && <ListLoading />}
          {tickets && tickets.length > 0 && (
            <TicketList tickets={tickets} chosen={address.ticket} desk onChoose={choose} />
          )}
          {tickets?.length === 0 && (
            <EmptyState
              compact
              level={3}
              title={isFiltered(address) ? "No tickets match these filters." : "No tickets yet"}
            />
          )}
          {total > pageSize && (
            <div className={styles.pages}>
              <TablePagination
                page={address.page}
                pages={Math.ceil(total / pageSize)}
                label="Pages of tickets"
                onPage={setPage}
              />
            </div>
          )}
        </section>
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
