import type { Emulator } from "./emulator.ts";
import { notFound, PaypalError, permissionDenied, unprocessable } from "./errors.ts";
import { emitCapture, emitOrder } from "./events.ts";
import type { FaultKind, PaymentFault } from "./faults.ts";
import { newAccountId, newTransactionId } from "./ids.ts";
import { detailOf } from "./issues.ts";
import { fromMinor, type Money, normalised, toMinor } from "./money.ts";
import type { PaypalClient } from "./options.ts";
import { readOrderRequest } from "./order-request.ts";
import { recall, remember } from "./remembered.ts";
import { approvalUrl, liveOrder } from "./represent.ts";
import type { Capture, CaptureStatus, Instrument, Order, Payer } from "./state.ts";

/** Makes an order, or answers the one that the same PayPal-Request-Id made before. */
export function createOrder(
  emulator: Emulator,
  client: PaypalClient,
  requestId: string | undefined,
  body: unknown,
): { order: Order; repeated: boolean } {
  const request = readOrderRequest(body, client, emulator.clients.values());
  if (request.paypalSource && requestId === undefined) {
    throw new PaypalError("INVALID_REQUEST", [detailOf("PAYPAL_REQUEST_ID_REQUIRED")]);
  }
  const key = { clientId: client.clientId, operation: "create", target: "", requestId, body };
  const earlier = recall(emulator, key);
  const known = earlier && liveOrder(emulator.state, earlier.resourceId, emulator.now());
  if (known) return { order: known, repeated: true };
  const time = emulator.timestamp();
  const { paypalSource, ...rest } = request;
  const order: Order = {
    id: newTransactionId(),
    clientId: client.clientId,
    status: paypalSource ? "PAYER_ACTION_REQUIRED" : "CREATED",
    createTime: time,
    updateTime: time,
    paypalSource,
    declines: 0,
    captureIds: [],
    ...rest,
  };
  emulator.state.orders.set(order.id, order);
  remember(emulator, key, { resourceId: order.id });
  emulator.changed();
  return { order, repeated: false };
}

export function findOrder(emulator: Emulator, client: PaypalClient, id: string): Order {
  const order = liveOrder(emulator.state, id, emulator.now());
  if (!order) throw notFound();
  if (order.clientId !== client.clientId) throw permissionDenied();
  return order;
}

export const DEMO_PAYER = {
  email_address: "demo-buyer@example.com",
  name: { given_name: "Demo", surname: "Buyer" },
  address: { country_code: "US" },
} as const;

/** The payer's consent. Again after a decline, with another instrument, until the order is captured. */
export function approveOrder(
  emulator: Emulator,
  order: Order,
  instrument: Instrument,
  payer: Partial<Payer> = {},
): Payer {
  if (order.status === "COMPLETED") {
    throw unprocessable("ORDER_ALREADY_CAPTURED", "Order already captured.");
  }
  const approved: Payer = {
    ...DEMO_PAYER,
    payer_id: order.approval?.payer.payer_id ?? newAccountId(),
    ...payer,
  };
  order.status = "APPROVED";
  order.approval = { instrument, payer: approved };
  order.updateTime = emulator.timestamp();
  emulator.changed();
  emitOrder(emulator, "APPROVED", order);
  return approved;
}

const MAXIMUM_DECLINES = 10;

/**
 * Takes the money of an approved order, once: a repeat of the same PayPal-Request-Id gets the same
 * answer, any other call after it ORDER_ALREADY_CAPTURED. A declined request id stays declined.
 */
