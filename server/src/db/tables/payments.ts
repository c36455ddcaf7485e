import { type SQL, sql } from "drizzle-orm";
import {
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { createdAt, id, moment, updatedAt } from "./columns.ts";
import { orders } from "./orders.ts";
import { settings } from "./settings.ts";

/** One try to pay an order: one PayPal order. Request ids are stored before they are sent. */
export const paymentAttempts = pgTable(
  "payment_attempts",
  {
    id: id(),
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    mode: text("mode").$type<"sandbox" | "live">().notNull(),
    /** Of the credentials that it was made with; null for those from before it was kept. */
    clientId: text("client_id"),
    state: text("state")
      .$type<
        | "creating"
        | "created"
        | "capturing"
        | "pending"
        | "completed"
        | "declined"
        | "expired"
        | "mismatch"
        | "claimed"
      >()
      .notNull()
      .default("creating"),
    createRequestId: text("create_request_id").notNull(),
    captureRequestId: text("capture_request_id").notNull(),
    paypalOrderId: text("paypal_order_id"),
    /** The capture that a client names for a PayPal order that it made by itself; 'claimed' until it was read. */
    claimedCaptureId: text("claimed_capture_id"),
    /** The payee that PayPal named when the order was made; a capture for another grants nothing. */
    payeeMerchantId: text("payee_merchant_id"),
    payeeEmail: text("payee_email"),
    amountMinor: integer("amount_minor").notNull(),
    currency: text("currency").notNull(),
    /** When the reconciler looks again; null when nothing is open. */
    checkAt: moment("check_at"),
    checks: integer("checks").notNull().default(0),
    lastError: text("last_error"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex("payment_attempts_paypal").on(t.paypalOrderId),
    uniqueIndex("payment_attempts_claim").on(t.orderId, t.claimedCaptureId),
    uniqueIndex("payment_attempts_one_open")
      .on(t.orderId)
      .where(sql`${t.state} in ('creating', 'created', 'capturing', 'pending')`),
    index("payment_attempts_due").on(t.checkAt).where(sql`${t.checkAt} is not null`),
  ],
);

const completedStatuses = "('COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED')";

/** What PayPal says of a capture. At most one completed capture fulfils an order. */
export const captures = pgTable(
  "captures",
  {
    /** PayPal's capture id. */
    id: text("id").primaryKey(),
    attemptId: text("attempt_id")
      .notNull()
      .references(() => paymentAttempts.id),
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    status: text("status").notNull(),
    amountMinor: integer("amount_minor").notNull(),
    currency: text("currency").notNull(),
    /** What PayPal kept of it, in the same currency; null until PayPal says. */
    feeMinor: integer("fee_minor"),
    payerEmail: text("payer_email"),
    captureTime: moment("capture_time"),
    /** When its money came in, by PayPal's clock: of a payment that PayPal held back, when it was let go. */
    completedAt: moment("completed_at"),
    /** PayPal's own time of the last change, so that an older answer does not undo a newer one. */
    changedAt: moment("changed_at"),
    /** Why it does not fulfil: what differs from the order, a second payment, or what PayPal waits for the seller to do. */
    problem: text("problem"),
    /** Set in the fulfilling transaction. */
    fulfilledAt: moment("fulfilled_at"),
    /** When PayPal is asked again what became of it since; null for one that fulfils nothing, and in the end. */
    checkAt: moment("check_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex("captures_fulfil_once").on(t.orderId).where(sql`${t.fulfilledAt} is not null`),
    index("captures_order").on(t.orderId),
    index("captures_payer")
      .on(sql`lower(${t.payerEmail})`)
      .where(sql`${t.payerEmail} is not null`)
      .concurrently(),
    index("captures_due").on(t.checkAt).where(sql`${t.checkAt} is not null`),
    index("captures_completed")
      .on(sql`coalesce(${t.completedAt}, ${t.fulfilledAt}, ${t.createdAt})`)
      .where(sql.raw(`status in ${completedStatuses}`)),
  ],
);

/** Money in the shop's account that pays no order: what admins are told of. */
export const strayPayments = pgTable(
  "stray_payments",
  {
    /** PayPal's capture id. */
    id: text("id").primaryKey(),
    mode: text("mode").$type<"sandbox" | "live">().notNull(),
    amountMinor: integer("amount_minor").notNull(),
    currency: text("currency").notNull(),
    payerEmail: text("payer_email"),
    /** Why it pays no order. */
    reason: text("reason").notNull(),
    captureTime: moment("capture_time"),
    /** When all of it had gone back; null again where a refund of it failed later. */
    returnedAt: moment("returned_at"),
    createdAt: createdAt(),
  },
  (t) => [index("stray_payments_newest").on(t.createdAt)],
);

/** Money that went back or is in question, by PayPal's id of the refund or dispute. */
export const reversals = pgTable(
  "reversals",
  {
    id: text("id").primaryKey(),
    /** Of `captures`, or a stray payment's, which has no order. */
    captureId: text("capture_id").notNull(),
    orderId: text("order_id").references(() => orders.id),
    kind: text("kind").$type<"refund" | "reversal" | "dispute">().notNull(),
    /**
     * Refunds and reversals are pending until PayPal has settled them, then done or failed; disputes open, won or lost, as the
     * shop sees it, or closed undecided.
     */
    state: text("state")
      .$type<"pending" | "done" | "failed" | "open" | "won" | "lost" | "closed">()
      .notNull(),
    amountMinor: integer("amount_minor").notNull(),
    /** PayPal's own time: of a dispute its last change, of a refund or reversal when the money went. */
    occurredAt: moment("occurred_at"),
    /** When its money came back to the shop, of one that failed. */
    returnedAt: moment("returned_at"),
    /** Until when PayPal waits for the shop's answer to a dispute; null where it awaits none, or says no time. */
    answerBy: moment("answer_by"),
    /** Of a dispute PayPal's own: when it was opened. */
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index("reversals_order").on(t.orderId),
    index("reversals_capture").on(t.captureId).concurrently(),
    index("reversals_open").on(t.createdAt).where(sql`${t.state} = 'open'`).concurrently(),
    index("reversals_changed").on(t.updatedAt).concurrently(),
  ],
);

/**
 * What went back of a payment, and what of that came back, each on its own day. Rows are added and never changed, so that a
 * month that is over stays as it was.
 */
export const reversalMovements = pgTable(
  "reversal_movements",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    captureId: text("capture_id").notNull(),
    /** The refund, reversal or dispute that brought it about. */
    reversalId: text("reversal_id")
      .notNull()
      .references(() => reversals.id),
    at: moment("at").notNull(),
    /** Below zero where it went. */
    minor: integer("minor").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index("reversal_movements_at").on(t.at),
    index("reversal_movements_capture").on(t.captureId),
    check("reversal_movements_minor", sql`${t.minor} <> 0`),
  ],
);

/** Whether a stray payment is still told: whoever gave it back by hand is not asked for ever, but anew where that failed. */
export const strayIsNews = sql`(${strayPayments.returnedAt} is null and ${strayPayments.id} in (
  select n.id from ${strayPayments} n where n.created_at > now() - interval '30 days'
  union select v.capture_id from ${reversalMovements} v where v.at > now() - interval '30 days' and v.minor > 0))`;

/** Why a stray payment is told. */
export const strayReason = sql<string>`(${strayPayments.reason} || case when exists (
  select from ${reversals} v where v.capture_id = ${strayPayments}.id and v.state = 'pending')
  then ', and a refund of it is pending' else '' end)`;

/**
 * Whether the money of a row `r` of them has gone back to the buyer: a refund or a reversal that has not failed, but no
 * reversal whose dispute the shop has won since. A dispute brings back all of the reversals before it, or where it is over less
 * none: as `refundTotals`.
 */
export const moneyIsGone = sql`(r.kind <> 'dispute' and r.state in ('pending', 'done') and not (r.kind = 'reversal' and exists (
  select from ${reversals} w where w.capture_id = r.capture_id and w.state = 'won'
    and coalesce(r.occurred_at, '-infinity') <= coalesce(w.occurred_at, 'infinity')
    and w.amount_minor >= (
      select sum(b.amount_minor) from ${reversals} b where b.capture_id = w.capture_id
        and b.kind = 'reversal' and b.state in ('pending', 'done')
        and coalesce(b.occurred_at, '-infinity') <= coalesce(w.occurred_at, 'infinity')))))`;

/**
 * Of the payments `c` that a condition names, those whose movements do not add up to what has gone back of them: a process
 * of a former release books none. Of one that paid no order a lost dispute's share is not reckoned here.
 */
export const wronglyBooked = (condition: SQL) => sql`(
  select c.id, c.order_id
  from ${reversals} r join ${captures} c on c.id = r.capture_id join ${orders} o on o.id = c.order_id
  where ${condition} group by c.id, o.id
  having (c.fulfilled_at is not null or not bool_or(r.state = 'lost'))
    and (select coalesce(-sum(v.minor), 0) from ${reversalMovements} v where v.capture_id = c.id)
      <> greatest(case when c.fulfilled_at is not null then o.refunded_minor end,
        coalesce(sum(r.amount_minor) filter (where ${moneyIsGone}), 0)))`;

/**
 * Whether the shop takes live payments, or once did: those of the sandbox, by which it was tried out, are no money then. It
 * may be in the sandbox for an hour without its closed months changing.
 */
export const takesLivePayments = sql`(
  exists (select from ${settings} where name = 'paypal' and data ->> 'mode' = 'live')
  or exists (select from ${paymentAttempts} where mode = 'live'))`;

/** Of a capture `c`. */
const isPlayMoney = sql`(${takesLivePayments} and exists (
  select from ${paymentAttempts} a where a.id = c.attempt_id and a.mode = 'sandbox'))`;

/** An order that was paid with it is no sale. */
export const isPaidInPlay = (orderId: SQL) => sql`exists (select from ${captures} c
  where c.order_id = ${orderId} and c.fulfilled_at is not null and ${isPlayMoney})`;

/** Of a movement `v`, by its reversal `r`: PayPal may tell later that a refund was a reversal. */
export const movementKind = sql`(case when v.minor > 0 and (r.kind <> 'refund' or r.state = 'failed')
  then case r.kind when 'refund' then 'failed-refund' else 'cancelled-reversal' end
  else case r.kind when 'refund' then 'refund' else 'reversal' end end)`;

/**
 * Each movement of money on the day that it happened, so that a month that is over stays as it was: what comes back later
 * is a movement of that later day. Only money that paid an order is revenue: a second or a wrong payment that goes back
 * takes nothing from it. Processes of a former release leave `completed_at` empty.
 */
export const moneyMovements = sql`(
  select coalesce(c.completed_at, c.fulfilled_at, c.created_at) as at, 'payment' as kind, c.id, c.id as capture_id,
    c.order_id, c.currency, c.amount_minor as minor, c.fee_minor, c.fulfilled_at is not null as is_revenue,
    null::bigint as movement_id
  from ${captures} c where c.status in ${sql.raw(completedStatuses)} and not ${isPlayMoney}
  union all
  select v.at, ${movementKind}, r.id, c.id, c.order_id, c.currency, v.minor, null, c.fulfilled_at is not null, v.id
  from ${reversalMovements} v join ${reversals} r on r.id = v.reversal_id join ${captures} c on c.id = v.capture_id
  where not ${isPlayMoney})`;

/** Refunds that an admin asked for. The request id is stored before it is sent, so that a repeat is the same one. */
export const refundRequests = pgTable(
  "refund_requests",
  {
    id: id(),
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    captureId: text("capture_id")
      .notNull()
      .references(() => captures.id),
    amountMinor: integer("amount_minor").notNull(),
    note: text("note"),
    /** The use of the order's coupon goes back with it. */
    returnsCouponUse: boolean("returns_coupon_use").notNull().default(false),
    requestId: text("request_id").notNull(),
    /** The caller's own key against a double click. */
    idempotencyKey: text("idempotency_key"),
    state: text("state").$type<"open" | "done" | "refused">().notNull().default("open"),
    refundId: text("refund_id"),
    lastError: text("last_error"),
    checkAt: moment("check_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex("refund_requests_key").on(t.orderId, t.idempotencyKey),
    index("refund_requests_capture").on(t.captureId),
    index("refund_requests_due").on(t.checkAt).where(sql`${t.checkAt} is not null`),
    index("refund_requests_refused").on(t.updatedAt).where(sql`${t.state} = 'refused'`).concurrently(),
    check("refund_requests_amount", sql`${t.amountMinor} > 0`),
  ],
);

/**
 * Rows `q` of refunds that PayPal refused, or could not carry out, in the last 30 days and nobody asked for anew, with their
 * captures `c`. What has gone back is asked of the books, as the capture's status is that of the last look at PayPal.
 */
export const refusedRefunds = sql`${refundRequests} q join ${captures} c on c.id = q.capture_id
  where q.state = 'refused' and q.updated_at > now() - interval '30 days'
    and c.amount_minor > (select coalesce(sum(r.amount_minor), 0) from ${reversals} r
      where r.capture_id = c.id and ${moneyIsGone})
    and not exists (select from ${refundRequests} later where later.capture_id = q.capture_id
      and later.created_at > q.created_at and later.state <> 'refused')`;

/** Each verified webhook event once, together with its effect. */
export const webhookEvents = pgTable(
  "webhook_events",
  {
    /** PayPal's event id. */
    id: text("id").primaryKey(),
    type: text("type").notNull(),
    resourceId: text("resource_id"),
    orderId: text("order_id"),
    effect: text("effect").notNull(),
    body: jsonb("body").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index("webhook_events_order").on(t.orderId),
    index("webhook_events_without_order").on(t.createdAt).where(sql`${t.orderId} is null`),
  ],
);
