import { and, asc, eq, inArray, isNull, ne, notLike, or, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import {
  contains,
  holdsText,
  limitOf,
  orderBy,
  type PageQuery,
  pageOfAll,
  pageOfFound,
} from "#server/db/paging.ts";
import { outbox } from "#server/db/tables/mail.ts";
import { users } from "#server/db/tables/users.ts";
import { type MailToSend, type OutboxRow, toSend } from "./queue.repository.ts";

const logColumns = {
  id: outbox.id,
  toEmail: outbox.toEmail,
  userId: users.id,
  subject: outbox.subject,
  templateName: outbox.templateName,
  status: outbox.status,
  attempts: outbox.attempts,
  lastError: outbox.lastError,
  sentAt: outbox.sentAt,
  createdAt: outbox.createdAt,
};

export interface LogFilter extends PageQuery {
  order?: "asc" | "desc" | undefined;
  q?: string | undefined;
  status?: "queued" | "sent" | "failed" | undefined;
}

export async function listMails(tx: Tx, { q, status, order, ...query }: LogFilter) {
  const where = and(status ? eq(outbox.status, status) : undefined, q?.trim() ? holds(q) : undefined);
  const keys = [{ by: outbox.id, ascending: order === "asc" }];
  const list = { from: outbox, id: outbox.id, where, seeksText: Boolean(q?.trim()), keys };
  const { ids, total, more } = await (where ? pageOfFound : pageOfAll)(tx, list, limitOf(query));
  const rows = await tx
    .select(logColumns)
    .from(outbox)
    .leftJoin(users, and(eq(users.email, outbox.toEmail), ne(outbox.audience, "visitor")))
    .where(inArray(outbox.id, ids.map(Number)))
    .orderBy(...orderBy(keys));
  return { rows, total, more };
}

/** Over what the log's index is over: another text would be searched without it. */
const searchText = sql`lower(${outbox.toEmail} || chr(10) || ${outbox.subject} || chr(10) || ${outbox.templateName})`;

/** A mail is found by its kind as it is stored and as it is shown. */
function holds(text: string) {
  const stored = text.trim().replace(/\s+/g, "-");
  const isInKind = and(holdsText(searchText, stored), contains(outbox.templateName, stored));
  return or(holdsText(searchText, text), stored === text.trim() ? undefined : isInKind);
}

export async function findMail(tx: Tx, id: number): Promise<MailToSend | null> {
  const [row] = await tx.select(toSend).from(outbox).where(eq(outbox.id, id));
  return row ?? null;
}

export async function findMailOfCause(tx: Tx, dedupeKey: string): Promise<OutboxRow | null> {
  const [row] = await tx.select().from(outbox).where(eq(outbox.dedupeKey, dedupeKey));
  return row ?? null;
}

/** Whether a person with this address has an account that can be written to. It is erased after the transaction or before. */
export async function lockAddressee(tx: Tx, email: string): Promise<boolean> {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deletedAt)))
    .for("share");
  return found.length > 0;
}

const canSignInAsAdmin = and(eq(users.role, "Admin"), isNull(users.disabledAt), isNull(users.deletedAt));

/** Whether notices reach somebody: .local has no mail servers, and the first admin's address is of it where none was given. */
export const hasAdminWithMail = sql<boolean>`exists(
  select from ${users} where ${canSignInAsAdmin} and ${notLike(users.email, "%.local")}
)`;

/** The admins that can sign in. */
export async function findAdmins(tx: Tx): Promise<{ id: string; email: string }[]> {
  return tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(canSignInAsAdmin)
    .orderBy(asc(users.createdAt))
    .limit(20);
}
