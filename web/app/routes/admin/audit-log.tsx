import { Link } from "react-router";
import { type AuditLine, getAuditLog } from "#contract/audit.ts";
import { useCall } from "#web/api/query.tsx";
import styles from "#web/features/admin-audit/audit.module.css";
import { auditSentence } from "#web/features/admin-audit/audit-sentence.ts";
import { AuditChange, AuditFilters, knownFilters } from "#web/features/admin-audit/audit-table.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { DataTable } from "#web/ui/data-table.tsx";
import { Anchor, Text } from "#web/ui/elements/text.tsx";
import { FormattedDate } from "#web/ui/formatted-date.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import type { DataColumn } from "#web/ui/table-model.ts";
import { type TableDefaults, useTableUrl } from "#web/ui/table-url.ts";
import { UserLink } from "#web/ui/user-link.tsx";

export const meta = pageTitle("Audit log");

const pageSize = 20;
const newestFirst: TableDefaults = { sorts: ["createdAt"], sort: "createdAt", order: "desc" };

/** Who changed what in the back office, newest first, searchable. */
export default function AuditLog() {
  const { query, change, filters, setFilters } = useTableUrl(newestFirst, knownFilters);
  const asked = { ...filters, page: query.page, pageSize, order: query.order };
  const list = useCall(
    getAuditLog,
    { query: { ...asked, ...(query.q ? { q: query.q } : {}) } },
    { keepPrevious: true },
  );
  return (
    <>
      <PageHeader
        title="Audit log"
        crumbs={[{ label: "Admin", to: "/admin/dashboard" }, { label: "Audit log" }]}
        description="Every change that an administrator made. Secrets are masked before they come here."
      />
      <DataTable<AuditLine>
        caption="Audit log"
        columns={columns}
        rows={list.data}
        rowId={(line) => line._id}
        total={list.total ?? 0}
        more={list.more}
        pageSize={pageSize}
        {...query}
        onChange={change}
        loading={list.isFetching}
        error={list.error?.message}
        errorTitle="The audit log could not be loaded"
        onRetry={() => list.refetch()}
        emptyTitle="No changes found"
        emptyText={
          query.q || Object.keys(filters).length > 0
            ? "Nothing matches this search and these filters."
            : undefined
        }
        searchLabel="Search the audit log..."
        toolbar={<AuditFilters filters={filters} onFilter={setFilters} />}
      />
    </>
  );
}

const columns: DataColumn<AuditLine>[] = [
  {
    id: "when",
    header: "When",
    sortKey: "createdAt",
    cell: (line) => (
      <span className={styles.when}>
        <FormattedDate at={line.createdAt} time="seconds" />
      </span>
    ),
  },
  {
    id: "who",
    header: "Who",
    cell: (line) => (
      <span className={styles.who}>
        <UserLink id={line.actorId}>{line.actorEmail}</UserLink>
      </span>
    ),
  },
  {
    id: "what",
    header: "What",
    card: "title",
    cell: (line) => (
      <>
        <div>{auditSentence(line)}</div>
        {line.subject.startsWith("user:") && (
          <Text size="sm" component="div">
            <UserLink id={line.subject.slice("user:".length)}>
              {line.subjectName ? `Page of ${line.subjectName}` : "Page of the person"}
            </UserLink>
          </Text>
        )}
        <Technical line={line} />
      </>
    ),
  },
  {
    id: "change",
    header: "Change",
    cell: (line) => (
      <div className={styles.change}>
        <AuditChange line={line} />
      </div>
    ),
  },
];

/** The call and its subject, which links to every other change of the same one. */
function Technical({ line }: { line: AuditLine }) {
  return (
    <details className={styles.more}>
      <summary>Technical line</summary>
      <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
        {line.action}
        {" · "}
        <Anchor
          component={Link}
          to={`/admin/audit-log?subject=${encodeURIComponent(line.subject)}`}
          size="sm"
        >
          {line.subject}
        </Anchor>
      </Text>
    </details>
  );
}
