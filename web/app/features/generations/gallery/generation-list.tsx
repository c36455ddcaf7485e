import type { ApiAnswer } from "#contract/call.ts";
import { counted } from "#contract/counted.ts";
import { listGenerations } from "#contract/generations.ts";
import { useCall } from "#web/api/query.tsx";
import { galleryPageSize } from "#web/features/generations/follow-generation.ts";
import cards from "#web/features/generations/gallery/card.module.css";
import { LoadingCards } from "#web/features/generations/gallery/card.tsx";
import {
  type GenerationActions,
  GenerationCard,
} from "#web/features/generations/gallery/generation-card.tsx";
import css from "#web/features/generations/gallery/generation-list.module.css";
import { useDeletion } from "#web/features/generations/gallery/use-deletion.ts";
import { MessageBanner } from "#web/features/generations/messages.tsx";
import { DeletedBar } from "#web/ui/deleted-bar.tsx";
import { KeepRow } from "#web/ui/kept-rows.ts";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { TablePagination, usePageClamp } from "#web/ui/table-pagination.tsx";
import { useKeptRows } from "#web/ui/use-kept-rows.ts";

/** The person's own runs below the generator, newest first, a page at a time; also those that failed. */
export function GenerationList(
  props: Omit<GenerationActions, "onDelete"> & {
    loaded: ApiAnswer<typeof listGenerations> | undefined;
    page: number;
    onPage: (page: number) => void;
    onDeleted: (id: string) => void;
  },
) {
  const { page, onPage } = props;
  const query = { page, pageSize: galleryPageSize };
  const list = useCall(listGenerations, { query }, { loaded: props.loaded, keepPrevious: true });
  const { shown, keep } = useKeptRows(list.data, ({ id }) => id, page);
  const total = list.total ?? 0;
  const { remove, undo, bar, problem, clearProblem } = useDeletion(({ id }) => {
    keep(id, false);
    props.onDeleted(id);
  });
  const pages = Math.max(1, Math.ceil(total / galleryPageSize));
  const beyond = usePageClamp({ ...query, rows: shown, total, turnTo: onPage });
  return (
    <section id="gallery" className={css.gallery} aria-labelledby="gallery-title">
      <div className={css.head}>
        <h2 id="gallery-title" className={css.heading}>
          Your gallery
        </h2>
        {total > 0 && <p className={css.count}>{counted(total, "run")}</p>}
      </div>
      {problem && <MessageBanner message={{ kind: "error", text: problem }} onClose={clearProblem} />}
      {list.isError && !list.data ? (
        <ErrorState
          compact
          title="Your gallery could not be loaded."
          message={list.error?.message}
          onRetry={() => list.refetch()}
        />
      ) : !shown || beyond ? (
        <LoadingCards />
      ) : shown.length === 0 ? (
        <EmptyState compact title="No thumbnails yet" level={3}>
          Every run stays here until you delete it, with its title, prompt and date. Only you can see it.
        </EmptyState>
      ) : (
        <ul className={cards.grid} aria-busy={list.isPlaceholderData || undefined}>
          <KeepRow value={keep}>
            {shown.map((generation) => (
              <li key={generation.id}>
                <GenerationCard
                  generation={generation}
                  onEnlarge={props.onEnlarge}
                  onWatch={props.onWatch}
                  onReuse={props.onReuse}
                  onDelete={({ id, title }) => remove({ kind: "run", id, name: title })}
                />
              </li>
            ))}
          </KeepRow>
        </ul>
      )}
      {pages > 1 && (
        <TablePagination page={page} pages={pages} label="Pages of the gallery" onPage={onPage} />
      )}
      <DeletedBar bar={bar} nameOf={({ name }) => name} kind="runs" onUndo={undo} />
    </section>
  );
}
