import { z } from "zod";
import { billingInput } from "./billing.ts";
import { call } from "./call.ts";
import { acknowledged, dayText, enteredCode, envelope, idParams, listQuery, oneOf } from "./fields.ts";
import { membershipLevels } from "./roles.ts";

export const orderKinds = ["package", "item"] as const;
export type OrderKind = (typeof orderKinds)[number];

/** As they are stored; every comparison ignores case. */
export const paymentStatuses = ["pending", "Paid", "Partially refunded", "Refunded", "Disputed"] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];
export const orderStatuses = ["pending", "Completed", "Cancelled"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Whether it waits for its payment. */
export function isPending({ paymentStatus }: { paymentStatus: string }): boolean {
  return paymentStatus.toLowerCase() === "pending";
}

/** A receipt's number as the shop writes it everywhere: "R-000042". */
export function receiptName(number: number): string {
  return `R-${String(number).padStart(6, "0")}`;
}

/** The number of the receipt that a search names, with or without its dash and zeros; null where it names none. */
export function receiptNumberIn(text: string): number | null {
  const [, digits] = /^R-?0*(\d{1,9})$/i.exec(text.trim()) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** Decimal text, two decimals: "19.99". */
const amount = z.string();

const commonFields = {
  _id: z.string(),
  /** 8 characters of A-Z and 0-9, as are payment ids. */
  orderId: z.string(),
  paymentId: z.string(),
  /** `_id` of the package or item that was bought. */
  packageId: z.string(),
  packageName: z.string(),
  packagePrice: amount,
  /** The coupon that it was made with, what that takes off the price, and the credits that it adds to the package's. */
  couponCode: z.string().nullable(),
  discount: amount,
  extraCredits: z.number().int(),
  processingFee: amount,
  totalPrice: amount,
  refundedAmount: amount,
  currency: z.string(),
  paymentStatus: z.enum(paymentStatuses),
  orderStatus: z.enum(orderStatuses),
  paymentMethod: z.string().nullable(),
  paypalTransactionID: z.string().nullable(),
  payerEmail: z.string().nullable(),
  captureTime: z.string().nullable(),
  customerName: z.string(),
  customerEmail: z.string(),
  address: z.string(),
  country: z.string(),
  /** dd/mm/yyyy. */
  orderDate: z.string(),
  createdAt: z.string(),
  /** Running number of the receipt; null until paid. */
  receiptNumber: z.number().int().nullable(),
  /** Days of membership that were bought. */
  Validity: z.number().int(),
  /**
   * Who brought the payment where it was not the buyer's browser: "webhook", or "reconciler" where neither of the two
   * brought it within a minute. Admins only.
   */
  reconciledBy: z.string().nullable().optional(),
  /** Whose it is. Admins only. */
  userId: z.string().optional(),
};

/** Who brings the payments that nobody else brought. */
export const rescuer = "reconciler";

/** Whether a payment would have been lost without the reconciler. */
export function isRescued(order: { reconciledBy?: string | null | undefined }): boolean {
  return order.reconciledBy === rescuer;
}

export const orderRecord = z.object({
  ...commonFields,
  credit: z.number().int(),
  membershipLevel: z.enum(membershipLevels).nullable(),
  /** The package's feature lines when it was bought, blank ones left out. */
  points: z.array(z.string()),
  /** End of the membership that this order gave; null until paid, once it was taken back, and for credits alone. */
  MembershipValidity: z.string().nullable(),
  /** Days until then, rounded up, or 'Expired'. */
  daysLeft: z.union([z.number().int(), z.literal("Expired")]).nullable(),
  /**
   * For its buyer alone, while it is pending: the end that the membership has where it is paid now, in the past where its
   * days are over; null also where the membership has no end.
   */
  membershipUntil: z.string().nullable(),
  featuredImage: z.string(),
  /** For admins alone. */
  sellerEmail: z.string().optional(),
});
export type OrderRecord = z.output<typeof orderRecord>;

export const itemOrderRecord = z.object({
  ...commonFields,
  itemName: z.string(),
  slug: z.string(),
  /** The item's 8-character code, as in /premium/{slug}/{itemId}. */
  itemId: z.string(),
  /** Whether that address is there for whoever asks: not once the item is off sale. */
  hasPage: z.boolean(),
  imageUrl: z.string(),
  /** The goods: blank until paid. */
  guidelines: z.string(),
  accessUrl: z.string(),
});
export type ItemOrderRecord = z.output<typeof itemOrderRecord>;

/** What else a client sends (prices, statuses, e-mail, dates) is dropped: the server's own rows decide it. */
const newOrderInput = billingInput.extend({
  /** `_id` of the package or item. */
  packageId: z.string("Please choose what to buy.").max(200),
  /** The client's own id: an idempotency key, 409 for another product or coupon. The order gets a new one. */
  orderId: z.string().trim().max(200).optional(),
  /** Writes address and country into the buyer's profile as well. */
  keepAddress: z.boolean("keepAddress is true or false.").optional(),
});

/** Orders are kept for good, and shown to the admins whether they are paid or not. */
const ordersLimit = { name: "new-order", max: 120, windowSeconds: 3600, by: "user" } as const;

export const newOrder = call({
  method: "POST",
  path: "/new-order",
  access: "buyer",
  summary:
    "Orders a package. The same client id again answers the same order. One that a coupon leaves nothing of to pay is paid by it.",
  body: newOrderInput.extend({ couponCode: enteredCode.optional() }),
  answer: envelope(orderRecord),
  status: 201,
  errors: [
    "INVALID_INPUT",
    "NOT_FOUND",
    "SELLER_CANNOT_BUY",
    "CONFLICT",
    "COUPON_USED_UP",
    "TOO_MANY_REQUESTS",
  ],
  rateLimit: ordersLimit,
});

export const newItemOrder = call({
  method: "POST",
  path: "/new-item-order",
  access: "buyer",
  summary: "Orders an item. The same client id again answers the same order.",
  body: newOrderInput,
  answer: envelope(itemOrderRecord),
  status: 201,
  errors: ["INVALID_INPUT", "NOT_FOUND", "SELLER_CANNOT_BUY", "CONFLICT"],
  rateLimit: ordersLimit,
});

export const orderSorts = [
  "createdAt",
  "orderDate",
  "orderId",
  "packageName",
  "totalPrice",
  "paymentStatus",
  "orderStatus",
  "customerName",
  "customerEmail",
  "daysLeft",
] as const;
export type OrderSort = (typeof orderSorts)[number];

const statusFilter = z.string().max(50, "Please choose a status.");
const filters = {
  /** A member's own address, or for an admin anyone's. Another's answers []. */
  userEmail: z.string("userEmail may be given once.").max(254).optional(),
  paymentStatus: statusFilter.optional(),
  orderStatus: statusFilter.optional(),
  from: dayText.optional(),
  to: dayText.optional(),
};

const orderListQuery = listQuery(orderSorts, filters);
export type OrderListQuery = z.output<typeof orderListQuery>;

export const listOrders = call({
  method: "GET",
  path: "/orders",
  access: "member",
  summary: "Package orders, newest first: a member's own, for an admin all.",
  query: orderListQuery,
  answer: z.array(orderRecord),
  errors: ["INVALID_INPUT"],
});

export const listItemOrders = call({
  method: "GET",
  path: "/item-orders",
  access: "member",
  summary: "Item orders, newest first: a member's own, for an admin all.",
  query: orderListQuery,
  answer: z.array(itemOrderRecord),
  errors: ["INVALID_INPUT"],
});

/** An item that one can open, and the newest order by which one can. */
export const boughtItem = z.object({
  /** `_id` of the item. */
  packageId: z.string(),
  orderId: z.string(),
  /** dd/mm/yyyy. */
  orderDate: z.string(),
});
export type BoughtItem = z.output<typeof boughtItem>;

export const listBoughtItems = call({
  method: "GET",
  path: "/api/purchases/items",
  access: "member",
  summary: "The items that one has paid for and can open, so that nobody pays for one twice unawares.",
  answer: envelope(z.array(boughtItem)),
  errors: [],
});

export const exportOrders = call({
  method: "GET",
  path: "/api/orders.csv",
  access: "admin",
  summary: "The orders that a list shows, all of them, as CSV.",
  query: orderListQuery
    .omit({ page: true, pageSize: true })
    .extend({ kind: oneOf(orderKinds).default("package") }),
  answer: z.string(),
  answerKind: "file",
  errors: ["INVALID_INPUT"],
});

export const getOrder = call({
  method: "GET",
  path: "/order/{id}",
  access: "member",
  summary: "One package order, by `_id` or `orderId`.",
  params: idParams,
  answer: orderRecord,
  errors: ["NOT_FOUND"],
});

export const getItemOrder = call({
  method: "GET",
  path: "/item-order/{id}",
  access: "member",
  summary: "One item order, by `_id` or `orderId`.",
  params: idParams,
  answer: itemOrderRecord,
  errors: ["NOT_FOUND"],
});

export const deleteOrder = call({
  method: "DELETE",
  path: "/order/{id}",
  access: "member",
  summary: "Cancels a pending package order. A payment that arrives late revives it.",
  params: idParams,
  answer: acknowledged,
  errors: ["NOT_FOUND", "CONFLICT"],
});

export const deleteItemOrder = call({
  method: "DELETE",
  path: "/item-order/{id}",
  access: "member",
  summary: "Cancels a pending item order. A payment that arrives late revives it.",
  params: idParams,
  answer: acknowledged,
  errors: ["NOT_FOUND", "CONFLICT"],
});

export const getOrderReceipt = call({
  method: "GET",
  path: "/order/{id}/receipt",
  access: "member",
  summary: "The receipt of a paid package order (PDF).",
  params: idParams,
  answer: z.string(),
  answerKind: "file",
  errors: ["NOT_FOUND", "CONFLICT"],
});

export const getItemOrderReceipt = call({
  method: "GET",
  path: "/item-order/{id}/receipt",
  access: "member",
  summary: "The receipt of a paid item order (PDF).",
  params: idParams,
  answer: z.string(),
  answerKind: "file",
  errors: ["NOT_FOUND", "CONFLICT"],
});
