import { z } from "zod";
import { call } from "./call.ts";
import { envelope, idParams, oneOf, plainText } from "./fields.ts";
import { itemOrderRecord, orderKinds, orderStatuses, paymentStatuses } from "./orders.ts";
import { membershipLevels } from "./roles.ts";

const payLimit = { name: "pay", max: 120, windowSeconds: 60, by: "user" } as const;

export const createPaypalOrder = call({
  method: "POST",
  path: "/api/paypal/orders",
  access: "buyer",
  summary:
    "Makes PayPal's order for one's own pending order and answers its id; `orderId` is `_id` or `orderId`.",
  body: z.strictObject({ orderId: z.string().max(200), kind: z.enum(orderKinds) }),
  answer: envelope(z.object({ id: z.string() })),
  status: 201,
  errors: [
    "INVALID_INPUT",
    "NOT_FOUND",
    "CONFLICT",
    "MEMBERSHIP_OVER",
    "COUPON_USED_UP",
    "PAYMENT_MISMATCH",
    "PROVIDER_FAILED",
    "UNAVAILABLE",
  ],
  rateLimit: payLimit,
});

/** What 202 means: PayPal still holds the payment back, or its answer has to be awaited. */
export const unfinishedCodes = ["CAPTURE_PENDING", "PENDING_VERIFICATION"] as const;

export const capturePaypalOrder = call({
  method: "POST",
  path: "/api/paypal/orders/{id}/capture",
  access: "member",
  summary:
    "Captures an approved PayPal order, checks it against the shop's order and fulfils. 202: not yet final.",
  params: idParams,
  answer: z.object({
    success: z.literal(true),
    message: z.string().optional(),
    code: z.enum(unfinishedCodes).optional(),
    data: z.object({
      orderId: z.string(),
      paymentStatus: z.enum(paymentStatuses),
      paypalTransactionID: z.string().nullable(),
    }),
  }),
  alsoStatus: [202],
  errors: [
    "NOT_FOUND",
    "CONFLICT",
    "COUPON_USED_UP",
    "INSTRUMENT_DECLINED",
    "ORDER_NOT_APPROVED",
    "PAYMENT_MISMATCH",
    "PROVIDER_FAILED",
  ],
  rateLimit: payLimit,
});

export const paypalWebhook = call({
  method: "POST",
  path: "/api/paypal/webhook",
  access: "provider",
  summary:
    "Takes PayPal's signed events. 400: not PayPal's; 429: too many that were not; 503: could not be checked, send it again.",
  bodyKind: "raw",
  answer: z.object({ success: z.literal(true) }),
  errors: ["MALFORMED_REQUEST", "TOO_MANY_REQUESTS", "UNAVAILABLE"],
});

/** `matchedCount` 0 comes with 404, `modifiedCount` 0 where there was nothing left to do. */
const updateCounts = z.object({
  success: z.boolean(),
  matchedCount: z.number().int(),
  modifiedCount: z.number().int(),
  message: z.string().optional(),
  error: z.string().optional(),
  code: z.string().optional(),
  requestId: z.string().optional(),
});

/**
 * Of the documented fields only the transaction counts: it names the capture of an order that a client made at PayPal
 * by itself. Everything that the capture is to prove is read at PayPal.
 */
const paymentHint = z.object({
  paypalTransactionID: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9-]{0,64}$/, "This is not a PayPal transaction ID.")
    .nullish(),
});

export const updatePaymentStatus = call({
  method: "PUT",
  path: "/update-payment-status/{id}",
  access: "member",
  summary: "A hint that one's own package order was paid: the server asks PayPal and fulfils if it was.",
  params: idParams,
  body: paymentHint,
  answer: updateCounts,
  alsoStatus: [404],
  errors: ["INVALID_INPUT", "NOT_FOUND", "PAYMENT_MISMATCH", "UNAVAILABLE"],
  rateLimit: payLimit,
});

export const updateItemPaymentStatus = call({
  method: "PUT",
  path: "/item-update-payment-status/{id}",
  access: "member",
  summary: "A hint that one's own item order was paid: the server asks PayPal and fulfils if it was.",
  params: idParams,
  body: paymentHint,
  answer: updateCounts,
  alsoStatus: [404],
  errors: ["INVALID_INPUT", "NOT_FOUND", "PAYMENT_MISMATCH", "UNAVAILABLE"],
  rateLimit: payLimit,
});

export const verifyOrder = call({
  method: "GET",
  path: "/verify-order/{id}",
  access: "member",
  summary: "Asks PayPal again about an order of either kind and fulfils it if it was paid.",
  params: idParams,
  answer: envelope(
    z.object({
      orderId: z.string(),
      paymentStatus: z.enum(paymentStatuses),
      orderStatus: z.enum(orderStatuses),
      paypalTransactionID: z.string().nullable(),
      /** PayPal holds the payment back; false as well once it turned it down, and the order can be paid anew. */
      capturePending: z.boolean(),
      /** A payment of it may still come in; false once each is known to have brought nothing. */
      isAwaited: z.boolean(),
    }),
  ),
  errors: ["NOT_FOUND", "PAYMENT_MISMATCH", "UNAVAILABLE"],
  rateLimit: payLimit,
});

