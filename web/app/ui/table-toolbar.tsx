import { NativeSelect, TextInput } from "@mantine/core";
import { Search } from "lucide-react";
import type { ReactNode } from "react";
import styles from "#web/ui/data-table.module.css";
import { useSearchDraft } from "#web/ui/search-draft.ts";
import type { DataColumn, TablePaging } from "#web/ui/table-model.ts";

/** Above a list that the server pages: its search box, the choice of its sort for cards, and what belongs beside. */
export function TableToolbar(props: {
  paging: TablePaging;
  columns: Pick<DataColumn<never>, "header" | "sortKey">[];
  hasRows: boolean;
  children: ReactNode;
}) {
  const { searchLabel, sort, order, q, onChange } = props.paging;
  const [draft, setDraft] = useSearchDraft(q, (next) => onChange({ page: 1, sort, order, q: next }));
  const sortable = props.columns.filter((column) => column.sortKey);
  const present = `${sort ?? ""} ${order}`;
  return (
    <div className={styles.toolbar}>
      {searchLabel && (
        <TextInput
          type="search"
          className={styles.search}
          aria-label={searchLabel}
          placeholder={searchLabel}
          leftSection={<Search size={18} aria-hidden />}
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value)}
        />
      )}
      {sortable.length > 0 && props.hasRows && (
        <NativeSelect
          className={styles.sortSelect}
          aria-label="Sort by"
          value={present}
          onChange={(event) => {
            const [key, way] = event.currentTarget.value.split(" ");
            onChange({ page: 1, sort: key || undefined, order: way === "asc" ? "asc" : "desc", q });
          }}
          data={[
            ...(sortable.some((column) => column.sortKey === sort)
              ? []
              : [{ value: present, label: "Sort by" }]),
            ...sortable.flatMap((column) => [
              { value: `${column.sortKey} asc`, label: `${column.header}, ascending` },
              { value: `${column.sortKey} desc`, label: `${column.header}, descending` },
            ]),
          ]}
        />
      )}
      {props.children}
    </div>
  );
}
