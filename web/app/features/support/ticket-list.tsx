import { Badge } from "@mantine/core";
import type { TicketRecord } from "#contract/support.ts";
import styles from "#web/features/support/ticket-list.module.css";
import { Day } from "#web/ui/day.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";

const priorityColors = { high: "red", medium: "straw", low: "gray" } as const;

export function PriorityBadge({ priority }: { priority: TicketRecord["priority"] }) {
  return (
    <Badge color={priorityColors[priority]} variant="outline">
      {priority}
    </Badge>
  );
}

/** The tickets of a page, the chosen one marked. `desk` adds who wrote and who has it, for the staff. */
export function TicketList(props: {
  tickets: readonly TicketRecord[];
  chosen: string | null;
  desk?: boolean;
  onChoose: (id: string) => void;
}) {
  const { tickets, chosen, desk = false } = props;
  return (
    <ul className={styles.list}>
      {tickets.map((ticket) => (
        <li key={ticket._id}>
          <button
            type="button"
            className={styles.ticket}
            aria-current={ticket._id === chosen || undefined}
            data-unread={ticket.unread > 0 || undefined}
            onClick={() => props.onChoose(ticket._id)}
          >
            <span className={styles.top}>
              <span className={styles.subject}>{ticket.subject}</span>
              {ticket.unread > 0 && (
                <span className={styles.unread}>
                  {ticket.unread}
                  <span className="visually-hidden"> unread</span>
                </span>
              )}
            </span>
            <span className={styles.excerpt}>{ticket.message}</span>
            {desk && (
              <span className={styles.person}>
                {ticket.ticketUserName}
                <span className={styles.email}>{ticket.ticketUserEmail}</span>
              </span>
            )}
            <span className={styles.marks}>
              <StatusBadge kind="ticket" status={ticket.ticketStatus} />
              <PriorityBadge priority={ticket.priority} />
              {ticket.suspectedSpam && <Badge color="red">suspected spam</Badge>}
              {desk && !ticket.fromMember && (
                <Badge color="gray" variant="default">
                  visitor
                </Badge>
              )}
              <span className={styles.day}>
                <Day at={ticket.createdAt} />
              </span>
            </span>
            {desk && ticket.assignee && (
              <span className={styles.assignee}>With {ticket.assignee.userName}</span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}