export function captureOrder(
  emulator: Emulator,
  client: PaypalClient,
  id: string,
  requestId: string | undefined,
  body: unknown,
  struck?: PaymentFault,
): { order: Order; repeated: boolean } {
  const fault = struck?.fault;
  const order = findOrder(emulator, client, id);
  const key = { clientId: client.clientId, operation: "capture", target: id, requestId, body };
  const earlier = recall(emulator, key);
  if (earlier?.error) throw declined(emulator, order, earlier.error);
  if (earlier) return { order, repeated: true };
  if (order.status === "COMPLETED") {
    throw unprocessable(
      "ORDER_ALREADY_CAPTURED",
      "Order already captured.If 'intent=CAPTURE' only one capture per order is allowed.",
    );
  }
  if (order.status !== "APPROVED" || !order.approval) {
    throw unprocessable(
      "ORDER_NOT_APPROVED",
      "Payer has not yet approved the Order for payment. Please redirect the payer to the 'rel':'approve' url returned as part of the HATEOAS links within the Create Order call or provide a valid `payment_source` in the request.",
    );
  }
  refuseDuplicateInvoice(emulator, order);
  if (order.declines >= MAXIMUM_DECLINES) {
    throw unprocessable(
      "MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED",
      "You have exceeded the maximum number of payment attempts.",
    );
  }
  if (fault === "declined" || (order.approval.instrument === "declined" && fault === undefined)) {
    const error = {
      issue: "INSTRUMENT_DECLINED",
      description:
        "The instrument presented  was either declined by the processor or bank, or it can't be used for this payment.",
    };
    order.declines += 1;
    remember(emulator, key, { resourceId: id, error });
    emulator.changed();
    throw declined(emulator, order, error);
  }
  const status = statusOf(order, fault);
  const captures = [makeCapture(emulator, order, status, struck)];
  if (fault === "duplicate-capture") captures.push(makeCapture(emulator, order, status, struck));
  order.status = "COMPLETED";
  order.updateTime = emulator.timestamp();
  remember(emulator, key, { resourceId: id });
  emulator.changed();
  for (const capture of captures) {
    emitCapture(emulator, capture.status as "COMPLETED" | "PENDING" | "DECLINED", capture);
  }
  if (status === "COMPLETED") emitOrder(emulator, "COMPLETED", order);
  return { order, repeated: false };
}

function declined(
  emulator: Emulator,
  order: Order,
  error: { issue: string; description: string },
): PaypalError {
  return unprocessable(error.issue, error.description, [
    {
      href: "https://developer.paypal.com/api/orders/v2/#error-INSTRUMENT_DECLINED",
      rel: "information_link",
      method: "GET",
    },
    { href: approvalUrl(emulator.baseUrl, order.id), rel: "redirect", method: "GET" },
  ]);
}

/** One merchant can't be paid twice under one invoice number; unpaid orders may share it. */
function refuseDuplicateInvoice(emulator: Emulator, order: Order): void {
  const invoiceId = order.unit.invoice_id;
  if (invoiceId === undefined) return;
  for (const capture of emulator.state.captures.values()) {
    const paid = capture.status !== "DECLINED" && capture.status !== "FAILED";
    if (paid && capture.invoiceId === invoiceId && capture.payee.merchant_id === order.payee.merchant_id) {
      throw unprocessable(
        "DUPLICATE_INVOICE_ID",
        "Duplicate Invoice ID detected. To avoid a potential duplicate transaction your account setting requires that Invoice Id be unique for each transaction.",
      );
    }
  }
}

function statusOf(order: Order, fault: FaultKind | undefined): CaptureStatus {
  if (fault === "declined-capture") return "DECLINED";
  if (fault === "pending") return "PENDING";
  return order.approval?.instrument === "pending" ? "PENDING" : "COMPLETED";
}

function makeCapture(
  emulator: Emulator,
  order: Order,
  status: CaptureStatus,
  struck: PaymentFault | undefined,
): Capture {
  const fault = struck?.fault;
  const time = emulator.timestamp();
  const customId = fault === "wrong-custom-id" ? "SOMEONEELSE" : order.unit.custom_id;
  if (fault === "wrong-payee")
    order.payee = { email_address: "another-shop@example.com", merchant_id: newAccountId() };
  const capture: Capture = {
    id: newTransactionId(),
    orderId: order.id,
    clientId: order.clientId,
    status,
    ...(status === "PENDING" ? { reason: struck?.issue ?? "ECHECK" } : {}),
    amount: capturedAmount(order.unit.amount, fault),
    ...(customId === undefined ? {} : { customId }),
    ...(order.unit.invoice_id === undefined ? {} : { invoiceId: order.unit.invoice_id }),
    payee: order.payee,
    createTime: time,
    updateTime: time,
  };
  emulator.state.captures.set(capture.id, capture);
  order.captureIds.push(capture.id);
  return capture;
}

export function capturedAmount(amount: Money, fault: FaultKind | undefined): Money {
  const { currency_code, value } = normalised(amount);
  if (fault === "wrong-amount") {
    const minor = toMinor(amount);
    return fromMinor(minor > 1n ? minor - 1n : minor + 1n, currency_code);
  }
  if (fault === "wrong-currency") {
    return fromMinor(toMinor(amount), currency_code === "EUR" ? "USD" : "EUR");
  }
  return { currency_code, value };
}
