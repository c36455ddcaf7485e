import { sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { orders } from "#server/db/tables/orders.ts";
import {
  captures,
  moneyMovements,
  movementKind,
  reversalMovements,
  reversals,
  strayPayments,
  takesLivePayments,
} from "#server/db/tables/payments.ts";
import { duplicateProblem } from "#server/features/payments/capture/match-capture.ts";

/** What the money was for. Only an order's is revenue. */
export type MovementOf = "order" | "second payment" | "wrong payment" | "no order";

export interface MovementRow {
  at: Date;
  kind: "payment" | "refund" | "reversal" | "failed-refund" | "cancelled-reversal";
  of: MovementOf;
  /** PayPal's. */
  id: string;
  /** Blank where PayPal has told no amount of a payment that belongs to no order. */
  currency: string;
  minor: number;
  /** What the payment had brought by the movements booked before it; 0 for the payment itself. */
  keptMinor: number;
  feeMinor: number | null;
  orderId: string | null;
  receiptNumber: number | null;
  productName: string | null;
  country: string | null;
  taxBasisPoints: number | null;
}

/** As `moneyMovements`, of what pays no order. Of these the shop knows no fee. */
const strayMovements = sql`(
  select coalesce(s.capture_time, s.created_at) as at, 'payment' as kind, s.id, s.id as capture_id, s.mode, s.currency,
    s.amount_minor as minor
  from ${strayPayments} s
  union all
  select v.at, ${movementKind}, r.id, s.id, s.mode, s.currency, v.minor
  from ${reversalMovements} v join ${reversals} r on r.id = v.reversal_id join ${strayPayments} s on s.id = v.capture_id)`;

const allMovements = sql`(
  select m.at, m.kind, m.id, m.currency, m.minor, m.fee_minor, m.order_id, m.is_revenue, m.capture_id, m.movement_id
  from ${moneyMovements} m
  union all
  select s.at, s.kind, s.id, s.currency, s.minor, null, null, false, null, null from ${strayMovements} s
  where not (s.mode = 'sandbox' and ${takesLivePayments}) and not exists (select from ${captures} c where c.id = s.capture_id))`;

/** Oldest first. A cancelled order's too: money may have come for it. */
export async function findMovements(tx: Tx, from: Date, until: Date): Promise<MovementRow[]> {
  const { rows } = await tx.execute<Omit<MovementRow, "at"> & { ms: number } & Record<string, unknown>>(sql`
    select (extract(epoch from m.at) * 1000)::float8 as ms, m.kind, m.id, m.currency, m.minor, m.fee_minor as "feeMinor",
      case when m.is_revenue then 'order' when o.id is null then 'no order'
        when o.paid_at is not null and coalesce(c.problem, ${duplicateProblem}) = ${duplicateProblem} then 'second payment'
        else 'wrong payment' end as "of",
      o.order_id as "orderId", o.receipt_number as "receiptNumber", o.product_name as "productName", o.country,
      case when m.is_revenue then o.tax_basis_points end as "taxBasisPoints",
      case when m.movement_id is null then 0 else c.amount_minor + coalesce((
        select sum(w.minor) from ${reversalMovements} w where w.capture_id = c.id and w.id < m.movement_id), 0)
      end::float8 as "keptMinor"
    from ${allMovements} m left join ${captures} c on c.id = m.capture_id left join ${orders} o on o.id = m.order_id
    where m.at >= ${from} and m.at < ${until}
    order by m.at, m.id, m.kind`);
  return rows.map(({ ms, ...row }) => ({ ...row, at: new Date(ms) }));
}

/** When the first and the last one were; null where there is none. */
export async function findMovementSpan(tx: Tx): Promise<{ first: Date; last: Date } | null> {
  const { rows } = await tx.execute<{ first: number | null; last: number }>(sql`
    select (extract(epoch from min(m.at)) * 1000)::float8 as first, (extract(epoch from max(m.at)) * 1000)::float8 as last
    from ${allMovements} m`);
  const [span] = rows;
  return typeof span?.first === "number" ? { first: new Date(span.first), last: new Date(span.last) } : null;
}
