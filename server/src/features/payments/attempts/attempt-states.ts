import type { AttemptRow, AttemptState } from "./attempts.repository.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** After so long an attempt that was not approved has ended; PayPal forgets its order as well. */
const attemptLifetimeMs = 3 * hour;

/** How long the shop goes on asking about a payment that may have been made. */
const pollingLimitMs = 35 * 24 * hour;

/** So many looks at one state are 40 s apart: ten minutes. */
export const fastChecks = 15;

const day = 24 * hour;

/** PayPal takes a payment back, or lets it be disputed, for so long. */
export const reversibleMs = 180 * day;

/** When PayPal is asked again what became of money that is in: once a day while it can go back. */
export function nextCaptureCheck(fulfilledAt: Date, now = new Date()): Date | null {
  return now.getTime() - fulfilledAt.getTime() > reversibleMs ? null : new Date(now.getTime() + day);
}

export function hasExpired(attempt: Pick<AttemptRow, "createdAt">, now = new Date()): boolean {
  return now.getTime() - attempt.createdAt.getTime() > attemptLifetimeMs;
}

/**
 * When the reconciler looks at an attempt again, `checks` being its looks since the state last changed. Every 40 s for
 * ten minutes, so that with its own pace an approval or capture that nobody told the shop of is found within 90 s; then
 * ever more rarely, since the webhook tells as well, and once an hour in the end. Null: never.
 */
export function nextCheck(
  state: AttemptState,
  { createdAt, checks }: Pick<AttemptRow, "createdAt" | "checks">,
  now = new Date(),
): Date | null {
  const pause = Math.min(hour, 40 * second * 1.25 ** Math.max(0, checks - fastChecks));
  switch (state) {
    case "creating":
      return new Date(createdAt.getTime() + attemptLifetimeMs + minute);
    case "created":
    case "capturing":
    case "pending":
    case "mismatch":
    case "claimed":
      return now.getTime() - createdAt.getTime() > pollingLimitMs ? null : new Date(now.getTime() + pause);
    default:
      return null;
  }
}
