import { errorTable } from "#contract/errors.ts";
import type { OrderKind } from "#contract/orders.ts";
import { ApiError } from "#web/api/client.ts";

/** The texts of the payment pages. */
export const paymentTexts = {
  unavailableTitle: "Payment Unavailable",
  unavailable:
    "PayPal payments are currently unavailable. Please contact support for alternative payment methods.",
  missingTitle: "Order Not Found",
  missing: "We couldn't find the order you're looking for. Please check the order ID and try again.",
  failed: "Payment failed. Please try again.",
  cancelled: "Payment was cancelled. You can try again or contact support if you need assistance.",
  setupIncomplete: "Payment setup incomplete. Please refresh the page or contact support.",
  detailsMissing:
    "Payment processing error: Could not retrieve transaction details from PayPal. Please try again.",
  updateFailed:
    "Payment completed successfully, but we couldn't update your order status. Please contact support with your transaction details.",
  unexpected: "Payment successful, but there was an issue updating your order. Please contact support.",
  declined: "The payment was declined. Please choose another way to pay.",
  notFound: "Order not found.",
} as const;

export const successText: Record<OrderKind, string> = {
  package: "Payment successful! Redirecting to your subscription history...",
  item: "Payment successful! Redirecting to your orders...",
};

export const successPath: Record<OrderKind, string> = {
  package: "/user/subscription-history",
  item: "/user/orders-history",
};

export const pendingPath: Record<OrderKind, string> = {
  package: "/user/pending-payment",
  item: "/user/item-pending-payment",
};

/** The script's or the window's own failure. */
export const paypalErrorText: Record<OrderKind, string> = {
  package: "There was an error with PayPal. Please try again.",
  item: "There was an error with PayPal. Please refresh the page and try again, or contact support if the issue persists.",
};

export const orderFailureText: Record<OrderKind, string> = {
  package: "Failed to load order details",
  item: "Failed to load order details. Please check the URL or try again.",
};

export function settingsFailureText(kind: OrderKind, answered: boolean): string {
  const text = "Failed to load payment gateway settings";
  if (kind === "package") return text;
  return `${text}. ${answered ? "Please contact support." : "Network issue or server error."}`;
}

export function unmatchedText(transactionId: string): string {
  return `Payment successful! Transaction ID ${transactionId}. However, we could not find your order to update. Please contact support with this transaction ID.`;
}

/** How long each outcome stands before the page moves on, in milliseconds. */
export const pauses = { success: 2000, nothingModified: 1000, failure: 3000 } as const;

/**
 * What the page says where no payment could be begun: the shop's own words where it refused on purpose or can't take
 * payments now; its and PayPal's other troubles keep the page's text.
 */
export function refusalText(error: unknown, kind: OrderKind): string {
  if (!(error instanceof ApiError)) return paypalErrorText[kind];
  const refused = error.status >= 400 && error.status < 500;
  return refused || isOwnWord(error, "UNAVAILABLE") ? error.message : paypalErrorText[kind];
}

/** An earlier payment of this order is not final yet. */
export function isUnderWay(error: unknown): boolean {
  return error instanceof ApiError && isOwnWord(error, "CONFLICT");
}

/** The server chose words for this very case, instead of the code's general ones. */
function isOwnWord(error: ApiError, code: "CONFLICT" | "UNAVAILABLE"): boolean {
  return error.code === code && error.message !== errorTable[code].message;
}
