import { Alert, Anchor } from "@mantine/core";
import { CircleAlert, CircleCheck, Info } from "lucide-react";
import { Link } from "react-router";
import { ApiError } from "#web/api/client.ts";

export type Message = {
  kind: "error" | "success" | "info";
  text: string;
  detail?: string;
  /** The way on. */
  link?: { to: string; label: string };
};

const nothingCharged = "Nothing was charged.";
const creditReturned = "Your credit has been returned. Nothing was charged.";

/** The refusals that the screen documents word by word; they stand without 'Error: ' in front. */
const plainCodes = new Set(["TITLE_REQUIRED", "INSUFFICIENT_CREDITS", "NO_KEYS"]);

export const messages = {
  generated: { kind: "success", text: "Youtube Thumbnails generated successfully!" },
  enhanced: { kind: "success", text: "Prompt enhanced successfully!" },
  titleRequired: { kind: "error", text: "Video title is required" },
  promptRequired: { kind: "error", text: "Please enter a custom prompt to enhance" },
  redirecting: { kind: "info", text: "Redirecting to payment page..." },
  noKeys: { kind: "error", text: "No API keys available. Please try again later." },
} as const satisfies Record<string, Message>;

export function insufficientCredits(cost: number): string {
  return `Insufficient credits. You need at least ${cost} credits to generate two thumbnails.`;
}

/** Why a generation did not start. Where no answer came it may have started, and the next try will find it. */
export function startFailed(error: unknown): Message {
  if (!(error instanceof ApiError)) return { kind: "error", text: "Error: Failed to deduct credits" };
  if (plainCodes.has(error.code)) return { kind: "error", text: error.message, detail: nothingCharged };
  if (error.code === "NETWORK") {
    return {
      kind: "error",
      text: `Error: ${error.message}`,
      detail:
        "Press Generate Thumbnails again once you are back online. The same run is never charged twice.",
    };
  }
  const text = error.status >= 500 ? "Failed to deduct credits" : error.message;
  return { kind: "error", text: `Error: ${text}`, detail: nothingCharged };
}

/** Why a generation made no thumbnails. */
export function generationFailed(generation: {
  error?: string | null | undefined;
  refunded?: boolean | undefined;
}): Message {
  return {
    kind: "error",
    text: `Error: ${generation.error ?? "No image was generated from the API response"}`,
    detail: generation.refunded ? creditReturned : nothingCharged,
  };
}

export function enhanceFailed(error: unknown): Message {
  if (error instanceof ApiError && error.code === "NO_KEYS") return messages.noKeys;
  const message =
    error instanceof Error && error.message ? error.message : "No enhancement received from API";
  const text = `Error enhancing prompt: ${message}`;
  if (error instanceof ApiError && error.code === "INSUFFICIENT_CREDITS")
    return { kind: "error", text, link: { to: "/user/select-package", label: "See the packages" } };
  return { kind: "error", text, detail: nothingCharged };
}

const looks = {
  error: { color: "red", Icon: CircleAlert },
  success: { color: "green", Icon: CircleCheck },
  info: { color: "accent", Icon: Info },
};

/** Red for an error, green for a success. Announced when it appears. */
export function MessageBanner({ message, onClose }: { message: Message; onClose?: () => void }) {
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
      {message.link && (
        <div>
          <Anchor component={Link} to={message.link.to} c="inherit" underline="always">
            {message.link.label}
          </Anchor>
        </div>
      )}
    </Alert>
  );
}
