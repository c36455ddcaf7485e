import { errorTable } from "#contract/errors.ts";
import type { OrderKind } from "#contract/orders.ts";
import { ApiError } from "#web/api/client.ts";
import { paypalErrorText } from "#web/features/payments/messages.ts";

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
