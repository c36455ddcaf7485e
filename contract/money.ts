import { decimalsOf, displayMoney, minorToText } from "./display-money.ts";

export { decimalsOf, displayMoney, minorToText };

export const shopCurrencies = ["USD", "EUR", "GBP", "CAD"] as const;
export type ShopCurrency = (typeof shopCurrencies)[number];

/** A plain decimal text in minor units, without ever passing through a float. Null where it is not such a text. */
export function textToMinor(text: string, currency: string): number | null {
  const decimals = decimalsOf(currency);
  const match = /^(\d{1,12})(?:\.(\d+))?$/.exec(text.trim());
  if (!match) return null;
  const fraction = match[2] ?? "";
  if (/[1-9]/.test(fraction.slice(decimals))) return null;
  const minor = Number(`${match[1]}${fraction.slice(0, decimals).padEnd(decimals, "0")}`);
  return Number.isSafeInteger(minor) ? minor : null;
}

/** The tax inside a gross amount, halves up; what is left is net. */
export function taxIncluded(grossMinor: number, basisPoints: number): number {
  return Math.round((grossMinor * basisPoints) / (10_000 + basisPoints));
}

/** The processing fee on a price, both in minor units; `percent` has at most two decimals. Halves go up. */
export function processingFee(priceMinor: number, percent: number): number {
  return Math.round((priceMinor * Math.round(percent * 100)) / 10_000);
}

/** What an order costs, all in minor units: the fee is on what the discount leaves. */
export function orderPrice(priceMinor: number, discountMinor: number, feePercent: number) {
  const feeMinor = processingFee(priceMinor - discountMinor, feePercent);
  return { feeMinor, totalMinor: priceMinor - discountMinor + feeMinor };
}

/** An order's amount ("19.99") as people read it ("$19.99"). A text that is no amount shows as it is. */
export function displayAmount(amount: string, currency: string): string {
  const minor = textToMinor(amount, currency);
  return minor === null ? amount : displayMoney(minor, currency);
}
