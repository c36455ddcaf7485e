import { sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { type Check, runChecks } from "#server/db/run-checks.ts";
import { creditBookings, creditEntries } from "#server/db/tables/credits.ts";
import { couponUses, orders } from "#server/db/tables/orders.ts";
import {
  captures,
  moneyIsGone,
  paymentAttempts,
  refundRequests,
  reversals,
  wronglyBooked,
} from "#server/db/tables/payments.ts";
import { duplicateProblem } from "./capture/match-capture.ts";

const checks: Check[] = [
  [
    (id) =>
      `Order ${id} is paid without exactly one matching completed capture that fulfilled it, or is not although it has one.`,
    sql`select o.id from ${orders} o
        left join ${captures} c on c.order_id = o.id and c.fulfilled_at is not null
        left join ${paymentAttempts} a on a.id = c.attempt_id
        group by o.id
        having (o.paid_at is not null and (o.total_minor > 0 or o.payment_method is distinct from 'Coupon')) <> (count(c.id) = 1)
          or count(c.id) <> count(c.id) filter (
            where c.status in ('COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED')
              and c.amount_minor = o.total_minor and c.currency = o.currency
              and c.id = o.paypal_transaction_id and a.order_id = o.id)`,
  ],
  [
    (id) => `The statuses of order ${id} contradict its payment.`,
    sql`select id from ${orders}
        where (paid_at is null) <> (lower(payment_status) = 'pending')
          or (paid_at is null) <> (order_status = 'pending')
          or (paid_at is null) <> (receipt_number is null)
          or (paid_at is not null and deleted_at is not null)`,
  ],
  [
    (id) => `Order ${id} has a matching completed capture but is not paid.`,
    sql`select o.id from ${orders} o join ${captures} c on c.order_id = o.id
        where o.paid_at is null and c.problem is null
          and c.status in ('COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED')`,
  ],
  [
    (id) => `Order ${id} was not granted its credits exactly once.`,
    sql`select o.id from ${orders} o
        left join ${creditBookings} b on b.reason = 'purchase' and b.reference = o.id
        left join ${creditEntries} e on e.booking_id = b.id and e.account = 'member'
        group by o.id
        having coalesce(sum(e.amount), 0) <> case when o.paid_at is null then 0 else o.credit end
          or count(distinct b.id) > 1`,
  ],
  [
    (id) => `Credits were granted for ${id}, which is no paid order.`,
    sql`select b.reference as id from ${creditBookings} b left join ${orders} o on o.id = b.reference
        where b.reason = 'purchase' and (o.paid_at is null or o.user_id <> b.user_id)`,
  ],
  [
    (id) => `What refunds and disputes of order ${id} took back is not what they amount to.`,
    sql`select id from (
          select o.id, o.credit, o.total_minor, o.refunded_minor, o.credits_taken, o.credits_owed,
            least(o.total_minor,
              coalesce(sum(r.amount_minor) filter (where r.is_gone and r.is_apart), 0) + greatest(
                coalesce(sum(r.amount_minor) filter (where r.is_gone and not r.is_apart), 0),
                coalesce(sum(r.amount_minor) filter (where r.state = 'lost'), 0))) as back,
            greatest(0, coalesce(sum(r.amount_minor) filter (where r.state = 'open'), 0)
              - greatest(0, coalesce(sum(r.amount_minor) filter (where r.is_gone and r.kind = 'reversal'), 0)
                - coalesce(sum(r.amount_minor) filter (where r.state = 'lost'), 0))
              - coalesce(sum(r.amount_minor) filter (where r.is_gone and r.is_apart and r.settles), 0)) as open
          from ${orders} o left join (
            select r.*, ${moneyIsGone} as is_gone,
              q.asked_at is not null and not exists (
                select from ${reversals} d
                where d.capture_id = r.capture_id and d.state = 'lost'
                  and d.created_at <= q.asked_at
                  and q.asked_at < coalesce(d.occurred_at, 'infinity') + interval '1 second') as is_apart,
              exists (
                select from ${reversals} d
                where d.capture_id = r.capture_id and d.state = 'open' and d.created_at <= q.asked_at) as settles
            from ${reversals} r left join (
              select refund_id, min(created_at) as asked_at from ${refundRequests} group by refund_id
            ) q on q.refund_id = r.id
          ) r on r.capture_id = o.paypal_transaction_id
          where o.paid_at is not null group by o.id) s
        where refunded_minor <> back
          or credits_taken + credits_owed
             <> floor(credit::numeric * (back + least(open, total_minor - back)) / greatest(total_minor, 1))`,
  ],
  [
    (id) => `The movements of payment ${id} are not what its refunds and disputes amount to.`,
    sql`select id from ${wronglyBooked(sql`true`)} b`,
  ],
  [
    (id) => `The ledger's take-backs for order ${id} differ from the order's.`,
    sql`select o.id from ${orders} o
        left join ${creditBookings} b on b.order_id = o.order_id and b.reason in ('refund', 'refund-returned')
        left join ${creditEntries} e on e.booking_id = b.id and e.account = 'returned'
        group by o.id having coalesce(sum(e.amount), 0) <> o.credits_taken + o.credits_owed`,
  ],
  [
    (id) => `The second payment ${id} of an order was neither given back nor is it asked back.`,
    sql`select c.id from ${captures} c join ${orders} o on o.id = c.order_id
        where o.paid_at is not null and c.id <> o.paypal_transaction_id and c.status = 'COMPLETED'
          and (c.problem is null or c.problem = ${duplicateProblem})
          and not exists (select from ${refundRequests} q where q.capture_id = c.id)
          and not exists (select from ${reversals} r where r.capture_id = c.id)`,
  ],
  [
    (id) => `The use of its coupon by order ${id} contradicts its payment.`,
    sql`select coalesce(o.id, u.order_id) as id from ${orders} o left join ${couponUses} u on u.order_id = o.id
        where (o.coupon_id is distinct from u.coupon_id)
          or o.coupon_id is not null and (o.paid_at is null) <> (u.counted_at is null)
          or o.total_minor = 0 and (o.paid_at is null or o.payment_method <> 'Coupon')`,
  ],
  [
    (id) => `PayPal order ${id} belongs to an attempt whose amount is not its order's.`,
    sql`select a.paypal_order_id as id from ${paymentAttempts} a join ${orders} o on o.id = a.order_id
        where a.amount_minor <> o.total_minor or a.currency <> o.currency`,
  ],
];

/**
 * Whether orders, captures and the ledger agree: paid if and only if one matching completed capture fulfilled the
 * order, one grant an order, refunds and disputes taken back in proportion. One sentence a problem.
 */
export const checkPayments = (tx: Tx): Promise<string[]> => runChecks(tx, checks);
