import { sql } from "drizzle-orm";
import type { Spending } from "#contract/spending.ts";
import type { Tx } from "#server/db/database.ts";
import { moneyMovements } from "#server/db/tables/payments.ts";
import { modelCalls } from "#server/db/tables/spending.ts";

/** From a moment up to another, in one currency. */
export interface Period {
  from: Date;
  until: Date;
  currency: string;
}

const inPeriod = ({ from, until }: Period) => sql`c.created_at >= ${from} and c.created_at < ${until}`;
/** A cost in another currency than today's is no cost that can be added up. */
const cost = ({ currency }: Period) =>
  sql`coalesce(sum(c.cost_micros) filter (where c.currency = ${currency}), 0)::float8`;
const unpriced = ({ currency }: Period) =>
  sql`(count(*) filter (where c.cost_micros is null or c.currency <> ${currency}))::int`;

export async function sumByModel(tx: Tx, period: Period): Promise<Spending["byModel"]> {
  const { rows } = await tx.execute<Spending["byModel"][number] & Record<string, unknown>>(sql`
    select c.model, count(*)::int as calls, sum(c.tokens_in)::float8 as "tokensIn", sum(c.tokens_out)::float8 as "tokensOut",
      sum(c.pictures)::float8 as pictures, ${cost(period)} as "costMicros", ${unpriced(period)} as "unpricedCalls"
    from ${modelCalls} c where ${inPeriod(period)} group by c.model order by "costMicros" desc, calls desc, c.model`);
  return rows;
}

type UnpaidCosts = Record<"failedRuns" | "failedMicros" | "freeRuns" | "freeMicros", number>;

/**
 * What runs cost that brought no credit: those that failed, and the free takes. Begins at these, which are few among the
 * calls of all; the last call of a run, to read its words, comes within days of it.
 */
export async function sumUnpaidGenerations(tx: Tx, period: Period): Promise<UnpaidCosts> {
  const { rows } = await tx.execute<UnpaidCosts>(sql`
    with costly as (
      select g.stage = 'failed' as failed, ${cost(period)} as micros
      from generations g join ${modelCalls} c on c.generation_id = g.id
      where (g.stage = 'failed' or g.cost = 0) and ${inPeriod(period)}
        and g.created_at >= ${period.from}::timestamptz - interval '7 days' and g.created_at < ${period.until}
      group by g.id
    )
    select (count(*) filter (where failed))::int as "failedRuns",
      coalesce(sum(micros) filter (where failed), 0)::float8 as "failedMicros",
      (count(*) filter (where not failed))::int as "freeRuns",
      coalesce(sum(micros) filter (where not failed), 0)::float8 as "freeMicros"
    from costly`);
  return rows[0]!;
}

export type Money = { currency: string } & Record<"captured" | "refunded" | "fees" | "withoutFee", number>;

/**
 * Captures that fulfilled an order, less what went back of them, each on the day that it did. A lost dispute is carried
 * out by a refund or reversal of the same money. Fees of second payments, which go back by themselves, count: PayPal
 * keeps those.
 */
export async function sumMoney(tx: Tx, { from, until }: Omit<Period, "currency">): Promise<Money[]> {
  const { rows } = await tx.execute<Money>(sql`
    select m.currency,
      coalesce(sum(m.minor) filter (where m.is_revenue and m.kind = 'payment'), 0)::float8 as captured,
      coalesce(sum(-m.minor) filter (where m.is_revenue and m.kind <> 'payment'), 0)::float8 as refunded,
      coalesce(sum(m.fee_minor), 0)::float8 as fees,
      (count(*) filter (where m.kind = 'payment' and m.fee_minor is null))::int as "withoutFee"
    from ${moneyMovements} m where m.at >= ${from} and m.at < ${until}
    group by m.currency order by m.currency`);
  return rows;
}
