import { ClipboardCopy, Download, Eye, PackagePlus, Pencil, Repeat2, Trash2, Upload } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { niches } from "#contract/generation-options.ts";
import type { Generation } from "#contract/generations.ts";
import { useDownload } from "#web/features/generations/download-button.tsx";
import { isFinished } from "#web/features/generations/follow-generation.ts";
import css from "#web/features/generations/gallery/card.module.css";
import { Card, useMark } from "#web/features/generations/gallery/card.tsx";
import { useRenameGeneration } from "#web/features/generations/gallery/rename.tsx";
import { useChangeGeneration } from "#web/features/generations/keep-button.tsx";
import { failureOfRun } from "#web/features/generations/messages.tsx";
import { fullUrl, keptFirst, ThumbnailImage } from "#web/features/generations/thumbnail-image.tsx";
import { knownStyle, TitleCard } from "#web/features/generations/title-card.tsx";
import { packEntryOf, usePackToggle } from "#web/features/shell/pack-button.tsx";
import { useRootData } from "#web/features/shell/root-data.ts";
import { useAttempt } from "#web/ui/attempt.tsx";
import { Badge } from "#web/ui/badge.tsx";
import type { CardAction } from "#web/ui/card-menu.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { FormattedDate } from "#web/ui/formatted-date.tsx";
import { setAddress } from "#web/ui/youtube-address.ts";

export interface GenerationActions {
  onEnlarge: (generation: Generation, position: number) => void;
  onWatch: (generation: Generation) => void;
  /** Throws what the card then says. */
  onReuse: (generation: Generation) => void | Promise<void>;
  onDelete: (generation: Generation) => void;
}

/** One past or present run of the person's own. */
export function GenerationCard(
  props: GenerationActions & { generation: Generation; lineage?: ReactNode; isFirst?: boolean },
) {
  const { generation } = props;
  const rename = useRenameGeneration(generation);
  const favourite = useChangeGeneration(generation.id);
  const mark = useMark(generation.favourite, (on) => favourite.change({ favourite: on }));
  const { download, problem } = useDownload();
  const reuse = useAttempt();
  const pack = usePackToggle();
  const [copied, setCopied] = useState<string | null>(null);
  const isOver = isFinished(generation);
  const navigate = useNavigate();
  const { youtube } = useRootData().shop;

  async function copyPrompt() {
    // Without a secure origin there is no clipboard.
    const isCopied = await navigator.clipboard?.writeText(generation.prompt).then(
      () => true,
      () => false,
    );
    setCopied(isCopied ? "Prompt copied" : "The prompt could not be copied.");
  }
  const actions: CardAction[] = [
    { label: "Rename", icon: Pencil, run: rename.open },
    ...generation.images.map((image) => ({
      label: `Save thumbnail ${image.position}`,
      icon: Download,
      run: () => download(fullUrl(image), image.position, generation.createdAt),
    })),
    ...generation.images.map((image) => {
      const entry = packEntryOf(image);
      const isIn = pack.has(entry);
      return {
        label: isIn
          ? `Take thumbnail ${image.position} out of the pack`
          : `Add thumbnail ${image.position} to pack`,
        icon: PackagePlus,
        run: () => void pack.toggle(entry, `${generation.title} ${image.position}`),
      };
    }),
    ...(youtube
      ? generation.images.map(({ position }) => ({
          label: `Set thumbnail ${position} on YouTube`,
          icon: Upload,
          run: () => navigate(setAddress({ run: generation.id, position })),
        }))
      : []),
    ...(generation.prompt ? [{ label: "Copy the prompt", icon: ClipboardCopy, run: copyPrompt }] : []),
    { label: "Delete", icon: Trash2, run: () => props.onDelete(generation), danger: true },
  ];
  return (
    <Card
      rename={rename}
      pictures={<GenerationPictures {...props} title={rename.title} />}
      meta={
        <>
          {nicheLabel(generation.niche)}, {generation.style} · <FormattedDate at={generation.createdAt} />
          {generation.kept && " · One kept"}
        </>
      }
      reason={<FailureReason generation={generation} />}
      {...(isOver ? { mark } : {})}
      actions={isOver ? actions : undefined}
      foot={
        <>
          <Button
            size="sm"
            variant="default"
            leftSection={isOver ? <Repeat2 size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
            onClick={() =>
              isOver
                ? reuse.attempt("Something went wrong.", async () => props.onReuse(generation))
                : props.onWatch(generation)
            }
          >
            {isOver ? "Use again" : "Watch"}
          </Button>
          {props.lineage}
        </>
      }
      status={copied}
      problem={problem ?? favourite.problem ?? reuse.problem ?? pack.problem}
    />
  );
}

function nicheLabel(value: string): string {
  return niches.find((niche) => niche.value === value)?.label ?? value;
}

function FailureReason({ generation }: { generation: Generation }) {
  if (generation.stage !== "failed") return null;
  const { text, detail } = failureOfRun(generation);
  return (
    <p className={css.reason}>
      {text}
      <span>{detail}</span>
    </p>
  );
}

/** The kept one with the other set into it, or a plate with the title where there are none (yet). */
function GenerationPictures(props: {
  generation: Generation;
  title: string;
  isFirst?: boolean | undefined;
  onEnlarge: GenerationActions["onEnlarge"];
}) {
  const { generation, title } = props;
  if (generation.stage !== "done") {
    const isFailed = generation.stage === "failed";
    return (
      <>
        <TitleCard title={title} look={knownStyle(generation.style)} heating={!isFailed} />
        <Badge className={css.stage} variant="filled" color={isFailed ? "red" : "accent"}>
          {isFailed ? "Failed" : "In progress"}
        </Badge>
      </>
    );
  }
  return keptFirst(generation).map((image, at) => (
    <button
      key={image.url}
      type="button"
      className={at === 0 ? css.picture : `${css.picture} ${css.inset}`}
      aria-label={`View thumbnail ${image.position} for ${title} large`}
      onClick={() => props.onEnlarge({ ...generation, title }, image.position)}
    >
      <ThumbnailImage
        image={image}
        sizes={at === 0 ? "(width >= 768px) 320px, 92vw" : "(width >= 768px) 200px, 60vw"}
        alt=""
        load={props.isFirst && at === 0 ? "first" : "near"}
      />
    </button>
  ));
}
