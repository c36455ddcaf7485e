import { useEffect, useState } from "react";
import { isFinished, type Run } from "#web/features/generation/run.ts";

/** Whole seconds since `from` (milliseconds since 1970), counted on while `running`. */
export function useElapsed(from: number, running: boolean): number {
  const [now, setNow] = useState(from);
  useEffect(() => {
    if (!running) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [running]);
  return Math.max(0, Math.floor((now - from) / 1000));
}

export interface Begin {
  id: string;
  /** By the browser's own clock, however wrong, in milliseconds since 1970. */
  at: number;
}

/**
 * When a run began, reckoned back from how long it has run by the server's clock. An answer that was kept for a while
 * makes it seem later than it was, so that the earliest of what was reckoned counts.
 */
export function beginOf(run: Pick<Run, "id" | "runningSeconds">, known: Begin | null, now: number): Begin {
  const at = now - (run.runningSeconds ?? 0) * 1000;
  return known?.id === run.id && known.at <= at ? known : { id: run.id, at };
}

/** When the run that is shown began; the click's own moment where there is one. */
export function useBegin(run: Run | undefined, clickedAt: number | null): number {
  const [begin, setBegin] = useState<Begin | null>(null);
  useEffect(() => {
    if (run && !isFinished(run)) setBegin((known) => beginOf(run, known, Date.now()));
  }, [run]);
  return clickedAt ?? (begin && begin.id === run?.id ? begin.at : Date.now());
}

/** "45 s", "1 min 5 s". */
export function durationText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const rest = seconds % 60;
  return `${Math.floor(seconds / 60)} min${rest ? ` ${rest} s` : ""}`;
}

/**
 * How far a run seems to be, 0 to 1: straight to nine tenths at the usual time, then ever slower, so that a long
 * run never looks finished.
 */
export function apparentProgress(seconds: number, usualSeconds: number): number {
  const share = seconds / Math.max(1, usualSeconds);
  return share <= 1 ? 0.9 * share : 1 - 0.1 / share;
}
