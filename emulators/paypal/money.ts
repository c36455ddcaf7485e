/** PayPal's amount: `value` is decimal text in the currency's major unit. */
export type Money = { currency_code: string; value: string };

/** The currencies that PayPal takes in checkout. */
export const CURRENCIES: ReadonlySet<string> = new Set(
  "AUD BRL CAD CNY CZK DKK EUR HKD HUF ILS JPY MYR MXN TWD NZD NOK PHP PLN GBP SGD SEK CHF THB USD".split(
    " ",
  ),
);

const WITHOUT_DECIMALS: ReadonlySet<string> = new Set(["HUF", "JPY", "TWD"]);

export const decimalsOf = (currency: string): 0 | 2 => (WITHOUT_DECIMALS.has(currency) ? 0 : 2);

/** Minor units (cents; whole units for HUF, JPY and TWD). The text must be valid for the currency. */
export function toMinor(money: Money): bigint {
  const negative = money.value.startsWith("-");
  const [whole = "", fraction = ""] = money.value.replace("-", "").split(".");
  const decimals = decimalsOf(money.currency_code);
  const minor = BigInt(`${whole || "0"}${fraction.padEnd(decimals, "0").slice(0, decimals)}`);
  return negative ? -minor : minor;
}

export function fromMinor(minor: bigint, currency: string): Money {
  const decimals = decimalsOf(currency);
  const sign = minor < 0n ? "-" : "";
  const digits = (minor < 0n ? -minor : minor).toString().padStart(decimals + 1, "0");
  const split = digits.length - decimals;
  const value = decimals === 0 ? digits : `${digits.slice(0, split)}.${digits.slice(split)}`;
  return { currency_code: currency, value: `${sign}${value}` };
}

/** PayPal writes '10' and '10.0' back as '10.00'. */
export const normalised = (money: Money): Money => fromMinor(toMinor(money), money.currency_code);

/** 3.49 % and a fixed part of 49 minor units, never more than the payment itself. */
export function feeOf(gross: Money): Money {
  const minor = toMinor(gross);
  const fee = (minor * 349n + 5000n) / 10000n + (decimalsOf(gross.currency_code) === 2 ? 49n : 0n);
  return fromMinor(fee < minor ? fee : minor, gross.currency_code);
}

/** What a person reads in the approval window, such as '$12.50 USD'. */
export function displayMoney(money: Money): string {
  const decimals = decimalsOf(money.currency_code);
  const amount = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency: money.currency_code,
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(money.value as `${number}`);
  return `${amount} ${money.currency_code}`;
}
