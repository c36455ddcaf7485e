import type { ErrorDetail } from "./errors.ts";

/** PayPal's texts for the issues of a request that it doesn't take. */
const DESCRIPTIONS = {
  MALFORMED_REQUEST_JSON: "The request JSON is not well formed.",
  MISSING_REQUIRED_PARAMETER: "A required parameter is missing.",
  INVALID_PARAMETER_SYNTAX: "The value of a field does not conform to the expected format.",
  INVALID_PARAMETER_VALUE: "A parameter value is not valid.",
  INVALID_STRING_LENGTH: "The value of a field is either too short or too long",
  INVALID_ARRAY_MIN_ITEMS: "The number of items in an array parameter is too small.",
  INVALID_ARRAY_MAX_ITEMS: "The number of items in an array parameter is too large.",
  NOT_SUPPORTED: "This field is not currently supported.",
  PAYPAL_REQUEST_ID_REQUIRED:
    "A PayPal-Request-Id is required if you are trying to process payment for an Order. Please specify a PayPal-Request-Id or Create the Order without a 'payment_source' specified.",
  INVALID_CURRENCY_CODE:
    "Currency code is invalid or is not currently supported. Please refer https://developer.paypal.com/api/rest/reference/currency-codes/ for list of supported currency codes.",
  DECIMAL_PRECISION: "If the currency supports decimals, only two decimal place precision is supported.",
  DECIMALS_NOT_SUPPORTED:
    "Currency does not support decimals. Please refer to https://developer.paypal.com/docs/api/reference/currency-codes/ for more information.",
  CANNOT_BE_NEGATIVE:
    "Must be greater than or equal to 0. If the currency supports decimals, only two decimal place precision is supported.",
  CANNOT_BE_ZERO_OR_NEGATIVE:
    "Must be greater than zero. If the currency supports decimals, only two decimal place precision is supported.",
  MAX_VALUE_EXCEEDED: "Should be less than or equal to 999999999999999.99.",
  MULTI_CURRENCY_ORDER:
    "Multiple differing values of currency_code are not supported. Entire Order request must have the same currency_code.",
  AMOUNT_MISMATCH:
    "Should equal item_total + tax_total + shipping + handling + insurance - shipping_discount - discount.",
  ITEM_TOTAL_REQUIRED:
    "If item details are specified (items.unit_amount and items.quantity) corresponding amount.breakdown.item_total is required.",
  ITEM_TOTAL_MISMATCH:
    "Should equal sum of (unit_amount * quantity) across all items for a given purchase_unit.",
  TAX_TOTAL_REQUIRED:
    "If item details are specified (items.tax_total and items.quantity) corresponding amount.breakdown.tax_total is required.",
  TAX_TOTAL_MISMATCH: "Should equal sum of (tax * quantity) across all items for a given purchase_unit.",
  PAYEE_ACCOUNT_INVALID:
    "Payee account specified is invalid. Please check the `payee.email_address` or `payee.merchant_id` specified and try again. Ensure that either  `payee.merchant_id` or `payee.email_address` is specified.",
} as const;

export type Issue = keyof typeof DESCRIPTIONS;

/** Gathers what is wrong with a request's body. `pointer` is a JSON pointer. */
export type Findings = {
  /** Answered with 400. */
  malformed: ErrorDetail[];
  /** Answered with 422, when nothing is malformed. */
  unprocessable: ErrorDetail[];
};

export const noFindings = (): Findings => ({ malformed: [], unprocessable: [] });

export function detailOf(issue: Issue, pointer?: string, value?: unknown): ErrorDetail {
  return {
    ...(pointer === undefined ? {} : { field: pointer, location: "body" as const }),
    ...(typeof value === "string" ? { value } : {}),
    issue,
    description: DESCRIPTIONS[issue],
  };
}
