import type { Emulator } from "./emulator.ts";
import { notFound, PaypalError, permissionDenied, unprocessable } from "./errors.ts";
import { type CaptureEvent, emitCapture, emitRefund } from "./events.ts";
import { newTransactionId } from "./ids.ts";
import { detailOf, noFindings } from "./issues.ts";
import { fromMinor, type Money, toMinor } from "./money.ts";
import type { PaypalClient } from "./options.ts";
import { isObject, readMoney, readText } from "./read.ts";
import { recall, remember } from "./remembered.ts";
import { refundedOf, sumOf } from "./represent.ts";
import type { Capture, Refund } from "./state.ts";

/** A row of its client; another's is a 403, an unknown one a 404, as PayPal answers. */
export function ownedBy<T extends { clientId: string }>(row: T | undefined, client: PaypalClient): T {
  if (!row) throw notFound();
  if (row.clientId !== client.clientId) throw permissionDenied();
  return row;
}

/** Gives back all that is left of a capture, or the amount that the body names. */
export function refundCapture(
  emulator: Emulator,
  client: PaypalClient,
  id: string,
  requestId: string | undefined,
  body: unknown,
  pending?: PendingRefund,
): Refund {
  const capture = ownedBy(emulator.state.captures.get(id), client);
  const request = readRefund(body);
  const key = { clientId: client.clientId, operation: "refund", target: id, requestId, body };
  const earlier = recall(emulator, key);
  const known = earlier && emulator.state.refunds.get(earlier.resourceId);
  if (known) return known;
  const refund = giveBack(emulator, capture, "refund", request.amount, request, pending);
  remember(emulator, key, { resourceId: refund.id });
  return refund;
}

type RefundRequest = { amount?: Money; note?: string; invoiceId?: string; customId?: string };

function readRefund(body: unknown): RefundRequest {
  if (body === undefined || body === null) return {};
  if (!isObject(body)) throw new PaypalError("INVALID_REQUEST", [detailOf("MALFORMED_REQUEST_JSON")]);
  const findings = noFindings();
  const amount = readMoney(body, "amount", "", findings);
  const note = readText(body, "note_to_payer", "", findings, { max: 255, isOneLine: true });
  const invoiceId = readText(body, "invoice_id", "", findings, { isOneLine: true });
  const customId = readText(body, "custom_id", "", findings, { isOneLine: true });
  if (findings.malformed.length > 0) throw new PaypalError("INVALID_REQUEST", findings.malformed);
  if (findings.unprocessable.length > 0)
    throw new PaypalError("UNPROCESSABLE_ENTITY", findings.unprocessable);
  return {
    ...(amount ? { amount } : {}),
    ...(note === undefined ? {} : { note }),
    ...(invoiceId === undefined ? {} : { invoiceId }),
    ...(customId === undefined ? {} : { customId }),
  };
}

/** Moves money back to the payer; never more than the capture brought. */
export function giveBack(
  emulator: Emulator,
  capture: Capture,
  kind: Refund["kind"],
  amount?: Money,
  texts: Omit<RefundRequest, "amount"> = {},
  pending?: PendingRefund,
): Refund {
  if (capture.status === "PENDING") {
    throw unprocessable(
      "PENDING_CAPTURE",
      "Cannot initiate a refund as the capture is pending. Capture is typically pending when the payer has funded the transaction using e-check/bank funded.",
    );
  }
  if (capture.status === "DECLINED" || capture.status === "FAILED") {
    throw unprocessable("REFUND_NOT_ALLOWED", "Capture cannot be refunded.");
  }
  const currency = capture.amount.currency_code;
  const left = toMinor(capture.amount) - refundedOf(emulator.state, capture.id);
  if (left === 0n) {
    throw unprocessable("CAPTURE_FULLY_REFUNDED", "The capture has already been fully refunded");
  }
  if (amount && amount.currency_code !== currency) {
    throw unprocessable(
      "REFUND_CAPTURE_CURRENCY_MISMATCH",
      "Refund must be in the same currency as the capture",
    );
  }
  const minor = amount ? toMinor(amount) : left;
  if (kind === "refund") refuseRefund(emulator, capture, minor < left);
  if (minor > left) {
    throw unprocessable(
      "REFUND_AMOUNT_EXCEEDED",
      "The refund amount must be less than or equal to the capture amount that has not yet been refunded.",
    );
  }
  const time = emulator.timestamp();
  const refund: Refund = {
    id: newTransactionId(),
    captureId: capture.id,
    clientId: capture.clientId,
    amount: fromMinor(minor, currency),
    kind,
    status: "COMPLETED",
    ...pending,
    ...(capture.customId === undefined ? {} : { customId: capture.customId }),
    ...(capture.invoiceId === undefined ? {} : { invoiceId: capture.invoiceId }),
    ...texts,
    createTime: time,
    updateTime: time,
  };
  emulator.state.refunds.set(refund.id, refund);
  if (kind === "reversal") capture.reason = "CHARGEBACK";
  tellRefund(emulator, capture, refund);
  return refund;
}

