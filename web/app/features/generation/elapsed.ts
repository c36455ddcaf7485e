import { useEffect, useState } from "react";

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
