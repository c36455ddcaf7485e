/** A refund, reversal or dispute as far as the sums go. */
export interface ReversalAmount {
  kind: "refund" | "reversal" | "dispute";
  state: "done" | "failed" | "open" | "won" | "lost";
  amountMinor: number;
}

export interface RefundTotals {
  /** Money that is gone. */
  returnedMinor: number;
  /** Money in open disputes, besides. */
  questionedMinor: number;
  /** How many of the order's credits belong to both together: in proportion, rounded down. */
  credits: number;
}

/**
 * What refunds, reversals and disputes of one payment amount to. A lost dispute and the refund or reversal that
 * carries it out are the same money, so the greater of the two sums counts; nothing counts beyond the total.
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
  // Whole numbers throughout: a credit of 1,000,000 times a total of 9,999,999 is exact.
  const credits = Math.floor((order.credit * (refundedMinor + disputedMinor)) / order.totalMinor);
  return { returnedMinor: refundedMinor, questionedMinor: disputedMinor, credits };
}
