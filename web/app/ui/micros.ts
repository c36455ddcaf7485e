import { decimalsOf, displayMoney } from "#contract/display-money.ts";

/**
 * An amount in millionths of the currency's unit, halves up. Below ten of the smallest coin it has two more decimals, as a
 * run costs cents and a prompt a part of one.
 */
export function displayMicros(micros: number, currency: string): string {
  const coin = 1_000_000 / 10 ** decimalsOf(currency);
  const minor = Math.floor((micros + coin / 2) / coin);
  if (micros === 0 || minor >= 10 || decimalsOf(currency) === 0) return displayMoney(minor, currency);
  const hundredths = Math.max(1, Math.floor((micros + coin / 200) / (coin / 100)));
  return `${displayMoney(Math.floor(hundredths / 100), currency)}${String(hundredths % 100).padStart(2, "0")}`;
}
