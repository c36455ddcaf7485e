import { Button, NativeSelect, Skeleton } from "@mantine/core";
import { ArrowLeft, MessageSquarePlus } from "lucide-react";
import { useRef } from "react";
import { Link } from "react-router";
import {
  getSupportMessages,
  postTicketReply,
  type TicketRecord,
  type TicketStatus,
  ticketStatuses,
} from "#contract/support.ts";
import { api } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import { pollMilliseconds, useSupportLive } from "#web/features/session/support-live.tsx";
import { useAuthor } from "#web/features/support/author.ts";
import { Composer } from "#web/features/support/composer.tsx";
import { Conversation, type ConversationHandle } from "#web/features/support/conversation.tsx";
import { DateRange, halfRangeNote, isHalfRange } from "#web/features/support/date-range.tsx";
import styles from "#web/features/support/desk.module.css";
import { rangeQuery, useDeskAddress } from "#web/features/support/desk-address.ts";
import { draftKey } from "#web/features/support/draft.ts";
import { useOpenTicket } from "#web/features/support/open-ticket.ts";
import { useShownPanel } from "#web/features/support/shown-panel.ts";
import { PriorityBadge, TicketList } from "#web/features/support/ticket-list.tsx";
import { Day } from "#web/ui/day.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { TablePagination } from "#web/ui/table-pagination.tsx";

const pageSize = 20;

/** A customer's tickets: the list with its filters, and the chosen conversation. */
export function SupportScreen() {
  const live = useSupportLive();
  const { address, setFilter, setPage, choose } = useDeskAddress();
  return (
    <>
      <PageHeader
        title="Support Messages"
        crumbs={[{ label: "User", to: "/user/dashboard" }, { label: "Messages" }]}
        actions={
          <Button
            component={Link}
            to="/user/create-support"
            leftSection={<MessageSquarePlus size={18} aria-hidden />}
          >
            Create Ticket
          </Button>
        }
      />
      <div className={styles.filters}>
        <NativeSelect
          label="Status"
          value={address.status}
          onChange={(event) => setFilter({ status: event.currentTarget.value })}
          data={[{ value: "", label: "All" }, ...ticketStatuses]}
        />
        <DateRange from={address.from} to={address.to} onChange={setFilter} />
        {isHalfRange(address) && <p className={styles.filterNote}>{halfRangeNote}</p>}
      </div>
      <div className={styles.desk} data-open={address.ticket || undefined}>
        <OwnTickets live={live} address={address} onPage={setPage} onChoose={choose} />
        <OwnConversation key={address.ticket} id={address.ticket} live={live} onBack={() => choose(null)} />
      </div>
    </>
  );
}

function OwnTickets(props: {
  live: boolean;
  address: ReturnType<typeof useDeskAddress>["address"];
  onPage: (page: number) => void;
  onChoose: (id: string) => void;
}) {
  const { live, address, onPage, onChoose } = props;
  const { status, page } = address;
  const list = useCall(
    getSupportMessages,
    {
      query: {
        mine: "true",
        page,
        pageSize,
        ...rangeQuery(address),
        ...(status ? { status: status as TicketStatus } : {}),
      },
    },
    { keepPrevious: true, refetchInterval: live ? false : pollMilliseconds },
  );
  const tickets = list.data?.data;
  const total = list.data?.total ?? 0;
  const filtered = status !== "" || (address.from !== "" && address.to !== "");
  return (
    <section className={styles.listSide} aria-labelledby="tickets-title">
      <div className={styles.listHead}>
        <h2 id="tickets-title" className={styles.listTitle}>
          Support Tickets{list.data && ` (${total})`}
        </h2>
      </div>
      {list.isError && (
        <ErrorState
          compact
          title="Your tickets could not be loaded."
          message={list.error.message}
          onRetry={() => list.refetch()}
        />
      )}
      {!tickets && !list.isError && <ListLoading />}
      {tickets && tickets.length > 0 && (
        <TicketList tickets={tickets} chosen={address.ticket} onChoose={onChoose} />
      )}
      {tickets?.length === 0 && (
        <EmptyState compact level={3} title={filtered ? "No tickets match these filters." : "No tickets yet"}>
          {filtered
            ? "Choose another status or other dates."
            : "Write to us whenever something is unclear or does not work."}
        </EmptyState>
      )}
      {total > pageSize && (
        <div className={styles.pages}>
          <TablePagination
            page={page}
            pages={Math.ceil(total / pageSize)}
            label="Pages of tickets"
            onPage={onPage}
          />
        </div>
      )}
    </section>
  );
}

export function ListLoading() {
  return (
    <div role="status" className={styles.loading}>
      Loading...
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} height={118} radius="lg" />
      ))}
    </div>
  );
}

function OwnConversation({ id, live, onBack }: { id: string; live: boolean; onBack: () => void }) {
  const author = useAuthor();
  const { query, ticket, store } = useOpenTicket(id, live);
  const conversation = useRef<ConversationHandle>(null);
  const panel = useShownPanel(id, ticket !== undefined);

  if (id === "") {
    return (
      <section className={styles.panel} aria-label="Conversation">
        <EmptyState title="Select a ticket to view messages" compact />
      </section>
    );
  }
  return (
    <section ref={panel} tabIndex={-1} className={styles.panel} data-open aria-label="Conversation">
      <div className={styles.panelHead}>
        <BackButton onBack={onBack} />
        {ticket && <OwnHead ticket={ticket} />}
      </div>
      {query.isError && (
        <ErrorState
          compact
          title={ticket ? "New messages could not be loaded." : "This ticket could not be loaded."}
          message={query.error.message}
          onRetry={() => query.refetch()}
        />
      )}
      {!ticket && !query.isError && (
        <div role="status" className={styles.loading}>
          Loading...
          <Skeleton height={80} width="70%" />
          <Skeleton height={80} width="70%" ml="auto" />
        </div>
      )}
      {ticket && author && (
        <>
          <Conversation ticket={ticket} side="user" handle={conversation} />
          <Composer
            draftKey={draftKey(author._id, ticket._id)}
            label="Your message"
            placeholder="Write a message"
            withFiles
            hint={
              ticket.ticketStatus === "closed"
                ? "This ticket is closed. A reply opens it again."
                : "Ctrl + Enter sends. Images and PDF, up to 5 files of 5 MB."
            }
            onSend={async (message) => {
              const body = { ...message, sender: "user" as const };
              const answer = await api(postTicketReply, { params: { id }, body });
              store(answer.data.data);
              setTimeout(() => conversation.current?.showNewest(), 100);
            }}
          />
        </>
      )}
    </section>
  );
}

export function BackButton({ onBack }: { onBack: () => void }) {
  return (
    <Button
      className={styles.back ?? ""}
      variant="default"
      size="sm"
      leftSection={<ArrowLeft size={16} aria-hidden />}
      onClick={onBack}
    >
      All tickets
    </Button>
  );
}

function OwnHead({ ticket }: { ticket: TicketRecord }) {
  return (
    <div>
      <h2 className={styles.subject}>{ticket.subject}</h2>
      <p className={styles.facts}>
        <StatusBadge kind="ticket" status={ticket.ticketStatus} />
        <PriorityBadge priority={ticket.priority} />
        <span>
          Created <Day at={ticket.createdAt} time />
        </span>
      </p>
    </div>
  );
}
