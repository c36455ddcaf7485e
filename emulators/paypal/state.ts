import type { Money } from "./money.ts";

export type OrderStatus = "CREATED" | "PAYER_ACTION_REQUIRED" | "APPROVED" | "COMPLETED";

/** What the payer chose to pay with; it decides how the capture ends. */
export type Instrument = "balance" | "declined" | "pending";

export type Payee = { email_address: string; merchant_id: string };

export type Payer = {
  payer_id: string;
  email_address: string;
  name: { given_name: string; surname: string };
  address: { country_code: string };
};

export type Breakdown = Record<string, Money>;

export type PurchaseUnit = {
  reference_id: string;
  amount: Money & { breakdown?: Breakdown };
  description?: string;
  custom_id?: string;
  invoice_id?: string;
  soft_descriptor?: string;
  items?: unknown[];
};

/** What a request asks for. */
export type OrderTerms = {
  unit: PurchaseUnit;
  payee: Payee;
  /** True when the request named payment_source.paypal: the link is then called payer-action. */
  paypalSource: boolean;
  brandName?: string;
  returnUrl?: string;
  cancelUrl?: string;
};

export type Order = OrderTerms & {
  id: string;
  clientId: string;
  status: OrderStatus;
  createTime: string;
  updateTime: string;
  approval?: { instrument: Instrument; payer: Payer };
  declines: number;
  captureIds: string[];
};

export type CaptureStatus =
  | "COMPLETED"
  | "DECLINED"
  | "PARTIALLY_REFUNDED"
  | "PENDING"
  | "REFUNDED"
  | "FAILED";

export type Capture = {
  id: string;
  orderId: string;
  clientId: string;
  status: CaptureStatus;
  reason?: string;
  amount: Money;
  customId?: string;
  invoiceId?: string;
  payee: Payee;
  createTime: string;
  updateTime: string;
};

export type Refund = {
  id: string;
  captureId: string;
  clientId: string;
  amount: Money;
  /** A reversal is money that PayPal takes back without the merchant's asking. */
  kind: "refund" | "reversal";
  status: "COMPLETED" | "PENDING" | "FAILED" | "CANCELLED";
  reason?: string;
  customId?: string;
  invoiceId?: string;
  note?: string;
  createTime: string;
  updateTime: string;
};

export type Dispute = {
  id: string;
  captureId: string;
  clientId: string;
  reason: string;
  status: "OPEN" | "WAITING_FOR_SELLER_RESPONSE" | "UNDER_REVIEW" | "RESOLVED";
  outcome?: string;
  /** Until when the seller has to answer. */
  answerBy?: string;
  amount: Money;
  createTime: string;
  updateTime: string;
};

export type Webhook = { id: string; clientId: string; url: string; eventTypes: string[] };

/** `body` holds the bytes that are sent and signed, so it is kept as text and never made again. */
export type WebhookEvent = {
  id: string;
  clientId: string;
  type: string;
  createTime: string;
  body: string;
  /** A webhook was registered for it: PayPal lists no others. */
  wanted: boolean;
};

export type Delivery = {
  /** PayPal's transmission id, the same for every attempt. */
  id: string;
  eventId: string;
  webhookId: string;
  attempts: number;
  status: "waiting" | "delivered" | "failed" | "dropped";
  nextAttemptAt: number;
  lastStatus?: number;
};

/** What a PayPal-Request-Id led to, kept so that the same request has no second effect. */
export type RememberedRequest = {
  key: string;
  operation: string;
  bodyHash: string;
  at: number;
  resourceId: string;
  /** Set where the first answer was an error that a repeat gets again. */
  error?: { issue: string; description: string };
};

export type State = {
  orders: Map<string, Order>;
  captures: Map<string, Capture>;
  refunds: Map<string, Refund>;
  disputes: Map<string, Dispute>;
  webhooks: Map<string, Webhook>;
  events: Map<string, WebhookEvent>;
  deliveries: Map<string, Delivery>;
  requests: Map<string, RememberedRequest>;
  /** PKCS #8 PEM; kept, so that a signature made before a restart still verifies after it. */
  signingKey?: string;
};

export const emptyState = (): State => ({
  orders: new Map(),
  captures: new Map(),
  refunds: new Map(),
  disputes: new Map(),
  webhooks: new Map(),
  events: new Map(),
  deliveries: new Map(),
  requests: new Map(),
});

export function serialiseState(state: State): string {
  return JSON.stringify({
    version: 1,
    orders: [...state.orders.values()],
    captures: [...state.captures.values()],
    refunds: [...state.refunds.values()],
    disputes: [...state.disputes.values()],
    webhooks: [...state.webhooks.values()],
    events: [...state.events.values()],
    deliveries: [...state.deliveries.values()],
    requests: [...state.requests.values()],
    signingKey: state.signingKey,
  });
}

const byId = <T extends { id: string }>(rows: T[]): Map<string, T> =>
  new Map(rows.map((row) => [row.id, row]));

/** As state of before refunds could be pending lacks it. */
const settled = (refund: Refund): Refund => ({
  ...refund,
  status: refund.status ?? "COMPLETED",
  updateTime: refund.updateTime ?? refund.createTime,
});

export function parseState(json: string): State {
  const stored = JSON.parse(json);
  if (stored.version !== 1)
    throw new Error(`PayPal emulator: unknown version ${stored.version} of its state`);
  return {
    orders: byId(stored.orders),
    captures: byId(stored.captures),
    refunds: byId(stored.refunds.map(settled)),
    disputes: byId(stored.disputes),
    webhooks: byId(stored.webhooks),
    events: byId(stored.events),
    deliveries: byId(stored.deliveries),
    requests: new Map(stored.requests.map((row: RememberedRequest) => [row.key, row])),
    signingKey: stored.signingKey,
  };
}

const HOUR = 60 * 60 * 1000;

/** PayPal forgets an order that was not approved and captured within three hours. */
const ORDER_LIFETIME = 3 * HOUR;

/** How long a PayPal-Request-Id is known: of Orders v2 six hours, of Payments v2 45 days. */
const ORDER_REQUEST_LIFETIME = 6 * HOUR;
const PAYMENT_REQUEST_LIFETIME = 45 * 24 * HOUR;

/** PayPal lists the events of the last 30 days. */
const EVENT_LIFETIME = 30 * 24 * HOUR;

export function isExpired(order: Order, now: number): boolean {
  if (order.status === "COMPLETED") return false;
  return now - Date.parse(order.createTime) > ORDER_LIFETIME;
}

export function isForgotten({ operation, at }: RememberedRequest, now: number): boolean {
  return now - at > (operation === "refund" ? PAYMENT_REQUEST_LIFETIME : ORDER_REQUEST_LIFETIME);
}

/** Drops what PayPal itself would have forgotten, so that a long-lived demo doesn't grow for ever. */
export function prune(state: State, now: number): void {
  for (const order of state.orders.values()) {
    if (isExpired(order, now)) state.orders.delete(order.id);
  }
  for (const request of state.requests.values()) {
    if (isForgotten(request, now)) state.requests.delete(request.key);
  }
  for (const delivery of state.deliveries.values()) {
    const event = state.events.get(delivery.eventId);
    if (event && delivery.status !== "waiting" && now - Date.parse(event.createTime) > 72 * HOUR) {
      state.deliveries.delete(delivery.id);
    }
  }
  const needed = new Set([...state.deliveries.values()].map((delivery) => delivery.eventId));
  for (const event of state.events.values()) {
    if (!needed.has(event.id) && now - Date.parse(event.createTime) > EVENT_LIFETIME)
      state.events.delete(event.id);
  }
}
