import { detailOf, type Findings } from "./issues.ts";
import { CURRENCIES, decimalsOf, type Money, normalised, toMinor } from "./money.ts";

export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** An optional text of `min` to `max` characters, or of what `lengthOf` counts. */
export function readText(
  parent: JsonObject,
  name: string,
  pointer: string,
  findings: Findings,
  {
    min = 1,
    max = 127,
    required = false,
    oneOf = undefined as readonly string[] | undefined,
    lengthOf = (text: string) => text.length,
    isOneLine = false,
  } = {},
): string | undefined {
  const value = parent[name];
  const field = `${pointer}/${name}`;
  if (value === undefined) {
    if (required) findings.malformed.push(detailOf("MISSING_REQUIRED_PARAMETER", field));
    return undefined;
  }
  if (typeof value !== "string" || (isOneLine && /[\r\n\u0085\u2028\u2029]/.test(value))) {
    findings.malformed.push(detailOf("INVALID_PARAMETER_SYNTAX", field));
  } else if (lengthOf(value) < min || lengthOf(value) > max) {
    findings.malformed.push(detailOf("INVALID_STRING_LENGTH", field, value));
  } else if (oneOf && !oneOf.includes(value)) {
    findings.malformed.push(detailOf("INVALID_PARAMETER_VALUE", field, value));
  } else {
    return value;
  }
  return undefined;
}

/** The optional object of that name; a wrong kind is a finding. */
export function readObject(
  parent: JsonObject,
  name: string,
  pointer: string,
  findings: Findings,
  required = false,
): JsonObject | undefined {
  const value = parent[name];
  if (value === undefined) {
    if (required) findings.malformed.push(detailOf("MISSING_REQUIRED_PARAMETER", `${pointer}/${name}`));
    return undefined;
  }
  if (isObject(value)) return value;
  findings.malformed.push(detailOf("INVALID_PARAMETER_SYNTAX", `${pointer}/${name}`));
  return undefined;
}

const AMOUNT = /^((-?[0-9]+)|(-?([0-9]+)?[.][0-9]+))$/;
const MAXIMUM_MINOR = 99_999_999_999_999_999n;

/** Amounts are text in PayPal's protocol; a JSON number is malformed. */
export function readMoney(
  parent: JsonObject,
  name: string,
  pointer: string,
  findings: Findings,
  { required = false, zeroAllowed = false } = {},
): Money | undefined {
  const object = readObject(parent, name, pointer, findings, required);
  if (!object) return undefined;
  const field = `${pointer}/${name}`;
  const currency = readText(object, "currency_code", field, findings, { min: 3, max: 3, required: true });
  const value = readText(object, "value", field, findings, { max: 32, required: true });
  if (currency === undefined || value === undefined) return undefined;
  if (!AMOUNT.test(value)) {
    findings.malformed.push(detailOf("INVALID_PARAMETER_SYNTAX", `${field}/value`, value));
    return undefined;
  }
  if (!CURRENCIES.has(currency)) {
    findings.unprocessable.push(detailOf("INVALID_CURRENCY_CODE", `${field}/currency_code`, currency));
    return undefined;
  }
  const fraction = value.split(".")[1];
  if (decimalsOf(currency) === 0 && fraction !== undefined) {
    findings.unprocessable.push(detailOf("DECIMALS_NOT_SUPPORTED", `${field}/value`, value));
    return undefined;
  }
  if (fraction !== undefined && fraction.length > 2) {
    findings.unprocessable.push(detailOf("DECIMAL_PRECISION", `${field}/value`, value));
    return undefined;
  }
  const minor = toMinor({ currency_code: currency, value });
  if (zeroAllowed ? minor < 0n : minor <= 0n) {
    const issue = zeroAllowed ? "CANNOT_BE_NEGATIVE" : "CANNOT_BE_ZERO_OR_NEGATIVE";
    findings.unprocessable.push(detailOf(issue, `${field}/value`, value));
    return undefined;
  }
  if (minor > MAXIMUM_MINOR) {
    findings.unprocessable.push(detailOf("MAX_VALUE_EXCEEDED", `${field}/value`, value));
    return undefined;
  }
  return normalised({ currency_code: currency, value });
}
