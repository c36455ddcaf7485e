/** A merchant account that the emulator knows: REST credentials and the payee behind them. */
export type PaypalClient = {
  clientId: string;
  secret: string;
  /** 13 characters of A-Z (without I and O) and 2-9, as PayPal's own. */
  merchantId: string;
  email: string;
  name: string;
};

/** Keeps the emulator's state between runs. `save` should replace the old text atomically. */
export type StateStore = {
  load: () => Promise<string | undefined>;
  save: (json: string) => Promise<void>;
  /** State that was made elsewhere and is taken over once: its load is asked at each call, and what it gave removed. */
  handover?: { load: () => Promise<string | undefined>; remove: () => Promise<void> };
};

export type PaypalEmulatorOptions = {
  clients: PaypalClient[];
  /** Public base address with any mount prefix and no trailing slash; used in links and the script. */
  baseUrl: string;
  /** Mounts /control/*, by which tests steer faults, payers and webhooks. Never for the public. */
  control?: boolean;
  /** Off: events are recorded and can be flushed through the control API, but none is sent by itself. */
  deliverWebhooks?: boolean;
  store?: StateStore;
  /** The names of the events that it knows, where they are fewer than PayPal's. */
  eventTypes?: ReadonlySet<string>;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** Pauses in ms before the 2nd, 3rd, … attempt to deliver a webhook; after the last one it gives up. */
  webhookRetryDelays?: number[];
};

/** Twenty-five attempts over about three days, as PayPal makes, the first ones close together. */
export const DEFAULT_RETRY_DELAYS: number[] = Array.from({ length: 24 }, (_, attempt) =>
  Math.min(2000 * 2 ** attempt, 4 * 60 * 60 * 1000),
);

/** The event names that a webhook of this emulator can subscribe to. */
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
