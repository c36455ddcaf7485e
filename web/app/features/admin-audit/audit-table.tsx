import type { AuditLine } from "#contract/audit.ts";
import styles from "#web/features/admin-audit/audit.module.css";
import { words } from "#web/features/admin-audit/audit-sentence.ts";
import { useRootData } from "#web/features/shell/root-data.ts";
import { DateFilter } from "#web/ui/date-range.tsx";
import { TextInput } from "#web/ui/elements/inputs.tsx";
import { formatDateTime } from "#web/ui/formatted-date.tsx";
import { capitalized } from "#web/ui/options.ts";
import type { QueryValues } from "#web/ui/query-in-url.ts";
import { useSearchDraft } from "#web/ui/table-controls.tsx";

export const auditFilterNames = ["actor", "action", "subject", "from", "to"] as const;

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

interface Change {
  name: string;
  before: string | null;
  after: string | null;
}

function Changes({ changes }: { changes: Change[] }) {
  return (
    <dl className={styles.changes}>
      {changes.map(({ name, before, after }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {before !== null && <del className={styles.before}>{before}</del>}
            {after !== null && <ins className={styles.after}>{after}</ins>}
            {after === null && <span>removed</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The fields that differ between before and after, objects taken apart, so that each line is one plain value, in words. */
export function changesOf(line: Pick<AuditLine, "before" | "after">): Change[] {
  const before = new Map(leavesOf(line.before));
  const after = new Map(leavesOf(line.after));
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((name) => ({
      name: capitalized(words(name)),
      before: before.get(name) ?? null,
      after: after.get(name) ?? null,
    }))
    .filter((change) => change.before !== change.after);
}

function leavesOf(value: unknown, path = ""): [string, string][] {
  if (value === null || value === undefined) return [];
  if (typeof value !== "object") return [[path || "value", plain(value)]];
  return Object.entries(value).flatMap(([name, part]) => {
    const place = Array.isArray(value)
      ? `${path} ${Number(name) + 1}`.trim()
      : [path, name].filter(Boolean).join(" › ");
    return leavesOf(part, place);
  });
}

/** A switch and a moment as a person says them, a text as far as it is short. */
function plain(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  const text = String(value);
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return formatDateTime(text);
  const letters = [...text];
  return letters.length > 300 ? `${letters.slice(0, 300).join("")}…` : text;
}
