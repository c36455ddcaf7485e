import type { Emulator } from "./emulator.ts";
import { notFound, PaypalError, permissionDenied, unprocessable } from "./errors.ts";
import { type CaptureEvent, emitCapture, emitDispute, emitRefund } from "./events.ts";
import { newDisputeId, newTransactionId } from "./ids.ts";
import { detailOf, noFindings } from "./issues.ts";
import { fromMinor, type Money, toMinor } from "./money.ts";
import type { PaypalClient } from "./options.ts";
import { isObject, readMoney, readText } from "./read.ts";
import { recall, remember } from "./remembered.ts";
import { refundedOf } from "./represent.ts";
import type { Capture, Dispute, Refund } from "./state.ts";

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
): Refund {
  const capture = ownedBy(emulator.state.captures.get(id), client);
  const request = readRefund(body);
  const key = { clientId: client.clientId, operation: "refund", target: id, requestId, body };
  const earlier = recall(emulator, key);
  const known = earlier && emulator.state.refunds.get(earlier.resourceId);
  if (known) return known;
  const refund = giveBack(emulator, capture, "refund", request.amount, request);
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
    ...(capture.customId === undefined ? {} : { customId: capture.customId }),
    ...(capture.invoiceId === undefined ? {} : { invoiceId: capture.invoiceId }),
    ...texts,
    createTime: time,
  };
  emulator.state.refunds.set(refund.id, refund);
  capture.status = minor === left ? "REFUNDED" : "PARTIALLY_REFUNDED";
  if (kind === "reversal") capture.reason = "CHARGEBACK";
  capture.updateTime = time;
  emulator.changed();
  emitRefund(emulator, refund);
  return refund;
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

export function openDispute(emulator: Emulator, capture: Capture, reason: string): Dispute {
  const time = emulator.timestamp();
  const dispute: Dispute = {
    id: newDisputeId(),
    captureId: capture.id,
    clientId: capture.clientId,
    reason,
    status: "OPEN",
    amount: capture.amount,
    createTime: time,
    updateTime: time,
  };
  emulator.state.disputes.set(dispute.id, dispute);
  emulator.changed();
  emitDispute(emulator, "CREATED", dispute);
  return dispute;
}

/** The latest dispute about a capture. */
export function disputeOf(emulator: Emulator, captureId: string): Dispute {
  const disputes = [...emulator.state.disputes.values()].filter((dispute) => dispute.captureId === captureId);
  const latest = disputes.at(-1);
  if (!latest) throw notFound();
  return latest;
}

export function updateDispute(emulator: Emulator, dispute: Dispute, status: Dispute["status"]): Dispute {
  dispute.status = status;
  dispute.updateTime = emulator.timestamp();
  emulator.changed();
  emitDispute(emulator, "UPDATED", dispute);
  return dispute;
}

/**
 * Ends a dispute. `outcome` is PayPal's outcome code; in the buyer's favour, what is left of the
 * capture goes back to the payer, which is a reversal with an event of its own.
 */
export function resolveDispute(emulator: Emulator, dispute: Dispute, outcome: string): Dispute {
  const capture = emulator.state.captures.get(dispute.captureId);
  dispute.status = "RESOLVED";
  dispute.outcome = outcome;
  dispute.updateTime = emulator.timestamp();
  emulator.changed();
  if (
    outcome === "RESOLVED_BUYER_FAVOUR" &&
    capture &&
    toMinor(capture.amount) > refundedOf(emulator.state, capture.id)
  ) {
    giveBack(emulator, capture, "reversal");
  }
  emitDispute(emulator, "RESOLVED", dispute);
  return dispute;
}
