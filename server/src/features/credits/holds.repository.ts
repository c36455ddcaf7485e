import { and, eq, isNull, lte, type SQL, sql } from "drizzle-orm";
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
  lifetimeSeconds: number;
  reason: CreditReason;
}

/** The hold and its booking, as further steps after one named "taken" that took the amount off the balance. */
function newHoldSteps(hold: NewHold, bookingId: string) {
  return sql`
    hold as (
      insert into ${creditHolds} (id, user_id, amount, generation_id, expires_at)
      select ${hold.holdId}, ${hold.userId}, ${hold.amount}, ${hold.generationId}, now() + make_interval(secs => ${hold.lifetimeSeconds})
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
 * Ends the open hold that `which` names, as steps of a statement: "settled" moves what it set aside to the spent
 * credits, "released" back to the balance. The last step, "ended_hold", has a row if there was one that was open, so
 * that a hold ends once however often this is done.
 */
function endSteps(which: SQL, state: "settled" | "released"): SQL {
  const bookingId = newId();
  const back = state === "released";
  return sql`
    closed as (
      update ${creditHolds} set state = ${state} where ${which} and state = 'open'
      returning id, user_id, amount, generation_id
    ), ended_hold as (
      update ${creditBalances} as b
      set held = b.held - closed.amount, balance = b.balance + ${back ? sql`closed.amount` : sql`0`}
      from closed where b.user_id = closed.user_id
      returning closed.id, b.user_id, b.balance, closed.amount, closed.generation_id
    ), end_booking as (
      insert into ${creditBookings} (id, user_id, reason, reference, generation_id)
      select ${bookingId}, user_id,
        ${back ? sql`case when generation_id is null then 'hold-returned' else 'generation-returned' end` : sql`'generation-settled'`},
        id, generation_id
      from ended_hold
    ), end_entries as (
      insert into ${creditEntries} (booking_id, user_id, account, amount, balance_after)
      select ${bookingId}, ended_hold.user_id, side.account, side.amount, side.balance_after
      from ended_hold, lateral (values
        ('held', -ended_hold.amount, null::integer),
        (${back ? "member" : "spent"}, ended_hold.amount, ${back ? sql`ended_hold.balance` : sql`null::integer`})
      ) as side (account, amount, balance_after)
    )`;
}

/**
 * Spends the credits of the run that the step "ended" (id) of the same statement has ended. The last of these steps,
 * "ended_hold", has no row where the run has no open hold.
 */
export function settlementOfEnded(): SQL {
  return endSteps(sql`generation_id in (select id from ended)`, "settled");
}

/** Gives back what an open hold set aside; false where it was not open. */
export async function releaseHold(tx: Tx, holdId: string): Promise<boolean> {
  const statement = sql`with ${endSteps(sql`id = ${holdId}`, "released")} select 1 from ended_hold`;
  return (await executePrepared(tx, "release_hold", statement)).length > 0;
}

/**
 * Gives back a hold that nobody uses; false where it is not open, or a run has taken it by now. A run takes it without
 * the lock below, so that only this statement, which waits for the run's, knows.
 */
export async function releaseUnusedHold(tx: Tx, holdId: string): Promise<boolean> {
  const which = sql`id = ${holdId} and generation_id is null`;
  const statement = sql`with ${endSteps(which, "released")} select 1 from ended_hold`;
  return (await executePrepared(tx, "release_unused_hold", statement)).length > 0;
}

/**
 * A run's hold as steps of a statement: the person's unused one where there is one of this amount that has not
 * lapsed, else a new one under the same condition as above. The last step, "held", has the hold and the balance that
 * is left, and no row where there is neither.
 */
export function runHoldSteps(hold: NewHold & { generationId: string }): SQL {
  return sql`
    unused as (
      update ${creditHolds} set generation_id = ${hold.generationId}
      where user_id = ${hold.userId} and state = 'open' and generation_id is null and expires_at > now()
        and amount = ${hold.amount}
      returning id
    ), taken as (
      update ${creditBalances} set balance = balance - ${hold.amount}, held = held + ${hold.amount}
      where user_id = ${hold.userId} and balance >= ${Math.max(hold.amount, hold.minimum)}
        and not exists (select from unused)
      returning balance
    ), ${newHoldSteps(hold, newId())}, held as (
      select ${hold.holdId}::text as hold_id, balance from taken
      union all
      select unused.id, b.balance from unused, ${creditBalances} b where b.user_id = ${hold.userId}
    )`;
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
