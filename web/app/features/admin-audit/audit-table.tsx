import type { AuditLine } from "#contract/audit.ts";
import styles from "#web/features/admin-audit/audit.module.css";
import { type Change, changesOf } from "#web/features/admin-audit/audit-changes.ts";
import { useRootData } from "#web/features/shell/root-data.ts";
import { DateFilter } from "#web/ui/date-range.tsx";
import { TextInput } from "#web/ui/elements/inputs.tsx";
import type { QueryValues } from "#web/ui/query-in-url.ts";
import { useSearchDraft } from "#web/ui/table-controls.tsx";

export const knownFilters = {
  actor: "text",
  action: "text",
  subject: "text",
  from: "day",
  to: "day",
} as const;

type Filter = (values: QueryValues) => void;

export function AuditFilters({ filters, onFilter }: { filters: Record<string, string>; onFilter: Filter }) {
  return (
    <div className={styles.filters}>
      <TextFilter label="Who" name="actor" filters={filters} onFilter={onFilter} />
      <TextFilter label="Action" name="action" filters={filters} onFilter={onFilter} />
      <TextFilter label="Subject" name="subject" filters={filters} onFilter={onFilter} />
      <DateFilter
        zone={useRootData().shop.timeZone}
        filters={filters}
        onFilter={onFilter}
        className={styles.period}
      />
    </div>
  );
}

function TextFilter(props: {
  label: string;
  name: string;
  filters: Record<string, string>;
  onFilter: Filter;
}) {
  const { label, name, filters, onFilter } = props;
  const [draft, setDraft] = useSearchDraft(filters[name] ?? "", (next) => onFilter({ [name]: next }));
  return (
    <TextInput
      label={label}
      value={draft}
      maxLength={200}
      onChange={(event) => setDraft(event.currentTarget.value)}
    />
  );
}

const shownAtOnce = 3;

/** What a line changed, field by field: the former value struck out, the new one behind it. */
export function AuditChange({ line }: { line: AuditLine }) {
  const changes = changesOf(line);
  if (changes.length === 0) return <>Nothing recorded beside the action</>;
  const rest = changes.slice(shownAtOnce);
  return (
    <>
      <Changes changes={changes.slice(0, shownAtOnce)} />
      {rest.length > 0 && (
        <details className={styles.more}>
          <summary>{rest.length} more</summary>
          <Changes changes={rest} />
        </details>
      )}
    </>
  );
}

function Changes({ changes }: { changes: Change[] }) {
  return (
    <dl className={styles.changes}>
      {changes.map(({ name, before, after }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {before && <del className={styles.before}>{before}</del>}
            {after !== null && <ins className={styles.after}>{after}</ins>}
            {after === null && <span>removed</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
