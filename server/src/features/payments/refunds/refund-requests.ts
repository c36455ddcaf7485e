import type { Tx } from "#server/db/database.ts";
import { newId } from "#server/db/ids.ts";
import type { CaptureRow } from "../payments.repository.ts";
import {
  findRefundRequestsOfOrder,
  findReversalsOfCapture,
  insertRefundRequest,
  type RefundRequestRow,
} from "./refunds.repository.ts";

/** What counts of a refund, reversal or dispute. */
export interface ReversalAmount {
  kind: "refund" | "reversal" | "dispute";
  state: "pending" | "done" | "failed" | "open" | "won" | "lost" | "closed";
  amountMinor: number;
  occurredAt: Date | null;
  /** A dispute's: when it was opened. */
  createdAt: Date;
  /** When the shop itself asked PayPal for the refund; null for what came from PayPal. */
  askedAt: Date | null;
}

/** What PayPal has not settled yet is off the shop's balance all the same, until it fails. */
export const hasLeft = ({ state }: Pick<ReversalAmount, "state">) => state === "pending" || state === "done";

export interface RefundTotals {
  /** Refunded, reversed or lost in a dispute. */
  refundedMinor: number;
  /** In open disputes, besides. */
  disputedMinor: number;
  isDisputed: boolean;
  /** The order's credits in proportion to both together, rounded down. */
  credits: number;
  /** What has left the shop's PayPal account: as much as was refunded, and more where PayPal tells more than was paid. */
  goneMinor: number;
}

/**
 * What refunds, reversals and disputes of one payment amount to, up to its total. PayPal carries a lost dispute out by a
 * refund or reversal of the same money, so the greater of the two sums counts. So the shop settles it by a refund that it
 * asks for while the dispute goes on; one from before or after is other money. What PayPal reverses, or the shop refunds so,
 * is the money of a dispute that is open, where none that was lost tells of it. A dispute that the shop won has brought the
 * reversals before it back, where it was over as much as they are together: which of them one over less was about is not
 * told. As `moneyIsGone`.
 */
export function refundTotals(
  order: { totalMinor: number; credit: number },
  rows: readonly ReversalAmount[],
): RefundTotals {
  const sum = (wanted: (row: ReversalAmount) => boolean) => sumOf(rows.filter(wanted));
  const isGone = (row: ReversalAmount) =>
    row.kind !== "dispute" && hasLeft(row) && cancelledBy(rows, row) === undefined;
  const lost = rows.filter((row) => row.kind === "dispute" && row.state === "lost");
  const isApart = ({ askedAt }: ReversalAmount) =>
    askedAt !== null && !lost.some((dispute) => wentOnAt(dispute, askedAt));
  const apart = sum((row) => isGone(row) && isApart(row));
  const carriedOut = sum((row) => isGone(row) && !isApart(row));
  const lostMinor = sum((row) => lost.includes(row));
  const refundedMinor = Math.min(order.totalMinor, apart + Math.max(carriedOut, lostMinor));
  const isOpen = ({ kind, state }: ReversalAmount) => kind === "dispute" && state === "open";
  const reversed = sum((row) => row.kind === "reversal" && isGone(row));
  const settles = ({ askedAt }: ReversalAmount) =>
    askedAt !== null && rows.some((row) => isOpen(row) && row.createdAt <= askedAt);
  const settled = sum((row) => isGone(row) && isApart(row) && settles(row));
  const open = sum(isOpen) - Math.max(0, reversed - lostMinor) - settled;
  const disputedMinor = Math.min(order.totalMinor - refundedMinor, Math.max(0, open));
  // Exact as a JavaScript number: 1,000,000 credits times a total of 9,999,999 stays below 2^53.
  const credits = Math.floor((order.credit * (refundedMinor + disputedMinor)) / order.totalMinor);
  const goneMinor = Math.max(refundedMinor, apart + carriedOut);
  return { refundedMinor, disputedMinor, isDisputed: rows.some(isOpen), credits, goneMinor };
}

const sumOf = (rows: readonly ReversalAmount[]) =>
  rows.reduce((total, { amountMinor }) => total + amountMinor, 0);

/** The dispute that the shop won and that brought a reversal back. */
export function cancelledBy<Row extends ReversalAmount>(
  rows: readonly Row[],
  reversal: Omit<ReversalAmount, "askedAt">,
): Row | undefined {
  const isBackBy = (dispute: ReversalAmount) => (row: typeof reversal) =>
    row.kind === "reversal" &&
    hasLeft(row) &&
    (row.occurredAt?.getTime() ?? Number.NEGATIVE_INFINITY) <=
      (dispute.occurredAt?.getTime() ?? Number.POSITIVE_INFINITY);
  return rows.find(
    (row) =>
      row.kind === "dispute" &&
      row.state === "won" &&
      isBackBy(row)(reversal) &&
      sumOf(rows.filter(isBackBy(row))) <= row.amountMinor,
  );
}

/** PayPal's times are whole seconds, rounded down. */
function wentOnAt({ createdAt, occurredAt }: ReversalAmount, at: Date): boolean {
  return createdAt <= at && (occurredAt === null || at.getTime() < occurredAt.getTime() + 1_000);
}

/** What of a capture has not gone back. */
async function keptMinor(tx: Tx, { id, amountMinor }: CaptureRow): Promise<number> {
  const rows = await findReversalsOfCapture(tx, id);
  return amountMinor - refundTotals({ totalMinor: amountMinor, credit: 0 }, rows).refundedMinor;
}

/** Whether all of a capture has gone back; of one whose amount nobody told that is not known. */
export async function isGivenBack(tx: Tx, capture: CaptureRow): Promise<boolean> {
  return capture.amountMinor > 0 && (await keptMinor(tx, capture)) <= 0;
}

/** Whether a case is open: PayPal then gives back all that is left, or nothing (TRANSACTION_DISPUTED). */
export async function isDisputed(tx: Tx, { id, amountMinor }: CaptureRow): Promise<boolean> {
  const rows = await findReversalsOfCapture(tx, id);
  return refundTotals({ totalMinor: amountMinor, credit: 0 }, rows).isDisputed;
}

/** What of a capture is neither refunded nor asked for. Whoever acts on it holds the order's lock. */
export async function refundableMinor(tx: Tx, capture: CaptureRow): Promise<number> {
  const requests = await findRefundRequestsOfOrder(tx, capture.orderId);
  const asked = requests
    .filter((request) => request.state === "open" && request.captureId === capture.id)
    .reduce((sum, request) => sum + request.amountMinor, 0);
  return (await keptMinor(tx, capture)) - asked;
}

/**
 * Stores a refund with its PayPal-Request-Id before anything is sent: however often it is sent, it is one refund.
 * https://developer.paypal.com/api/rest/reference/idempotency/
 */
export async function createRefundRequest(
  tx: Tx,
  capture: CaptureRow,
  refund: {
    amountMinor: number;
    note: string | null;
    returnsCouponUse?: boolean;
    idempotencyKey: string | null;
    checkAt: Date;
  },
): Promise<RefundRequestRow> {
  return insertRefundRequest(tx, {
    orderId: capture.orderId,
    captureId: capture.id,
    requestId: newId(),
    ...refund,
  });
}

/** Every 20 s in the first hour, then every ten minutes. */
export function nextRefundRetry(askedAt: Date, now: Date): Date {
  return new Date(now.getTime() + (now.getTime() - askedAt.getTime() < 3_600_000 ? 20_000 : 600_000));
}
