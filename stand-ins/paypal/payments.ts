import { notFound, PaypalError, permissionDenied, unprocessable } from "./errors.ts";
import { type CaptureEvent, emitCapture, emitDispute, emitRefund } from "./events.ts";
import { newDisputeId, newTransactionId } from "./ids.ts";
import { detailOf, noFindings } from "./issues.ts";
import { fromMinor, type Money, toMinor } from "./money.ts";
import type { PaypalClient } from "./options.ts";
import { isObject, readMoney, readText } from "./read.ts";
import { recall, remember } from "./remembered.ts";
import { refundedOf } from "./represent.ts";
import type { StandIn } from "./stand-in.ts";
import type { Capture, Dispute, Refund } from "./state.ts";

/** A row of its client; another's is a 403, an unknown one a 404, as PayPal answers. */
export function ownedBy<T extends { clientId: string }>(row: T | undefined, client: PaypalClient): T {
  if (!row) throw notFound();
  if (row.clientId !== client.clientId) throw permissionDenied();
  return row;
}

/** Gives back all that is left of a capture, or the amount that the body names. */
export function refundCapture(
  standIn: StandIn,
  client: PaypalClient,
  id: string,
  requestId: string | undefined,
  body: unknown,
): Refund {
  const capture = ownedBy(standIn.state.captures.get(id), client);
  const request = readRefund(body);
  const key = { clientId: client.clientId, operation: "refund", target: id, requestId, body };
  const earlier = recall(standIn, key);
  const known = earlier && standIn.state.refunds.get(earlier.resourceId);
  if (known) return known;
  const refund = giveBack(standIn, capture, "refund", request.amount, request);
  remember(standIn, key, { resourceId: refund.id });
  return refund;
}

type RefundRequest = { amount?: Money; note?: string; invoiceId?: string; customId?: string };

function readRefund(body: unknown): RefundRequest {
  if (body === undefined || body === null) return {};
  if (!isObject(body)) throw new PaypalError("INVALID_REQUEST", [detailOf("MALFORMED_REQUEST_JSON")]);
  const findings = noFindings();
  const amount = readMoney(body, "amount", "", findings);
  const note = readText(body, "note_to_payer", "", findings, { max: 255 });
  const invoiceId = readText(body, "invoice_id", "", findings);
  const customId = readText(body, "custom_id", "", findings);
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
  standIn: StandIn,
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
  const left = toMinor(capture.amount) - refundedOf(standIn.state, capture.id);
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
  if (minor > left) {
    throw unprocessable(
      "REFUND_AMOUNT_EXCEEDED",
      "The refund amount must be less than or equal to the capture amount that has not yet been refunded.",
    );
  }
  const time = standIn.timestamp();
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
  standIn.state.refunds.set(refund.id, refund);
  capture.status = minor === left ? "REFUNDED" : "PARTIALLY_REFUNDED";
  if (kind === "reversal") capture.reason = "CHARGEBACK";
  capture.updateTime = time;
  standIn.changed();
  emitRefund(standIn, refund);
  return refund;
}

/** The end of a pending capture: the money comes, or it doesn't. */
export function settlePending(standIn: StandIn, capture: Capture, event: CaptureEvent): Capture {
  if (capture.status !== "PENDING") throw unprocessable("CAPTURE_NOT_PENDING", "The capture is not pending.");
  capture.status = event === "COMPLETED" ? "COMPLETED" : "DECLINED";
  delete capture.reason;
  capture.updateTime = standIn.timestamp();
  standIn.changed();
  emitCapture(standIn, event, capture);
  return capture;
}

export function openDispute(standIn: StandIn, capture: Capture, reason: string): Dispute {
  const time = standIn.timestamp();
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
  standIn.state.disputes.set(dispute.id, dispute);
  standIn.changed();
  emitDispute(standIn, "CREATED", dispute);
  return dispute;
}

/** The latest dispute about a capture. */
export function disputeOf(standIn: StandIn, captureId: string): Dispute {
  const disputes = [...standIn.state.disputes.values()].filter((dispute) => dispute.captureId === captureId);
  const latest = disputes.at(-1);
  if (!latest) throw notFound();
  return latest;
}

export function updateDispute(standIn: StandIn, dispute: Dispute, status: Dispute["status"]): Dispute {
  dispute.status = status;
  dispute.updateTime = standIn.timestamp();
  standIn.changed();
  emitDispute(standIn, "UPDATED", dispute);
  return dispute;
}

/**
 * Ends a dispute. `outcome` is PayPal's outcome code; in the buyer's favour, what is left of the
 * capture goes back to the payer, which is a reversal with an event of its own.
 */
export function resolveDispute(standIn: StandIn, dispute: Dispute, outcome: string): Dispute {
  const capture = standIn.state.captures.get(dispute.captureId);
  dispute.status = "RESOLVED";
  dispute.outcome = outcome;
  dispute.updateTime = standIn.timestamp();
  standIn.changed();
  if (
    outcome === "RESOLVED_BUYER_FAVOUR" &&
    capture &&
    toMinor(capture.amount) > refundedOf(standIn.state, capture.id)
  ) {
    giveBack(standIn, capture, "reversal");
  }
  emitDispute(standIn, "RESOLVED", dispute);
  return dispute;
}
