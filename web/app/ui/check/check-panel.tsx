import { useState } from "react";
import type { Finding } from "#drawing/check/finding.ts";
import type { About, Candidate } from "#web/ui/check/candidate.ts";
import css from "#web/ui/check/check-panel.module.css";
import { type CheckState, type Theme, useStateInUrl, useStateInView } from "#web/ui/check/check-state.ts";
import { Controls } from "#web/ui/check/controls.tsx";
import { type FixOf, Marks } from "#web/ui/check/marks.tsx";
import { PlaceView } from "#web/ui/check/places.tsx";

interface CheckProps {
  candidates: readonly Candidate[];
  /** What was measured of both together. */
  alike?: Finding | null;
  about: About;
  onAbout: (about: About) => void;
  fixOf?: FixOf;
}

/**
 * How one thumbnail, or two, will look where they are seen, and what a machine can say of them. It asks no server and
 * promises no clicks. Where and how they are shown is in the address.
 */
export function CheckPanel(props: CheckProps) {
  const [state, set] = useStateInUrl();
  return <Panel {...props} state={state} set={set} />;
}

/** The same in a dialog, which no address opens. */
export function CheckPanelInView(props: CheckProps) {
  const [state, set] = useStateInView();
  return <Panel {...props} state={state} set={set} />;
}

function Panel(props: CheckProps & { state: CheckState; set: (next: Partial<CheckState>) => void }) {
  const { candidates, about, state, set } = props;
  const [pageTheme] = useState(themeOfPage);
  const theme = state.theme ?? pageTheme;
  const shown = {
    ...about,
    title: about.title.trim() || "Your title",
    channel: about.channel.trim() || "Your channel",
  };
  return (
    <div className={css.check}>
      <Marks
        candidates={candidates}
        alike={props.alike ?? null}
        {...(props.fixOf ? { fixOf: props.fixOf } : {})}
      />
      <Controls state={state} theme={theme} onChange={set} about={about} onAbout={props.onAbout} />
      <PlaceView state={state} theme={theme} candidates={candidates} about={shown} />
      <p className={css.note}>The other videos are invented.</p>
    </div>
  );
}

function themeOfPage(): Theme {
  const chosen = document.documentElement.dataset.colorScheme;
  if (chosen === "light" || chosen === "dark") return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
