import { Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import type { ApiAnswer } from "#contract/call.ts";
import { type Generation, listGenerations } from "#contract/generations.ts";
import { useCall } from "#web/api/query.tsx";
import { isFinished } from "#web/features/generations/follow-generation.ts";
import css from "#web/features/generations/gallery.module.css";
import { type GalleryActions, GalleryCard } from "#web/features/generations/gallery-card.tsx";
import { MessageBanner } from "#web/features/generations/messages.tsx";
import { useDeletion } from "#web/features/generations/use-deletion.ts";
import { DeletedBar } from "#web/ui/deleted-bar.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { TablePagination, usePageClamp } from "#web/ui/table-pagination.tsx";

export const galleryPageSize = 9;

/** The person's own generations below the generator, newest first, a page at a time. */
export function Gallery(
  props: GalleryActions & {
    loaded: ApiAnswer<typeof listGenerations> | undefined;
    page: number;
    onPage: (page: number) => void;
    onDeleted: (generation: Generation) => void;
  },
) {
  const { page, loaded, ...actions } = props;
  const query = { page, pageSize: galleryPageSize };
  const list = useCall(listGenerations, { query }, { loaded, keepPrevious: true });
  const total = list.total ?? 0;
  return (
    <section id="gallery" className={css.gallery} aria-labelledby="gallery-title">
      <div className={css.head}>
        <h2 id="gallery-title" className={css.heading}>
          Your gallery
        </h2>
        {total > 0 && (
          <p className={css.count}>{total === 1 ? "1 run" : `${total.toLocaleString("en-US")} runs`}</p>
        )}
      </div>
      <GalleryList
        {...actions}
        {...query}
        list={{ ...list, total, generations: list.data }}
        empty={
          <EmptyState compact title="No thumbnails yet" level={3}>
            Every run stays here until you delete it, with its title, prompt and date. Only you can see it.
          </EmptyState>
        }
      />
    </section>
  );
}

/** One page of generations as cards, with what takes its place while there are none to show. */
export function GalleryList(
  props: GalleryActions & {
    list: {
      generations: Generation[] | undefined;
      total: number;
      isError: boolean;
      isPlaceholderData: boolean;
      error: Error | null;
      refetch: () => unknown;
    };
    page: number;
    pageSize: number;
    onPage: (page: number) => void;
    onDeleted?: (generation: Generation) => void;
    empty: ReactNode;
  },
) {
  const { list, page, pageSize, onPage } = props;
  const { generations, total } = list;
  const { remove, undo, gone, problem, clearProblem } = useDeletion(props.onDeleted);
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const beyond = usePageClamp({ page, pageSize, rows: generations, total, turnTo: onPage });
  return (
    <>
      {problem && <MessageBanner message={{ kind: "error", text: problem }} onClose={clearProblem} />}
      {list.isError && !generations ? (
        <ErrorState
          compact
          title="Your gallery could not be loaded."
          message={list.error?.message}
          onRetry={() => list.refetch()}
        />
      ) : !generations || beyond ? (
        <div className={css.grid} aria-busy>
          {[1, 2, 3].map((place) => (
            <Skeleton key={place} className={css.skeleton} />
          ))}
          <p className="visually-hidden" role="status">
            Loading...
          </p>
        </div>
      ) : generations.length === 0 ? (
        props.empty
      ) : (
        <ul className={css.grid} aria-busy={list.isPlaceholderData || undefined}>
          {generations.map((generation) => (
            <li key={generation.id}>
              <GalleryCard
                generation={generation}
                onEnlarge={props.onEnlarge}
                onWatch={props.onWatch}
                onReuse={props.onReuse}
                onDelete={remove}
              />
            </li>
          ))}
        </ul>
      )}
      {pages > 1 && (
        <TablePagination page={page} pages={pages} label="Pages of the gallery" onPage={onPage} />
      )}
      <DeletedBar gone={gone} nameOf={({ title }) => title} kind="runs" onUndo={undo} />
    </>
  );
}

/** The newest generation that is still under way, for a screen that was opened without naming one. */
export function unfinishedGeneration(
  answer: ApiAnswer<typeof listGenerations> | undefined,
): Generation | undefined {
  return answer?.body.data.find((generation) => !isFinished(generation));
}
