import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { MembershipLevel } from "#contract/roles.ts";
import { createdAt, id, moment, updatedAt } from "./columns.ts";
import { coupons } from "./coupons.ts";
import { users } from "./users.ts";

/** Day and amount as the lists show them; every function in it is immutable, as a generated column asks. */
const shownDate = sql.raw(`lpad(extract(day from created_at at time zone 'UTC')::text, 2, '0')
  || '/' || lpad(extract(month from created_at at time zone 'UTC')::text, 2, '0')
  || '/' || extract(year from created_at at time zone 'UTC')::text`);
const shownAmount = sql.raw("(total_minor / 100)::text || '.' || lpad((total_minor % 100)::text, 2, '0')");

/** Who sold, as the receipt says it. */
export interface SellerBlock {
  shopName: string;
  name: string;
  /** Lines. */
  address: string;
  vatId: string;
  note: string;
  /** By which the receipt has its days: that of the day it was paid, UTC where none was kept yet. */
  timeZone?: string;
  /** The shop's logo; blank where it has none of its own. */
  logoUrl: string;
}

const listed = sql.raw("deleted_at is null");

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
    /** The coupon that it was made with, and what it took off the price. */
    couponId: text("coupon_id").references(() => coupons.id),
    couponCode: text("coupon_code"),
    discountMinor: integer("discount_minor").notNull().default(0),
    feeMinor: integer("fee_minor").notNull().default(0),
    totalMinor: integer("total_minor").notNull(),
    currency: text("currency").notNull(),
    credit: integer("credit").notNull().default(0),
    /** Of these, what a coupon added. */
    extraCredits: integer("extra_credits").notNull().default(0),
    validityDays: integer("validity_days").notNull().default(0),
    membershipLevel: text("membership_level").$type<MembershipLevel>(),
    /** The package's, as they were when it was ordered; null in orders of a former release. */
    points: text("points").array(),
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
    /** Seller and tax when it was paid, so that a receipt stays what it was; null for one that is older than these. */
    seller: jsonb("seller").$type<SellerBlock>(),
    /** Of the total, which includes it, in hundredths of a percent. */
    taxBasisPoints: integer("tax_basis_points").notNull().default(0),
    /** Who brought the payment where it was not the buyer's browser: "webhook", "reconciler". Shown to the admin. */
    reconciledBy: text("healed_by"),
    deletedAt: moment("deleted_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** What a list's search looks in: all that the screens show, a line each, in lower case. */
    searchText: text("search_text").generatedAlwaysAs(
      sql`lower(order_id || chr(10) || customer_name || chr(10) || customer_email || chr(10) || product_name
        || chr(10) || payment_status || chr(10) || order_status || chr(10) || ${shownDate} || chr(10) || ${shownAmount})`,
    ),
  },
  (t) => [
    uniqueIndex("orders_order_id").on(t.orderId),
    uniqueIndex("orders_payment_id").on(t.paymentId),
    uniqueIndex("orders_client_id").on(t.userId, t.kind, t.clientOrderId),
    uniqueIndex("orders_receipt_number").on(t.receiptNumber),
    index("orders_by_user").on(t.userId, t.kind, t.createdAt, t.id),
    // By hash, as one address may be longer than an entry of a tree.
    index("orders_by_image").using("hash", t.imageUrl).where(sql`${t.imageUrl} <> ''`),
    index("orders_by_logo")
      .using("hash", sql`(${t.seller} ->> 'logoUrl')`)
      .where(sql`${t.seller} ->> 'logoUrl' <> ''`),
    // A whole list is counted by it: equal keys are stored once, so that it is an eighth of the next smallest.
    index("orders_counted").on(t.kind).where(listed),
    // Each sort of the lists has its index, also for both directions where nulls stay last. An index of lower(name)
    // holds the name as well: without it PostgreSQL would fetch each row that a page passes over.
    index("orders_newest").on(t.kind, t.createdAt, t.id).where(listed),
    index("orders_by_payment").on(t.kind, t.paymentStatus, t.createdAt, t.id).where(listed),
    index("orders_by_status").on(t.kind, t.orderStatus, t.createdAt, t.id).where(listed),
    index("orders_by_total").on(t.kind, t.totalMinor, t.id).where(listed),
    index("orders_by_code").on(t.kind, t.orderId, t.id).where(listed),
    index("orders_by_product").on(t.kind, sql`lower(${t.productName})`, t.id, t.productName).where(listed),
    index("orders_by_customer").on(t.kind, sql`lower(${t.customerName})`, t.id, t.customerName).where(listed),
    index("orders_by_email").on(t.kind, t.customerEmail, t.id).where(listed),
    index("orders_by_validity").on(t.kind, t.membershipValidity, t.id).where(listed),
    index("orders_by_validity_last")
      .on(t.kind, t.membershipValidity.desc().nullsLast(), t.id.desc())
      .where(listed),
    index("orders_of_both_kinds").on(t.createdAt, t.id).where(listed),
    index("orders_transaction").on(t.paypalTransactionId).where(sql`${t.paypalTransactionId} is not null`),
    index("orders_coupon").on(t.couponId).where(sql`${t.couponId} is not null`),
    index("orders_paid").on(t.paidAt).where(sql`${t.paidAt} is not null`),
    check(
      "orders_total",
      sql`${t.totalMinor} = ${t.priceMinor} - ${t.discountMinor} + ${t.feeMinor}
      and (${t.totalMinor} > 0 or ${t.totalMinor} = 0 and ${t.couponId} is not null)`,
    ),
    check(
      "orders_discount",
      sql`${t.discountMinor} between 0 and ${t.priceMinor}
      and ${t.extraCredits} between 0 and ${t.credit}
      and (${t.couponId} is not null or ${t.discountMinor} = 0 and ${t.extraCredits} = 0)`,
    ),
    check("orders_refunded", sql`${t.refundedMinor} between 0 and ${t.totalMinor}`),
    check(
      "orders_credits_back",
      sql`${t.creditsTaken} >= 0 and ${t.creditsOwed} >= 0 and ${t.creditsTaken} + ${t.creditsOwed} <= ${t.credit}`,
    ),
  ],
);

/** An order's use of its coupon: held until it is paid or the time is over, then counted or lapsed. */
export const couponUses = pgTable(
  "coupon_uses",
  {
    orderId: text("order_id")
      .primaryKey()
      .references(() => orders.id),
    couponId: text("coupon_id")
      .notNull()
      .references(() => coupons.id),
    heldUntil: moment("held_until").notNull(),
    /** A payment was begun: another order of the member no longer takes the hold over. */
    paying: boolean("paying").notNull().default(false),
    countedAt: moment("counted_at"),
    /** When a refund gave it back. */
    returnedAt: moment("returned_at"),
    createdAt: createdAt(),
  },
  (t) => [
    index("coupon_uses_coupon").on(t.couponId, t.createdAt),
    check("coupon_uses_returned", sql`${t.returnedAt} is null or ${t.countedAt} is not null`),
  ],
);

/** Where receipts begin after a restore; not drawn from otherwise, as it would leave gaps. */
export const receiptNumbers = pgSequence("receipt_numbers");
