import { sql } from "drizzle-orm";
import { check, index, integer, pgSequence, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { MembershipLevel } from "#contract/roles.ts";
import { createdAt, id, moment, updatedAt } from "./columns.ts";
import { users } from "./users.ts";

/**
 * Orders of both kinds, with their own copy of what was bought. A package order is reached by /order, an item
 * order by /item-order.
 */
export const orders = pgTable(
  "orders",
  {
    id: id(),
    kind: text("kind").$type<"package" | "item">().notNull(),
    orderId: text("order_id").notNull(),
    paymentId: text("payment_id").notNull(),
    /** The id that the browser sent: an idempotency key for its user. */
    clientOrderId: text("client_order_id"),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** The package or item that was bought. */
    productId: text("product_id").notNull(),
    productName: text("product_name").notNull(),
    priceMinor: integer("price_minor").notNull(),
    feeMinor: integer("fee_minor").notNull().default(0),
    totalMinor: integer("total_minor").notNull(),
    currency: text("currency").notNull(),
    credit: integer("credit").notNull().default(0),
    validityDays: integer("validity_days").notNull().default(0),
    membershipLevel: text("membership_level").$type<MembershipLevel>(),
    sellerEmail: text("seller_email").notNull().default(""),
    imageUrl: text("image_url").notNull().default(""),
    slug: text("slug").notNull().default(""),
    itemCode: text("item_code").notNull().default(""),
    guidelines: text("guidelines").notNull().default(""),
    accessUrl: text("access_url").notNull().default(""),
    customerName: text("customer_name").notNull(),
    customerEmail: text("customer_email").notNull(),
    address: text("address").notNull(),
    country: text("country").notNull(),
    paymentStatus: text("payment_status").notNull().default("pending"),
    orderStatus: text("order_status").notNull().default("pending"),
    paymentMethod: text("payment_method"),
    paypalTransactionId: text("paypal_transaction_id"),
    payerEmail: text("payer_email"),
    captureTime: moment("capture_time"),
    membershipValidity: moment("membership_validity"),
    refundedMinor: integer("refunded_minor").notNull().default(0),
    /** Of this order's credits: what refunds and disputes have taken back, and what was spent and is owed. */
    creditsTaken: integer("credits_taken").notNull().default(0),
    creditsOwed: integer("credits_owed").notNull().default(0),
    /** When the membership that it gave was taken back. */
    membershipTakenAt: moment("membership_taken_at"),
    /** Running number of the receipt, taken when it was paid. */
    receiptNumber: integer("receipt_number"),
    paidAt: moment("paid_at"),
    /** How it was found to be paid when nobody was there: "webhook", "reconciler". Shown to the admin. */
    healedBy: text("healed_by"),
    deletedAt: moment("deleted_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex("orders_order_id").on(t.orderId),
    uniqueIndex("orders_payment_id").on(t.paymentId),
    uniqueIndex("orders_client_id").on(t.userId, t.kind, t.clientOrderId),
    uniqueIndex("orders_receipt_number").on(t.receiptNumber),
    index("orders_by_user").on(t.userId, t.kind, t.createdAt, t.id),
    index("orders_newest").on(t.kind, t.createdAt, t.id).where(sql`${t.deletedAt} is null`),
    index("orders_by_payment")
      .on(t.kind, t.paymentStatus, t.createdAt, t.id)
      .where(sql`${t.deletedAt} is null`),
    index("orders_by_total").on(t.kind, t.totalMinor, t.id).where(sql`${t.deletedAt} is null`),
    index("orders_by_product").on(t.kind, t.productName, t.id).where(sql`${t.deletedAt} is null`),
    index("orders_by_customer").on(t.kind, t.customerName, t.id).where(sql`${t.deletedAt} is null`),
    check("orders_total", sql`${t.totalMinor} = ${t.priceMinor} + ${t.feeMinor} and ${t.totalMinor} > 0`),
    check("orders_refunded", sql`${t.refundedMinor} between 0 and ${t.totalMinor}`),
    check(
      "orders_credits_back",
      sql`${t.creditsTaken} >= 0 and ${t.creditsOwed} >= 0 and ${t.creditsTaken} + ${t.creditsOwed} <= ${t.credit}`,
    ),
  ],
);

export const receiptNumbers = pgSequence("receipt_numbers");
