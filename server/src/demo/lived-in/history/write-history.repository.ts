import { and, eq, isNull, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Tx } from "#server/db/database.ts";
import { auditLog } from "#server/db/tables/audit-log.ts";
import { items, packages } from "#server/db/tables/catalogue.ts";
import { creditBalances, creditBookings, creditEntries, creditHolds } from "#server/db/tables/credits.ts";
import { generationImages, generations } from "#server/db/tables/generations.ts";
import { outbox } from "#server/db/tables/mail.ts";
import { orders } from "#server/db/tables/orders.ts";
import {
  captures,
  paymentAttempts,
  refundRequests,
  reversalMovements,
  reversals,
} from "#server/db/tables/payments.ts";
import { modelCalls } from "#server/db/tables/spending.ts";
import { ticketMessages, ticketReads, tickets } from "#server/db/tables/support.ts";
import { users } from "#server/db/tables/users.ts";
import type { HistoryRows } from "./history-rows.ts";
import type { Goods } from "./past.ts";

export async function readGoods(tx: Tx): Promise<Goods> {
  return {
    package: await tx.select().from(packages).where(isNull(packages.archivedAt)).orderBy(packages.position),
    item: await tx
      .select()
      .from(items)
      .where(and(isNull(items.archivedAt), eq(items.isActive, true)))
      .orderBy(items.position),
  };
}

/**
 * Writes a history with the dates that its rows say, in the order in which it happened. Nothing that was booked is
 * changed afterwards: the ledger's triggers hold for it as for everybody.
 */
export async function insertHistory(tx: Tx, rows: HistoryRows): Promise<void> {
  const balances = [...rows.balances].map(([userId, balance]) => ({ userId, balance }));
  const tables: [PgTable, object[]][] = [
    [users, rows.users],
    [creditBalances, balances],
    [orders, rows.orders],
    [paymentAttempts, rows.attempts],
    [captures, rows.captures],
    [refundRequests, rows.refundRequests],
    [reversals, rows.reversals],
    [reversalMovements, rows.movements],
    [creditBookings, inTime(rows.bookings)],
    [creditEntries, inTime(rows.entries)],
    [generations, rows.generations],
    [creditHolds, rows.holds],
    [generationImages, rows.images],
    [modelCalls, rows.modelCalls],
    [tickets, rows.tickets],
    [ticketMessages, rows.messages],
    [ticketReads, rows.reads],
    [outbox, inTime(rows.mails)],
    [auditLog, inTime(rows.audit)],
  ];
  for (const [table, all] of tables) {
    for (let from = 0; from < all.length; from += batch)
      await tx.insert(table).values(all.slice(from, from + batch));
  }
}

/** PostgreSQL takes 65,535 parameters a statement. */
const batch = 500;

/** Their ids count up, and lists are in the order of ids. */
const inTime = <Row extends { createdAt: Date }>(rows: Row[]) =>
  rows.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());

/** Who has just signed up has been there for so many days. */
export async function moveJoining(tx: Tx, id: string, days: number): Promise<void> {
  const createdAt = sql`${users.createdAt} - make_interval(days => ${days}::int)`;
  await tx.update(users).set({ createdAt }).where(eq(users.id, id));
}
