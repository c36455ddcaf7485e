import { Code, Spoiler, Text } from "@mantine/core";
import { type AuditLine, getAuditLog } from "#contract/audit.ts";
import { useCall } from "#web/api/query.tsx";
import { type DataColumn, DataTable } from "#web/ui/data-table.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { type TableDefaults, useTableUrl } from "#web/ui/table-url.ts";

const pageSize = 20;
const newestFirst: TableDefaults = { sorts: ["createdAt"], sort: "createdAt", order: "desc" };
const moment = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });

/** Who changed what in the back office, newest first, searchable. */
export function AuditList() {
  const { query, change } = useTableUrl(newestFirst);
  const list = useCall(
    getAuditLog,
    { query: { page: query.page, pageSize, order: query.order, ...(query.q ? { q: query.q } : {}) } },
    { keepPrevious: true },
  );
  return (
    <>
      <PageHeader
        title="Audit log"
        crumbs={[{ label: "Admin", to: "/admin/dashboard" }, { label: "Audit log" }]}
        description="Every change that an administrator made. Secrets are never kept here."
      />
      <DataTable<AuditLine>
        caption="Audit log"
        columns={columns}
        rows={list.data?.data}
        rowId={(line) => line._id}
        total={list.data?.total ?? 0}
        pageSize={pageSize}
        {...query}
        onChange={change}
        loading={list.isFetching}
        {...(list.isError
          ? { error: list.error.message, errorTitle: "The audit log could not be loaded" }
          : {})}
        onRetry={() => list.refetch()}
        emptyTitle="No changes found"
        searchLabel="Search who, what or where..."
      />
    </>
  );
}

const columns: DataColumn<AuditLine>[] = [
  {
    id: "when",
    header: "When",
    sortKey: "createdAt",
    cell: (line) => <time dateTime={line.createdAt}>{moment.format(new Date(line.createdAt))}</time>,
  },
  { id: "who", header: "Who", cell: (line) => line.actorEmail },
  {
    id: "what",
    header: "What",
    card: "title",
    cell: (line) => (
      <>
        <div>{line.action}</div>
        <Text size="sm" c="dimmed">
          {line.subject}
        </Text>
      </>
    ),
  },
  { id: "change", header: "Change", cell: (line) => <Change line={line} /> },
];

function Change({ line }: { line: AuditLine }) {
  const changed = changesOf(line);
  if (changed.length === 0) return <>No fields recorded</>;
  return (
    <Spoiler maxHeight={72} showLabel="Show all" hideLabel="Show less">
      {changed.map(({ name, before, after }) => (
        <div key={name}>
          <Text component="span" size="sm" fw={600}>
            {name}
          </Text>{" "}
          <Code>{before}</Code> → <Code>{after}</Code>
        </div>
      ))}
    </Spoiler>
  );
}

/** The fields that differ between before and after, as short texts. */
function changesOf(line: AuditLine): { name: string; before: string; after: string }[] {
  const before = fieldsOf(line.before);
  const after = fieldsOf(line.after);
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((name) => ({ name, before: short(before[name]), after: short(after[name]) }))
    .filter((change) => change.before !== change.after);
}

function fieldsOf(value: unknown): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  return value === null || value === undefined ? {} : { value };
}

function short(value: unknown): string {
  const text = value === undefined ? "—" : typeof value === "string" ? value : JSON.stringify(value);
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}
