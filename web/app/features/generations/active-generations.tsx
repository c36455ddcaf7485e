import { Check, CircleAlert } from "lucide-react";
import type { Generation } from "#contract/generations.ts";
import css from "#web/features/generations/active-generations.module.css";
import { isFinished } from "#web/features/generations/follow-generation.ts";
import { durationText } from "#web/features/generations/messages.tsx";
import { keptFirst, ThumbnailImage } from "#web/features/generations/thumbnail-image.tsx";
import { knownStyle, TitleCard } from "#web/features/generations/title-card.tsx";

/** The person's other runs: each has its place, shows its picture once that is there, and can be gone back to. */
export function ActiveGenerations(props: {
  places: Generation[];
  onWatch: (generation: Generation) => void;
}) {
  const { places } = props;
  const ended = places.filter(isFinished);
  return (
    <>
      {places.length > 0 && (
        <ul className={css.places} aria-label="Your other runs">
          {places.map((generation) => (
            <li key={generation.id}>
              <button type="button" className={css.place} onClick={() => props.onWatch(generation)}>
                <Picture generation={generation} />
                <span className={css.text}>
                  <span className={css.title}>{generation.title}</span>
                  <State generation={generation} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="visually-hidden" role="status">
        {ended.map(({ title, stage }) => `“${title}” ${stage === "done" ? "is ready" : "failed"}. `)}
      </p>
    </>
  );
}

function Picture({ generation }: { generation: Generation }) {
  const [image] = keptFirst(generation);
  return (
    <span className={css.picture}>
      {image ? (
        <ThumbnailImage image={image} sizes="96px" alt="" />
      ) : (
        <TitleCard
          title={generation.title}
          look={knownStyle(generation.style)}
          heating={!isFinished(generation)}
        />
      )}
    </span>
  );
}

function State({ generation: { stage, runningSeconds } }: { generation: Generation }) {
  if (stage === "done") {
    return (
      <span className={css.state} data-kind="done">
        <Check size={14} aria-hidden /> Ready
      </span>
    );
  }
  if (stage === "failed") {
    return (
      <span className={css.state} data-kind="failed">
        <CircleAlert size={14} aria-hidden /> Failed
      </span>
    );
  }
  return (
    <span className={css.state}>
      {stage === "queued" ? "Waiting" : "Drawing"}, {durationText(Math.round(runningSeconds ?? 0))}
    </span>
  );
}
