import { desc, sql } from "drizzle-orm";
import { rescuer } from "#contract/orders.ts";
import type { Tx } from "#server/db/database.ts";
import {
  isPaidInPlay,
  moneyMovements,
  strayIsNews,
  strayPayments,
  strayReason,
} from "#server/db/tables/payments.ts";
import { ticketWaits } from "#server/db/tables/support.ts";
import { hasAdminWithMail } from "#server/features/mail/mail.service.ts";
import { inFlightStates } from "#server/features/payments/attempts/attempt-states.ts";

export interface DayRow {
  day: string;
  revenue_minor: string;
  former_minor: string;
  paid_orders: string;
  orders: string;
  members: string;
  credits_sold: string;
  credits_spent: string;
  generations: string;
  failures: string;
}

/** Days one after the other, as the shop's time zone begins and ends them. */
export interface Days {
  names: string[];
  /** One more than there are days: when the last one ends. */
  starts: Date[];
  /** Of as many days before. */
  formerStarts: Date[];
  /** As far into the last day of those as today is now. */
  formerUntil: Date;
}

/** One row a day, days without anything included. Each source is read once over an index of its time. */
export async function readDays(tx: Tx, days: Days, currency: string): Promise<DayRow[]> {
  const [since, formerSince] = [days.starts[0]!, days.formerStarts[0]!];
  const { rows } = await tx.execute<DayRow & Record<string, unknown>>(sql`
    with days as (
      select name, day from unnest(${sql.param(days.names)}::text[]) with ordinality as given (name, day)
    ), begin as (
      select ${momentsOf(days.starts)} as days, ${momentsOf(days.formerStarts)} as former
    ), money as (
      select m.at, m.minor from ${moneyMovements} m
      where m.is_revenue and m.currency = ${currency} and m.at >= ${formerSince}
    ), revenue as (
      select width_bucket(at, begin.days) as day, sum(minor) as minor from money, begin where at >= ${since} group by 1
    ), former as (
      select width_bucket(at, begin.former) as day, sum(minor) as minor from money, begin
      where at <= ${days.formerUntil} group by 1
    ), paid as (
      select width_bucket(o.paid_at, begin.days) as day, count(*) as n from orders o, begin
      where o.paid_at >= ${since} and not ${isPaidInPlay(sql`o.id`)} group by 1
    ), ordered as (
      select width_bucket(created_at, begin.days) as day, count(*) as n from orders, begin
      where created_at >= ${since} and deleted_at is null group by 1
    ), joined as (
      select width_bucket(created_at, begin.days) as day, count(*) as n from users, begin
      where created_at >= ${since} and deleted_at is null group by 1
    ), credits as (
      select width_bucket(e.created_at, begin.days) as day,
        sum(-e.amount) filter (where e.account = 'sold' and not exists (
          select from credit_bookings b join orders o on o.order_id = b.order_id
          where b.id = e.booking_id and ${isPaidInPlay(sql`o.id`)})) as sold,
        sum(e.amount) filter (where e.account = 'spent') as spent
      from credit_entries e, begin where e.created_at >= ${since} and e.account in ('sold', 'spent') group by 1
    ), runs as (
      select width_bucket(created_at, begin.days) as day, count(*) as n, count(*) filter (where stage = 'failed') as failed
      from generations, begin where created_at >= ${since} group by 1
    )
    select days.name as day,
      coalesce(revenue.minor, 0) as revenue_minor, coalesce(former.minor, 0) as former_minor,
      coalesce(paid.n, 0) as paid_orders,
      coalesce(ordered.n, 0) as orders, coalesce(joined.n, 0) as members,
      coalesce(credits.sold, 0) as credits_sold, coalesce(credits.spent, 0) as credits_spent,
      coalesce(runs.n, 0) as generations, coalesce(runs.failed, 0) as failures
    from days
      left join revenue using (day) left join former using (day) left join paid using (day)
      left join ordered using (day) left join joined using (day) left join credits using (day) left join runs using (day)
    order by days.day`);
  return rows;
}

const momentsOf = (moments: Date[]) =>
  sql`${sql.param(moments.map((at) => at.toISOString()))}::timestamptz[]`;

/** Revenue since then in other currencies than the shop's. */
export async function readOtherRevenue(tx: Tx, since: Date, currency: string) {
  const { rows } = await tx.execute<{ currency: string; minor: number }>(sql`
    select m.currency, sum(m.minor)::float8 as minor from ${moneyMovements} m
    where m.is_revenue and m.currency <> ${currency} and m.at >= ${since}
    group by m.currency order by m.currency`);
  return rows;
}

export async function readFailureReasons(tx: Tx, since: Date) {
  const { rows } = await tx.execute<{ reason: string; count: number }>(sql`
    select coalesce(error_reason, 'other') as reason, count(*)::int as count from generations
    where stage = 'failed' and created_at >= ${since}
    group by 1 order by 2 desc, 1 limit 12`);
  return rows;
}

export async function readStrayPayments(tx: Tx) {
  return tx
    .select({
      id: strayPayments.id,
      amountMinor: strayPayments.amountMinor,
      currency: strayPayments.currency,
      payerEmail: strayPayments.payerEmail,
      reason: strayReason,
    })
    .from(strayPayments)
    .where(strayIsNews)
    .orderBy(desc(strayPayments.createdAt))
    .limit(20);
}

export interface Totals extends Record<string, unknown> {
  orders: number;
  users: number;
  open_tickets: number;
  unsettled: number;
  reconciled: number;
  mails_queued: number;
}

export async function readTotals(tx: Tx): Promise<Totals> {
  const { rows } = await tx.execute<Totals>(sql`
    select
      (select count(*)::int from orders where kind = 'package' and deleted_at is null) as orders,
      (select count(*)::int from users where deleted_at is null) as users,
      (select count(*)::int from tickets where ${ticketWaits}) as open_tickets,
      (select count(*)::int from payment_attempts where state in ${inFlightStates}) as unsettled,
      (select count(*)::int from orders where healed_by = ${rescuer} and paid_at >= now() - interval '30 days') as reconciled,
      (select count(*)::int from outbox where status = 'queued') as mails_queued`);
  return rows[0]!;
}

/** Whether a key may draw, a package is on sale that is not one of `untouched` as it was seeded, and an admin has mail. */
export async function readFirstStepFacts(tx: Tx, untouched: string[]) {
  const { rows } = await tx.execute<{ usable_key: boolean; own_package: boolean; mail: boolean }>(sql`
    select
      exists(select from ai_keys where is_active and health <> 'refused') as usable_key,
      exists(select from packages where archived_at is null
        and not (version = 1 and name in ${untouched})) as own_package,
      ${hasAdminWithMail} as mail`);
  return rows[0]!;
}
