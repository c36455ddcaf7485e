import { Table, VisuallyHidden } from "@mantine/core";
import { ArrowDown, ArrowDownUp, ArrowUp } from "lucide-react";
import styles from "#web/ui/data-table.module.css";

/** A column's head; a sortable one is a button that says its direction through aria-sort. */
export function HeaderCell(props: {
  column: { header: string; sortKey?: string; align?: "start" | "end"; headerHidden?: boolean };
  sort: string | undefined;
  order: "asc" | "desc";
  onSort: (key: string) => void;
}) {
  const { column, sort, order, onSort } = props;
  const key = column.sortKey;
  const active = key !== undefined && key === sort;
  const Arrow = active ? (order === "asc" ? ArrowUp : ArrowDown) : ArrowDownUp;
  return (
    <Table.Th
      role="columnheader"
      scope="col"
      data-align={column.align}
      aria-sort={key ? (active ? (order === "asc" ? "ascending" : "descending") : "none") : undefined}
    >
      {key ? (
        <button
          type="button"
          className={styles.sort}
          data-active={active || undefined}
          onClick={() => onSort(key)}
        >
          {column.header}
          <Arrow size={14} aria-hidden />
        </button>
      ) : column.headerHidden ? (
        <VisuallyHidden>{column.header}</VisuallyHidden>
      ) : (
        column.header
      )}
    </Table.Th>
  );
}
