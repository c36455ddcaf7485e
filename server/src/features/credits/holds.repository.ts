import { and, eq, isNull, lte, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { executePrepared } from "#server/db/prepared.ts";
import {
  type CreditReason,
  creditBalances,
  creditBookings,
  creditEntries,
  creditHolds,
} from "#server/db/tables/credits.ts";
import { newId } from "#server/platform/ids.ts";

export interface NewHold {
  holdId: string;
  userId: string;
  amount: number;
  minimum: number;
  generationId: string | null;
  expiresAt: Date;
  reason: CreditReason;
}

/** The hold and its booking, as further steps after one named "taken" that took the amount off the balance. */
function newHoldSteps(hold: NewHold, bookingId: string) {
  return sql`
    hold as (
      insert into ${creditHolds} (id, user_id, amount, generation_id, expires_at)
      select ${hold.holdId}, ${hold.userId}, ${hold.amount}, ${hold.generationId}, ${hold.expiresAt.toISOString()}::timestamptz
      from taken
    ), booking as (
      insert into ${creditBookings} (id, user_id, reason, reference, generation_id)
      select ${bookingId}, ${hold.userId}, ${hold.reason}, ${hold.holdId}, ${hold.generationId} from taken
    ), entries as (
      insert into ${creditEntries} (booking_id, user_id, account, amount, balance_after)
      select ${bookingId}, ${hold.userId}, side.account, side.amount, side.balance_after
      from taken, lateral (values
        ('member', -${hold.amount}::int, taken.balance),
        ('held', ${hold.amount}::int, null)
      ) as side (account, amount, balance_after)
    )`;
}

/**
 * Takes the amount from the balance, sets it aside and books it, all in one conditional statement: where the
 * balance is below the minimum nothing happens, however many ask at once. Answers the new balance or null.
 */
export async function insertHold(tx: Tx, hold: NewHold): Promise<number | null> {
  const bookingId = newId();
  const statement = sql`
    with taken as (
      update ${creditBalances} set balance = balance - ${hold.amount}, held = held + ${hold.amount}
      where user_id = ${hold.userId} and balance >= ${Math.max(hold.amount, hold.minimum)}
      returning balance
    ), ${newHoldSteps(hold, bookingId)}
    select balance from taken`;
  const [row] = await executePrepared<{ balance: number }>(tx, "insert_hold", statement);
  return row?.balance ?? null;
}

/**
 * Ends an open hold: "settled" moves what it set aside to the spent credits, "released" back to the balance.
 * False where it was not open, so that it ends once however often this is called.
 */
export async function endHold(tx: Tx, holdId: string, state: "settled" | "released"): Promise<boolean> {
  const bookingId = newId();
  const back = state === "released";
  const statement = sql`
    with ended as (
      update ${creditHolds} set state = ${state} where id = ${holdId} and state = 'open'
      returning user_id, amount, generation_id
    ), sums as (
      update ${creditBalances} as b
      set held = b.held - ended.amount, balance = b.balance + ${back ? sql`ended.amount` : sql`0`}
      from ended where b.user_id = ended.user_id
      returning b.user_id, b.balance, ended.amount, ended.generation_id
    ), booking as (
      insert into ${creditBookings} (id, user_id, reason, reference, generation_id)
      select ${bookingId}, user_id,
        ${back ? sql`case when generation_id is null then 'hold-returned' else 'generation-returned' end` : sql`'generation-settled'`},
        ${holdId}, generation_id
      from sums
    ), entries as (
      insert into ${creditEntries} (booking_id, user_id, account, amount, balance_after)
      select ${bookingId}, sums.user_id, side.account, side.amount, side.balance_after
      from sums, lateral (values
        ('held', -sums.amount, null::integer),
        (${back ? "member" : "spent"}, sums.amount, ${back ? sql`sums.balance` : sql`null::integer`})
      ) as side (account, amount, balance_after)
    )
    select 1 from sums`;
  return (await executePrepared(tx, `end_hold_${state}`, statement)).length > 0;
}

/**
 * A run's hold in one statement: the person's unused one where there is one of this amount that has not lapsed,
 * else a new one under the same condition as above. Answers the hold and the balance that is left, or null.
 */
export async function insertHoldForRun(
  tx: Tx,
  hold: NewHold & { generationId: string },
): Promise<{ holdId: string; balance: number } | null> {
  const bookingId = newId();
  const statement = sql`
    with unused as (
      update ${creditHolds} set generation_id = ${hold.generationId}
      where user_id = ${hold.userId} and state = 'open' and generation_id is null and expires_at > now()
        and amount = ${hold.amount}
      returning id
    ), taken as (
      update ${creditBalances} set balance = balance - ${hold.amount}, held = held + ${hold.amount}
      where user_id = ${hold.userId} and balance >= ${Math.max(hold.amount, hold.minimum)}
        and not exists (select from unused)
      returning balance
    ), ${newHoldSteps(hold, bookingId)}
    select ${hold.holdId}::text as hold_id, balance from taken
    union all
    select unused.id, b.balance from unused, ${creditBalances} b where b.user_id = ${hold.userId}`;
  const [row] = await executePrepared<{ hold_id: string; balance: number }>(
    tx,
    "insert_hold_for_run",
    statement,
  );
  return row ? { holdId: row.hold_id, balance: row.balance } : null;
}

const isUnused = and(eq(creditHolds.state, "open"), isNull(creditHolds.generationId));

export async function findUnusedHold(
  tx: Tx,
  userId: string,
): Promise<{ id: string; lapsed: boolean } | null> {
  const [row] = await tx
    .select({ id: creditHolds.id, lapsed: sql<boolean>`${creditHolds.expiresAt} <= now()` })
    .from(creditHolds)
    .where(and(isUnused, eq(creditHolds.userId, userId)));
  return row ?? null;
}

export async function findLapsedHolds(tx: Tx, limit: number): Promise<{ id: string; userId: string }[]> {
  return tx
    .select({ id: creditHolds.id, userId: creditHolds.userId })
    .from(creditHolds)
    .where(and(isUnused, lte(creditHolds.expiresAt, sql`now()`)))
    .orderBy(creditHolds.expiresAt)
    .limit(limit);
}

/**
 * One at a time per person opens, gives back or lets lapse an unused hold. Without it, one that opens and one that
 * ends could each hold what the other waits for.
 */
export async function lockUnusedHolds(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`unused-hold:${userId}`}, 0))`);
}

export async function findHoldOfRun(tx: Tx, generationId: string): Promise<string | null> {
  const [row] = await tx
    .select({ id: creditHolds.id })
    .from(creditHolds)
    .where(eq(creditHolds.generationId, generationId));
  return row?.id ?? null;
}
