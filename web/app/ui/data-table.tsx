import { Loader, NativeSelect, Skeleton, Table, TextInput } from "@mantine/core";
import { createColumnHelper, tableFeatures, useTable } from "@tanstack/react-table";
import { Search } from "lucide-react";
import { type ComponentType, type ReactNode, useMemo } from "react";
import styles from "#web/ui/data-table.module.css";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { useSearchDraft } from "#web/ui/search-draft.ts";
import { HeaderCell } from "#web/ui/table-header-cell.tsx";
import { TablePagination } from "#web/ui/table-pagination.tsx";

export type TableQuery = { page: number; sort?: string; order: "asc" | "desc"; q: string };

export type DataColumn<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The server's name of the sort; a column without one can't be sorted. */
  sortKey?: string;
  align?: "start" | "end";
  /** How the cell shows on a card (below 768 px): as its head, not at all, or without its label (buttons). */
  card?: "title" | "hidden" | "bare";
  /** The header is read but not shown (a column of buttons). */
  headerHidden?: boolean;
};

export type DataTableProps<Row> = TableQuery & {
  /** Read to screen readers: what the table lists. */
  caption: string;
  columns: DataColumn<Row>[];
  rows: Row[] | undefined;
  rowId: (row: Row) => string;
  /** Of all pages together; null while it is still being counted. */
  total: number | null;
  pageSize: number;
  /** The whole next query; a new search or sort starts at page 1. */
  onChange: (next: TableQuery) => void;
  loading?: boolean;
  loadingText?: string;
  error?: string;
  errorTitle?: string;
  onRetry?: () => void;
  emptyTitle: string;
  emptyText?: ReactNode;
  emptyAction?: ReactNode;
  /** The search box's placeholder and name; without it there is no search box. */
  searchLabel?: string;
  /** Draws each row in place of a plain one: a row that can be dragged. */
  rowAs?: ComponentType<{ id: string; children: ReactNode }>;
  /** Beside the search box: filters, Refresh. */
  toolbar?: ReactNode;
  /** First and Last beside Previous and Next. */
  edges?: boolean;
  previousLabel?: string;
};

const features = tableFeatures({});

/**
 * A list that the server pages, sorts and searches: this component only shows one page and says what to ask for
 * next. The same markup is a table from 768 px on and a stack of cards below. While `loading`, known rows stay and
 * are dimmed; the first load shows skeleton rows with `loadingText`.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { columns, rows, rowId, pageSize, page, sort, order, q, onChange, loading } = props;
  const [draft, setDraft] = useSearchDraft(q, (next) => onChange({ page: 1, sort, order, q: next }));

  const data = useMemo(() => rows ?? [], [rows]);
  const defs = useMemo(() => {
    const helper = createColumnHelper<typeof features, Row>();
    return columns.map((column) => helper.display({ id: column.id, header: column.header }));
  }, [columns]);
  const table = useTable({ features, columns: defs, data, getRowId: rowId });

  const Row = props.rowAs ?? PlainRow;
  const byId = new Map(columns.map((column) => [column.id, column]));
  // Until it is counted, a full page means that there is another one.
  const known = (page - 1) * pageSize + data.length;
  const total = props.total ?? (data.length === pageSize ? known + 1 : known);
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const first = total === 0 ? 0 : (page - 1) * pageSize + 1;
  const last = Math.min(total, page * pageSize);
  const waiting = Boolean(loading) && !rows;
  const sortable = columns.filter((column) => column.sortKey);

  function sortBy(key: string) {
    onChange({ page: 1, sort: key, order: sort === key && order === "asc" ? "desc" : "asc", q });
  }

  return (
    <div className={styles.wrap}>
      <div className={styles.toolbar}>
        {props.searchLabel && (
          <TextInput
            type="search"
            className={styles.search}
            aria-label={props.searchLabel}
            placeholder={props.searchLabel}
            leftSection={<Search size={18} aria-hidden />}
            value={draft}
            onChange={(event) => setDraft(event.currentTarget.value)}
          />
        )}
        {sortable.length > 0 && data.length > 0 && (
          <NativeSelect
            className={styles.sortSelect}
            aria-label="Sort by"
            value={`${sort ?? ""} ${order}`}
            onChange={(event) => {
              const [key, way] = event.currentTarget.value.split(" ");
              onChange({ page: 1, sort: key || undefined, order: way === "asc" ? "asc" : "desc", q });
            }}
            data={[
              ...(sortable.some((column) => column.sortKey === sort)
                ? []
                : [{ value: `${sort ?? ""} ${order}`, label: "Sort by" }]),
              ...sortable.flatMap((column) => [
                { value: `${column.sortKey} asc`, label: `${column.header}, ascending` },
                { value: `${column.sortKey} desc`, label: `${column.header}, descending` },
              ]),
            ]}
          />
        )}
        {props.toolbar}
      </div>

      {props.error ? (
        <ErrorState
          compact
          title={props.errorTitle ?? props.error}
          message={props.errorTitle && props.error}
          onRetry={props.onRetry}
        />
      ) : rows && rows.length === 0 && !loading ? (
        <div className={styles.frame}>
          <EmptyState compact title={props.emptyTitle} action={props.emptyAction}>
            {props.emptyText}
          </EmptyState>
        </div>
      ) : (
        <div
          className={styles.frame}
          aria-busy={loading || undefined}
          data-dim={(loading && !waiting) || undefined}
        >
          <Table className={styles.table} role="table" highlightOnHover>
            <caption className="visually-hidden">{props.caption}</caption>
            {/* The roles are spelled out because a card's display value would take them away. */}
            <Table.Thead role="rowgroup" className={styles.head}>
              {table.getHeaderGroups().map((group) => (
                <Table.Tr key={group.id} role="row">
                  {group.headers.map((header) => {
                    const column = byId.get(header.column.id);
                    return (
                      column && (
                        <HeaderCell
                          key={header.id}
                          column={column}
                          sort={sort}
                          order={order}
                          onSort={sortBy}
                        />
                      )
                    );
                  })}
                </Table.Tr>
              ))}
            </Table.Thead>
            <Table.Tbody role="rowgroup">
              {waiting
                ? Array.from({ length: Math.min(pageSize, 6) }, (_, index) => (
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
                    <Row key={row.id} id={row.id}>
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
        </div>
      )}

      <div className={styles.foot}>
        <p role="status" className={styles.count}>
          {loading ? (
            <>
              <Loader size={14} aria-hidden /> {props.loadingText ?? "Loading..."}
            </>
          ) : (
            !props.error && total > 0 && shownText(first, last, props.total)
          )}
        </p>
        {!props.error && pages > 1 && (
          <TablePagination
            page={page}
            pages={pages}
            edges={props.edges}
            previousLabel={props.previousLabel}
            label={`Pages: ${props.caption}`}
            onPage={(next) => onChange({ page: next, sort, order, q })}
          />
        )}
      </div>
    </div>
  );
}

function shownText(first: number, last: number, total: number | null): string {
  if (total === null) return `Showing ${first} to ${last}, counting all entries...`;
  return `Showing ${first} to ${last} of ${total} entries`;
}

function PlainRow({ children }: { children: ReactNode }) {
  return <Table.Tr role="row">{children}</Table.Tr>;
}
