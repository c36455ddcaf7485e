import { ListFilter, Search } from "lucide-react";
import { type Ref, useState } from "react";
import { ticketPriorities } from "#contract/support.ts";
import { getSupportStaff } from "#contract/support-staff.ts";
import { useCall } from "#web/api/query.tsx";
import styles from "#web/features/support/support.module.css";
import {
  halfRangeNote,
  isHalfRange,
  staffsStatuses,
  type TicketQuery,
} from "#web/features/support/ticket-query.ts";
import { Button } from "#web/ui/elements/button.tsx";
import { NativeSelect, TextInput } from "#web/ui/elements/inputs.tsx";
import { optionsOf } from "#web/ui/options.ts";
import { useSearchDraft } from "#web/ui/table-controls.tsx";
import { useLate } from "#web/ui/use-late.ts";

/** Nobody sees the dates before the filters are opened. */
const loadDates = () => import("#web/features/support/ticket-dates.tsx");

/**
 * One search, and behind 'Filter' the documented filters (status, dates, user e-mail) and the staff's own: an inbox
 * opens with the mail. The button says how many of them narrow the list.
 */
export function TicketFilters(props: {
  address: TicketQuery;
  viewerId: string;
  /** Of the assignee in the address, as the tickets that are listed know it. */
  assigneeName: string | undefined;
  searchRef: Ref<HTMLInputElement>;
  onFilter: (change: Partial<Record<keyof TicketQuery, string>>) => void;
}) {
  const { address, viewerId, onFilter } = props;
  const staff = useCall(getSupportStaff, {}, { staleTime: 300_000 });
  const [q, setQ] = useSearchDraft(address.q, (value) => onFilter({ q: value }));
  const [email, setEmail] = useSearchDraft(address.email, (value) => onFilter({ email: value }));
  const [open, setOpen] = useState(false);
  const dates = useLate(loadDates);
  const { status, priority, assignee, spam } = address;
  const narrowing = [status, priority, assignee, spam, address.email, address.from || address.to].filter(
    (value) => value !== "",
  ).length;
  const others = (staff.data ?? []).filter(({ _id }) => _id !== viewerId);
  // Of a link: the staff are still to be read, or it names one who works here no more. A select without its value would
  // say "Anyone".
  const isUnknown =
    !["", "me", "none", viewerId].includes(assignee) && !others.some(({ _id }) => _id === assignee);
  const unknownName = props.assigneeName ?? (staff.isPending ? "Loading..." : "Somebody else");
  return (
    <search className={styles.staffFilters}>
      <div className={styles.searchRow}>
        <TextInput
          ref={props.searchRef}
          type="search"
          aria-label="Search"
          placeholder="Subject, message, name"
          leftSection={<Search size={16} aria-hidden />}
          value={q}
          onChange={(event) => setQ(event.currentTarget.value)}
        />
        <Button
          variant="default"
          leftSection={<ListFilter size={16} aria-hidden />}
          aria-expanded={open}
          aria-controls="ticket-filters"
          onClick={() => setOpen(!open)}
        >
          Filter{narrowing > 0 && ` (${narrowing})`}
        </Button>
      </div>
      <div id="ticket-filters" className={styles.filters} hidden={!open}>
        <TextInput
          type="search"
          label="User email"
          placeholder="Search by user email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <NativeSelect
          label="Status"
          value={address.status}
          onChange={(event) => onFilter({ status: event.currentTarget.value })}
          data={[{ value: "", label: "All" }, ...optionsOf(staffsStatuses)]}
        />
        <NativeSelect
          label="Priority"
          value={address.priority}
          onChange={(event) => onFilter({ priority: event.currentTarget.value })}
          data={[{ value: "", label: "All" }, ...optionsOf(ticketPriorities)]}
        />
        <NativeSelect
          label="Assignee"
          value={assignee === viewerId ? "me" : assignee}
          onChange={(event) => onFilter({ assignee: event.currentTarget.value })}
          data={[
            { value: "", label: "Anyone" },
            { value: "me", label: "Me" },
            { value: "none", label: "Nobody" },
            ...others.map(({ _id, userName }) => ({ value: _id, label: userName })),
            ...(isUnknown ? [{ value: assignee, label: unknownName }] : []),
          ]}
        />
        <NativeSelect
          label="Spam"
          value={address.spam}
          onChange={(event) => onFilter({ spam: event.currentTarget.value })}
          data={[
            { value: "", label: "Shown" },
            { value: "false", label: "Hidden" },
            { value: "true", label: "Only suspected" },
          ]}
        />
        {dates && <dates.TicketDates address={address} onChange={onFilter} />}
        <NativeSelect
          label="Order"
          value={address.sort}
          onChange={(event) => onFilter({ sort: event.currentTarget.value })}
          data={[
            { value: "", label: "Newest first" },
            { value: "lastMessageAt", label: "Latest message" },
          ]}
        />
        {isHalfRange(address) && <p className={styles.filterNote}>{halfRangeNote}</p>}
      </div>
    </search>
  );
}
