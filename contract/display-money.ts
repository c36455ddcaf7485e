/** How amounts are written. Apart from how they are read, so that a visitor's page carries no more than it shows. */

/** Currencies that PayPal takes without decimals. */
const withoutDecimals = new Set(["JPY", "HUF", "TWD"]);

export function decimalsOf(currency: string): 0 | 2 {
  return withoutDecimals.has(currency) ? 0 : 2;
}

/** Minor units as the plain decimal text that PayPal and the documented answers use: 1999 USD → "19.99". */
export function minorToText(minor: number, currency: string): string {
  const decimals = decimalsOf(currency);
  if (decimals === 0) return String(minor);
  const sign = minor < 0 ? "-" : "";
  const digits = String(Math.abs(minor)).padStart(3, "0");
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const signs: Record<string, string> = { USD: "$", EUR: "€", GBP: "£", CAD: "CA$" };

/** As people read it: "$19.99". Cards add the currency's code themselves. */
export function displayMoney(minor: number, currency: string): string {
  const sign = signs[currency];
  // At most two decimals: no group of three stands behind the point.
  const text = minorToText(Math.abs(minor), currency).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  return `${minor < 0 ? "-" : ""}${sign ?? ""}${text}${sign ? "" : ` ${currency}`}`;
}
