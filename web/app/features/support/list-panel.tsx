import { Skeleton } from "@mantine/core";
import type { getSupportMessages } from "#contract/support.ts";
import type { PayloadOf } from "#web/api/client.ts";
import styles from "#web/features/support/desk.module.css";
import type { DeskAddress } from "#web/features/support/desk-address.ts";
import { TicketList } from "#web/features/support/ticket-list.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { totalText } from "#web/ui/table-model.ts";
import { TablePagination } from "#web/ui/table-pagination.tsx";
import { usePageClamp } from "#web/ui/use-page-clamp.ts";

export const ticketPageSize = 20;

/** The list beside the conversation, a page at a time. `desk`: for the staff. */
export function ListPanel(props: {
  title: string;
  list: {
    data: PayloadOf<typeof getSupportMessages> | undefined;
    total: number | null;
    more: boolean;
    error: Error | null;
    refetch: () => unknown;
  };
  failed: string;
  /** What stands in place of an empty list. */
  empty: { title: string; text?: string };
  address: DeskAddress;
  desk?: boolean;
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
          {list.data && ` (${totalText(total, list.more)})`}
        </h2>
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
          desk={props.desk ?? false}
          onChoose={props.onChoose}
        />
      )}
      {tickets?.length === 0 && !beyond && (
        <EmptyState compact level={3} title={empty.title}>
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
    <div role="status" className={styles.loading}>
      Loading...
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} height={118} radius="lg" />
      ))}
    </div>
  );
}
