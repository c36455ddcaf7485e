import type { AttemptRow, AttemptState } from "./payments.repository.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** After so long an attempt that was not approved has ended; PayPal forgets its order as well. */
const attemptLifetimeMs = 3 * hour;

/** How long the shop goes on asking about a payment that may have been made. */
const pursuitMs = 35 * 24 * hour;

export function hasRunOut(attempt: Pick<AttemptRow, "createdAt">, now = new Date()): boolean {
  return now.getTime() - attempt.createdAt.getTime() > attemptLifetimeMs;
}

/**
 * When the reconciler looks at an attempt again. Every 40 s in the first hour, so that with its own pace an
 * approval or capture that nobody told the shop of is found within 90 s; then ever more rarely. Null: never.
 */
export function nextCheck(state: AttemptState, createdAt: Date, now = new Date()): Date | null {
  const age = now.getTime() - createdAt.getTime();
  const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);
  switch (state) {
    case "creating":
      return new Date(createdAt.getTime() + attemptLifetimeMs + minute);
    case "created":
      return after(40 * second);
    case "capturing":
    case "pending":
    case "mismatch":
      if (age > pursuitMs) return null;
      if (age < 4 * hour) return after(40 * second);
      return after(age < 24 * hour ? 5 * minute : hour);
    default:
      return null;
  }
}
