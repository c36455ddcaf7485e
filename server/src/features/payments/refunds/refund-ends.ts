import { dayMs } from "#contract/day.ts";
import { displayMoney } from "#contract/money.ts";
import type { AttemptRow } from "../attempts/attempts.repository.ts";
import { reversibleMs } from "../capture/fulfil-order.ts";
import type { CaptureRow } from "../payments.repository.ts";
import type { RefundRequestRow } from "./refunds.repository.ts";

/** PayPal keeps a request id for 45 days: under one that it has forgotten the same request is a second refund. */
export const rememberedDays = 45;

/** A day early, as PayPal's clock may differ. */
export function isForgotten({ createdAt }: RefundRequestRow, now: Date): boolean {
  return now.getTime() - createdAt.getTime() > (rememberedDays - 1) * dayMs;
}

/**
 * Why a refund is asked for no more: PayPal would not know it again, or makes none of this payment, and one that it made would
 * not be unheard of by now. Without an end a refund would be asked for for good where PayPal does not tell that it is
 * another account's.
 */
export function endOf(
  capture: CaptureRow,
  request: RefundRequestRow,
  now: Date,
  lastAnswer: string,
): string | null {
  const since = (at: Date) => now.getTime() - at.getTime();
  const isTooLate =
    since(capture.captureTime ?? capture.createdAt) > reversibleMs + dayMs &&
    since(request.createdAt) > dayMs;
  const rule = isTooLate
    ? `PayPal refunds for ${reversibleMs / dayMs} days alone`
    : isForgotten(request, now) && `PayPal keeps what it was asked for ${rememberedDays} days alone`;
  return rule ? `${rule}, and was not seen to do it: "${lastAnswer}"` : null;
}

export const notCarriedOut = "PayPal took it and could not carry it out";

export function elsewhereText({ mode, clientId, payeeMerchantId }: AttemptRow): string {
  const account = clientId === null ? `merchant ID ${payeeMerchantId}` : `client ID ${clientId}`;
  return `it was paid into another PayPal account (${mode}, ${account}): refund it there`;
}

export function goneText({ currency }: CaptureRow, minor: number): string {
  return `${displayMoney(minor, currency)} of this payment went back at PayPal after the refund was asked for, so it was not sent again`;
}
