import { and, eq, inArray } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import type { EveryColumnBut } from "#server/db/every-column.ts";
import { ticketMessages, ticketReads, tickets } from "#server/db/tables/support.ts";

const erased = "[erased]";

type KeptOfTickets =
  | ("id" | "userId" | "assigneeId" | "status" | "priority" | "suspectedSpam" | "version")
  | ("lastMessageAt" | "createdAt" | "updatedAt");

type KeptOfMessages = "id" | "ticketId" | "position" | "sender" | "authorId" | "internal" | "createdAt";

/** Leaves the tickets as rows without the person's name, address, number and words. */
export async function eraseTicketsOf(
  tx: Tx,
  userId: string,
  pseudonym: { name: string; email: string },
): Promise<void> {
  const own = tx.select({ id: tickets.id }).from(tickets).where(eq(tickets.userId, userId));
  await tx
    .update(ticketMessages)
    .set({ message: erased } satisfies EveryColumnBut<typeof ticketMessages, KeptOfMessages>)
    .where(and(inArray(ticketMessages.ticketId, own), eq(ticketMessages.sender, "user")));
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
