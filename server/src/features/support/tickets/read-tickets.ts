import type { QueryOf } from "#contract/call.ts";
import type { getSupportMessages, StaffMember, TicketRecord } from "#contract/support.ts";
import type { Tx } from "#server/db/database.ts";
import { isId } from "#server/db/ids.ts";
import { failure } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { listStaff } from "../staff/staff.repository.ts";
import { publishReadReceipt } from "../support-events.ts";
import { isStaff, requireTicket, sideOf, ticketNotFound, type Viewer } from "./ticket-access.ts";
import { recordsOf } from "./ticket-records.ts";
import {
  countUnreadTickets,
  findTicket,
  listTickets,
  type Side,
  saveRead,
  type TicketFilter,
} from "./tickets.repository.ts";

type Query = QueryOf<typeof getSupportMessages>;

/** A member's own tickets; all, or the own ones, for the staff. A visitor's message is nobody's own. */
export async function readTickets(
  platform: Platform,
  person: Viewer,
  query: Query,
): Promise<{ records: TicketRecord[]; total: number; more: boolean }> {
  const side: Side = isStaff(person) && query.mine !== "true" ? "admin" : "user";
  const userEmail = query.userEmail?.trim().toLowerCase();
  if (side === "user" && userEmail !== undefined && userEmail !== person.email)
    return { records: [], total: 0, more: false };
  const { page, pageSize, sort, order, q, status, priority } = query;
  const filter: TicketFilter = { page, pageSize, sort, order, q, status, priority, ...rangeOf(query) };
  if (side === "user") filter.ownerId = person.id;
  else {
    const spam = query.spam && query.spam === "true";
    Object.assign(filter, { userEmail, email: query.email, spam, ...assigneeOf(query.assignee, person) });
  }
  const { rows, total, more } = await listTickets(platform.db, filter, person.id, side);
  return { records: await recordsOf(platform.db, rows, side), total, more };
}

function assigneeOf(assignee: string | undefined, person: Viewer): Pick<TicketFilter, "assigneeId"> {
  if (!assignee) return {};
  if (assignee === "none") return { assigneeId: null };
  return { assigneeId: assignee === "me" ? person.id : assignee };
}

/** Both ends inclusive, and only together; a day without a time reaches to its end in UTC. */
function rangeOf({ from, to }: Query): Pick<TicketFilter, "from" | "to"> {
  if (!from || !to) return {};
  return { from: new Date(from), to: new Date(to.length === 10 ? `${to}T23:59:59.999Z` : to) };
}

/** One ticket as the viewer sees it. Throws 404 for an unknown one and for another's. */
export async function readTicket(
  tx: Tx,
  person: Viewer,
  id: string,
  side: Side = sideOf(person),
): Promise<TicketRecord> {
  const found = isId(id) ? await findTicket(tx, id, person.id, side) : null;
  if (!found || (found.ticket.userId !== person.id && !isStaff(person))) throw ticketNotFound();
  const [record] = await recordsOf(tx, [found], side);
  return record!;
}

/** Remembers what a person has read, and tells the person's other tabs. */
export async function markRead(platform: Platform, person: Viewer, id: string, upTo: number): Promise<void> {
  await requireTicket(platform.db, person, id);
  await platform.db.transaction(async (tx) => {
    if (await saveRead(tx, id, person.id, upTo)) await publishReadReceipt(platform.events, tx, id, person.id);
  });
}

export async function countUnread(
  platform: Platform,
  person: Viewer,
): Promise<{ own: number; console: number | null }> {
  return {
    own: await countUnreadTickets(platform.db, person.id, "user"),
    console: isStaff(person) ? await countUnreadTickets(platform.db, person.id, "admin") : null,
  };
}

export async function readStaff(platform: Platform, person: Viewer): Promise<StaffMember[]> {
  if (!isStaff(person)) throw failure("FORBIDDEN");
  return (await listStaff(platform.db)).map(({ id, name }) => ({ _id: id, userName: name }));
}
