import { and, count, eq, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Tx } from "#server/db/database.ts";
import { ticketMessages, tickets } from "#server/db/tables/support.ts";

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
