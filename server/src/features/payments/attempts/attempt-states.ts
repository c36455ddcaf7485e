const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** PayPal's order lives for three hours without an approval, and so does the attempt. */
const attemptLifetimeMs = 3 * hour;

/** For so long the shop goes on asking about a payment that may have been made. */
export const pollingDays = 35;

/** So many checks of one state are 40 s apart: ten minutes. */
export const fastChecks = 15;

interface Rule {
  /**
   * `unapproved`: only waits for its payer. `in-flight`: PayPal is taking the money, or may be. Both are open, and an
   * order has one open attempt. `review`: money that has to be looked at. `closed`: nothing is awaited.
   */
  stage: "unapproved" | "in-flight" | "review" | "closed";
  /** When the reconciler looks at it: ever more rarely, once as it runs out, or never. */
  poll: "backoff" | "at-expiry" | "never";
  /** What it may become. Every state may also stay, which counts as a check. */
  next: readonly AttemptState[];
}

/** What the status of a capture leads to: https://developer.paypal.com/docs/api/payments/v2/#captures_get */
const outcomes = ["pending", "mismatch", "declined", "completed"] as const;

const table = {
  /** Its request ids are stored, PayPal's order is not known yet. */
  creating: { stage: "unapproved", poll: "at-expiry", next: ["created", "expired"] },
  /** PayPal has made the order; its payer has not approved it, as far as the shop knows. */
  created: { stage: "unapproved", poll: "backoff", next: ["capturing", ...outcomes, "expired"] },
  /** The capture was sent; its answer has not been stored. */
  capturing: { stage: "in-flight", poll: "backoff", next: ["created", ...outcomes, "expired"] },
  /** PayPal holds the capture back. */
  pending: { stage: "in-flight", poll: "backoff", next: [...outcomes, "expired"] },
  /** Money came in that differs from the order. */
  mismatch: { stage: "review", poll: "backoff", next: [...outcomes, "expired"] },
  /** A client names a capture that has to be read. */
  claimed: { stage: "review", poll: "backoff", next: [...outcomes, "expired"] },
  /** The payer may try again, with the same order at PayPal; or wrong money that has gone back whole. */
  declined: { stage: "closed", poll: "never", next: ["capturing", ...outcomes, "expired"] },
  /** Given up by the shop. PayPal may still have it approved: then it is captured all the same. */
  expired: { stage: "closed", poll: "never", next: ["capturing", "claimed", ...outcomes] },
  /** Its capture agrees with the order. Only PayPal can take that word back. */
  completed: { stage: "closed", poll: "never", next: outcomes },
} as const satisfies Record<string, Omit<Rule, "next"> & { next: readonly string[] }>;

export type AttemptState = keyof typeof table;

const rules: Record<AttemptState, Rule> = table;
export const attemptStates = Object.keys(rules) as AttemptState[];

export function mayBecome(state: AttemptState, next: AttemptState): boolean {
  return state === next || rules[state].next.includes(next);
}

const inStage = (...stages: Rule["stage"][]) =>
  attemptStates.filter((state) => stages.includes(rules[state].stage));

export const openStates = inStage("unapproved", "in-flight");
export const unapprovedStates = inStage("unapproved");
export const inFlightStates = inStage("in-flight");
/** PayPal may have taken money that the shop does not know of. */
export const polledStates = attemptStates.filter((state) => rules[state].poll === "backoff");

export const isOpen = (state: AttemptState) => openStates.includes(state);
export const isUnapproved = (state: AttemptState) => unapprovedStates.includes(state);
/** Open, and PayPal has told of no capture. */
export const isUncaptured = (state: AttemptState) => isOpen(state) && state !== "pending";
export const isInFlight = (state: AttemptState) => inFlightStates.includes(state);
export const needsReview = (state: AttemptState) => rules[state].stage === "review";
/** Whether a capture may be sent, or sent again. */
export const mayCapture = (state: AttemptState) => mayBecome(state, "capturing");

export function hasExpired({ createdAt }: { createdAt: Date }, now: Date): boolean {
  return now.getTime() - createdAt.getTime() > attemptLifetimeMs;
}

/**
 * When the reconciler checks an attempt again, `checks` being its checks since the state last changed. Every 40 s for
 * ten minutes, so that with its own pace an approval or capture that nobody told the shop of is found within 90 s; then
 * ever more rarely, since the webhook tells as well, and once an hour in the end. Null: never.
 */
export function nextCheck(
  state: AttemptState,
  { createdAt, checks }: { createdAt: Date; checks: number },
  now: Date,
): Date | null {
  const { poll } = rules[state];
  if (poll === "at-expiry") return new Date(createdAt.getTime() + attemptLifetimeMs + minute);
  if (poll === "never" || now.getTime() - createdAt.getTime() > pollingDays * day) return null;
  const pause = Math.min(hour, 40 * second * 1.25 ** Math.max(0, checks - fastChecks));
  return new Date(now.getTime() + pause);
}
