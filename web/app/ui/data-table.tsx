import { type ReactNode, useMemo } from "react";
import styles from "#web/ui/data-table.module.css";
import { Loader } from "#web/ui/elements/waiting.tsx";
import { type EmptyDrawing, EmptyState, ErrorState } from "#web/ui/states.tsx";
import { Status } from "#web/ui/status.tsx";
import { TableControls } from "#web/ui/table-controls.tsx";
import { type DataColumn, type TablePaging, type TableRow, totalText } from "#web/ui/table-model.ts";
import { TablePagination, usePageClamp } from "#web/ui/table-pagination.tsx";
import { TableRows } from "#web/ui/table-rows.tsx";

/** A list that is shown whole, in the order in which it came. */
type Unpaged = { [Name in keyof TablePaging]?: never };

export type DataTableProps<Row> = {
  /** Read to screen readers: what the table lists. */
  caption: string;
  columns: DataColumn<Row>[];
  rows: Row[] | undefined;
  rowId: (row: Row) => string;
  loading?: boolean;
  loadingText?: string;
  error?: string | undefined;
  errorTitle?: string;
  onRetry?: () => void;
  emptyTitle: string;
  emptyText?: ReactNode;
  emptyAction?: ReactNode;
  emptyDrawing?: EmptyDrawing;
  /** Where a row leads that is pressed beside its links and buttons; one of those links must lead there as well. */
  rowTo?: (row: Row) => string;
  /** Draws each row in place of a plain one: a row that can be dragged. */
  rowAs?: TableRow;
  /** Above the table, beside the search box where there is one: filters, Refresh. */
  toolbar?: ReactNode;
} & (TablePaging | Unpaged);

/**
 * A list's page, or a whole list. Of a paged one this component only shows the page and says what to ask for next.
 * While `loading`, or with an `error`, known rows stay; the first load shows skeleton rows with `loadingText`.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { caption, columns, rows } = props;
  const paging = props.onChange ? props : undefined;
  const data = useMemo(() => rows ?? [], [rows]);
  const { page, pageSize } = paging ?? { page: 1, pageSize: Math.max(1, data.length) };

  const last = (page - 1) * pageSize + data.length;
  const total = paging ? paging.total : last;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const first = data.length === 0 ? 0 : (page - 1) * pageSize + 1;
  const beyond = usePageClamp({ page, pageSize, rows, total, turnTo });
  const loading = Boolean(props.loading) || beyond;
  const waiting = loading && !rows;
  // Rows that could not be read again stay, below the words that say so.
  const failed = props.error && data.length === 0;

  function turnTo(next: number, replace = true) {
    paging?.onChange({ page: next }, replace);
  }

  return (
    <div className={styles.wrap}>
      <div className={styles.toolbar}>
        {paging && <TableControls paging={paging} columns={columns} hasRows={data.length > 0} />}
        {props.toolbar}
      </div>

      {props.error && (
        <ErrorState
          compact
          title={props.errorTitle ?? props.error}
          message={props.errorTitle && props.error}
          onRetry={props.onRetry}
        />
      )}
      {failed ? null : rows && rows.length === 0 && !loading ? (
        <div className={styles.frame}>
          <EmptyState
            compact
            title={props.emptyTitle}
            action={props.emptyAction}
            drawing={props.emptyDrawing}
          >
            {props.emptyText}
          </EmptyState>
        </div>
      ) : (
        <div
          className={styles.frame}
          aria-busy={loading || undefined}
          data-dim={(loading && !waiting) || undefined}
        >
          <TableRows
            caption={caption}
            columns={columns}
            rows={data}
            rowId={props.rowId}
            rowAs={props.rowAs}
            rowTo={props.rowTo}
            paging={paging}
            waiting={waiting ? Math.min(pageSize, 6) : 0}
          />
        </div>
      )}

      {/* Two elements: the first load's line goes with its skeleton, and none moves as the rows come. */}
      <div key={waiting ? "waiting" : "known"} className={styles.foot}>
        <Status className={styles.count}>
          {loading ? (
            <>
              <Loader size={14} aria-hidden /> <span>{props.loadingText ?? "Loading..."}</span>
            </>
          ) : failed ? null : total > 0 ? (
            <span>{`Showing ${first} to ${last} of ${totalText(total, paging?.more)} entries`}</span>
          ) : (
            <span className="visually-hidden">No entries</span>
          )}
        </Status>
        {paging && !failed && pages > 1 && (
          <TablePagination
            page={page}
            pages={pages}
            edges={paging.edges}
            previousLabel={paging.previousLabel}
            label={`Pages: ${caption}`}
            onPage={(next) => turnTo(next, false)}
          />
        )}
      </div>
    </div>
  );
}
