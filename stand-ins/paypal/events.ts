import type { Link } from "./errors.ts";
import { newEventId } from "./ids.ts";
import { displayMoney } from "./money.ts";
import { disputeJson, lonelyCaptureJson, orderJson, refundJson } from "./represent.ts";
import type { StandIn } from "./stand-in.ts";
import type { Capture, Dispute, Order, Refund, WebhookEvent } from "./state.ts";

/** The event names that a webhook of this stand-in can subscribe to. */
export const EVENT_TYPES: ReadonlySet<string> = new Set([
  "CHECKOUT.ORDER.APPROVED",
  "CHECKOUT.ORDER.COMPLETED",
  "CHECKOUT.ORDER.VOIDED",
  "CHECKOUT.PAYMENT-APPROVAL.REVERSED",
  "PAYMENT.CAPTURE.COMPLETED",
  "PAYMENT.CAPTURE.PENDING",
  "PAYMENT.CAPTURE.DENIED",
  "PAYMENT.CAPTURE.DECLINED",
  "PAYMENT.CAPTURE.REFUNDED",
  "PAYMENT.CAPTURE.REVERSED",
  "PAYMENT.REFUND.PENDING",
  "PAYMENT.REFUND.FAILED",
  "CUSTOMER.DISPUTE.CREATED",
  "CUSTOMER.DISPUTE.UPDATED",
  "CUSTOMER.DISPUTE.RESOLVED",
]);

type Content = { resourceType: string; summary: string; resource: unknown; resourceVersion?: string };

/**
 * The bytes of an event. Slashes are escaped, which JSON allows and JSON.stringify never does: a
 * receiver that parses the event and writes it again gets other bytes, and its signature check fails.
 */
export function eventBytes(event: Record<string, unknown>): string {
  return JSON.stringify(event).replaceAll("/", "\\/");
}

/** Records an event and puts it in line for the client's webhooks. */
function emit(standIn: StandIn, clientId: string, type: string, content: Content): WebhookEvent {
  const id = newEventId();
  const createTime = new Date(standIn.now()).toISOString();
  const self = `${standIn.baseUrl}/v1/notifications/webhooks-events/${id}`;
  const links: Link[] = [
    { href: self, rel: "self", method: "GET" },
    { href: `${self}/resend`, rel: "resend", method: "POST" },
  ];
  const body = eventBytes({
    id,
    event_version: "1.0",
    create_time: createTime,
    resource_type: content.resourceType,
    resource_version: content.resourceVersion ?? "2.0",
    event_type: type,
    summary: content.summary,
    resource: content.resource,
    links,
  });
  const event: WebhookEvent = { id, clientId, type, createTime, body, wanted: false };
  standIn.state.events.set(id, event);
  standIn.deliveries.enqueue(event);
  return event;
}

export function emitOrder(standIn: StandIn, type: "APPROVED" | "COMPLETED", order: Order): void {
  emit(standIn, order.clientId, `CHECKOUT.ORDER.${type}`, {
    resourceType: "checkout-order",
    summary: type === "APPROVED" ? "An order has been approved by buyer" : "Checkout Order Completed",
    resource: orderJson(standIn.baseUrl, standIn.state, order),
  });
}

const CAPTURE_SUMMARIES = {
  COMPLETED: "Payment completed for",
  PENDING: "Payment pending for",
  DENIED: "Payment denied for",
  DECLINED: "Payment declined for",
} as const;

export type CaptureEvent = keyof typeof CAPTURE_SUMMARIES;

export function emitCapture(standIn: StandIn, type: CaptureEvent, capture: Capture): void {
  emit(standIn, capture.clientId, `PAYMENT.CAPTURE.${type}`, {
    resourceType: "capture",
    summary: `${CAPTURE_SUMMARIES[type]} ${displayMoney(capture.amount)}`,
    resource: lonelyCaptureJson(standIn.baseUrl, standIn.state, capture),
  });
}

/** A refund's or reversal's event carries the refund; the capture is the link named 'up'. */
export function emitRefund(standIn: StandIn, refund: Refund): void {
  const reversed = refund.kind === "reversal";
  emit(standIn, refund.clientId, `PAYMENT.CAPTURE.${reversed ? "REVERSED" : "REFUNDED"}`, {
    resourceType: "refund",
    summary: `A ${displayMoney(refund.amount)} capture payment was ${reversed ? "reversed" : "refunded"}`,
    resource: refundJson(standIn.baseUrl, standIn.state, refund),
  });
}

export function emitDispute(
  standIn: StandIn,
  type: "CREATED" | "UPDATED" | "RESOLVED",
  dispute: Dispute,
): void {
  const texts = {
    CREATED: "A new dispute opened",
    UPDATED: "A dispute was updated",
    RESOLVED: "A dispute was resolved",
  };
  emit(standIn, dispute.clientId, `CUSTOMER.DISPUTE.${type}`, {
    resourceType: "dispute",
    resourceVersion: "1.0",
    summary: `${texts[type]} with Case # ${dispute.id}`,
    resource: disputeJson(standIn.baseUrl, standIn.state, dispute),
  });
}
