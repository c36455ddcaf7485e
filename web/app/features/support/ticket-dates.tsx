import styles from "#web/features/support/support.module.css";
import type { TicketQuery } from "#web/features/support/ticket-query.ts";
import { DateRange } from "#web/ui/date-range.tsx";

/** Start and end date, of the reader's own calendar; the list is narrowed only when both are set. */
export function TicketDates(props: {
  address: TicketQuery;
  onChange: (change: { from: string; to: string }) => void;
}) {
  const { from, to } = props.address;
  return (
    <DateRange
      label="Date"
      names={{ from: "Start date", to: "End date" }}
      value={{ from, to }}
      onChange={props.onChange}
      className={styles.period}
    />
  );
}