/** What the last purchase brought, as it stands now. */
export const latestPurchase = z.object({
  _id: z.string(),
  orderId: z.string(),
  packageName: z.string(),
  receiptNumber: z.number().int().nullable(),
  creditsAdded: z.number().int(),
  /** Of these, what settled credits that were owed from a refund. */
  creditsSettled: z.number().int(),
  currentBalance: z.number().int(),
  /** Null where the purchase brought none. `until` null: without end. */
  membership: z.object({ level: z.enum(membershipLevels), until: z.string().nullable() }).nullable(),
  /** The order of an item, with its goods. */
  item: itemOrderRecord.nullable(),
});
export type LatestPurchase = z.output<typeof latestPurchase>;

export const getLatestPurchase = call({
  method: "GET",
  path: "/api/purchases/latest",
  access: "member",
  summary:
    "What one's own purchase of the last 24 hours brought, however it was confirmed; null once its credits are in use.",
  query: z.object({ kind: oneOf(orderKinds).default("package") }),
  answer: envelope(latestPurchase.nullable()),
  errors: ["INVALID_INPUT"],
});

const refundText = z.string().trim().max(20, "Please enter an amount.");

export const refundOrder = call({
  method: "POST",
  path: "/api/orders/{id}/refund",
  access: "admin",
  proof: "recent",
  summary: "Gives money back through PayPal: all that is left, or `amount`. 202: PayPal's answer is awaited.",
  params: idParams,
  body: z.strictObject({
    /** Decimal text in the order's currency: "5.00". */
    amount: z.union([refundText, z.number()]).optional(),
    /** What the order stood at as given back where this was decided: of another amount it is refused, as nobody knew of it. */
    refundedAmount: refundText.optional(),
    /** A second capture of the same order, as the history lists it; by default the one that fulfilled. */
    captureId: z.string().max(64).optional(),
    /** The same key again gives nothing back twice. */
    idempotencyKey: z.string().max(100).optional(),
    note: plainText.max(255, "Please use at most 255 characters.").optional(),
    /** Whether the use of the order's coupon goes back as well. */
    returnCouponUse: z.boolean("returnCouponUse is true or false.").optional(),
  }),
  answer: z.object({
    success: z.literal(true),
    message: z.string(),
    code: z.literal("PENDING_VERIFICATION").optional(),
    data: z.object({
      orderId: z.string(),
      paymentStatus: z.enum(paymentStatuses),
      refundedAmount: z.string(),
    }),
  }),
  alsoStatus: [202],
  errors: ["INVALID_INPUT", "NOT_FOUND", "CONFLICT", "PROVIDER_FAILED", "UNAVAILABLE"],
});

/** What a refund does to the buyer's credits and membership. */
export const refundEffect = z.object({
  creditsTaken: z.number().int(),
  /** Spent already: owed, and settled by the next purchase first. */
  creditsOwed: z.number().int(),
  balanceBefore: z.number().int(),
  balanceAfter: z.number().int(),
  /** After it; null where the order brought none. `until` null: without end. */
  membership: z
    .object({ level: z.enum(membershipLevels), until: z.string().nullable(), changes: z.boolean() })
    .nullable(),
});
export type RefundEffect = z.output<typeof refundEffect>;

export const previewRefund = call({
  method: "GET",
  path: "/api/orders/{id}/refund-preview",
  access: "admin",
  summary: "What a refund of `amount`, or of all that is left, would take back. Changes nothing.",
  params: idParams,
  query: z.object({ amount: refundText.optional() }),
  answer: envelope(refundEffect.extend({ amount: z.string(), message: z.string() })),
  errors: ["INVALID_INPUT", "NOT_FOUND", "CONFLICT"],
});

/** One line of what happened to an order, oldest first. */
export const historyLine = z.object({
  at: z.string(),
  kind: z.enum(["order", "attempt", "capture", "refund", "webhook", "ledger", "mail"]),
  title: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** Of a capture that nothing was granted for: what of its money is still here. */
  refundable: z.object({ captureId: z.string(), amount: z.string(), currency: z.string() }).optional(),
});
export type HistoryLine = z.output<typeof historyLine>;

export const getOrderHistory = call({
  method: "GET",
  path: "/api/orders/{id}/history",
  access: "admin",
  summary: "Everything that happened to an order: attempts, captures, refunds, webhooks, credits, mails.",
  params: idParams,
  answer: envelope(z.array(historyLine)),
  errors: ["NOT_FOUND"],
});
