import { sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { type Check, runChecks } from "#server/db/run-checks.ts";
import { creditBalances, creditBookings, creditEntries, creditHolds } from "#server/db/tables/credits.ts";

const checks: Check[] = [
  [
    (id) => `Booking ${id} has no entries or they do not add up to zero.`,
    sql`select b.id from ${creditBookings} b left join ${creditEntries} e on e.booking_id = b.id
        group by b.id having count(e.id) = 0 or sum(e.amount) <> 0`,
  ],
  [
    (id) => `The sums of user ${id} differ from the ledger's entries.`,
    sql`select coalesce(b.user_id, e.user_id) as id
        from ${creditBalances} b
        full join (
          select user_id,
            coalesce(sum(amount) filter (where account = 'member'), 0) as member,
            coalesce(sum(amount) filter (where account = 'held'), 0) as held,
            coalesce(sum(amount) filter (where account = 'owed'), 0) as owed
          from ${creditEntries} group by user_id
        ) e on e.user_id = b.user_id
        where coalesce(b.balance, 0) <> coalesce(e.member, 0)
          or coalesce(b.held, 0) <> coalesce(e.held, 0)
          or coalesce(b.debt, 0) <> -coalesce(e.owed, 0)`,
  ],
  [
    (id) => `What is set aside for user ${id} differs from the open holds.`,
    sql`select coalesce(b.user_id, h.user_id) as id
        from ${creditBalances} b
        full join (
          select user_id, sum(amount) as held from ${creditHolds} where state = 'open' group by user_id
        ) h on h.user_id = b.user_id
        where coalesce(b.held, 0) <> coalesce(h.held, 0)`,
  ],
  [
    (id) => `User ${id} has a balance, a hold or a debt below zero.`,
    sql`select user_id as id from ${creditBalances} where balance < 0 or held < 0 or debt < 0`,
  ],
  [
    (id) => `Entry ${id} states a balance that does not follow from the entries before it.`,
    sql`select id::text from (
          select id, balance_after, sum(amount) over (partition by user_id order by id) as running
          from ${creditEntries} where account = 'member'
        ) s where balance_after is distinct from running`,
  ],
  [
    (id) => `Hold ${id} is not booked as its state says.`,
    sql`select h.id from ${creditHolds} h
        left join ${creditBookings} b on b.reference = h.id
          and b.reason in ('generation', 'retake', 'hold', 'generation-settled', 'generation-returned', 'hold-returned')
        group by h.id
        having count(*) filter (where b.reason in ('generation', 'retake', 'hold')) <> 1
          or count(*) filter (where b.reason = 'generation-settled') <> (h.state = 'settled')::int
          or count(*) filter (where b.reason in ('generation-returned', 'hold-returned')) <> (h.state = 'released')::int`,
  ],
];

/**
 * Whether the ledger is consistent: every booking adds up to zero, each balance, hold and debt is the sum of its entries,
 * no line of a statement contradicts the ones before, nothing is below zero. One sentence a problem.
 */
export const checkLedger = (tx: Tx): Promise<string[]> => runChecks(tx, checks);
