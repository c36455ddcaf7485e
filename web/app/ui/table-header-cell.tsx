import { Table, VisuallyHidden } from "@mantine/core";
import { ArrowDown, ArrowDownUp, ArrowUp } from "lucide-react";
import styles from "#web/ui/data-table.module.css";
import type { TablePaging } from "#web/ui/table-model.ts";

/** A column's head; a sortable one is a button that says its direction through aria-sort. */
export function HeaderCell(props: {
  column: { header: string; sortKey?: string; align?: "start" | "end"; headerHidden?: boolean };
  paging: TablePaging | undefined;
}) {
  const { column, paging } = props;
  return (
    <Table.Th role="columnheader" scope="col" data-align={column.align} aria-sort={sortOf(column, paging)}>
      {paging && column.sortKey ? (
        <SortButton header={column.header} sortKey={column.sortKey} paging={paging} />
      ) : column.headerHidden ? (
        <VisuallyHidden>{column.header}</VisuallyHidden>
      ) : (
        column.header
      )}
    </Table.Th>
  );
}

function sortOf({ sortKey }: { sortKey?: string }, paging: TablePaging | undefined) {
  if (!paging || !sortKey) return undefined;
  if (paging.sort !== sortKey) return "none";
  return paging.order === "asc" ? "ascending" : "descending";
}

function SortButton(props: { header: string; sortKey: string; paging: TablePaging }) {
  const { header, sortKey, paging } = props;
  const { sort, order, onChange } = paging;
  const active = sortKey === sort;
  const Arrow = active ? (order === "asc" ? ArrowUp : ArrowDown) : ArrowDownUp;
  return (
    <button
      type="button"
      className={styles.sort}
      data-active={active || undefined}
      onClick={() => onChange({ page: 1, sort: sortKey, order: active && order === "asc" ? "desc" : "asc" })}
    >
      {header}
      <Arrow size={14} aria-hidden />
    </button>
  );
}
