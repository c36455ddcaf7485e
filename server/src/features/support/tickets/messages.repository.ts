import { and, asc, count, eq, getTableColumns, inArray, max, not, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Tx } from "#server/db/database.ts";
import type { EveryColumnBut } from "#server/db/every-column.ts";
import { ticketMessages, ticketReads, tickets } from "#server/db/tables/support.ts";
import { users } from "#server/db/tables/users.ts";

export type MessageRow = typeof ticketMessages.$inferSelect & { authorName: string | null };

const columns = { ...getTableColumns(ticketMessages), authorName: users.name };

/** Everything after the opening messages, notes included, in the order in which it was written. */
export async function findMessages(tx: Tx, ticketIds: readonly string[]): Promise<MessageRow[]> {
  if (ticketIds.length === 0) return [];
  return tx
    .select(columns)
    .from(ticketMessages)
    .leftJoin(users, eq(users.id, ticketMessages.authorId))
    .where(inArray(ticketMessages.ticketId, [...ticketIds]))
    .orderBy(asc(ticketMessages.ticketId), asc(ticketMessages.position));
}

export async function findMessage(tx: Tx, id: string): Promise<MessageRow | null> {
  const [row] = await tx
    .select(columns)
    .from(ticketMessages)
    .leftJoin(users, eq(users.id, ticketMessages.authorId))
    .where(eq(ticketMessages.id, id));
  return row ?? null;
}

/** Only under the ticket's lock. */
export async function nextPosition(tx: Tx, ticketId: string): Promise<number> {
  const [row] = await tx
    .select({ last: max(ticketMessages.position) })
    .from(ticketMessages)
    .where(eq(ticketMessages.ticketId, ticketId));
  return (row?.last ?? 0) + 1;
}

/** The position of the staff's newest message to the owner; 0 where there is none. */
export async function findNewestAnswer(tx: Tx, ticketId: string): Promise<number> {
  const { sender, internal, position } = ticketMessages;
  const [row] = await tx
    .select({ last: max(position) })
    .from(ticketMessages)
    .where(and(eq(ticketMessages.ticketId, ticketId), eq(sender, "admin"), not(internal)));
  return row?.last ?? 0;
}

export async function insertMessage(tx: Tx, message: typeof ticketMessages.$inferInsert): Promise<void> {
  await tx.insert(ticketMessages).values(message);
}

const erased = "[erased]";

type KeptOfTickets =
  | ("id" | "userId" | "assigneeId" | "status" | "priority" | "suspectedSpam" | "version")
  | ("lastMessageAt" | "createdAt" | "updatedAt");

type KeptOfMessages = "id" | "ticketId" | "position" | "sender" | "authorId" | "internal" | "createdAt";

/**
 * Leaves the tickets as rows without the person's name, address, number and words. The staff's answers and notes lose
 * theirs as well: they greet by name, quote the subject and speak of the person.
 */
export async function eraseTicketsOf(
  tx: Tx,
  userId: string,
  pseudonym: { name: string; email: string },
): Promise<void> {
  const own = tx.select({ id: tickets.id }).from(tickets).where(eq(tickets.userId, userId));
  await tx
    .update(ticketMessages)
    .set({ message: erased } satisfies EveryColumnBut<typeof ticketMessages, KeptOfMessages>)
    .where(inArray(ticketMessages.ticketId, own));
  await tx.delete(ticketReads).where(eq(ticketReads.userId, userId));
  await tx.update(tickets).set({ assigneeId: null }).where(eq(tickets.assigneeId, userId));
  await tx
    .update(tickets)
    .set({
      userName: pseudonym.name,
      userEmail: pseudonym.email,
      phone: "",
      subject: erased,
      message: erased,
    } satisfies EveryColumnBut<typeof tickets, KeptOfTickets>)
    .where(eq(tickets.userId, userId));
}

const bytesOf = (text: AnyPgColumn) => sql`coalesce(sum(octet_length(${text})), 0)`.mapWith(Number);

/** What a ticket's owner has added to it since its opening. */
export async function roomTakenInTicket(
  tx: Tx,
  ticketId: string,
): Promise<{ messages: number; bytes: number }> {
  const [row] = await tx
    .select({ messages: count(), bytes: bytesOf(ticketMessages.message) })
    .from(ticketMessages)
    .where(and(eq(ticketMessages.ticketId, ticketId), eq(ticketMessages.sender, "user")));
  return row!;
}

/** Of these tickets the first whose words come to so many bytes together, one at least. Lengths are told without reading the words. */
export async function firstTicketsWithin(tx: Tx, ids: readonly string[], bytes: number): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with sized as (
      select asked.id, asked.at, octet_length(t.message) + coalesce(
        (select sum(octet_length(m.message)) from ${ticketMessages} m where m.ticket_id = asked.id), 0) as bytes
      from unnest(${sql.param(ids)}::text[]) with ordinality as asked(id, at) join ${tickets} t on t.id = asked.id
    )
    select id from (select id, at, sum(bytes) over (order by at) - bytes as before from sized) summed
    where before < ${bytes} order by at`);
  return rows.map(({ id }) => id);
}

/** What a member has written in all tickets, the opening messages included. */
export async function roomTakenByMember(tx: Tx, userId: string): Promise<number> {
  const [opened] = await tx
    .select({ bytes: bytesOf(tickets.message) })
    .from(tickets)
    .where(eq(tickets.userId, userId));
  const [added] = await tx
    .select({ bytes: bytesOf(ticketMessages.message) })
    .from(ticketMessages)
    .innerJoin(tickets, eq(tickets.id, ticketMessages.ticketId))
    .where(and(eq(tickets.userId, userId), eq(ticketMessages.sender, "user")));
  return opened!.bytes + added!.bytes;
}
