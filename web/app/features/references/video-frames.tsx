import { useEffect, useState } from "react";
import { startOf } from "#contract/plain-text.ts";
import { readVideo, type Still } from "#web/features/references/read-video.ts";
import { nameOf } from "#web/features/references/use-new-pictures.ts";
import css from "#web/features/references/video-frames.module.css";
import { Button } from "#web/ui/elements/button.tsx";
import { isolated } from "#web/ui/isolated.ts";

type Shown = Still & { url: string };
type State =
  | { kind: "reading"; share: number }
  | { kind: "failed"; text: string }
  | { kind: "found"; stills: Shown[]; duration: number };

/** The frames of a video that are worth to be chosen. The video itself stays on the device. */
export function VideoFrames(props: {
  file: File;
  onChoose: (picture: Blob, name: string) => void;
  onClose: () => void;
}) {
  const { file, onClose } = props;
  const [chosen, setChosen] = useState<number[]>([]);
  const state = useFrames(file);
  const name = startOf(nameOf(file), 85);
  return (
    <section className={css.frames} aria-label={`Frames of ${file.name}`}>
      <div role="status">
        {state.kind === "reading" && (
          <p>Looking through “{file.name}” for its best frames. It stays on your device.</p>
        )}
        {state.kind === "found" && (
          <p>
            {state.stills.length === 1 ? "One frame" : `${state.stills.length} frames`} of “{file.name}”.
            Choose what is to become a picture.
          </p>
        )}
      </div>
      {state.kind === "reading" && (
        <progress
          className={css.progress}
          value={state.share}
          max={1}
          aria-label="Looking through the video"
        />
      )}
      {state.kind === "failed" && (
        <p role="alert" className={css.problem}>
          {state.text}
        </p>
      )}
      {state.kind === "found" && (
        <ul className={css.stills}>
          {state.stills.map(({ at, url, picture }) => {
            const time = timeText(at, state.duration);
            return (
              <li key={at}>
                <button
                  type="button"
                  className={css.still}
                  aria-label={`Use the frame at ${time}`}
                  aria-disabled={chosen.includes(at) || undefined}
                  onClick={() => {
                    if (chosen.includes(at)) return;
                    setChosen([...chosen, at]);
                    props.onChoose(picture, `${name} at ${time}`);
                  }}
                >
                  <img src={url} alt="" />
                  <span className={css.time}>{chosen.includes(at) ? `${time}, chosen` : time}</span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
      <Button size="sm" variant="default" className={css.close} onClick={onClose}>
        {state.kind === "reading" ? "Cancel" : "Close"}
      </Button>
    </section>
  );
}

function useFrames(file: File): State {
  const [state, setState] = useState<State>({ kind: "reading", share: 0 });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const urls: string[] = [];
    readVideo(file, { signal, onProgress: (share) => signal.aborted || setState({ kind: "reading", share }) })
      .then((found) => {
        if (signal.aborted) return;
        if ("refusal" in found) return setState({ kind: "failed", text: found.refusal });
        const stills = found.stills.map((still) => ({ ...still, url: URL.createObjectURL(still.picture) }));
        urls.push(...stills.map(({ url }) => url));
        setState({ kind: "found", stills, duration: found.duration });
      })
      .catch(() => {
        if (!signal.aborted)
          setState({ kind: "failed", text: `“${isolated(file.name)}” could not be looked through.` });
      });
    return () => {
      controller.abort();
      for (const url of urls) URL.revokeObjectURL(url);
    };
  }, [file]);
  return state;
}

/** As players say it; with tenths where many are of one second. */
function timeText(at: number, duration: number): string {
  const minutes = Math.floor(at / 60);
  const seconds = at - 60 * minutes;
  const text = duration < 60 ? seconds.toFixed(1) : String(Math.floor(seconds));
  const [whole = "", tenths] = text.split(".");
  return `${minutes}:${whole.padStart(2, "0")}${tenths ? `.${tenths}` : ""}`;
}
