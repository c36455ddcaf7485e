import { dayMs } from "#contract/day.ts";
import { getYoutubeHistory, type ThumbnailSet, thumbnailRestorableDays } from "#contract/youtube.ts";
import { useCall } from "#web/api/query.tsx";
import { Undo } from "#web/features/youtube/undo.tsx";
import css from "#web/features/youtube/youtube.module.css";
import { Skeleton } from "#web/ui/elements/waiting.tsx";
import { FormattedDate } from "#web/ui/formatted-date.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";

/** What was set when, of one video or of all, and the way back. */
export function History({ videoId }: { videoId?: string }) {
  const list = useCall(getYoutubeHistory, { query: videoId ? { videoId } : {} }, { staleTime: 0 });
  const sets = list.data ?? [];
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
      ) : !list.data ? (
        <Skeleton height={96} radius="lg" />
      ) : sets.length === 0 ? (
        <EmptyState compact level={3} drawing="none" title="Nothing yet">
          Thumbnails that you set on your videos are listed here, each with its undo.
        </EmptyState>
      ) : (
        <ul className={css.history}>
          {sets.map((set) => (
            <li key={set.id}>
              <Entry set={set} isLatest={isLatest(set, sets)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Only what stands there now can be undone: what came last, and the setting that a putting back showed again. */
function isLatest(set: ThumbnailSet, sets: readonly ThumbnailSet[]): boolean {
  const ofVideo = sets.filter(({ videoId }) => videoId === set.videoId);
  const [last] = ofVideo;
  const before = ofVideo.find(({ id }) => id === last?.restores);
  const shown =
    before && !before.restores ? ofVideo.find(({ restores, restoredAt }) => !restores && !restoredAt) : null;
  return set === last || set === shown;
}

function Entry({ set, isLatest }: { set: ThumbnailSet; isLatest: boolean }) {
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
      {!set.restoredAt && !set.withoutFormer && isLatest && isKept && <Undo set={set} label="Undo" />}
    </div>
  );
}
