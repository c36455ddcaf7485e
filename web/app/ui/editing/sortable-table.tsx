import { createContext, type ReactNode, useContext } from "react";
import { DataTable, type DataTableProps } from "#web/ui/data-table.tsx";
import styles from "#web/ui/editing/sortable-list.module.css";
import { MoveControls, SortableList, useSortableEntry } from "#web/ui/editing/sortable-list.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import type { DataColumn, TablePaging } from "#web/ui/table-model.ts";

type Entry = { id: string; handle: ReturnType<typeof useSortableEntry>["handle"] };
const EntryContext = createContext<Entry | null>(null);

/** The sort by the manual order. */
const byHand = { page: 1, sort: "order", order: "asc", q: "" } as const;

/**
 * A table whose rows are ordered by hand. While it is searched or sorted there is no order to change: the handles are
 * hidden, and a button leads back.
 */
export function SortableTable<Row extends object>(
  props: DataTableProps<Row> & {
    nameOf: (row: Row) => string;
    onOrder: (ids: string[]) => void;
  },
) {
  const { nameOf, onOrder, ...table } = props;
  const { sort, order, q } = table.onChange ? table : byHand;
  const inOrder = sort === byHand.sort && order === byHand.order && q === "";
  const rows = table.rows ?? [];
  const movable = inOrder && rows.length > 1;
  const move: DataColumn<Row> = {
    id: "move",
    header: "Move",
    headerHidden: true,
    card: "bare",
    cell: () => <RowControls />,
  };
  return (
    <SortableList
      ids={rows.map(table.rowId)}
      nameOf={(id) => {
        const row = rows.find((each) => table.rowId(each) === id);
        return row ? nameOf(row) : id;
      }}
      onOrder={onOrder}
    >
      {/* One table, sortable or not: another element would take the focus from its search box. */}
      <DataTable
        {...table}
        {...(movable ? { columns: [move, ...table.columns], rowAs: SortableRow } : {})}
        {...(table.onChange && !inOrder ? { toolbar: <BackInOrder onChange={table.onChange} /> } : {})}
      />
    </SortableList>
  );
}

function BackInOrder({ onChange }: Pick<TablePaging, "onChange">) {
  return (
    <Button variant="default" onClick={() => onChange(byHand)}>
      Show in their order
    </Button>
  );
}

function SortableRow({ id, children }: { id: string; children: ReactNode }) {
  const { ref, style, handle } = useSortableEntry(id);
  return (
    <EntryContext value={{ id, handle }}>
      {/* biome-ignore lint/a11y/noRedundantRoles: as in table-rows.tsx. */}
      <tr ref={ref} style={style} role="row" className={styles.row}>
        {children}
      </tr>
    </EntryContext>
  );
}

function RowControls() {
  const entry = useContext(EntryContext);
  return entry && <MoveControls {...entry} />;
}
