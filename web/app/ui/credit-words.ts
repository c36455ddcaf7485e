import { capitalized } from "#web/ui/options.ts";

const texts: Record<string, string> = {
  purchase: "Package bought",
  generation: "Thumbnails generated",
  retake: "Free new take of a misspelt thumbnail",
  "generation-returned": "Returned: the run made no thumbnails",
  hold: "Set aside for a run",
  "hold-returned": "Returned: set aside and not used",
  adjustment: "Adjusted by the shop",
  gift: "Welcome gift",
  refund: "Taken back: the payment was refunded",
  "refund-returned": "Given back: the refund or dispute was called off",
  "debt-settled": "Settled what was owed",
};

/** Why credits moved, as the statement and the back office say it. */
export function reasonText(reason: string): string {
  return texts[reason] ?? capitalized(reason).replaceAll("-", " ");
}

/** "+5" or "−1", with a real minus sign; "0". */
export function signedAmount(amount: number): string {
  if (amount === 0) return "0";
  return `${amount < 0 ? "−" : "+"}${Math.abs(amount).toLocaleString("en-US")}`;
}

export function insufficientCredits(cost: number): string {
  return `Insufficient credits. You need at least ${cost} credits to generate two thumbnails.`;
}
