import { TextInput } from "@mantine/core";
import styles from "#web/features/audit/audit.module.css";
import { useSearchDraft } from "#web/ui/search-draft.ts";

export const auditFilterNames = ["actor", "action", "subject", "from", "to"] as const;

type Filter = (name: string, value: string | undefined) => void;

/** Who, what, where and when. */
export function AuditFilters({ filters, onFilter }: { filters: Record<string, string>; onFilter: Filter }) {
  return (
    <div className={styles.filters}>
      <TextFilter label="Who" name="actor" filters={filters} onFilter={onFilter} />
      <TextFilter label="Action" name="action" filters={filters} onFilter={onFilter} />
      <TextFilter label="Subject" name="subject" filters={filters} onFilter={onFilter} />
      <TextInput
        type="date"
        label="From"
        value={filters.from ?? ""}
        max={filters.to}
        onChange={(event) => onFilter("from", event.currentTarget.value || undefined)}
      />
      <TextInput
        type="date"
        label="To"
        value={filters.to ?? ""}
        min={filters.from}
        onChange={(event) => onFilter("to", event.currentTarget.value || undefined)}
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
  const [draft, setDraft] = useSearchDraft(filters[name] ?? "", (next) => onFilter(name, next || undefined));
  return (
    <TextInput
      label={label}
      value={draft}
      maxLength={200}
      onChange={(event) => setDraft(event.currentTarget.value)}
    />
  );
}
