import { Coins, Headset, Images, type LucideIcon, Mail, ReceiptText } from "lucide-react";
import { Link } from "react-router";
import { displayAmount } from "#contract/money.ts";
import {
  getUserTimeline,
  type TimelineKind,
  type TimelineLine,
  timelineKinds,
  type UserSummary,
} from "#contract/user-page.ts";
import { useCall } from "#web/api/query.tsx";
import { reasonText, signedAmount } from "#web/ui/credit-words.ts";
import { DataTable } from "#web/ui/data-table.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { Group } from "#web/ui/elements/layout.tsx";
import { Anchor, Text } from "#web/ui/elements/text.tsx";
import { FormattedDate } from "#web/ui/formatted-date.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import type { DataColumn } from "#web/ui/table-model.ts";
import { type TableDefaults, useTableUrl } from "#web/ui/table-url.ts";

const pageSize = 20;
const newestFirst: TableDefaults = { sorts: [], sort: "at", order: "desc" };
const knownFilters = { kind: timelineKinds };

const kinds: Record<TimelineKind, { label: string; one: string; icon: LucideIcon }> = {
  order: { label: "Orders", one: "Order", icon: ReceiptText },
  credits: { label: "Credits", one: "Credits", icon: Coins },
  run: { label: "Runs", one: "Run", icon: Images },
  ticket: { label: "Tickets", one: "Ticket", icon: Headset },
  mail: { label: "Messages", one: "Message", icon: Mail },
};

/** What happened to a person, newest first; one kind of it where the address asks for that. */
export function UserTimeline({ id, counts }: { id: string; counts: UserSummary["counts"] }) {
  const { query, change, filters, setFilters } = useTableUrl(newestFirst, knownFilters);
  const { kind } = filters;
  const asked = { ...filters, page: query.page, pageSize };
  const list = useCall(getUserTimeline, { params: { id }, query: asked }, { keepPrevious: true });
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const filter = (name: TimelineKind | undefined, label: string, count: number) => (
    <Button
      key={label}
      size="compact-md"
      variant={kind === name ? "light" : "default"}
      color={kind === name ? "accent" : undefined}
      aria-pressed={kind === name}
      onClick={() => setFilters({ kind: name ?? "" })}
    >
      {label} {count.toLocaleString("en-US")}
    </Button>
  );
  return (
    <DataTable<TimelineLine>
      caption="Timeline"
      columns={columns}
      rows={list.data}
      rowId={(line) => `${line.kind} ${line._id}`}
      total={list.total ?? 0}
      pageSize={pageSize}
      {...query}
      onChange={change}
      loading={list.isFetching}
      error={list.error?.message}
      errorTitle="The timeline could not be loaded"
      onRetry={() => list.refetch()}
      emptyTitle={kind ? `No ${kinds[kind].label.toLowerCase()} yet` : "Nothing has happened yet"}
      toolbar={
        <Group gap="xs" role="group" aria-label="Show">
          {filter(undefined, "All", all)}
          {timelineKinds.map((name) => filter(name, kinds[name].label, counts[name]))}
        </Group>
      }
    />
  );
}

const columns: DataColumn<TimelineLine>[] = [
  {
    id: "what",
    header: "What",
    card: "title",
    cell: (line) => <What line={line} />,
  },
  { id: "details", header: "Details", cell: (line) => <Details line={line} /> },
  { id: "when", header: "When", cell: ({ at }) => <FormattedDate at={at} time /> },
];

function What({ line }: { line: TimelineLine }) {
  const { icon: Icon, one } = kinds[line.kind];
  const to = pathOf(line);
  const title = line.kind === "credits" ? reasonText(line.title) : line.title;
  return (
    <Group gap="sm" wrap="nowrap" align="start">
      <Icon size={18} aria-hidden style={{ flex: "none", marginBlockStart: 3 }} />
      <div style={{ minWidth: 0, overflowWrap: "anywhere" }}>
        <span className="visually-hidden">{one}: </span>
        {to ? (
          <Anchor component={Link} to={to} inherit>
            {title}
          </Anchor>
        ) : (
          title
        )}
        {line.note && (
          <Text size="sm" c="dimmed" fw={400}>
            {line.note}
          </Text>
        )}
      </div>
    </Group>
  );
}

function pathOf({ kind, isItem, _id }: TimelineLine): string | null {
  if (kind === "order") return `/admin/${isItem ? "items-orders" : "orders"}/${_id}`;
  return kind === "ticket" ? `/admin/support-messages?ticket=${_id}` : null;
}

/** A booking's amount and the balance after it; of everything else its status, of an order its total before that. */
function Details({ line: { status, total, amount, balanceAfter } }: { line: TimelineLine }) {
  return (
    <span>
      {total && `${displayAmount(total.amount, total.currency)} `}
      {amount !== null && signedAmount(amount)}
      {balanceAfter !== null && (
        <Text component="span" size="sm" c="dimmed">
          {" "}
          → {balanceAfter.toLocaleString("en-US")}
        </Text>
      )}
      {status && <StatusBadge status={status} />}
    </span>
  );
}
