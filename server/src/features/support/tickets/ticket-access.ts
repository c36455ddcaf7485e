import { isSupportStaff, type Role } from "#contract/roles.ts";
import type { Tx } from "#server/db/database.ts";
import { isId } from "#server/db/ids.ts";
import { failure } from "#server/platform/failure.ts";
import { findTicketRow, type Side, type TicketRow } from "./tickets.repository.ts";

/** The signed-in person who asks. */
export interface Viewer {
  id: string;
  name: string;
  email: string;
  role: Role;
}

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
