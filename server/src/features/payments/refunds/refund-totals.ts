/** What counts of a refund, reversal or dispute. */
export interface ReversalAmount {
  kind: "refund" | "reversal" | "dispute";
  state: "done" | "failed" | "open" | "won" | "lost";
  amountMinor: number;
}

export interface RefundTotals {
  /** Refunded, reversed or lost in a dispute. */
  returnedMinor: number;
  /** In open disputes, besides. */
  questionedMinor: number;
  /** The order's credits in proportion to both together, rounded down. */
  credits: number;
}

/**
 * What refunds, reversals and disputes of one payment amount to. A lost dispute is carried out by a refund or reversal
 * of the same money, so the greater of the two sums counts, up to the total.
 */
export function refundTotals(
  order: { totalMinor: number; credit: number },
  rows: readonly ReversalAmount[],
): RefundTotals {
  const sum = (wanted: (row: ReversalAmount) => boolean) =>
    rows.filter(wanted).reduce((total, row) => total + row.amountMinor, 0);
  const carriedOut = sum((row) => row.kind !== "dispute" && row.state === "done");
  const lost = sum((row) => row.kind === "dispute" && row.state === "lost");
  const refundedMinor = Math.min(order.totalMinor, Math.max(carriedOut, lost));
  const open = sum((row) => row.kind === "dispute" && row.state === "open");
  const disputedMinor = Math.min(order.totalMinor - refundedMinor, open);
  // Exact as a JavaScript number: 1,000,000 credits times a total of 9,999,999 stays below 2^53.
  const credits = Math.floor((order.credit * (refundedMinor + disputedMinor)) / order.totalMinor);
  return { returnedMinor: refundedMinor, questionedMinor: disputedMinor, credits };
}
