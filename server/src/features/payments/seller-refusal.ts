import type { PaypalMode } from "#contract/paypal-settings-form.ts";
import { notifyAdmins } from "#server/features/mail/notify-admins.ts";
import { loadTemplates } from "#server/features/mail/queue-mail.ts";
import type { Platform } from "#server/platform/platform.ts";
import { type PaypalResult, reasonOf } from "#server/providers/paypal/result.ts";

const restricted =
  "Your PayPal account is restricted, locked or closed. Sign in at PayPal, which says what it needs";

/** What PayPal refuses for a reason that lies with the seller: https://developer.paypal.com/api/rest/reference/orders/v2/errors/ */
const cures = new Map([
  ["PAYEE_ACCOUNT_RESTRICTED", restricted],
  ["PAYEE_ACCOUNT_LOCKED_OR_CLOSED", restricted],
  ["INVALID_ACCOUNT_STATUS", restricted],
  ["PAYEE_ACCOUNT_INVALID", restricted],
  ["PAYEE_ACCOUNT_NOT_VERIFIED", "Verify your PayPal account"],
  [
    "TRANSACTION_RECEIVING_LIMIT_EXCEEDED",
    "Your PayPal account may receive no more. Have PayPal lift its limit",
  ],
  ["PAYEE_BLOCKED_TRANSACTION", "The fraud settings of your PayPal account block it. Look at them there"],
  ["TRANSACTION_BLOCKED_BY_PAYEE", "The fraud settings of your PayPal account block it. Look at them there"],
  ["COMPLIANCE_VIOLATION", "PayPal takes it for a breach of its rules. Ask PayPal's customer service"],
  ["AUTH_CAPTURE_NOT_ENABLED", "Your PayPal app may not take payments. Switch that on for it, or ask PayPal"],
  ["CONSENT_NEEDED", "Your PayPal account has not agreed to it. Sign in at PayPal, which says what it needs"],
  ["PERMISSION_DENIED", "Your PayPal app lacks the right to it. Give it that right, or ask PayPal"],
  [
    "REFUND_FAILED_INSUFFICIENT_FUNDS",
    "Your PayPal account has not enough money. Add some, and refund once more",
  ],
  ["invalid_client", "PayPal does not accept the client ID and secret any more. Enter those that it has now"],
]);

/** What PayPal refuses of one payment, whatever the account: https://developer.paypal.com/docs/api/payments/v2/#captures_refund */
const ofOnePayment = new Map([
  [
    "TRANSACTION_DISPUTED",
    "the buyer disputes this payment. While the case is open, PayPal gives all of it back or nothing: answer the case in PayPal's Resolution Center",
  ],
  [
    "REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK",
    "the payer's bank has taken back some of this payment. Settle the rest with the bank's case in PayPal's Resolution Center",
  ],
  ["REFUND_TIME_LIMIT_EXCEEDED", "PayPal gives no payment back after 180 days"],
]);

/** Why a refund was refused, in an owner's words where there are any. */
export function refusalText(result: Extract<PaypalResult<unknown>, { kind: "refused" }>): string {
  const words = ofOnePayment.get(result.issue);
  return words ? `${words} (${reasonOf(result)})` : reasonOf(result);
}

/**
 * Tells the admins what only they can cure, as buyers read no more than that there was an error with PayPal. Once a day
 * for each issue, however many payments it stops.
 */
export async function notifySellerRefusal(
  platform: Platform,
  mode: PaypalMode,
  result: Exclude<PaypalResult<unknown>, { kind: "ok" }>,
): Promise<void> {
  const issue = reasonOf(result).split(" ").at(-1) ?? "";
  const cure = cures.get(issue);
  if (!cure) return;
  platform.log.error({ mode, issue }, "PayPal refuses the shop's payments");
  await loadTemplates();
  const today = new Date().toISOString().slice(0, 10);
  await platform.db.transaction((tx) =>
    notifyAdmins(platform, tx, {
      key: `paypal-refuses:${mode}:${issue}:${today}`,
      templateName: "Payment problem",
      subject: `PayPal refuses your payments: ${issue}`,
      paragraphs: [
        `PayPal has refused a payment or a refund in ${mode} mode with ${issue}.`,
        `${cure}.`,
        "Until then it may refuse others as well. You are told of this once a day.",
      ],
      path: "/admin/settings?panel=paypal",
    }),
  );
}
