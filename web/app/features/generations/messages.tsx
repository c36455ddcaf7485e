import { CircleAlert, CircleCheck, Info } from "lucide-react";
import type { ReactNode } from "react";
import type { Generation } from "#contract/generations.ts";
import { Alert } from "#web/ui/elements/alert.tsx";

/** "45 s", "1 min 5 s". */
export function durationText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const rest = seconds % 60;
  return `${Math.floor(seconds / 60)} min${rest ? ` ${rest} s` : ""}`;
}

export type Act = "edit-prompt" | "retry" | "back";

/** What a message offers as its button. */
export type NextStep = { label: string; to: string } | { label: string; act: Act; afterSeconds?: number };

export const seePackages: NextStep = { label: "See the packages", to: "/user/select-package" };

export type Message = {
  kind: "error" | "success" | "info";
  text: string;
  detail?: string;
  /** What may help, and the way on. */
  advice?: string;
  next?: NextStep;
};

export const nothingCharged = "Nothing was charged.";

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

/** Why a generation made no thumbnails, and what became of the credit. */
export const failureOfRun = ({ kind, error, refunded }: Partial<Generation>): Message => ({
  kind: "error",
  text: `Error: ${error ?? "No image was generated from the API response"}`,
  detail:
    kind === "retake"
      ? "Nothing was charged, and the free take can still be had."
      : `${refunded ? "Your credit has been returned. " : ""}${nothingCharged}`,
});

const looks = {
  error: { color: "red", Icon: CircleAlert },
  success: { color: "green", Icon: CircleCheck },
  info: { color: "accent", Icon: Info },
} as const;

/**
 * Red for an error, green for a success. An error is announced when it appears, all else by the status that it is put
 * into. `children` lead on.
 */
export function MessageBanner(props: { message: Message; onClose?: () => void; children?: ReactNode }) {
  const { message, onClose } = props;
  const failed = message.kind === "error";
  const { color, Icon } = looks[message.kind];
  return (
    <Alert
      role={failed ? "alert" : undefined}
      color={color}
      icon={<Icon size={20} aria-hidden />}
      {...(onClose ? { onClose, closeButtonLabel: "Dismiss" } : {})}
    >
      <strong>{message.text}</strong>
      {message.detail && <div>{message.detail}</div>}
      {message.advice && <div>{message.advice}</div>}
      {props.children}
    </Alert>
  );
}
