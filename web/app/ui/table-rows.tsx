import { Skeleton, Table, VisuallyHidden } from "@mantine/core";
import { createColumnHelper, tableFeatures, useTable } from "@tanstack/react-table";
import { ArrowDown, ArrowDownUp, ArrowUp } from "lucide-react";
import { type MouseEvent, type ReactNode, useMemo } from "react";
import { useNavigate } from "react-router";
import styles from "#web/ui/data-table.module.css";
import cards from "#web/ui/dense-cards.module.css";
import type { DataColumn, TablePaging, TableRow } from "#web/ui/table-model.ts";

const features = tableFeatures({});

/**
 * Head and rows: a table from 768 px on and, with the same markup, a stack of cards below. `waiting`: so many
 * skeleton rows in place of any.
 */
export function TableRows<Row extends object>(props: {
  caption: string;
  columns: DataColumn<Row>[];
  rows: Row[];
  rowId: (row: Row) => string;
  rowAs: TableRow | undefined;
  rowTo: ((row: Row) => string) | undefined;
  paging: TablePaging | undefined;
  waiting: number;
}) {
  const { caption, columns, rows, rowId, paging, waiting } = props;
  const defs = useMemo(() => {
    const helper = createColumnHelper<typeof features, Row>();
    return columns.map((column) => helper.display({ id: column.id, header: column.header }));
  }, [columns]);
  const table = useTable({ features, columns: defs, data: rows, getRowId: rowId });
  const Row = props.rowAs ?? PlainRow;
  const byId = new Map(columns.map((column) => [column.id, column]));

  return (
    <Table
      className={`${styles.table} ${cards.table}`}
      role="table"
      highlightOnHover
      data-waiting={waiting > 0 || undefined}
    >
      <caption className="visually-hidden">{caption}</caption>
      {/* The roles are spelled out because a card's display value would take them away. */}
      <Table.Thead role="rowgroup" className={styles.head}>
        {table.getHeaderGroups().map((group) => (
          <Table.Tr key={group.id} role="row">
            {group.headers.map((header) => {
              const column = byId.get(header.column.id);
              return column && <HeaderCell key={header.id} column={column} paging={paging} />;
            })}
          </Table.Tr>
        ))}
      </Table.Thead>
      <Table.Tbody role="rowgroup">
        {waiting > 0
          ? Array.from({ length: waiting }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows have no identity.
              <Table.Tr key={index} role="row" data-waiting>
                {columns.map((column) => (
                  <Table.Td
                    key={column.id}
                    role="cell"
                    data-card={column.card === "title" ? undefined : column.card}
                  >
                    <Skeleton height={14} my={5} width="70%" />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))
          : table.getRowModel().rows.map((row) => (
              <Row key={row.id} id={row.id} to={props.rowTo?.(row.original)}>
                {row.getAllCells().map((cell) => {
                  const column = byId.get(cell.column.id);
                  return (
                    <Table.Td
                      key={cell.id}
                      role="cell"
                      data-label={column?.header}
                      data-card={column?.card}
                      data-align={column?.align}
                    >
                      {/* Called, not made a component of: a new column would take the focus from what is typed. */}
                      {column?.cell(row.original)}
                    </Table.Td>
                  );
                })}
              </Row>
            ))}
      </Table.Tbody>
    </Table>
  );
}

function PlainRow({ to, children }: { to?: string | undefined; children: ReactNode }) {
  const navigate = useNavigate();
  function open(event: MouseEvent<HTMLTableRowElement>) {
    const { currentTarget: row, target } = event;
    if (!to || !(target instanceof Element)) return;
    // What a menu of the row opened elsewhere in the page reaches React's row too.
    const own = row.contains(target) && !target.closest("a, button, input, select, textarea, label");
    // Words that were selected are to be copied.
    if (!own || !getSelection()?.isCollapsed) return;
    if (event.metaKey || event.ctrlKey) window.open(to, "_blank", "noopener");
    else navigate(to);
  }
  return (
    <Table.Tr role="row" data-opens={to} onClick={to ? open : undefined}>
      {children}
    </Table.Tr>
  );
}

/** A column's head; a sortable one is a button that says its direction through aria-sort. */
function HeaderCell(props: {
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
