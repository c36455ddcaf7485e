import { and, asc, desc, eq, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { contains, limitOf, type PageQuery, totalOf } from "#server/db/paging.ts";
import { creditBookings, creditEntries } from "#server/db/tables/credits.ts";
import { generations } from "#server/db/tables/generations.ts";
import { orders } from "#server/db/tables/orders.ts";
import { users } from "#server/db/tables/users.ts";

export interface StatementQuery extends PageQuery {
  sort?: "createdAt" | "amount" | undefined;
  order?: "asc" | "desc" | undefined;
  q?: string | undefined;
}

const statementFields = {
  id: creditEntries.id,
  createdAt: creditEntries.createdAt,
  amount: creditEntries.amount,
  balanceAfter: creditEntries.balanceAfter,
  reason: creditBookings.reason,
  orderId: creditBookings.orderId,
  generationId: creditBookings.generationId,
  note: creditBookings.note,
  packageName: orders.productName,
  runTitle: generations.title,
  hasPictures: sql<boolean>`${generations.stage} = 'done'`,
};

/** What a booking was for, as its owner knows it: the order's product, the run's title. */
const ordersOfBooking = eq(orders.orderId, creditBookings.orderId);
const generationsOfBooking = and(
  eq(generations.id, creditBookings.generationId),
  isNull(generations.deletedAt),
);

export async function findStatement(tx: Tx, userId: string, query: StatementQuery) {
  const where = conditions(userId, query.q);
  const span = limitOf(query);
  const direction = query.order === "asc" ? asc : desc;
  const sorting = query.sort === "amount" ? [direction(creditEntries.amount)] : [];
  const rows = await tx
    .select(statementFields)
    .from(creditEntries)
    .innerJoin(creditBookings, eq(creditBookings.id, creditEntries.bookingId))
    .leftJoin(orders, ordersOfBooking)
    .leftJoin(generations, generationsOfBooking)
    .where(where)
    .orderBy(...sorting, direction(creditEntries.id))
    .limit(span.limit)
    .offset(span.offset);
  const count = async () => {
    const [all] = await tx
      .select({ total: sql<number>`count(*)`.mapWith(Number) })
      .from(creditEntries)
      .innerJoin(creditBookings, eq(creditBookings.id, creditEntries.bookingId))
      .leftJoin(orders, ordersOfBooking)
      .leftJoin(generations, generationsOfBooking)
      .where(where);
    return all!.total;
  };
  return { rows, total: await totalOf(span, rows.length, count) };
}

/** A part of the whole statement, newest first; the next part begins below the last one's number. */
export async function findStatementPart(tx: Tx, userId: string, below: number | null, limit: number) {
  return tx
    .select(statementFields)
    .from(creditEntries)
    .innerJoin(creditBookings, eq(creditBookings.id, creditEntries.bookingId))
    .leftJoin(orders, ordersOfBooking)
    .leftJoin(generations, generationsOfBooking)
    .where(and(conditions(userId, undefined), below === null ? undefined : lt(creditEntries.id, below)))
    .orderBy(desc(creditEntries.id))
    .limit(limit);
}

export type StatementRow = Awaited<ReturnType<typeof findStatement>>["rows"][number];

/** A statement has the entries of the account `member` alone. A hold shows by the line that moved credits into it. */
function conditions(userId: string, q: string | undefined): SQL | undefined {
  const own = and(eq(creditEntries.userId, userId), eq(creditEntries.account, "member"));
  if (!q) return own;
  return and(
    own,
    or(
      contains(creditBookings.reason, q),
      contains(creditBookings.orderId, q),
      contains(creditBookings.note, q),
      contains(orders.productName, q),
      contains(generations.title, q),
    ),
  );
}

export async function findUserIdByEmail(tx: Tx, email: string): Promise<string | null> {
  const [row] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email));
  return row?.id ?? null;
}
