import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { modelCalls, spendingToday } from "#server/db/tables/spending.ts";

/** The owner's day so far, in the one currency that it is counted in. */
export interface OwnDay {
  since: Date;
  currency: string;
}

export type NewCall = Omit<typeof modelCalls.$inferInsert, "id" | "createdAt" | "userId" | "generationId"> & {
  id: string;
  userId: string | null;
  generationId: string | null;
};

const { since, currency, costMicros, reservedMicros, warnedSince } = spendingToday;

const isWarned = (day: OwnDay) => sql<boolean>`coalesce(${warnedSince} = ${day.since}, false)`;

/**
 * What the day has cost. Where the row is of another day, or another midnight since the time zone was changed, the calls
 * are summed anew; once a day, as the row is of this day from then on.
 */
const costOf = (day: OwnDay) => sql<number>`case
  when ${since} = ${day.since} and ${currency} = ${day.currency} then ${costMicros}
  else (
    select coalesce(sum(c.cost_micros), 0) from ${modelCalls} c
    where c.created_at >= ${day.since} and c.currency = ${day.currency}
  )
end::bigint`;

/** A call, with the member of its run where none is named; nothing where it is written down already. */
const insertedCall = ({ id, userId, generationId, ...call }: NewCall) => sql`
  insert into ${modelCalls} (id, user_id, generation_id, purpose, model, tokens_in, tokens_out, pictures, cost_micros, currency)
  values (${id}, coalesce(${userId}, (select user_id from generations where id = ${generationId})), ${generationId},
    ${call.purpose}, ${call.model}, ${call.tokensIn}, ${call.tokensOut}, ${call.pictures}, ${call.costMicros ?? null},
    ${call.currency})
  on conflict (id) do nothing`;

/** Writes down a call whose cost is not known. */
export async function insertCall(tx: Tx, call: NewCall): Promise<void> {
  await tx.execute(insertedCall(call));
}

/**
 * Writes down a call and counts what it cost, in one statement; answers what the day has cost with it. The same call a
 * second time is not counted. `warned`: whether the admins were told of today's limit, which they were not where the day had
 * cost less than `noticeAt` before, as after the limit was raised.
 */
export async function insertPricedCall(
  tx: Tx,
  call: NewCall & { costMicros: number },
  day: OwnDay,
  noticeAt: number,
): Promise<{ costMicros: number; warned: boolean }> {
  const { rows } = await tx.execute<{ cost: string; warned: boolean }>(sql`
    with booked as (${insertedCall(call)} returning cost_micros)
    insert into ${spendingToday} (id, since, currency, cost_micros)
    select 1, ${day.since}::timestamptz, ${day.currency}::text, booked.cost_micros from booked
    on conflict (id) do update set
      cost_micros = ${costOf(day)} + ${call.costMicros}::bigint, since = ${day.since}, currency = ${day.currency},
      warned_since = case when ${costOf(day)} >= ${noticeAt}::bigint then ${warnedSince} end
    returning cost_micros as cost, ${isWarned(day)} as warned`);
  if (rows[0]) return { costMicros: Number(rows[0].cost), warned: rows[0].warned };
  const [row] = await tx.select({ cost: costOf(day), warned: isWarned(day) }).from(spendingToday);
  return { costMicros: Number(row!.cost), warned: row!.warned };
}

/** True once a day, for whoever asks first. */
export async function markWarned(tx: Tx, day: OwnDay): Promise<boolean> {
  const rows = await tx
    .update(spendingToday)
    .set({ warnedSince: day.since })
    .where(and(eq(spendingToday.id, 1), sql`${warnedSince} is distinct from ${day.since}`))
    .returning({ id: spendingToday.id });
  return rows.length > 0;
}

/**
 * Sets aside what a run is reckoned to cost. False, and nothing happens, where the day's cost and what is set aside have
 * reached the limit: the condition is part of the update, so that however many ask at once no more get through.
 */
export async function reserve(
  tx: Tx,
  day: OwnDay,
  { amount, limit }: { amount: number; limit: number },
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    insert into ${spendingToday} (id, since, currency, reserved_micros)
    values (1, ${day.since}, ${day.currency}, ${amount})
    on conflict (id) do update set
      cost_micros = ${costOf(day)}, since = ${day.since}, currency = ${day.currency},
      reserved_micros = ${reservedMicros} + ${amount}::bigint
    where ${costOf(day)} + ${reservedMicros} < ${limit}::bigint
    returning id`);
  return rows.length > 0;
}

export async function release(tx: Tx, amount: number): Promise<void> {
  await tx
    .update(spendingToday)
    .set({ reservedMicros: sql`${reservedMicros} - ${amount}::bigint` })
    .where(eq(spendingToday.id, 1));
}

/** What the day has cost and what runs under way are reckoned to add. */
export async function findToday(
  tx: Tx,
  day: OwnDay,
): Promise<{ costMicros: number; reservedMicros: number }> {
  const [row] = await tx
    .select({ cost: costOf(day), reserved: reservedMicros })
    .from(spendingToday)
    .where(eq(spendingToday.id, 1));
  return { costMicros: Number(row?.cost ?? 0), reservedMicros: row?.reserved ?? 0 };
}

/** What is set aside against what the runs under way say; none where they agree. */
export async function findReservedDifference(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ difference: string }>(sql`
    select coalesce((select reserved_micros from ${spendingToday}), 0)
      - (select coalesce(sum(reserved_micros), 0) from generations where stage in ('queued', 'generating')) as difference`);
  return Number(rows[0]!.difference);
}