/** Of a refund that PayPal settles later. */
export type PendingRefund = { status: "PENDING"; reason: string };

/** The end of a pending refund; where it failed or was cancelled, its money is the seller's again. */
export function endRefund(emulator: Emulator, refund: Refund, status: Refund["status"]): Refund {
  const capture = emulator.state.captures.get(refund.captureId);
  if (!capture) throw notFound();
  if (refund.status !== "PENDING") throw unprocessable("REFUND_NOT_PENDING", "The refund is not pending.");
  refund.status = status;
  if (status !== "FAILED") delete refund.reason;
  refund.updateTime = emulator.timestamp();
  tellRefund(emulator, capture, refund);
  return refund;
}

function tellRefund(emulator: Emulator, capture: Capture, refund: Refund): void {
  const gone = sumOf(emulator.state, capture.id, ["COMPLETED"]);
  const isWhole = gone === toMinor(capture.amount);
  capture.status = gone === 0n ? "COMPLETED" : isWhole ? "REFUNDED" : "PARTIALLY_REFUNDED";
  capture.updateTime = refund.updateTime;
  emulator.changed();
  emitRefund(emulator, refund);
}

const REFUNDABLE_MS = 180 * 24 * 60 * 60 * 1000;

/** What a merchant may not give back, though PayPal itself may. */
function refuseRefund(emulator: Emulator, capture: Capture, isPartial: boolean): void {
  const { refunds, disputes } = emulator.state;
  const isReversed = [...refunds.values()].some(
    ({ captureId, kind }) => captureId === capture.id && kind === "reversal",
  );
  if (isReversed) {
    throw unprocessable(
      "REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK",
      "Refunds are not allowed on this capture due to a chargeback on the card or bank. Please contact the payee to resolve the chargeback.",
    );
  }
  if (emulator.now() - Date.parse(capture.createTime) > REFUNDABLE_MS) {
    throw unprocessable(
      "REFUND_TIME_LIMIT_EXCEEDED",
      "You are over the time limit to perform a refund on this capture",
    );
  }
  const isDisputed = [...disputes.values()].some(
    ({ captureId, status }) => captureId === capture.id && status !== "RESOLVED",
  );
  if (isPartial && isDisputed) {
    throw unprocessable(
      "TRANSACTION_DISPUTED",
      "Partial refunds cannot be offered at this time because there is an open case on this transaction. Visit the PayPal Resolution Center to review this case.",
    );
  }
}

/** The end of a pending capture: the money comes, or it doesn't. */
export function settlePending(emulator: Emulator, capture: Capture, event: CaptureEvent): Capture {
  if (capture.status !== "PENDING") throw unprocessable("CAPTURE_NOT_PENDING", "The capture is not pending.");
  capture.status = event === "COMPLETED" ? "COMPLETED" : "DECLINED";
  delete capture.reason;
  capture.updateTime = emulator.timestamp();
  emulator.changed();
  emitCapture(emulator, event, capture);
  return capture;
}
