import { useEffect, useState } from "react";
import { Link } from "react-router";
import type { Generation } from "#contract/generations.ts";
import { ApiError, hasCode } from "#web/api/client.ts";
import { mayBeDone } from "#web/api/same-request.ts";
import {
  type Act,
  durationText,
  failureOfRun,
  type Message,
  messages,
  type NextStep,
  nothingCharged,
  seePackages,
} from "#web/features/generations/messages.tsx";
import { adviceFor, adviceForChange, tryAgain } from "#web/features/generations/next-steps.ts";
import { wayToCredits } from "#web/features/shell/may-buy.ts";
import { useViewer } from "#web/features/shell/viewer.ts";
import { Button } from "#web/ui/elements/button.tsx";

const mayHaveBegun =
  "It may have begun all the same: then it is shown here in a moment. Pressed again with nothing changed, it is never charged twice.";

/** The refusals whose sentence says all, as the screen documents most word by word; they stand without 'Error: ' in front. */
const plainCodes = new Set(["TITLE_REQUIRED", "INSUFFICIENT_CREDITS", "COST_CHANGED", "NO_KEYS"]);

/** The server's sentence says what was taken and when it goes on. */
function spendingLimit(error: unknown): Message | null {
  if (!hasCode(error, "SPENDING_LIMIT")) return null;
  return { kind: "error", text: error.message, advice: "If you need it sooner, write to us by Support." };
}

/**
 * Why a generation did not start, as far as is known. Where it may have started, the next try with the same words finds it;
 * the form's own button has other words than a run of a picture.
 */
export function startFailed(error: unknown, isOfPicture: boolean): Message {
  const limited = spendingLimit(error);
  // The owner may have raised it meanwhile.
  if (limited) return { ...limited, next: tryAgain };
  if (!(error instanceof ApiError)) return { kind: "error", text: "Error: Failed to deduct credits" };
  if (plainCodes.has(error.code)) {
    const next = {
      INSUFFICIENT_CREDITS: seePackages,
      COST_CHANGED: tryAgain,
      NO_KEYS: adviceFor("no-keys", error.retryAfterSeconds).next,
    }[error.code];
    return { kind: "error", text: error.message, detail: nothingCharged, ...(next ? { next } : {}) };
  }
  if (error.status === 0) {
    return {
      kind: "error",
      text: `Error: ${error.message}`,
      detail: `Press ${isOfPicture ? "Try again" : "Generate Thumbnails again"} once you are back online. The same run is never charged twice.`,
      next: tryAgain,
    };
  }
  if (!mayBeDone(error)) return { kind: "error", text: `Error: ${error.message}`, detail: nothingCharged };
  const said = error.code === "INTERNAL" ? "Failed to deduct credits" : error.message;
  return { kind: "error", text: `Error: ${said}`, detail: mayHaveBegun, next: tryAgain };
}

/** Why a generation made no thumbnails, and the way on. */
export function generationFailed(generation: Partial<Generation>): Message {
  const { kind = "new", reason, retryAfterSeconds } = generation;
  const failure = failureOfRun(generation);
  if (kind === "retake") return { ...failure, next: tryAgain };
  return {
    ...failure,
    ...(kind === "new" ? adviceFor(reason, retryAfterSeconds) : adviceForChange(generation)),
  };
}

export function enhanceFailed(error: unknown): Message {
  const limited = spendingLimit(error);
  if (limited) return limited;
  if (hasCode(error, "NO_KEYS")) return messages.noKeys;
  const message =
    error instanceof Error && error.message ? error.message : "No enhancement received from API";
  const text = `Error enhancing prompt: ${message}`;
  if (hasCode(error, "INSUFFICIENT_CREDITS")) return { kind: "error", text, next: seePackages };
  return { kind: "error", text, detail: nothingCharged };
}

/** What a message offers. `onNext` does what it says. */
export function NextButton({ next, onNext }: { next: NextStep; onNext: (act: Act) => void }) {
  const { user } = useViewer();
  const wait = useCountdown("act" in next ? (next.afterSeconds ?? 0) : 0);
  const look = { variant: "default", size: "sm", mt: "xs" } as const;
  if ("to" in next) {
    const { to, label } = next === seePackages ? wayToCredits(user, next.label) : next;
    return (
      <Button component={Link} to={to} {...look}>
        {label}
      </Button>
    );
  }
  return (
    <Button {...look} off={wait > 0} onClick={() => onNext(next.act)}>
      {next.label}
      {/* The banner is announced as a whole whenever its words change. */}
      {wait > 0 && <span aria-hidden>&nbsp;in {durationText(wait)}</span>}
    </Button>
  );
}

/** Seconds left, down to 0; by the clock, since a tab in the background gets its timers late. */
function useCountdown(seconds: number): number {
  const [end] = useState(() => Date.now() + seconds * 1000);
  const [left, setLeft] = useState(seconds);
  const over = left === 0;
  useEffect(() => {
    if (over) return;
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000))), 1000);
    return () => clearInterval(timer);
  }, [end, over]);
  return left;
}
