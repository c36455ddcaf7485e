/** Currencies that PayPal takes without decimals. */
const withoutDecimals = new Set(["JPY", "HUF", "TWD"]);

export const shopCurrencies = ["USD", "EUR", "GBP", "CAD"] as const;
export type ShopCurrency = (typeof shopCurrencies)[number];

export function decimalsOf(currency: string): 0 | 2 {
  return withoutDecimals.has(currency) ? 0 : 2;
}

/** Minor units as the plain decimal text that PayPal and the documented answers use: 1999 USD → "19.99". */
export function minorToText(minor: number, currency = "USD"): string {
  const decimals = decimalsOf(currency);
  if (decimals === 0) return String(minor);
  const sign = minor < 0 ? "-" : "";
  const digits = String(Math.abs(minor)).padStart(3, "0");
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** A plain decimal text in minor units, without ever passing through a float. Null where it is not such a text. */
export function textToMinor(text: string, currency = "USD"): number | null {
  const decimals = decimalsOf(currency);
  const match = /^(\d{1,12})(?:\.(\d+))?$/.exec(text.trim());
  if (!match) return null;
  const fraction = match[2] ?? "";
  if (/[1-9]/.test(fraction.slice(decimals))) return null;
  const minor = Number(`${match[1]}${fraction.slice(0, decimals).padEnd(decimals, "0")}`);
  return Number.isSafeInteger(minor) ? minor : null;
}

const signs: Record<string, string> = { USD: "$", EUR: "€", GBP: "£", CAD: "CA$" };

/** As people read it: "$19.99". Cards add the currency's code themselves. */
export function displayMoney(minor: number, currency = "USD"): string {
  const sign = signs[currency];
  const text = minorToText(Math.abs(minor), currency).replace(
    /\B(?=(\d{3})+(?!\d))/g,
    (_, __, offset, whole) => (whole.indexOf(".") === -1 || offset < whole.indexOf(".") ? "," : ""),
  );
  return `${minor < 0 ? "-" : ""}${sign ?? ""}${text}${sign ? "" : ` ${currency}`}`;
}

/** The processing fee on a price, both in minor units; `percent` has at most two decimals. Halves go up. */
/** The tax inside a gross amount, halves up; what is left is net. */
export function taxIncluded(grossMinor: number, basisPoints: number): number {
  return Math.round((grossMinor * basisPoints) / (10_000 + basisPoints));
}

export function processingFee(priceMinor: number, percent: number): number {
  return Math.round((priceMinor * Math.round(percent * 100)) / 10_000);
}

/** An order's amount ("19.99") as people read it ("$19.99"). A text that is no amount shows as it is. */
export function displayAmount(amount: string, currency: string): string {
  const minor = textToMinor(amount, currency);
  return minor === null ? amount : displayMoney(minor, currency);
}

/** The same with the currency's code behind its sign ("$19.99 USD"), where a person decides about paying it. */
export function displayPrice(amount: string | number, currency: string): string {
  const text = typeof amount === "number" ? amount.toFixed(decimalsOf(currency)) : amount;
  const shown = displayAmount(text, currency);
  return shown.endsWith(currency) ? shown : `${shown} ${currency}`;
}
