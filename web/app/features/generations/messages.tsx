import { CircleAlert, CircleCheck, Info } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import type { Generation } from "#contract/generations.ts";
import { ApiError } from "#web/api/client.ts";
import { mayBeDone } from "#web/api/same-request.ts";
import { adviceFor, type NextStep, seePackages, tryAgain } from "#web/features/generations/next-steps.ts";
import { wayToCredits } from "#web/features/shell/may-buy.ts";
import { useViewer } from "#web/features/shell/viewer.ts";
import { Alert } from "#web/ui/elements/alert.tsx";
import { Button } from "#web/ui/elements/button.tsx";

/** "45 s", "1 min 5 s". */
export function durationText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const rest = seconds % 60;
  return `${Math.floor(seconds / 60)} min${rest ? ` ${rest} s` : ""}`;
}

export type Message = {
  kind: "error" | "success" | "info";
  text: string;
  detail?: string;
  /** What may help, and the way on. */
  advice?: string;
  next?: NextStep;
};

const nothingCharged = "Nothing was charged.";
const mayHaveBegun =
  "It may have begun all the same: then it is shown here in a moment. Pressed again with nothing changed, it is never charged twice.";
const stillFree = "Nothing was charged, and the free take can still be had.";
const creditReturned = "Your credit has been returned. Nothing was charged.";

/** The refusals whose sentence says all, as the screen documents most word by word; they stand without 'Error: ' in front. */
const plainCodes = new Set(["TITLE_REQUIRED", "INSUFFICIENT_CREDITS", "COST_CHANGED", "NO_KEYS"]);

/** The server's sentence says what was taken and when it goes on. */
function spendingLimit(error: unknown): Message | null {
  if (!(error instanceof ApiError) || error.code !== "SPENDING_LIMIT") return null;
  return { kind: "error", text: error.message, advice: "If you need it sooner, write to us by Support." };
}

export const messages = {
  generated: { kind: "success", text: "Youtube Thumbnails generated successfully!" },
  enhanced: { kind: "success", text: "Prompt enhanced successfully!" },
  notTaken: { kind: "info", text: "The form has another enhanced prompt by now." },
  titleRequired: { kind: "error", text: "Video title is required" },
  videoLink: { kind: "error", text: "This is the link of a video. Use it, or type the title." },
  otherLink: { kind: "error", text: "A link is no title. Type one, or paste the link of a video." },
  promptRequired: { kind: "error", text: "Please enter a custom prompt to enhance" },
  redirecting: { kind: "info", text: "Redirecting to payment page..." },
  notLoaded: { kind: "error", text: "Something went wrong. Please try again." },
  noKeys: { kind: "error", text: "No API keys available. Please try again later." },
} as const satisfies Record<string, Message>;

/** Why a generation did not start, as far as is known. Where it may have started, the next try with the same words finds it. */
export function startFailed(error: unknown): Message {
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
      detail:
        "Press Generate Thumbnails again once you are back online. The same run is never charged twice.",
      next: tryAgain,
    };
  }
  if (!mayBeDone(error)) return { kind: "error", text: `Error: ${error.message}`, detail: nothingCharged };
  const said = error.code === "INTERNAL" ? "Failed to deduct credits" : error.message;
  return { kind: "error", text: `Error: ${said}`, detail: mayHaveBegun, next: tryAgain };
}

/** Why a generation made no thumbnails. */
export function generationFailed(generation: {
  kind?: Generation["kind"];
  error?: string | null | undefined;
  refunded?: boolean | undefined;
  reason?: string | undefined;
  retryAfterSeconds?: number | undefined;
}): Message {
  const text = `Error: ${generation.error ?? "No image was generated from the API response"}`;
  if (generation.kind === "retake") return { kind: "error", text, detail: stillFree, next: tryAgain };
  return {
    kind: "error",
    text,
    detail: generation.refunded ? creditReturned : nothingCharged,
    ...adviceFor(generation.reason, generation.retryAfterSeconds),
  };
}

export function enhanceFailed(error: unknown): Message {
  const limited = spendingLimit(error);
  if (limited) return limited;
  if (error instanceof ApiError && error.code === "NO_KEYS") return messages.noKeys;
  const message =
    error instanceof Error && error.message ? error.message : "No enhancement received from API";
  const text = `Error enhancing prompt: ${message}`;
  if (error instanceof ApiError && error.code === "INSUFFICIENT_CREDITS")
    return { kind: "error", text, next: seePackages };
  return { kind: "error", text, detail: nothingCharged };
}

const looks = {
  error: { color: "red", Icon: CircleAlert },
  success: { color: "green", Icon: CircleCheck },
  info: { color: "accent", Icon: Info },
} as const;

/** Red for an error, green for a success. Announced when it appears. `onNext` does what its button says. */
export function MessageBanner(props: {
  message: Message;
  onClose?: () => void;
  onNext?: (act: "edit-prompt" | "retry") => void;
}) {
  const { message, onClose, onNext } = props;
  const failed = message.kind === "error";
  const { color, Icon } = looks[message.kind];
  return (
    <Alert
      role={failed ? "alert" : "status"}
      color={color}
      icon={<Icon size={20} aria-hidden />}
      {...(onClose ? { withCloseButton: true, onClose, closeButtonLabel: "Dismiss" } : {})}
    >
      <strong>{message.text}</strong>
      {message.detail && <div>{message.detail}</div>}
      {message.advice && <div>{message.advice}</div>}
      {message.next && <NextButton next={message.next} onNext={onNext} />}
    </Alert>
  );
}

function NextButton({
  next,
  onNext,
}: {
  next: NextStep;
  onNext: ((act: "edit-prompt" | "retry") => void) | undefined;
}) {
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
    <Button
      {...look}
      {...(wait > 0 ? { "aria-disabled": true, "data-disabled": true } : {})}
      onClick={() => wait === 0 && onNext?.(next.act)}
    >
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
