import { databaseNow } from "#server/db/clock.ts";
import type { Tx } from "#server/db/database.ts";
import type { PaypalRefund } from "#server/providers/paypal/answers.ts";
import { bookMovements } from "./book-movements.ts";
import { findReversal, insertReversal, type ReversalRow, updateReversal } from "./refunds.repository.ts";

export interface ReversalUpdate {
  /** PayPal's id of the refund or dispute. */
  id: string;
  kind: ReversalRow["kind"];
  state: ReversalRow["state"];
  /** Null where PayPal names no amount: then the one that it named before, or all of the capture. */
  amountMinor: number | null;
  occurredAt: Date | null;
  /** When PayPal made a refund, which may have failed since. */
  madeAt?: Date | null;
  /** When a dispute was opened: the shop may hear of it later. */
  openedAt?: Date | null;
  /** Why the buyer disputes it, a constant of PayPal's. */
  reason?: string | null;
  answerBy?: Date | null;
}

/**
 * Stores it and books what it moves; null where it is older than what is stored, or counted. `orderId`: null of a stray
 * payment.
 */
export async function saveReversal(
  tx: Tx,
  capture: { id: string; amountMinor: number; orderId: string | null },
  received: ReversalUpdate,
): Promise<{ known: ReversalRow | null; row: ReversalRow } | null> {
  const resolved = await resolve(tx, capture, received);
  if (!resolved) return null;
  const { known } = resolved;
  const { openedAt, madeAt, reason: _told, ...last } = resolved.update;
  // A refund that is done is pending no more, whichever is heard first.
  const isLate = known?.state === "done" && last.state === "pending";
  const update = isLate ? { ...last, state: known.state } : last;
  if (known && !(known.captureId === capture.id && isNewerState(known, update))) return null;
  const told = update.amountMinor ?? known?.amountMinor ?? capture.amountMinor;
  const common = { amountMinor: Math.min(told, capture.amountMinor), orderId: capture.orderId };
  const row = known
    ? await updateReversal(tx, known.id, {
        ...common,
        // PayPal's order lists a reversal among the refunds; its event alone tells which it is.
        kind: known.kind === "refund" ? update.kind : known.kind,
        state: update.state,
        answerBy: update.answerBy ?? null,
        // A refund or reversal keeps the time that was told first, when its money went.
        occurredAt: (known.kind !== "dispute" && known.occurredAt) || update.occurredAt || known.occurredAt,
        ...(update.state === "failed" ? { returnedAt: await failedAt(tx, known, update) } : {}),
      })
    : await insertReversal(tx, {
        ...update,
        ...common,
        ...(openedAt ? { createdAt: openedAt } : {}),
        ...(update.state === "failed" && madeAt && update.occurredAt && madeAt < update.occurredAt
          ? { occurredAt: madeAt, returnedAt: update.occurredAt }
          : {}),
        captureId: capture.id,
      });
  await bookMovements(tx, capture, row, known?.kind !== row.kind);
  return { known, row };
}

/**
 * With what is stored of it. Where PayPal named no refund, the payment's own id stands for all that had gone back by then:
 * refunds that are named later are a part of it.
 */
async function resolve(
  tx: Tx,
  { id }: { id: string },
  update: ReversalUpdate,
): Promise<{ update: ReversalUpdate; known: ReversalRow | null } | null> {
  const known = await findReversal(tx, update.id);
  const unnamed = known || update.kind === "dispute" ? null : await findReversal(tx, id);
  if (!unnamed) return { update, known };
  if (update.state === "failed") return { update: { ...update, id, amountMinor: null }, known: unnamed };
  const { state, returnedAt } = unnamed;
  const isPart = state === "done" || (returnedAt && update.occurredAt && update.occurredAt <= returnedAt);
  return isPart ? null : { update, known };
}

/** PayPal may tell no other time of a refund than when it was made. */
async function failedAt(tx: Tx, known: ReversalRow, { occurredAt }: ReversalUpdate): Promise<Date> {
  const wentAt = known.occurredAt ?? known.createdAt;
  return occurredAt && occurredAt > wentAt ? occurredAt : databaseNow(tx);
}

/**
 * A refund that failed stays failed. Of a dispute the later state counts, and within PayPal's second the final one.
 * https://developer.paypal.com/docs/api/customer-disputes/v1/
 */
function isNewerState(known: ReversalRow, update: ReversalUpdate): boolean {
  if (known.kind !== "dispute") return known.state !== "failed";
  const [before, after] = [known.occurredAt?.getTime(), update.occurredAt?.getTime()];
  if (before !== undefined && after !== undefined && before !== after) return after > before;
  return known.state === "open" || update.state !== "open";
}

/**
 * Only another state is, or a time by which PayPal awaits an answer; a refund that is first heard of as failed has changed
 * nothing.
 */
export function isNewsToPeople(known: ReversalRow | null, { state, answerBy }: ReversalRow): boolean {
  if (!known) return state !== "failed";
  return known.state !== state || (answerBy !== null && answerBy.getTime() !== known.answerBy?.getTime());
}

const stateOfStatus = new Map<string, ReversalRow["state"]>([
  ["PENDING", "pending"],
  ["FAILED", "failed"],
  ["CANCELLED", "failed"],
]);

/** https://developer.paypal.com/docs/api/payments/v2/#refunds_get */
export function reversalOf(refund: PaypalRefund, kind: "refund" | "reversal"): ReversalUpdate {
  return {
    id: refund.id,
    kind,
    state: stateOfStatus.get(refund.status) ?? "done",
    amountMinor: refund.amount?.minor ?? null,
    occurredAt: refund.changedAt,
    madeAt: refund.createdAt,
  };
}
