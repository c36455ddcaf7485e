import { aliasedTable, and, eq, gt, gte, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import { mostCounted } from "#contract/fields.ts";
import type { TicketPriority, TicketStatus } from "#contract/support.ts";
import { listedWordsBytes } from "#contract/support-limits.ts";
import type { Tx } from "#server/db/database.ts";
import { limitOf, orderBy, type PageQuery, pageOfAll, pageOfFound, pageOfMany } from "#server/db/paging.ts";
import { ticketMessages, ticketReads, tickets, ticketWaits } from "#server/db/tables/support.ts";
import { users } from "#server/db/tables/users.ts";
import { firstTicketsWithin } from "./messages.repository.ts";
import { findTicketsWith, holdsEmail, holdsTicketText } from "./ticket-search.repository.ts";

export type TicketRow = typeof tickets.$inferSelect;

/** Whose side of the conversation a reader is on: the owner's, or the support staff's. */
export type Side = "user" | "admin";

export interface ListedTicket {
  ticket: TicketRow;
  profileUrl: string | null;
  assigneeName: string | null;
  ownerState: "disabled" | "deleted" | null;
  unread: number;
}

export interface TicketFilter extends PageQuery {
  sort?: "createdAt" | "lastMessageAt" | undefined;
  order?: "asc" | "desc" | undefined;
  q?: string | undefined;
  ownerId?: string | undefined;
  /** Exactly this address, in lower case. */
  userEmail?: string | undefined;
  email?: string | undefined;
  status?: TicketStatus | undefined;
  priority?: TicketPriority | undefined;
  /** An id, or null for tickets of nobody. */
  assigneeId?: string | null | undefined;
  waiting?: boolean | undefined;
  spam?: boolean | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

const owner = aliasedTable(users, "owner");
const assignee = aliasedTable(users, "assignee");

/** Messages of the owner that no staff member has answered yet and this reader has not seen, the opening one included. */
const unreadForStaff = (readerId: string) => sql<number>`(
  select count(*)::int from (
    select m.position, m.sender from ${ticketMessages} m where m.ticket_id = ${tickets.id} and not m.internal
    union all select 0, 'user'
  ) entry
  where entry.sender = 'user'
    and entry.position > coalesce(
      (select r.read_up_to from ${ticketReads} r where r.ticket_id = ${tickets.id} and r.user_id = ${readerId}), -1)
    and entry.position > coalesce(
      (select max(a.position) from ${ticketMessages} a
       where a.ticket_id = ${tickets.id} and a.sender = 'admin' and not a.internal), -1)
)`;

const unreadForOwner = (readerId: string) => sql<number>`(
  select count(*)::int from ${ticketMessages} m
  where m.ticket_id = ${tickets.id} and m.sender = 'admin' and not m.internal
    and m.position > coalesce(
      (select r.read_up_to from ${ticketReads} r where r.ticket_id = ${tickets.id} and r.user_id = ${readerId}), -1)
)`;

const unreadFor = (readerId: string, side: Side) =>
  side === "admin" ? unreadForStaff(readerId) : unreadForOwner(readerId);

function listed(tx: Tx, readerId: string, side: Side) {
  return tx
    .select({
      ticket: tickets,
      profileUrl: owner.profileUrl,
      assigneeName: assignee.name,
      ownerState: sql<ListedTicket["ownerState"]>`case
        when ${owner.deletedAt} is not null then 'deleted' when ${owner.disabledAt} is not null then 'disabled' end`,
      unread: unreadFor(readerId, side),
    })
    .from(tickets)
    .leftJoin(owner, eq(owner.id, tickets.userId))
    .leftJoin(assignee, eq(assignee.id, tickets.assigneeId));
}

export async function listTickets(tx: Tx, filter: TicketFilter, readerId: string, side: Side) {
  const { page, pageSize, sort, order, ownerId, q, ...filters } = filter;
  const isUnfiltered = Object.values(filters).every((value) => value === undefined || value === "");
  const column = sort === "lastMessageAt" ? tickets.lastMessageAt : tickets.createdAt;
  const keys = [column, tickets.id].map((by) => ({ by, ascending: order === "asc" }));
  // A member's own are few, and asked in turn.
  const found = q?.trim() && ownerId === undefined ? await findTicketsWith(tx, q) : null;
  const where = matching(filter, found?.ids ?? null);
  const list = { from: tickets, id: tickets.id, where, seeksText: Boolean(q || filters.email), keys };
  const span = limitOf({ page, pageSize });
  const areMany = found?.areMany && isUnfiltered && span.offset + span.limit <= mostCounted;
  const pageOf = areMany ? pageOfMany : isUnfiltered && !q ? pageOfAll : pageOfFound;
  const { ids: all, total, more } = await pageOf(tx, list, span);
  const isOpenEnded = page === undefined && pageSize === undefined;
  const ids = isOpenEnded ? await firstTicketsWithin(tx, all, listedWordsBytes) : all;
  const rows: ListedTicket[] = await listed(tx, readerId, side)
    .where(inArray(tickets.id, ids))
    .orderBy(...orderBy(keys));
  return { rows, total, more };
}

/** `found`: all that hold the text, where they are known. */
function matching(filter: TicketFilter, found: string[] | null): SQL | undefined {
  return and(
    filter.ownerId === undefined ? undefined : eq(tickets.userId, filter.ownerId),
    filter.userEmail === undefined ? undefined : eq(tickets.userEmail, filter.userEmail),
    filter.email?.trim() ? holdsEmail(filter.email) : undefined,
    filter.status ? eq(tickets.status, filter.status) : undefined,
    filter.priority ? eq(tickets.priority, filter.priority) : undefined,
    filter.assigneeId === undefined
      ? undefined
      : filter.assigneeId === null
        ? isNull(tickets.assigneeId)
        : eq(tickets.assigneeId, filter.assigneeId),
    filter.waiting ? ticketWaits : undefined,
    filter.spam === undefined ? undefined : eq(tickets.suspectedSpam, filter.spam),
    filter.from && filter.to
      ? and(gte(tickets.createdAt, filter.from), lte(tickets.createdAt, filter.to))
      : undefined,
    filter.q?.trim() ? isSearched(filter.q, found, filter.ownerId !== undefined) : undefined,
  );
}

function isSearched(text: string, found: string[] | null, ownerOnly: boolean): SQL {
  return found ? sql`${tickets.id} = any(${sql.param(found)}::text[])` : holdsTicketText(text, ownerOnly);
}

export async function findTicket(
  tx: Tx,
  id: string,
  readerId: string,
  side: Side,
): Promise<ListedTicket | null> {
  const [row] = await listed(tx, readerId, side).where(eq(tickets.id, id));
  return row ?? null;
}

export async function findTicketRow(tx: Tx, id: string): Promise<TicketRow | null> {
  const [row] = await tx.select().from(tickets).where(eq(tickets.id, id));
  return row ?? null;
}

/** Whoever writes to a conversation holds this lock until the commit, so that positions are given one at a time. */
export async function lockTicket(tx: Tx, id: string): Promise<TicketRow | null> {
  const [row] = await tx.select().from(tickets).where(eq(tickets.id, id)).for("update");
  return row ?? null;
}

/** Null where one of that id stands; one that another transaction is about to insert is waited for. */
export async function insertTicket(tx: Tx, ticket: typeof tickets.$inferInsert): Promise<TicketRow | null> {
  const [row] = await tx.insert(tickets).values(ticket).onConflictDoNothing().returning();
  return row ?? null;
}

export async function saveTicket(
  tx: Tx,
  id: string,
  change: Partial<Pick<TicketRow, "status" | "priority" | "assigneeId" | "suspectedSpam" | "lastMessageAt">>,
): Promise<void> {
  const { lastMessageAt: _, ...edited } = change;
  const version = Object.keys(edited).length > 0 ? { version: sql`${tickets.version} + 1` } : {};
  await tx
    .update(tickets)
    .set({ ...change, ...version })
    .where(eq(tickets.id, id));
}

/** Never goes back, however late a call arrives. Answers whether there was anything new in it. */
export async function saveRead(tx: Tx, ticketId: string, userId: string, upTo: number): Promise<boolean> {
  const saved = await tx
    .insert(ticketReads)
    .values({ ticketId, userId, readUpTo: upTo })
    .onConflictDoUpdate({
      target: [ticketReads.ticketId, ticketReads.userId],
      set: { readUpTo: sql`excluded.read_up_to` },
      setWhere: sql`${ticketReads.readUpTo} < excluded.read_up_to`,
    })
    .returning({ ticketId: ticketReads.ticketId });
  return saved.length > 0;
}

/** Tickets with something unread: the reader's own, or all that wait for the staff. */
export async function countUnreadTickets(tx: Tx, readerId: string, side: Side): Promise<number> {
  const scope = side === "user" ? eq(tickets.userId, readerId) : ticketWaits;
  return tx.$count(tickets, and(scope, gt(unreadFor(readerId, side), 0)));
}
