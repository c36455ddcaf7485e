import { decimalsOf, displayMoney, textToMinor } from "#contract/money.ts";

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
