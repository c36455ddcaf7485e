import { ArrowLeft } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import type { TicketRecord } from "#contract/support.ts";
import { TicketSubject } from "#web/features/support/failure.ts";
import type { useOpenTicket } from "#web/features/support/open-ticket.ts";
import styles from "#web/features/support/support.module.css";
import { PriorityBadge } from "#web/features/support/ticket-list-panel.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { Skeleton } from "#web/ui/elements/waiting.tsx";
import { FormattedDate } from "#web/ui/formatted-date.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { Status } from "#web/ui/status.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";

/** The chosen conversation: its head, and `children` once it has loaded. */
export function ConversationPanel(props: {
  id: string;
  open: Pick<ReturnType<typeof useOpenTicket>, "query" | "ticket">;
  /** Shown while no ticket is chosen. */
  emptyTitle: string;
  head: ReactNode;
  onBack: () => void;
  children: ReactNode;
}) {
  const { id } = props;
  const { query, ticket } = props.open;
  const panel = useScrollIntoView(id, ticket !== undefined);
  if (id === "") {
    return (
      <section className={styles.panel} aria-label="Conversation">
        <EmptyState title={props.emptyTitle} compact drawing="none" />
      </section>
    );
  }
  return (
    <TicketSubject value={ticket?.subject ?? ""}>
      <section ref={panel} tabIndex={-1} className={styles.panel} data-open aria-label="Conversation">
        <div className={styles.panelHead}>
          <BackButton onBack={props.onBack} />
          {props.head}
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
          <div className={styles.loading}>
            <Status as="span">Loading...</Status>
            <Skeleton height={80} width="70%" />
            <Skeleton height={80} width="70%" ml="auto" />
          </div>
        )}
        {props.children}
      </section>
    </TicketSubject>
  );
}

/** The subject and what is known of the ticket; `children` are more of it, for the staff. */
export function TicketHead({ ticket, children }: { ticket: TicketRecord; children?: ReactNode }) {
  return (
    <div>
      <h2 className={styles.subject} dir="auto">
        {ticket.subject}
      </h2>
      <p className={styles.facts}>
        <StatusBadge status={ticket.ticketStatus} />
        <PriorityBadge priority={ticket.priority} />
        {children}
        <span>
          Created <FormattedDate at={ticket.createdAt} time />
        </span>
      </p>
    </div>
  );
}

function BackButton({ onBack }: { onBack: () => void }) {
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

/**
 * Scrolls the chosen conversation into view as a whole, and again when it has loaded and has its size. On small
 * screens it replaces the list and takes the focus.
 */
function useScrollIntoView(id: string, loaded: boolean) {
  const panel = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a conversation that has come is another size.
  useEffect(() => {
    const element = panel.current;
    if (id === "" || !element) return;
    const { top, bottom } = element.getBoundingClientRect();
    if (top < 0 || bottom > window.innerHeight)
      element.scrollIntoView({ block: "start", behavior: "instant" });
  }, [id, loaded]);
  useEffect(() => {
    const element = panel.current;
    if (id === "" || !element) return;
    if (window.matchMedia("(max-width: 61.99em)").matches) element.focus({ preventScroll: true });
  }, [id]);
  return panel;
}
