import { isSupportStaff } from "#contract/roles.ts";
import {
  memberWordsBytes,
  mostMessages,
  ticketFull,
  ticketWordsBytes,
  wordsQuotaExceeded,
} from "#contract/support-limits.ts";
import type { Tx } from "#server/db/database.ts";
import { isId } from "#server/db/ids.ts";
import { failure } from "#server/platform/failure.ts";
import type { Viewer } from "#server/platform/http/viewer.ts";
import { roomTakenByMember, roomTakenInTicket } from "./messages.repository.ts";
import { findTicketRow, type Side, type TicketRow } from "./tickets.repository.ts";

export function sideOf(viewer: Viewer): Side {
  return isSupportStaff(viewer) ? "admin" : "user";
}

export function ticketNotFound() {
  return failure("NOT_FOUND", "Ticket not found.");
}

/** The ticket, if the person may see it: its owner or the support staff. Otherwise the same 404 as for an unknown id. */
export async function requireTicket(tx: Tx, viewer: Viewer, id: string): Promise<TicketRow> {
  const ticket = isId(id) ? await findTicketRow(tx, id) : null;
  if (!ticket || (ticket.userId !== viewer.id && !isSupportStaff(viewer))) throw ticketNotFound();
  return ticket;
}

/** Nobody speaks for the other side: an owner is `user`, the staff `admin`. */
export function requireSender(viewer: Viewer, ticket: TicketRow, sender: Side): void {
  if (sender === "admin" ? !isSupportStaff(viewer) : ticket.userId !== viewer.id) throw failure("FORBIDDEN");
}

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
