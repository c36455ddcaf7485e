import type { getSupportMessages, TicketRecord } from "#contract/support.ts";
import type { PayloadOf } from "#web/api/client.ts";
import styles from "#web/features/support/support.module.css";
import listStyles from "#web/features/support/ticket-list.module.css";
import type { TicketQuery } from "#web/features/support/ticket-query.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Skeleton } from "#web/ui/elements/waiting.tsx";
import { FormattedDate } from "#web/ui/formatted-date.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { Status } from "#web/ui/status.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { totalText } from "#web/ui/table-model.ts";
import { TablePagination, usePageClamp } from "#web/ui/table-pagination.tsx";

export const ticketPageSize = 20;

/** The list beside the conversation, a page at a time. `isStaff` shows what the staff alone may see. */
export function TicketListPanel(props: {
  title: string;
  list: {
    data: PayloadOf<typeof getSupportMessages> | undefined;
    total: number | null;
    more: boolean;
    error: Error | null;
    refetch: () => unknown;
  };
  failed: string;
  /** Shown in place of an empty list. */
  empty: { title: string; text?: string };
  address: TicketQuery;
  isStaff?: boolean;
  onPage: (page: number, replace?: boolean) => void;
  onChoose: (id: string) => void;
}) {
  const { list, empty, address, onPage } = props;
  const tickets = list.data;
  const total = list.total ?? 0;
  const beyond = usePageClamp({
    page: address.page,
    pageSize: ticketPageSize,
    rows: tickets,
    total,
    turnTo: (page) => onPage(page, true),
  });
  return (
    <section className={styles.listSide} aria-labelledby="tickets-title">
      <div className={styles.listHead}>
        <h2 id="tickets-title" className={styles.listTitle}>
          {props.title}
          {list.data && <span>{` (${totalText(total, list.more)})`}</span>}
        </h2>
        <p role="status" className="visually-hidden">
          {tickets && !beyond && (total === 1 ? "1 ticket" : `${totalText(total, list.more)} tickets`)}
        </p>
      </div>
      {list.error && (
        <ErrorState
          compact
          title={props.failed}
          message={list.error.message}
          onRetry={() => list.refetch()}
        />
      )}
      {((!tickets && !list.error) || beyond) && <ListLoading />}
      {tickets && tickets.length > 0 && (
        <TicketList
          tickets={tickets}
          chosen={address.ticket}
          isStaff={props.isStaff ?? false}
          onChoose={props.onChoose}
        />
      )}
      {tickets?.length === 0 && !beyond && (
        <EmptyState compact level={3} title={empty.title} drawing="tickets">
          {empty.text}
        </EmptyState>
      )}
      {total > ticketPageSize && (
        <div className={styles.pages}>
          <TablePagination
            page={address.page}
            pages={Math.ceil(total / ticketPageSize)}
            label="Pages of tickets"
            onPage={onPage}
          />
        </div>
      )}
    </section>
  );
}

function ListLoading() {
  return (
    <div className={styles.loading}>
      <Status as="span">Loading...</Status>
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} height={118} radius="lg" />
      ))}
    </div>
  );
}

const priorityColors = { high: "red", medium: "yellow", low: "gray" } as const;

export function PriorityBadge({ priority }: { priority: TicketRecord["priority"] }) {
  return (
    <Badge color={priorityColors[priority]} variant="outline">
      {priority}
    </Badge>
  );
}

/** The tickets of a page, the chosen one marked. `isStaff` adds who wrote and who has it. */
function TicketList(props: {
  tickets: readonly TicketRecord[];
  chosen: string | null;
  isStaff?: boolean;
  onChoose: (id: string) => void;
}) {
  const { tickets, chosen, isStaff = false } = props;
  return (
    <ul className={listStyles.list}>
      {tickets.map((ticket) => (
        <li key={ticket._id}>
          <button
            type="button"
            className={listStyles.ticket}
            aria-current={ticket._id === chosen || undefined}
            data-unread={ticket.unread > 0 || undefined}
            onClick={() => props.onChoose(ticket._id)}
          >
            <span className={listStyles.top}>
              <span className={listStyles.subject} dir="auto">
                {ticket.subject}
              </span>
              {ticket.unread > 0 && (
                <span className={listStyles.unread}>
                  <span>{ticket.unread}</span>
                  <span className="visually-hidden"> unread</span>
                </span>
              )}
            </span>
            <span className={listStyles.excerpt} dir="auto">
              {ticket.message}
            </span>
            {isStaff && (
              <span className={listStyles.person}>
                <bdi>{ticket.ticketUserName}</bdi>
                <span className={listStyles.email}>{ticket.ticketUserEmail}</span>
              </span>
            )}
            <span className={listStyles.marks}>
              <StatusBadge status={ticket.ticketStatus} />
              <PriorityBadge priority={ticket.priority} />
              {ticket.suspectedSpam && <Badge color="red">suspected spam</Badge>}
              {isStaff && !ticket.fromMember && (
                <Badge color="gray" variant="outline">
                  visitor
                </Badge>
              )}
              <span className={listStyles.day}>
                <FormattedDate at={ticket.createdAt} />
              </span>
            </span>
            {isStaff && ticket.assignee && (
              <span className={listStyles.assignee}>
                With <bdi>{ticket.assignee.userName}</bdi>
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}
