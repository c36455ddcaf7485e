import type { Link } from "./errors.ts";
import { feeOf, fromMinor, type Money, toMinor } from "./money.ts";
import { type Capture, type Dispute, isExpired, type Order, type Refund, type State } from "./state.ts";

/** PayPal's JSON for what the emulator keeps. `base` is the emulator's public address. */

const link = (base: string, path: string, rel: string, method = "GET"): Link => ({
  href: `${base}${path}`,
  rel,
  method,
});

export const approvalUrl = (base: string, orderId: string): string =>
  `${base}/checkoutnow?token=${encodeURIComponent(orderId)}`;

function orderLinks(base: string, order: Order): Link[] {
  const self = link(base, `/v2/checkout/orders/${order.id}`, "self");
  if (order.status === "COMPLETED") return [self];
  const capture = link(base, `/v2/checkout/orders/${order.id}/capture`, "capture", "POST");
  const approve: Link = {
    href: approvalUrl(base, order.id),
    rel: order.paypalSource ? "payer-action" : "approve",
    method: "GET",
  };
  return order.status === "APPROVED"
    ? [self, approve, capture]
    : [self, approve, capture].slice(0, order.paypalSource ? 2 : 3);
}

/** Money that has gone back to the payer from a capture, or is about to. */
export const refundedOf = (state: State, captureId: string): bigint =>
  sumOf(state, captureId, ["COMPLETED", "PENDING"]);

export function sumOf(state: State, captureId: string, statuses: Refund["status"][]): bigint {
  let sum = 0n;
  for (const refund of state.refunds.values()) {
    if (refund.captureId === captureId && statuses.includes(refund.status)) sum += toMinor(refund.amount);
  }
  return sum;
}

function captureJson(base: string, state: State, capture: Capture): Record<string, unknown> {
  const arrived =
    capture.status !== "PENDING" && capture.status !== "DECLINED" && capture.status !== "FAILED";
  return {
    id: capture.id,
    status: capture.status,
    ...(capture.reason ? { status_details: { reason: capture.reason } } : {}),
    amount: capture.amount,
    final_capture: true,
    disbursement_mode: "INSTANT",
    seller_protection: arrived
      ? { status: "ELIGIBLE", dispute_categories: ["ITEM_NOT_RECEIVED", "UNAUTHORIZED_TRANSACTION"] }
      : { status: "NOT_ELIGIBLE" },
    ...(arrived ? { seller_receivable_breakdown: receivable(capture.amount) } : {}),
    ...(capture.invoiceId === undefined ? {} : { invoice_id: capture.invoiceId }),
    ...(capture.customId === undefined ? {} : { custom_id: capture.customId }),
    links: [
      link(base, `/v2/payments/captures/${capture.id}`, "self"),
      ...(arrived && refundedOf(state, capture.id) < toMinor(capture.amount)
        ? [link(base, `/v2/payments/captures/${capture.id}/refund`, "refund", "POST")]
        : []),
      link(base, `/v2/checkout/orders/${capture.orderId}`, "up"),
    ],
    create_time: capture.createTime,
    update_time: capture.updateTime,
  };
}

function receivable(gross: Money): Record<string, Money> {
  const fee = feeOf(gross);
  return {
    gross_amount: gross,
    paypal_fee: fee,
    net_amount: fromMinor(toMinor(gross) - toMinor(fee), gross.currency_code),
  };
}

/** A capture read by itself, which names its payee and order as well. */
export function lonelyCaptureJson(base: string, state: State, capture: Capture): Record<string, unknown> {
  return {
    ...captureJson(base, state, capture),
    payee: capture.payee,
    supplementary_data: { related_ids: { order_id: capture.orderId } },
  };
}

function payerOf(order: Order): Record<string, unknown> {
  if (!order.approval) return {};
  const payer = order.approval.payer;
  return {
    payment_source: {
      paypal: {
        email_address: payer.email_address,
        account_id: payer.payer_id,
        account_status: "VERIFIED",
        name: payer.name,
        address: payer.address,
      },
    },
    payer,
  };
}

const capturesOf = (base: string, state: State, order: Order): Record<string, unknown>[] =>
  order.captureIds.flatMap((id) => {
    const capture = state.captures.get(id);
    return capture ? [captureJson(base, state, capture)] : [];
  });

const refundsOf = (base: string, state: State, order: Order): Record<string, unknown>[] =>
  [...state.refunds.values()]
    .filter((refund) => order.captureIds.includes(refund.captureId))
    .map((refund) => refundJson(base, state, refund));

