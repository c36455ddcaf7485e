import { expect, test } from "vitest";
import type { HistoryLine } from "#contract/payments.ts";
import { attemptStates } from "#server/features/payments/attempts/attempt-states.ts";
import { unpaidReason } from "#web/features/admin-orders/history-words.ts";

const line = (kind: HistoryLine["kind"], title: string): HistoryLine => ({
  at: "2026-11-28T10:00:00.000Z",
  kind,
  title,
  details: {},
});
const ordered = line("order", "Ordered");

test("an unpaid order says why by its last attempt, for each state that an attempt may have", () => {
  const never = unpaidReason([ordered]);
  expect(never).toContain("has not gone on to PayPal");
  const told = attemptStates
    .filter((state) => state !== "completed")
    .map((state) => unpaidReason([ordered, line("attempt", `Attempt: ${state}`), line("webhook", "X")]));
  expect(new Set([never, ...told]).size).toBe(attemptStates.length);
  const twice = [ordered, line("attempt", "Attempt: expired"), line("attempt", "Attempt: declined")];
  expect(unpaidReason(twice)).toContain("turned the payment down");
});
