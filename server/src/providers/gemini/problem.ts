import { z } from "zod";
import { parseJson } from "#server/platform/read-body.ts";

/** How a call ended where it brought no answer. */
export type CallFault = "timeout" | "unreachable" | "too-large" | "aborted";

/** Why a call brought nothing, in words that may be shown: free of keys, addresses and the provider's own text. */
export interface Problem {
  message: string;
  /** Short and stable, for statistics: "safety", "rate-limit", "timeout" and so on. */
  reason: string;
  /** How long to leave the key alone: at this model, whose quota is used up, or at all of them where it was refused. */
  cooldown?: { seconds: number; refused: boolean };
}

export type Read<Value> = { value: Value } | { problem: Problem };

const defaultCooldownSeconds = 60;
const refusedCooldownSeconds = 10 * 60;
const longestCooldownSeconds = 24 * 3_600;

const detail = z.looseObject({
  reason: z.string().optional().catch(undefined),
  retryDelay: z.string().optional().catch(undefined),
  violations: z
    .array(z.looseObject({ quotaId: z.string().optional().catch(undefined) }))
    .optional()
    .catch(undefined),
});
const errorAnswer = z.looseObject({
  error: z.looseObject({
    status: z.string().optional().catch(undefined),
    message: z.string().optional().catch(undefined),
    details: z.array(detail).optional().catch(undefined),
  }),
});

const reasons: Record<number, [reason: string, words: string]> = {
  400: ["invalid-request", "the request was refused"],
  404: ["model-not-found", "the model was not found"],
  429: ["rate-limit", "too many requests"],
  500: ["provider-error", "the service had an internal error"],
  502: ["provider-error", "the service could not be reached behind its gateway"],
  503: ["overloaded", "the service is overloaded"],
  504: ["timeout", "the service took too long"],
};

/** Reads an answer other than 200. Its body counts only for what is known of it; none of its text is passed on. */
export function problemOfAnswer(status: number, body: Buffer): Problem {
  const error = readError(body);
  const cooldown = { seconds: refusedCooldownSeconds, refused: true };
  if (status === 401 || status === 403 || isInvalidKey(error))
    return { message: apiError(status, "the API key was refused"), reason: "key-refused", cooldown };
  // Its project has no billing, or the server stands where the service is not offered.
  if (error?.status === "FAILED_PRECONDITION")
    return { message: apiError(status, "the API key cannot be used here"), reason: "key-refused", cooldown };
  if (status === 429) return exhausted(error, new Date());
  const [reason, words] = reasons[status] ?? ["unexpected-answer", "the answer was not understood"];
  return { message: apiError(status, words), reason };
}

function exhausted(error: ErrorDetails, now: Date): Problem {
  const details = error?.details ?? [];
  const isQuota = details.some(({ violations }) => violations?.length);
  // Google has no code of its own for it, and no details: https://ai.google.dev/gemini-api/docs/billing
  if (!isQuota && /prepayment credits|spending cap/i.test(error?.message ?? ""))
    return {
      message: apiError(429, "the key's Google project has no balance left, or has reached its spending cap"),
      reason: "billing",
      cooldown: { seconds: refusedCooldownSeconds, refused: true },
    };
  const perDay = details.some(({ violations }) =>
    violations?.some(({ quotaId }) => /per.?day/i.test(quotaId ?? "")),
  );
  if (perDay) {
    const cooldown = { seconds: (nextPacificMidnight(now).getTime() - now.getTime()) / 1000, refused: false };
    return { message: apiError(429, "the day's quota is used up"), reason: "daily-quota", cooldown };
  }
  const delay = details.map(({ retryDelay }) => secondsOf(retryDelay)).find((seconds) => seconds !== null);
  const cooldown = {
    seconds: Math.min(delay ?? defaultCooldownSeconds, longestCooldownSeconds),
    refused: false,
  };
  return { message: apiError(429, "too many requests"), reason: "rate-limit", cooldown };
}

/** A protobuf duration such as "7s" or "3.5s". */
function secondsOf(duration: string | undefined): number | null {
  const match = /^(\d+(?:\.\d+)?)s$/.exec(duration ?? "");
  return match ? Number(match[1]) : null;
}

type ErrorDetails = z.output<typeof errorAnswer>["error"] | null;

function readError(body: Buffer): ErrorDetails {
  // Some of Google's gateways wrap the error in a list.
  const read = parseJson(body);
  return errorAnswer.safeParse(Array.isArray(read) ? read[0] : read).data?.error ?? null;
}

function isInvalidKey(error: ErrorDetails): boolean {
  if (error?.details?.some(({ reason }) => reason === "API_KEY_INVALID")) return true;
  return /api key (not valid|expired|not found)/i.test(error?.message ?? "");
}

function apiError(status: number, words: string): string {
  return `API Error: ${status} - ${words}`;
}

const faults: Record<CallFault, Problem> = {
  timeout: { message: "The AI service did not answer in time.", reason: "timeout" },
  unreachable: { message: "The AI service could not be reached.", reason: "unreachable" },
  "too-large": { message: "The AI service sent too large an answer.", reason: "unreadable-answer" },
  aborted: { message: "The run was stopped.", reason: "aborted" },
};

export function problemOfFault(fault: CallFault): Problem {
  return faults[fault];
}

export const unreadableAnswer: Problem = {
  message: "The AI service sent an answer that could not be read.",
  reason: "unreadable-answer",
};

/**
 * Google's reasons for an answer of 200 without content, in words for a person:
 * https://ai.google.dev/api/generate-content#FinishReason
 */
export const refusals: Record<string, [reason: string, words: string]> = {
  SAFETY: ["safety", "the safety filter blocked it"],
  IMAGE_SAFETY: ["safety", "the safety filter blocked the picture"],
  BLOCKLIST: ["safety", "a blocked word was found"],
  SPII: ["safety", "it seems to hold personal data"],
  PROHIBITED_CONTENT: ["prohibited", "the content is prohibited"],
  IMAGE_PROHIBITED_CONTENT: ["prohibited", "the content is prohibited"],
  RECITATION: ["recitation", "it came too close to an existing work"],
  IMAGE_RECITATION: ["recitation", "it came too close to an existing work"],
  LANGUAGE: ["language", "the language is not supported"],
  MAX_TOKENS: ["max-tokens", "the answer grew too long"],
  NO_IMAGE: ["no-image", "the model drew no picture"],
};

/** Of a Problem whose answer was charged although it brought nothing, and that the prompt brought about. */
export const refusalReasons = [...new Set(Object.values(refusals).map(([reason]) => reason))];

const clock = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/Los_Angeles",
  hourCycle: "h23",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
});
const hour = 3_600_000;

/** The next midnight in Pacific time, when per-day quotas reset: https://ai.google.dev/gemini-api/docs/rate-limits */
export function nextPacificMidnight(now: Date): Date {
  const { hours, minutes, seconds } = pacificTime(now);
  const untilMidnight = 24 * hour - ((hours * 60 + minutes) * 60 + seconds) * 1000 - now.getMilliseconds();
  const guess = new Date(now.getTime() + untilMidnight);
  // On the two days when the clocks change, the guess is an hour off.
  const landed = pacificTime(guess).hours;
  if (landed === 23) return new Date(guess.getTime() + hour);
  if (landed === 1) return new Date(guess.getTime() - hour);
  return guess;
}

function pacificTime(moment: Date): { hours: number; minutes: number; seconds: number } {
  const parts = Object.fromEntries(
    clock.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
  );
  return { hours: parts.hour!, minutes: parts.minute!, seconds: parts.second! };
}
