import { sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { refusedRefunds, reversals, strayIsNews, strayPayments } from "#server/db/tables/payments.ts";
import { sendableDeliveries } from "#server/db/tables/webhooks.ts";

export interface Queues {
  waiting: Record<QueueName, number>;
  /** In seconds. */
  late: Record<QueueName, number>;
}
type QueueName = "mails" | "payments" | "refunds" | "generations" | "webhooks";

/** Each queue is counted over the index by which its job finds what is due, in which nothing else lies. */
export async function readQueues(tx: Tx): Promise<Queues> {
  const { rows } = await tx.execute<Record<string, number>>(sql`
    with mails as (
      select count(*) as n, min(next_attempt_at) as due from outbox where status = 'queued'
    ), payments as (
      select count(*) as n, min(check_at) as due from payment_attempts where check_at is not null
    ), refunds as (
      select count(*) as n, min(check_at) as due from refund_requests where check_at is not null
    ), runs as (
      select count(*) as n, min(created_at) as due from generations where stage in ('queued', 'generating')
    ), messages as (
      select count(*) as n, min(d.next_attempt_at) as due from ${sendableDeliveries}
    )
    select mails.n::int as mails, ${late(sql`mails.due`)} as mails_late,
      payments.n::int as payments, ${late(sql`payments.due`)} as payments_late,
      refunds.n::int as refunds, ${late(sql`refunds.due`)} as refunds_late,
      runs.n::int as generations, ${late(sql`runs.due`)} as generations_late,
      messages.n::int as webhooks, ${late(sql`messages.due`)} as webhooks_late
    from mails, payments, refunds, runs, messages`);
  const row = rows[0]!;
  const names: QueueName[] = ["mails", "payments", "refunds", "generations", "webhooks"];
  const each = (suffix: string) =>
    Object.fromEntries(names.map((name) => [name, row[`${name}${suffix}`]])) as Record<QueueName, number>;
  return { waiting: each(""), late: each("_late") };
}

const late = (due: ReturnType<typeof sql>) =>
  sql`greatest(0, coalesce(extract(epoch from now() - ${due}), 0))::float8`;

export type Matters = Record<"stray-payments" | "open-disputes" | "refused-refunds", number>;

/** What only the owner can see to. A refund is asked for anew where it was refused, or given by hand at PayPal. */
export async function readMatters(tx: Tx): Promise<Matters> {
  const { rows } = await tx.execute<Matters & Record<string, unknown>>(sql`
    select
      (select count(*)::int from ${strayPayments} where ${strayIsNews}) as "stray-payments",
      (select count(*)::int from ${reversals} r where r.kind = 'dispute' and r.state = 'open') as "open-disputes",
      (select count(*)::int from ${refusedRefunds}) as "refused-refunds"`);
  return rows[0]!;
}
