import { Skeleton } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiAnswer } from "#contract/call.ts";
import { deleteGeneration, listGenerations } from "#contract/generations.ts";
import { api } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import css from "#web/features/generation/gallery.module.css";
import { GalleryCard } from "#web/features/generation/gallery-card.tsx";
import { MessageBanner } from "#web/features/generation/message-banner.tsx";
import { isFinished, type Run } from "#web/features/generation/run.ts";
import { useConfirm } from "#web/ui/confirm.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { TablePagination } from "#web/ui/table-pagination.tsx";
import { usePageClamp } from "#web/ui/use-page-clamp.ts";

export const galleryPageSize = 9;

/** The person's own runs, newest first, a page at a time. */
export function Gallery(props: {
  loaded: ApiAnswer<typeof listGenerations> | undefined;
  page: number;
  onPage: (page: number) => void;
  onEnlarge: (run: Run, position: number) => void;
  onWatch: (run: Run) => void;
  onReuse: (run: Run) => void;
  onDeleted: (run: Run) => void;
}) {
  const { page, onPage } = props;
  const [problem, setProblem] = useState<string | null>(null);
  const confirm = useConfirm();
  const client = useQueryClient();
  const list = useCall(
    listGenerations,
    { query: { page, pageSize: galleryPageSize } },
    { loaded: props.loaded, keepPrevious: true },
  );
  const runs = list.data;
  const total = list.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / galleryPageSize));
  const beyond = usePageClamp({ page, pageSize: galleryPageSize, rows: runs, total, turnTo: onPage });

  async function remove(run: Run) {
    const agreed = await confirm({
      title: `Delete “${run.title}”?`,
      message: "The run and its thumbnails are deleted for good. Credits are not affected.",
      confirmLabel: "Delete",
    });
    if (!agreed) return;
    setProblem(null);
    try {
      await api(deleteGeneration, { params: { id: run.id } });
      props.onDeleted(run);
    } catch (error) {
      setProblem(
        `“${run.title}” could not be deleted. ${error instanceof Error ? error.message : ""}`.trim(),
      );
    }
    await client.invalidateQueries({ queryKey: [listGenerations.path] });
  }

  return (
    <section id="gallery" className={css.gallery} aria-labelledby="gallery-title">
      <div className={css.head}>
        <h2 id="gallery-title" className={css.title}>
          Your gallery
        </h2>
        {total > 0 && (
          <p className={css.count}>{total === 1 ? "1 run" : `${total.toLocaleString("en-US")} runs`}</p>
        )}
      </div>
      {problem && (
        <MessageBanner message={{ kind: "error", text: problem }} onClose={() => setProblem(null)} />
      )}
      {list.isError && !runs ? (
        <ErrorState
          compact
          title="Your gallery could not be loaded."
          message={list.error.message}
          onRetry={() => list.refetch()}
        />
      ) : !runs || beyond ? (
        <div className={css.grid} aria-busy>
          {[1, 2, 3].map((place) => (
            <Skeleton key={place} className={css.skeleton} />
          ))}
          <p className="visually-hidden" role="status">
            Loading...
          </p>
        </div>
      ) : runs.length === 0 ? (
        <EmptyState compact title="No thumbnails yet" level={3}>
          Every run stays here until you delete it, with its title, prompt and date. Only you can see it.
        </EmptyState>
      ) : (
        <ul className={css.grid} aria-busy={list.isPlaceholderData || undefined}>
          {runs.map((run) => (
            <li key={run.id}>
              <GalleryCard
                run={run}
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
    </section>
  );
}

/** The newest run that is still under way, for a screen that was opened without naming one. */
export function unfinishedRun(answer: ApiAnswer<typeof listGenerations> | undefined): Run | undefined {
  return answer?.body.data.find((run) => !isFinished(run));
}