/** The whole order, as GET and `Prefer: return=representation` answer it. */
export function orderJson(base: string, state: State, order: Order): Record<string, unknown> {
  const captures = capturesOf(base, state, order);
  const refunds = refundsOf(base, state, order);
  const source = order.approval ? {} : order.paypalSource ? { payment_source: { paypal: {} } } : {};
  return {
    id: order.id,
    intent: "CAPTURE",
    status: order.status,
    ...source,
    ...payerOf(order),
    purchase_units: [
      {
        ...order.unit,
        payee: order.payee,
        ...(captures.length > 0
          ? { payments: { captures, ...(refunds.length > 0 ? { refunds } : {}) } }
          : {}),
      },
    ],
    create_time: order.createTime,
    update_time: order.updateTime,
    links: orderLinks(base, order),
  };
}

/** What `Prefer: return=minimal`, the default, leaves of a new order. */
export function minimalOrderJson(base: string, order: Order): Record<string, unknown> {
  return {
    id: order.id,
    status: order.status,
    ...(order.paypalSource ? { payment_source: { paypal: {} } } : {}),
    links: orderLinks(base, order),
  };
}

/** A capture's default answer: the payments are there, but neither amount nor payee of the order. */
export function minimalCapturedOrderJson(base: string, state: State, order: Order): Record<string, unknown> {
  return {
    id: order.id,
    status: order.status,
    ...payerOf(order),
    purchase_units: [
      { reference_id: order.unit.reference_id, payments: { captures: capturesOf(base, state, order) } },
    ],
    links: orderLinks(base, order),
  };
}

export function refundLinks(base: string, refund: Refund): Link[] {
  return [
    link(base, `/v2/payments/refunds/${refund.id}`, "self"),
    link(base, `/v2/payments/captures/${refund.captureId}`, "up"),
  ];
}

export function refundJson(base: string, state: State, refund: Refund): Record<string, unknown> {
  const currency = refund.amount.currency_code;
  const payee = state.captures.get(refund.captureId)?.payee;
  return {
    id: refund.id,
    status: refund.status,
    ...(refund.reason ? { status_details: { reason: refund.reason } } : {}),
    amount: refund.amount,
    ...(refund.invoiceId === undefined ? {} : { invoice_id: refund.invoiceId }),
    ...(refund.customId === undefined ? {} : { custom_id: refund.customId }),
    ...(refund.note === undefined ? {} : { note_to_payer: refund.note }),
    seller_payable_breakdown: {
      gross_amount: refund.amount,
      paypal_fee: fromMinor(0n, currency),
      net_amount: refund.amount,
      total_refunded_amount: fromMinor(refundedOf(state, refund.captureId), currency),
    },
    ...(payee ? { payer: payee } : {}),
    create_time: refund.createTime,
    update_time: refund.updateTime,
    links: refundLinks(base, refund),
  };
}

export function disputeJson(base: string, state: State, dispute: Dispute): Record<string, unknown> {
  const capture = state.captures.get(dispute.captureId);
  return {
    dispute_id: dispute.id,
    create_time: dispute.createTime,
    update_time: dispute.updateTime,
    disputed_transactions: [
      {
        seller_transaction_id: dispute.captureId,
        ...(capture?.invoiceId === undefined ? {} : { invoice_number: capture.invoiceId }),
        ...(capture?.customId === undefined ? {} : { custom: capture.customId }),
        seller: { merchant_id: capture?.payee.merchant_id, email: capture?.payee.email_address },
        gross_amount: capture?.amount,
      },
    ],
    reason: dispute.reason,
    status: dispute.status,
    dispute_amount: dispute.amount,
    ...(dispute.outcome
      ? {
          dispute_outcome: {
            outcome_code: dispute.outcome,
            ...(dispute.outcome === "RESOLVED_BUYER_FAVOUR" ? { amount_refunded: dispute.amount } : {}),
          },
        }
      : {}),
    // PayPal awaits the seller's answer until it has one.
    ...(dispute.answerBy && (dispute.status === "OPEN" || dispute.status === "WAITING_FOR_SELLER_RESPONSE")
      ? { seller_response_due_date: dispute.answerBy }
      : {}),
    dispute_life_cycle_stage: "INQUIRY",
    dispute_channel: "INTERNAL",
    links: [link(base, `/v1/customer/disputes/${dispute.id}`, "self")],
  };
}

/** An order that has run out is as unknown as one that never was. */
export function liveOrder(state: State, id: string, now: number): Order | undefined {
  const order = state.orders.get(id);
  return order && !isExpired(order, now) ? order : undefined;
}
