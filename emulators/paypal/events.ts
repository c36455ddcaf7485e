import type { Emulator } from "./emulator.ts";
import type { Link } from "./errors.ts";
import { newEventId } from "./ids.ts";
import { displayMoney } from "./money.ts";
import { disputeJson, lonelyCaptureJson, orderJson, refundJson } from "./represent.ts";
import type { Capture, Dispute, Order, Refund, WebhookEvent } from "./state.ts";

type Content = { resourceType: string; summary: string; resource: unknown; resourceVersion?: string };

/**
 * The bytes of an event. Slashes are escaped, which JSON allows and JSON.stringify never does: a
 * receiver that parses the event and writes it again gets other bytes, and its signature check fails.
 */
export function eventBytes(event: Record<string, unknown>): string {
  return JSON.stringify(event).replaceAll("/", "\\/");
}

/** Records an event and puts it in line for the client's webhooks. */
function emit(emulator: Emulator, clientId: string, type: string, content: Content): WebhookEvent {
  const id = newEventId();
  const createTime = new Date(emulator.now()).toISOString();
  const self = `${emulator.baseUrl}/v1/notifications/webhooks-events/${id}`;
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
  emulator.state.events.set(id, event);
  emulator.deliveries.enqueue(event);
  return event;
}

export function emitOrder(emulator: Emulator, type: "APPROVED" | "COMPLETED", order: Order): void {
  emit(emulator, order.clientId, `CHECKOUT.ORDER.${type}`, {
    resourceType: "checkout-order",
    summary: type === "APPROVED" ? "An order has been approved by buyer" : "Checkout Order Completed",
    resource: orderJson(emulator.baseUrl, emulator.state, order),
  });
}

const CAPTURE_SUMMARIES = {
  COMPLETED: "Payment completed for",
  PENDING: "Payment pending for",
  DENIED: "Payment denied for",
  DECLINED: "Payment declined for",
} as const;

export type CaptureEvent = keyof typeof CAPTURE_SUMMARIES;

export function emitCapture(emulator: Emulator, type: CaptureEvent, capture: Capture): void {
  emit(emulator, capture.clientId, `PAYMENT.CAPTURE.${type}`, {
    resourceType: "capture",
    summary: `${CAPTURE_SUMMARIES[type]} ${displayMoney(capture.amount)}`,
    resource: lonelyCaptureJson(emulator.baseUrl, emulator.state, capture),
  });
}

/** A cancelled refund has no event: only reading it tells. */
const refundEvents = {
  PENDING: ["PAYMENT.REFUND.PENDING", "refund is pending"],
  FAILED: ["PAYMENT.REFUND.FAILED", "refund failed"],
  COMPLETED: ["PAYMENT.CAPTURE.REFUNDED", "capture payment was refunded"],
} as const;

/** A refund's or reversal's event carries the refund; the capture is the link named 'up'. */
export function emitRefund(emulator: Emulator, refund: Refund): void {
  if (refund.status === "CANCELLED") return;
  const [type, what] =
    refund.kind === "reversal"
      ? ["PAYMENT.CAPTURE.REVERSED", "capture payment was reversed"]
      : refundEvents[refund.status];
  emit(emulator, refund.clientId, type, {
    resourceType: "refund",
    summary: `A ${displayMoney(refund.amount)} ${what}`,
    resource: refundJson(emulator.baseUrl, emulator.state, refund),
  });
}

export function emitDispute(
  emulator: Emulator,
  type: "CREATED" | "UPDATED" | "RESOLVED",
  dispute: Dispute,
): void {
  const texts = {
    CREATED: "A new dispute opened",
    UPDATED: "A dispute was updated",
    RESOLVED: "A dispute was resolved",
  };
  emit(emulator, dispute.clientId, `CUSTOMER.DISPUTE.${type}`, {
    resourceType: "dispute",
    resourceVersion: "1.0",
    summary: `${texts[type]} with Case # ${dispute.id}`,
    resource: disputeJson(emulator.baseUrl, emulator.state, dispute),
  });
}
