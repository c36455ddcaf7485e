// biome-ignore-all lint/a11y/noRedundantRoles: a card's display value would take the elements' own roles away.

import { ArrowDown, ArrowDownUp, ArrowUp } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { useNavigate } from "react-router";
import styles from "#web/ui/data-table.module.css";
import cards from "#web/ui/dense-cards.module.css";
import { Skeleton } from "#web/ui/elements/waiting.tsx";
import type { DataColumn, TablePaging, TableRow } from "#web/ui/table-model.ts";

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
  const Row = props.rowAs ?? PlainRow;

  return (
    <table className={`${styles.table} ${cards.table}`} role="table" data-waiting={waiting > 0 || undefined}>
      <caption className="visually-hidden">{caption}</caption>
      <thead role="rowgroup" className={styles.head}>
        <tr role="row">
          {columns.map((column) => (
            <HeaderCell key={column.id} column={column} paging={paging} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {waiting > 0
          ? Array.from({ length: waiting }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows have no identity.
              <tr key={index} role="row" data-waiting>
                {columns.map((column) => (
                  <td
                    key={column.id}
                    role="cell"
                    data-card={column.card === "title" ? undefined : column.card}
                  >
                    <Skeleton height={14} my={5} width="70%" />
                  </td>
                ))}
              </tr>
            ))
          : rows.map((row) => (
              <Row key={rowId(row)} id={rowId(row)} to={props.rowTo?.(row)}>
                {columns.map((column) => (
                  <td
                    key={column.id}
                    role="cell"
                    data-label={column.header}
                    data-card={column.card}
                    data-align={column.align}
                  >
                    {/* Called, not made a component of: a new column would take the focus from what is typed. */}
                    {column.cell(row)}
                  </td>
                ))}
              </Row>
            ))}
      </tbody>
    </table>
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
    <tr role="row" data-opens={to} onClick={to ? open : undefined}>
      {children}
    </tr>
  );
}

/** A column's head; a sortable one is a button that says its direction through aria-sort. */
function HeaderCell(props: {
  column: Pick<DataColumn<never>, "header" | "sortKey" | "align" | "card" | "headerHidden">;
  paging: TablePaging | undefined;
}) {
  const { column, paging } = props;
  return (
    <th
      role="columnheader"
      scope="col"
      data-card={column.card}
      data-align={column.align}
      aria-sort={sortOf(column, paging)}
    >
      {paging && column.sortKey ? (
        <SortButton header={column.header} sortKey={column.sortKey} paging={paging} />
      ) : column.headerHidden ? (
        <span className="visually-hidden">{column.header}</span>
      ) : (
        column.header
      )}
    </th>
  );
}

function sortOf({ sortKey }: { sortKey?: string | undefined }, paging: TablePaging | undefined) {
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
