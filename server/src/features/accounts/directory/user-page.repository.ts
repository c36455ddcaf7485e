import { eq, type SQL, sql } from "drizzle-orm";
import type { TimelineKind } from "#contract/user-page.ts";
import type { Tx } from "#server/db/database.ts";
import { limitOf, type PageQuery } from "#server/db/paging.ts";
import { creditBalances } from "#server/db/tables/credits.ts";
import { isPaidInPlay } from "#server/db/tables/payments.ts";
import { passkeys } from "#server/db/tables/sessions.ts";
import { modelCalls } from "#server/db/tables/spending.ts";
import { users } from "#server/db/tables/users.ts";

/** Also an erased one. */
export async function findUserPage(tx: Tx, id: string) {
  const [row] = await tx
    .select({
      user: users,
      balance: creditBalances.balance,
      held: creditBalances.held,
      debt: creditBalances.debt,
      passkeys: sql<number>`(select count(*)::int from ${passkeys} p where p.user_id = ${users}.id)`,
    })
    .from(users)
    .leftJoin(creditBalances, eq(creditBalances.userId, users.id))
    .where(eq(users.id, id));
  return row ?? null;
}

type Owner = { id: string; email: string };

/** What was paid and not given back. */
export async function sumPaid(tx: Tx, id: string): Promise<{ currency: string; minor: number }[]> {
  const { rows } = await tx.execute<{ currency: string; minor: number }>(sql`
    select currency, sum(total_minor - refunded_minor)::int as minor from orders o
    where user_id = ${id} and paid_at is not null and deleted_at is null and not ${isPaidInPlay(sql`o.id`)}
    group by currency having sum(total_minor - refunded_minor) > 0 order by currency`);
  return rows;
}

/** As what the models cost is booked, of the calls whose price was known. */
export async function sumModelCosts(tx: Tx, id: string): Promise<{ currency: string; costMicros: number }[]> {
  const { rows } = await tx.execute<{ currency: string; costMicros: number }>(sql`
    select currency, sum(cost_micros)::float8 as "costMicros" from ${modelCalls}
    where user_id = ${id} and cost_micros > 0 group by currency order by currency`);
  return rows;
}

export type TimelineRow = {
  kind: TimelineKind;
  id: string;
  at: Date;
  title: string;
  status: string | null;
  note: string | null;
  totalMinor: number | null;
  currency: string | null;
  isItem: boolean;
  amount: number | null;
  balanceAfter: number | null;
};

/** Columns in the order of `TimelineRow`; each branch reads an index that begins with its owner. */
const branches: Record<TimelineKind, (owner: Owner) => { columns: SQL; from: SQL }> = {
  order: ({ id }) => ({
    columns: sql`id, created_at, product_name, payment_status, order_id, total_minor, currency, kind = 'item',
      null::int, null::int`,
    from: sql`orders where user_id = ${id} and deleted_at is null`,
  }),
  credits: ({ id }) => ({
    columns: sql`e.id::text, b.created_at, b.reason, null, b.note, null::int, null, false, e.amount, e.balance_after`,
    from: sql`credit_bookings b join credit_entries e on e.booking_id = b.id and e.account = 'member'
      where b.user_id = ${id}`,
  }),
  run: ({ id }) => ({
    columns: sql`id, created_at, title, stage, error, null::int, null, false, null::int, null::int`,
    from: sql`generations where user_id = ${id} and deleted_at is null`,
  }),
  ticket: ({ id }) => ({
    columns: sql`id, created_at, subject, status, null, null::int, null, false, null::int, null::int`,
    from: sql`tickets where user_id = ${id}`,
  }),
  mail: ({ email }) => ({
    columns: sql`id::text, created_at, subject, status, last_error, null::int, null, false, null::int, null::int`,
    from: sql`outbox where to_email = ${email} and audience <> 'visitor'`,
  }),
};

/**
 * A page of what happened to a person, newest first. Each kind brings no more rows than the page's end needs, so that
 * the merge sorts a few hundred and never a person's whole life.
 */
export async function findTimeline(
  tx: Tx,
  owner: Owner,
  kinds: readonly TimelineKind[],
  query: PageQuery,
): Promise<TimelineRow[]> {
  const { limit, offset } = limitOf({ page: 1, ...query });
  const parts = kinds.map((kind) => {
    const { columns, from } = branches[kind](owner);
    return sql`(select ${kind}::text, ${columns} from ${from} order by 3 desc, 2 desc limit ${offset + limit})`;
  });
  const { rows } = await tx.execute<Omit<TimelineRow, "at"> & { at: string }>(sql`
    select * from (${sql.join(parts, sql` union all `)}) as line
      (kind, id, at, title, status, note, "totalMinor", currency, "isItem", amount, "balanceAfter")
    order by at desc, kind, id desc limit ${limit} offset ${offset}`);
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}

export async function countTimeline(tx: Tx, owner: Owner): Promise<Record<TimelineKind, number>> {
  const counts = (Object.keys(branches) as TimelineKind[]).map(
    (kind) => sql`(select count(*)::int from ${branches[kind](owner).from}) as ${sql.identifier(kind)}`,
  );
  const { rows } = await tx.execute<Record<TimelineKind, number>>(sql`select ${sql.join(counts, sql`, `)}`);
  return rows[0]!;
}
