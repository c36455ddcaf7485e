import { minorToText } from "#contract/money.ts";
import { inOneLine, startOf } from "#contract/plain-text.ts";
import {
  captureAnswer,
  orderAnswer,
  type PaypalCapture,
  type PaypalMoney,
  type PaypalOrder,
  type PaypalPayee,
  type PaypalRefund,
  refundAnswer,
} from "./answers.ts";
import { type PaypalCredentials, paypalCaller, renewToken } from "./client.ts";
import type { PaypalResult } from "./result.ts";
import {
  createWebhook,
  firstEventsPage,
  listEvents,
  readWebhook,
  verifyWebhook,
  type WebhookHeaders,
} from "./webhooks.ts";

export interface NewPaypalOrder {
  priceMinor: number;
  /** Off the price. */
  discountMinor: number;
  feeMinor: number;
  totalMinor: number;
  currency: string;
  description: string;
  /** The shop's orderId: comes back with every capture. */
  customId: string;
  /** The shop's paymentId: PayPal takes money for it once. */
  invoiceId: string;
  brandName: string;
}

/** What the shop asks of PayPal, with one merchant's credentials. No method throws. */
export interface Paypal {
  createOrder(order: NewPaypalOrder, requestId: string): Promise<PaypalResult<PaypalOrder>>;
  readOrder(id: string): Promise<PaypalResult<PaypalOrder>>;
  captureOrder(id: string, requestId: string): Promise<PaypalResult<PaypalOrder>>;
  readCapture(id: string): Promise<PaypalResult<PaypalCapture>>;
  readRefund(id: string): Promise<PaypalResult<PaypalRefund>>;
  /** Whom PayPal names as the payee of what these credentials sell; null where it names nobody. */
  ownPayee(currency: string): Promise<PaypalResult<PaypalPayee | null>>;
  refundCapture(
    captureId: string,
    refund: PaypalMoney & { note: string | null },
    requestId: string,
  ): Promise<PaypalResult<PaypalRefund>>;
  /** True where PayPal says SUCCESS to these very bytes. */
  verifyWebhook(headers: WebhookHeaders, webhookId: string, event: Buffer): Promise<PaypalResult<boolean>>;
  /** The first page of the events between two moments, for `listEvents`. */
  eventsBetween(from: Date, until: Date): string;
  /** One page of the events that PayPal made for the webhooks of these credentials, and the next page. */
  listEvents(page: string): Promise<PaypalResult<{ events: unknown[]; next: string | null }>>;
  /** Registers the address, or finds it registered, and answers its id. */
  createWebhook(url: string): Promise<PaypalResult<string>>;
  /** Where PayPal sends webhooks to, and the events that it tells nothing of; null where it does not know the webhook. */
  readWebhook(id: string): Promise<PaypalResult<{ url: string; lacks: string[] } | null>>;
  /** Asks for a token anew. */
  tryCredentials(): Promise<PaypalResult<true>>;
}

export function openPaypal(credentials: PaypalCredentials, timeoutMs: number): Paypal {
  const call = paypalCaller(credentials, timeoutMs);
  const orderPath = (id: string) => `/v2/checkout/orders/${encodeURIComponent(id)}`;
  return {
    createOrder: (order, requestId) =>
      call(
        { method: "POST", path: "/v2/checkout/orders", body: JSON.stringify(orderBody(order)), requestId },
        orderAnswer,
      ),
    readOrder: (id) => call({ method: "GET", path: orderPath(id) }, orderAnswer),
    captureOrder: (id, requestId) =>
      call({ method: "POST", path: `${orderPath(id)}/capture`, body: "{}", requestId }, orderAnswer),
    readCapture: (id) =>
      call({ method: "GET", path: `/v2/payments/captures/${encodeURIComponent(id)}` }, captureAnswer),
    readRefund: (id) =>
      call({ method: "GET", path: `/v2/payments/refunds/${encodeURIComponent(id)}` }, refundAnswer),
    async ownPayee(currency) {
      // No call tells it without further rights. An order that nobody is led to is forgotten after three hours.
      const body = JSON.stringify({
        intent: "CAPTURE",
        purchase_units: [{ amount: moneyOf(100, currency) }],
      });
      const made = await call({ method: "POST", path: "/v2/checkout/orders", body }, orderAnswer);
      return made.kind === "ok" ? { ...made, value: made.value.payee } : made;
    },
    refundCapture: (captureId, { minor, currency, note }, requestId) =>
      call(
        {
          method: "POST",
          path: `/v2/payments/captures/${encodeURIComponent(captureId)}/refund`,
          body: JSON.stringify({
            amount: moneyOf(minor, currency),
            // No sign that ends a line: https://developer.paypal.com/docs/api/payments/v2/#captures_refund
            ...(note ? { note_to_payer: inOneLine(note) } : {}),
          }),
          requestId,
        },
        refundAnswer,
      ),
    verifyWebhook: (headers, webhookId, event) => verifyWebhook(call, headers, webhookId, event),
    eventsBetween: firstEventsPage,
    listEvents: (page) => listEvents(call, page),
    createWebhook: (url) => createWebhook(call, url),
    readWebhook: (id) => readWebhook(call, id),
    async tryCredentials() {
      const token = await renewToken(credentials, timeoutMs);
      return token.kind === "ok" ? { ...token, value: true } : token;
    },
  };
}

/** PayPal's limit of a description is in US ASCII characters; of others it takes fewer, and does not say how many. */
const startOfBytes = (text: string, length: number) =>
  new TextDecoder().decode(Buffer.from(text).subarray(0, length), { stream: true });

/** Intent CAPTURE, no shipping, and the payer's "Pay now" as the consent to capture. */
function orderBody(order: NewPaypalOrder) {
  const part = (minor: number) => moneyOf(minor, order.currency);
  return {
    intent: "CAPTURE",
    purchase_units: [
      {
        description: startOfBytes(order.description, 127) || "Order",
        custom_id: order.customId,
        invoice_id: order.invoiceId,
        amount: {
          ...part(order.totalMinor),
          breakdown: {
            item_total: part(order.priceMinor),
            handling: part(order.feeMinor),
            ...(order.discountMinor > 0 ? { discount: part(order.discountMinor) } : {}),
          },
        },
      },
    ],
    application_context: {
      shipping_preference: "NO_SHIPPING",
      user_action: "PAY_NOW",
      ...(order.brandName ? { brand_name: startOf(order.brandName, 127) } : {}),
    },
  };
}

function moneyOf(minor: number, currency: string) {
  return { currency_code: currency, value: minorToText(minor, currency) };
}
