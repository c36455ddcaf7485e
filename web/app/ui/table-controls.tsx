import { NativeSelect, TextInput } from "@mantine/core";
import { Search } from "lucide-react";
import styles from "#web/ui/data-table.module.css";
import { useSearchDraft } from "#web/ui/search-draft.ts";
import type { DataColumn, TablePaging } from "#web/ui/table-model.ts";

/** The search box of a list that the server pages and, for its cards, the choice of its sort. */
export function TableControls(props: {
  paging: TablePaging;
  columns: Pick<DataColumn<never>, "header" | "sortKey">[];
  hasRows: boolean;
}) {
  const { searchLabel, sort, order, q, onChange } = props.paging;
  const [draft, setDraft] = useSearchDraft(q, (next) => onChange({ page: 1, q: next }));
  const sortable = props.columns.filter((column) => column.sortKey);
  const present = `${sort ?? ""} ${order}`;
  return (
    <>
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
      {/* Where there is a search box it stays, so that a list which comes late or turns empty moves nothing. */}
      {sortable.length > 0 && (props.hasRows || searchLabel) && (
        <NativeSelect
          className={styles.sortSelect}
          aria-label="Sort by"
          value={present}
          onChange={(event) => {
            const [key, way] = event.currentTarget.value.split(" ");
            onChange({ page: 1, sort: key || undefined, order: way === "asc" ? "asc" : "desc" });
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
    </>
  );
}
