import { Badge, Button, Skeleton } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Eye, Repeat2, Trash2 } from "lucide-react";
import { useState } from "react";
import type { ApiAnswer } from "#contract/call.ts";
import { niches } from "#contract/generation-options.ts";
import { deleteGeneration, type Generation, listGenerations } from "#contract/generations.ts";
import { api } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import { isFinished } from "#web/features/generations/follow-generation.ts";
import css from "#web/features/generations/gallery.module.css";
import { generationFailed, MessageBanner } from "#web/features/generations/messages.tsx";
import { knownStyle, TitleCard } from "#web/features/generations/title-card.tsx";
import { useConfirm } from "#web/ui/confirm.tsx";
import { FormattedDate } from "#web/ui/formatted-date.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { TablePagination, usePageClamp } from "#web/ui/table-pagination.tsx";

export const galleryPageSize = 9;

/** The person's own generations, newest first, a page at a time. */
export function Gallery(props: {
  loaded: ApiAnswer<typeof listGenerations> | undefined;
  page: number;
  onPage: (page: number) => void;
  onEnlarge: (generation: Generation, position: number) => void;
  onWatch: (generation: Generation) => void;
  onReuse: (generation: Generation) => void;
  onDeleted: (generation: Generation) => void;
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
  const generations = list.data;
  const total = list.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / galleryPageSize));
  const beyond = usePageClamp({ page, pageSize: galleryPageSize, rows: generations, total, turnTo: onPage });

  async function remove(generation: Generation) {
    const agreed = await confirm({
      title: `Delete “${generation.title}”?`,
      message: "The run and its thumbnails are deleted for good. Credits are not affected.",
      confirmLabel: "Delete",
    });
    if (!agreed) return;
    setProblem(null);
    try {
      await api(deleteGeneration, { params: { id: generation.id } });
      props.onDeleted(generation);
    } catch (error) {
      setProblem(
        `“${generation.title}” could not be deleted. ${error instanceof Error ? error.message : ""}`.trim(),
      );
    }
    await client.invalidateQueries({ queryKey: [listGenerations.path] });
  }

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
      {problem && (
        <MessageBanner message={{ kind: "error", text: problem }} onClose={() => setProblem(null)} />
      )}
      {list.isError && !generations ? (
        <ErrorState
          compact
          title="Your gallery could not be loaded."
          message={list.error.message}
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
        <EmptyState compact title="No thumbnails yet" level={3}>
          Every run stays here until you delete it, with its title, prompt and date. Only you can see it.
        </EmptyState>
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
    </section>
  );
}

/** The newest generation that is still under way, for a screen that was opened without naming one. */
export function unfinishedGeneration(
  answer: ApiAnswer<typeof listGenerations> | undefined,
): Generation | undefined {
  return answer?.body.data.find((generation) => !isFinished(generation));
}

function nicheLabel(value: string): string {
  return niches.find((niche) => niche.value === value)?.label ?? value;
}

/** One past or present generation of the person's own. */
function GalleryCard(props: {
  generation: Generation;
  onEnlarge: (generation: Generation, position: number) => void;
  onWatch: (generation: Generation) => void;
  onReuse: (generation: Generation) => void;
  onDelete: (generation: Generation) => void;
}) {
  const { generation } = props;
  const failure = generationFailed(generation);
  return (
    <article className={css.card} aria-label={generation.title}>
      <GenerationPictures generation={generation} onEnlarge={props.onEnlarge} />
      <div className={css.text}>
        <h3 className={css.title}>{generation.title}</h3>
        <p className={css.meta}>
          {nicheLabel(generation.niche)}, {generation.style} · <FormattedDate at={generation.createdAt} />
        </p>
        {generation.stage === "failed" && (
          <p className={css.reason}>
            {failure.text}
            <span>{failure.detail}</span>
          </p>
        )}
      </div>
      <div className={css.actions}>
        {isFinished(generation) ? (
          <>
            <Button
              size="sm"
              variant="default"
              leftSection={<Repeat2 size={16} aria-hidden />}
              onClick={() => props.onReuse(generation)}
            >
              Use again
            </Button>
            <Button
              size="sm"
              variant="subtle"
              color="gray"
              leftSection={<Trash2 size={16} aria-hidden />}
              onClick={() => props.onDelete(generation)}
            >
              Delete
            </Button>
          </>
        ) : (
          <Button
            size="sm"
            variant="default"
            leftSection={<Eye size={16} aria-hidden />}
            onClick={() => props.onWatch(generation)}
          >
            Watch
          </Button>
        )}
      </div>
    </article>
  );
}

/** Both pictures side by side, or a plate with the title where there are none (yet). */
function GenerationPictures({
  generation,
  onEnlarge,
}: {
  generation: Generation;
  onEnlarge: (generation: Generation, position: number) => void;
}) {
  if (generation.stage !== "done") {
    return (
      <div className={css.pictures} data-single>
        <TitleCard
          title={generation.title}
          look={knownStyle(generation.style)}
          heating={!isFinished(generation)}
          wide
        />
        <Badge
          className={css.stage}
          variant="filled"
          color={generation.stage === "failed" ? "red" : "accent"}
        >
          {generation.stage === "failed" ? "Failed" : "In progress"}
        </Badge>
      </div>
    );
  }
  return (
    <div className={css.pictures}>
      {generation.images.map((image, index) => (
        <button
          key={image.url}
          type="button"
          className={css.picture}
          aria-label={`View thumbnail ${index + 1} for ${generation.title} large`}
          onClick={() => onEnlarge(generation, index + 1)}
        >
          <img src={image.url} width={1280} height={720} alt="" loading="lazy" decoding="async" />
        </button>
      ))}
    </div>
  );
}
