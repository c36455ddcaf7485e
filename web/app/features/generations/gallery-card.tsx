import { ActionIcon, Badge, Button, Text } from "@mantine/core";
import { ClipboardCopy, Download, Eye, Heart, Pencil, Repeat2, Trash2 } from "lucide-react";
import { useState } from "react";
import { niches } from "#contract/generation-options.ts";
import type { Generation } from "#contract/generations.ts";
import { useDownload } from "#web/features/generations/download-button.tsx";
import { isFinished } from "#web/features/generations/follow-generation.ts";
import css from "#web/features/generations/gallery.module.css";
import { useChangeGeneration } from "#web/features/generations/keep-button.tsx";
import { generationFailed } from "#web/features/generations/messages.tsx";
import { type Rename, RenameForm, useRename } from "#web/features/generations/rename.tsx";
import { fullUrl, keptFirst, ThumbnailImage } from "#web/features/generations/thumbnail-image.tsx";
import { knownStyle, TitleCard } from "#web/features/generations/title-card.tsx";
import { FormattedDate } from "#web/ui/formatted-date.tsx";

export interface GalleryActions {
  onEnlarge: (generation: Generation, position: number) => void;
  onWatch: (generation: Generation) => void;
  onReuse: (generation: Generation) => void;
}

/** One past or present generation of the person's own. */
export function GalleryCard(
  props: GalleryActions & { generation: Generation; onDelete: (generation: Generation) => void },
) {
  const { generation } = props;
  const failure = generationFailed(generation);
  const rename = useRename(generation);
  return (
    <article className={css.card} aria-label={rename.title}>
      <GenerationPictures generation={{ ...generation, title: rename.title }} onEnlarge={props.onEnlarge} />
      <div className={css.text}>
        {rename.draft === null ? (
          <h3 className={css.title}>{rename.title}</h3>
        ) : (
          <RenameForm rename={rename} />
        )}
        <p className={css.meta}>
          {nicheLabel(generation.niche)}, {generation.style} · <FormattedDate at={generation.createdAt} />
          {generation.kept && " · One kept"}
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
            <QuickTools generation={generation} rename={rename} />
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

/** Seen while the card is pointed at or holds the focus, and always where nothing hovers. */
function QuickTools({ generation, rename }: { generation: Generation; rename: Rename }) {
  const { download, busy, problem } = useDownload();
  const favourite = useChangeGeneration(generation.id);
  const [copied, setCopied] = useState<string | null>(null);

  async function copyPrompt() {
    // Without a secure origin there is no clipboard.
    const isCopied = await navigator.clipboard?.writeText(generation.prompt).then(
      () => true,
      () => false,
    );
    setCopied(isCopied ? "Prompt copied" : "The prompt could not be copied.");
  }

  const said = problem ?? favourite.problem;
  return (
    <>
      <div className={css.quick} data-on={generation.favourite || undefined}>
        <ActionIcon
          size={36}
          variant="subtle"
          color={generation.favourite ? "accent" : "gray"}
          aria-label="Favourite"
          title="Favourite"
          aria-pressed={generation.favourite}
          onClick={() => favourite.change({ favourite: !generation.favourite })}
        >
          <Heart size={18} fill={generation.favourite ? "currentColor" : "none"} aria-hidden />
        </ActionIcon>
        <ActionIcon
          ref={rename.opener}
          size={36}
          variant="subtle"
          color="gray"
          aria-label="Rename"
          title="Rename"
          data-renames
          onClick={rename.open}
        >
          <Pencil size={16} aria-hidden />
        </ActionIcon>
        {generation.images.map((image) => (
          <ActionIcon
            key={image.url}
            size={36}
            variant="subtle"
            color="gray"
            className={css.numbered}
            aria-label={`Save thumbnail ${image.position}`}
            title={`Save thumbnail ${image.position}`}
            aria-disabled={busy || undefined}
            onClick={() => download(fullUrl(image), image.position, generation.createdAt)}
          >
            <Download size={16} aria-hidden />
            <span aria-hidden>{image.position}</span>
          </ActionIcon>
        ))}
        {generation.prompt && (
          <ActionIcon
            size={36}
            variant="subtle"
            color="gray"
            aria-label="Copy the prompt"
            title="Copy the prompt"
            onClick={copyPrompt}
          >
            <ClipboardCopy size={18} aria-hidden />
          </ActionIcon>
        )}
      </div>
      <Text role="status" size="sm" className={css.said}>
        {copied}
      </Text>
      {said && (
        <Text role="alert" c="red" size="sm" className={css.said}>
          {said}
        </Text>
      )}
    </>
  );
}

function nicheLabel(value: string): string {
  return niches.find((niche) => niche.value === value)?.label ?? value;
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
      {keptFirst(generation).map((image) => (
        <button
          key={image.url}
          type="button"
          className={css.picture}
          aria-label={`View thumbnail ${image.position} for ${generation.title} large`}
          onClick={() => onEnlarge(generation, image.position)}
        >
          <ThumbnailImage image={image} sizes="(width >= 768px) 220px, 46vw" alt="" lazy />
        </button>
      ))}
    </div>
  );
}
