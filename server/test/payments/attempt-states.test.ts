import { expect, test } from "vitest";
import {
  type AttemptState,
  attemptStates,
  fastChecks,
  hasExpired,
  inFlightStates,
  isInFlight,
  isOpen,
  isUnapproved,
  isUncaptured,
  mayBecome,
  mayCapture,
  needsReview,
  nextCheck,
  openStates,
  polledStates,
  unapprovedStates,
} from "#server/features/payments/attempts/attempt-states.ts";

/** What each state may become besides staying, a second time: as PayPal's documents and the shop's promises have it. */
const moves: Record<AttemptState, string> = {
  creating: "created expired",
  created: "capturing pending mismatch declined expired completed",
  capturing: "created pending mismatch declined expired completed",
  pending: "mismatch declined expired completed",
  mismatch: "pending declined expired completed",
  claimed: "pending mismatch declined expired completed",
  declined: "capturing pending mismatch expired completed",
  expired: "capturing pending mismatch claimed declined completed",
  completed: "pending mismatch declined",
};

const sorted = (names: readonly string[]) => [...names].sort();
const those = (holds: (state: AttemptState) => boolean) => sorted(attemptStates.filter(holds));
const start = new Date("2026-03-01T12:00:00Z");
const after = (milliseconds: number) => new Date(start.getTime() + milliseconds);
const second = 1000;
const hour = 3_600 * second;
const day = 24 * hour;

test("an attempt becomes what the table names, may always stay, and nothing else", () => {
  expect(sorted(attemptStates)).toEqual(sorted(Object.keys(moves)));
  for (const state of attemptStates)
    expect(
      those((next) => mayBecome(state, next)),
      state,
    ).toEqual(sorted([state, ...moves[state].split(" ")]));
});

test("an order's open attempts, those that PayPal may be taking money for, and those to look at are told apart", () => {
  expect(those(isUnapproved)).toEqual(["created", "creating"]);
  expect(those(isInFlight)).toEqual(["capturing", "pending"]);
  expect(those(isOpen)).toEqual(["capturing", "created", "creating", "pending"]);
  expect(those(isUncaptured)).toEqual(["capturing", "created", "creating"]);
  expect(those(needsReview)).toEqual(["claimed", "mismatch"]);
  expect(those(mayCapture)).toEqual(["capturing", "created", "declined", "expired"]);
  expect([openStates, unapprovedStates, inFlightStates].map(sorted)).toEqual(
    [isOpen, isUnapproved, isInFlight].map(those),
  );
});

test("the reconciler looks at whatever may have money that the shop does not know of, and at nothing that is closed", () => {
  expect(sorted(polledStates)).toEqual(["capturing", "claimed", "created", "mismatch", "pending"]);
  const looked = { createdAt: start, checks: 0 };
  const next = (state: AttemptState) => nextCheck(state, looked, start);
  expect(those((state) => next(state) === null)).toEqual(["completed", "declined", "expired"]);
  for (const state of polledStates) expect(next(state), state).toEqual(after(40 * second));
  expect(next("creating"), "a minute past its end").toEqual(after(3 * hour + 60 * second));
});

test("a check follows after 40 s for ten minutes, then ever later, an hour at most, for 35 days", () => {
  const pauseAfter = (checks: number, now = start) => {
    const at = nextCheck("pending", { createdAt: start, checks }, now);
    return at && at.getTime() - now.getTime();
  };
  expect(fastChecks * 40).toBe(600);
  expect(pauseAfter(fastChecks)).toBe(40 * second);
  expect(pauseAfter(fastChecks + 1)).toBe(50 * second);
  expect(pauseAfter(fastChecks + 2)).toBe(62.5 * second);
  expect(pauseAfter(fastChecks + 1000)).toBe(hour);
  expect(pauseAfter(0, after(35 * day))).toBe(40 * second);
  expect(pauseAfter(0, after(35 * day + 1))).toBe(null);
});

test("an attempt lives for three hours", () => {
  expect(hasExpired({ createdAt: start }, after(3 * hour))).toBe(false);
  expect(hasExpired({ createdAt: start }, after(3 * hour + 1))).toBe(true);
});
