import { dayMs } from "#contract/day.ts";
import { getYoutubeHistory, type ThumbnailSet, thumbnailRestorableDays } from "#contract/youtube.ts";
import { useCall } from "#web/api/query.tsx";
import { Undo } from "#web/features/youtube/undo.tsx";
import css from "#web/features/youtube/youtube.module.css";
import { Skeleton } from "#web/ui/elements/waiting.tsx";
import { FormattedDate } from "#web/ui/formatted-date.tsx";
import { pageOf, useQueryInUrl } from "#web/ui/query-in-url.ts";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { TablePagination, usePageClamp } from "#web/ui/table-pagination.tsx";

const pageSize = 20;

/** What was set when, of one video or of all, and the way back. The list of videos above it has `page` for its own. */
export function History(props: {
  videoId?: string;
  mayUndo: boolean;
  onPutBack?: (set: ThumbnailSet) => void;
}) {
  const { videoId, mayUndo, onPutBack } = props;
  const { search, change } = useQueryInUrl();
  const page = pageOf(new URLSearchParams(search), "history");
  const turnTo = (to: number, replace = false) => change({ history: to > 1 ? String(to) : "" }, replace);
  const query = { page, pageSize, ...(videoId ? { videoId } : {}) };
  const list = useCall(getYoutubeHistory, { query }, { staleTime: 0, keepPrevious: true });
  const total = list.total ?? 0;
  const pages = Math.ceil(total / pageSize);
  const rows = list.data;
  const beyond = usePageClamp({ page, pageSize, rows, total, turnTo: (last) => turnTo(last, true) });
  return (
    <section className={css.part} aria-labelledby="history-title">
      <h2 id="history-title" className={css.heading}>
        What was set
      </h2>
      {list.isError && !list.data ? (
        <ErrorState
          compact
          title="The history could not be loaded."
          message={list.error.message}
          onRetry={() => void list.refetch()}
        />
      ) : !rows || beyond ? (
        <Skeleton height={96} radius="lg" />
      ) : rows.length === 0 ? (
        <EmptyState compact level={3} drawing="none" title="Nothing yet">
          Thumbnails that you set on your videos are listed here, each with its undo.
        </EmptyState>
      ) : (
        <ul className={css.history} aria-busy={list.isPlaceholderData || undefined}>
          {rows.map((set) => (
            <li key={set.id}>
              <Entry set={set} mayUndo={mayUndo} onPutBack={onPutBack} />
            </li>
          ))}
        </ul>
      )}
      {pages > 1 && (
        <TablePagination
          page={page}
          pages={pages}
          label="Pages of what was set"
          onPage={(to) => turnTo(to)}
        />
      )}
    </section>
  );
}

function Entry(props: {
  set: ThumbnailSet;
  mayUndo: boolean;
  onPutBack: ((set: ThumbnailSet) => void) | undefined;
}) {
  const { set, mayUndo, onPutBack } = props;
  const isKept = Date.now() - Date.parse(set.at) < thumbnailRestorableDays * dayMs;
  return (
    <div className={css.entry}>
      <div>
        <strong>{set.title}</strong>
        <p className={css.note}>
          {set.unresolved ? "Sent" : set.restores ? "Put back" : "Set"} <FormattedDate at={set.at} time />
          {set.restoredAt && (
            <>
              , put back <FormattedDate at={set.restoredAt} time />
            </>
          )}
          {set.unresolved &&
            ". YouTube did not say whether it was set, and shows no picture to tell it by. Please look in YouTube Studio."}
        </p>
      </div>
      {!set.restoredAt && !set.withoutFormer && !set.replaced && mayUndo && isKept && (
        <Undo set={set} label="Undo" onDone={onPutBack} />
      )}
    </div>
  );
}
