import type { QueryOf } from "#contract/call.ts";
import { isSupportStaff } from "#contract/roles.ts";
import type { getSupportMessages, StaffMember, TicketRecord } from "#contract/support.ts";
import type { Tx } from "#server/db/database.ts";
import { isId } from "#server/db/ids.ts";
import { failure } from "#server/platform/failure.ts";
import type { Viewer } from "#server/platform/http/viewer.ts";
import type { Platform } from "#server/platform/platform.ts";
import { listStaff } from "../staff/staff.repository.ts";
import { publishReadReceipt } from "../support-events.ts";
import { requireTicket, sideOf, ticketNotFound } from "./ticket-access.ts";
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
  viewer: Viewer,
  query: Query,
): Promise<{ records: TicketRecord[]; total: number; more: boolean }> {
  const side: Side = isSupportStaff(viewer) && query.mine !== "true" ? "admin" : "user";
  const userEmail = query.userEmail?.trim().toLowerCase();
  if (side === "user" && userEmail !== undefined && userEmail !== viewer.email)
    return { records: [], total: 0, more: false };
  const { page, pageSize, sort, order, q, status, priority } = query;
  const filter: TicketFilter = { page, pageSize, sort, order, q, status, priority, ...rangeOf(query) };
  if (side === "user") filter.ownerId = viewer.id;
  else {
    const { email, assignee } = query;
    const spam = query.spam && query.spam === "true";
    const waiting = query.waiting && query.waiting === "true";
    Object.assign(filter, { userEmail, email, waiting, spam, ...assigneeOf(assignee, viewer) });
  }
  const { rows, total, more } = await listTickets(platform.db, filter, viewer.id, side);
  return { records: await recordsOf(platform.db, rows, side), total, more };
}

function assigneeOf(assignee: string | undefined, viewer: Viewer): Pick<TicketFilter, "assigneeId"> {
  if (!assignee) return {};
  if (assignee === "none") return { assigneeId: null };
  return { assigneeId: assignee === "me" ? viewer.id : assignee };
}

/** Both ends inclusive, and only together; a day without a time reaches to its end in UTC. */
function rangeOf({ from, to }: Query): Pick<TicketFilter, "from" | "to"> {
  if (!from || !to) return {};
  return { from: new Date(from), to: new Date(to.length === 10 ? `${to}T23:59:59.999Z` : to) };
}

/** One ticket as the viewer sees it. Throws 404 for an unknown one and for another's. */
export async function readTicket(
  tx: Tx,
  viewer: Viewer,
  id: string,
  side: Side = sideOf(viewer),
): Promise<TicketRecord> {
  const found = isId(id) ? await findTicket(tx, id, viewer.id, side) : null;
  if (!found || (found.ticket.userId !== viewer.id && !isSupportStaff(viewer))) throw ticketNotFound();
  const [record] = await recordsOf(tx, [found], side);
  return record!;
}

/** Remembers what a person has read, and tells the person's other tabs. */
export async function markRead(platform: Platform, viewer: Viewer, id: string, upTo: number): Promise<void> {
  await requireTicket(platform.db, viewer, id);
  await platform.db.transaction(async (tx) => {
    if (await saveRead(tx, id, viewer.id, upTo)) await publishReadReceipt(platform.events, tx, id, viewer.id);
  });
}

export async function countUnread(
  platform: Platform,
  viewer: Viewer,
): Promise<{ own: number; console: number | null }> {
  return {
    own: await countUnreadTickets(platform.db, viewer.id, "user"),
    console: isSupportStaff(viewer) ? await countUnreadTickets(platform.db, viewer.id, "admin") : null,
  };
}

export async function readStaff(platform: Platform, viewer: Viewer): Promise<StaffMember[]> {
  if (!isSupportStaff(viewer)) throw failure("FORBIDDEN");
  return (await listStaff(platform.db)).map(({ id, name }) => ({ _id: id, userName: name }));
}
