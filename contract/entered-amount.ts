import { textToMinor } from "./money.ts";

/** "1,250": a thousand and more to one person, one and a quarter to another. */
const ambiguous = /^[1-9]\d*[.,]\d{3}$/;
/** With a mark between the thousands, and the other one before the decimals. */
const grouped = /^[1-9]\d{0,2}(?:(?:,\d{3})+(?:\.\d+)?|(?:\.\d{3})+(?:,\d+)?)$/;

/** An amount as people type it, as plain decimal text. Null where its one mark may part thousands as well as decimals. */
export function plainAmount(entered: string, decimals: number): string | null {
  // NFKC makes plain ones of full-width digits and of blanks that break no line.
  const text = entered
    .normalize("NFKC")
    .trim()
    .replace(/(\d)\s(?=\d{3}(?!\d))/g, "$1");
  if (decimals < 3 && ambiguous.test(text)) return null;
  const thousands = !ambiguous.test(text) && grouped.test(text) && /[.,]/.exec(text);
  return (thousands ? text.replaceAll(thousands[0], "") : text).replace(",", ".");
}

/** In minor units; null where it is no amount, or could be two. */
export function enteredToMinor(entered: string | number, currency = "USD"): number | null {
  const plain = typeof entered === "number" ? String(entered) : plainAmount(entered, 2);
  return plain === null ? null : textToMinor(plain, currency);
}

/** The same of what a package or an item may cost. */
export function enteredToPrice(entered: string | number): number | null {
  const minor = enteredToMinor(entered);
  return minor !== null && minor >= 1 && minor <= 9_999_999 ? minor : null;
}

/** What is said of an amount that was refused. */
export function amountProblem(entered: string | number, otherwise: string, decimals = 2): string {
  if (typeof entered === "number" || plainAmount(entered, decimals) !== null) return otherwise;
  return "Please leave out what separates the thousands. At most two decimals follow a point or comma.";
}
