import {
  memberWordsBytes,
  mostMessages,
  ticketFull,
  ticketWordsBytes,
  wordsQuotaExceeded,
} from "#contract/support-limits.ts";
import type { Tx } from "#server/db/database.ts";
import { failure } from "#server/platform/failure.ts";
import { roomTakenByMember, roomTakenInTicket } from "./messages.repository.ts";
import type { TicketRow } from "./tickets.repository.ts";

/**
 * Refuses what would be too much of a ticket's owner (409), who shares its lists with everyone that the staff answers.
 * Asked under the ticket's lock, and where it is a member's under that person's, so that it holds for many at once.
 */
export async function requireRoomInTicket(tx: Tx, ticket: TicketRow, message: string): Promise<void> {
  const bytes = Buffer.byteLength(message);
  const taken = await roomTakenInTicket(tx, ticket.id);
  const inTicket = Buffer.byteLength(ticket.message) + taken.bytes + bytes;
  if (taken.messages >= mostMessages || inTicket > ticketWordsBytes) throw failure("CONFLICT", ticketFull);
  if (ticket.userId !== null) await requireRoomOfMember(tx, ticket.userId, bytes);
}

/** `bytes` are those to come. */
export async function requireRoomOfMember(tx: Tx, userId: string, bytes = 0): Promise<void> {
  if ((await roomTakenByMember(tx, userId)) + bytes > memberWordsBytes)
    throw failure("CONFLICT", wordsQuotaExceeded);
}
