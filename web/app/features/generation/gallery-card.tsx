import { Badge, Button } from "@mantine/core";
import { Eye, Repeat2, Trash2 } from "lucide-react";
import { niches } from "#contract/generation-options.ts";
import css from "#web/features/generation/gallery-card.module.css";
import { lookOf } from "#web/features/generation/look.ts";
import { runFailed } from "#web/features/generation/messages.ts";
import { isFinished, type Run } from "#web/features/generation/run.ts";
import { TitlePlate } from "#web/features/generation/title-plate.tsx";
import { Day } from "#web/ui/day.tsx";

function nicheLabel(value: string): string {
  return niches.find((niche) => niche.value === value)?.label ?? value;
}

/** One past or present run of the person's own. */
export function GalleryCard(props: {
  run: Run;
  onEnlarge: (run: Run, position: number) => void;
  onWatch: (run: Run) => void;
  onReuse: (run: Run) => void;
  onDelete: (run: Run) => void;
}) {
  const { run } = props;
  const failure = runFailed(run);
  return (
    <article className={css.card} aria-label={run.title}>
      <RunPictures run={run} onEnlarge={props.onEnlarge} />
      <div className={css.text}>
        <h3 className={css.title}>{run.title}</h3>
        <p className={css.meta}>
          {nicheLabel(run.niche)}, {run.style} · <Day at={run.createdAt} />
        </p>
        {run.stage === "failed" && (
          <p className={css.reason}>
            {failure.text}
            <span>{failure.detail}</span>
          </p>
        )}
      </div>
      <div className={css.actions}>
        {isFinished(run) ? (
          <>
            <Button
              size="sm"
              variant="default"
              leftSection={<Repeat2 size={16} aria-hidden />}
              onClick={() => props.onReuse(run)}
            >
              Use again
            </Button>
            <Button
              size="sm"
              variant="subtle"
              color="gray"
              leftSection={<Trash2 size={16} aria-hidden />}
              onClick={() => props.onDelete(run)}
            >
              Delete
            </Button>
          </>
        ) : (
          <Button
            size="sm"
            variant="default"
            leftSection={<Eye size={16} aria-hidden />}
            onClick={() => props.onWatch(run)}
          >
            Watch
          </Button>
        )}
      </div>
    </article>
  );
}

/** Both pictures side by side, or a plate with the title where there are none (yet). */
function RunPictures({ run, onEnlarge }: { run: Run; onEnlarge: (run: Run, position: number) => void }) {
  if (run.stage !== "done") {
    return (
      <div className={css.pictures} data-single>
        <TitlePlate title={run.title} look={lookOf(run.style)} heating={!isFinished(run)} wide />
        <Badge className={css.stage} variant="filled" color={run.stage === "failed" ? "red" : "accent"}>
          {run.stage === "failed" ? "Failed" : "In progress"}
        </Badge>
      </div>
    );
  }
  return (
    <div className={css.pictures}>
      {run.images.map((image, index) => (
        <button
          key={image.url}
          type="button"
          className={css.picture}
          aria-label={`View thumbnail ${index + 1} for ${run.title} large`}
          onClick={() => onEnlarge(run, index + 1)}
        >
          <img src={image.url} width={1280} height={720} alt="" loading="lazy" decoding="async" />
        </button>
      ))}
    </div>
  );
}
