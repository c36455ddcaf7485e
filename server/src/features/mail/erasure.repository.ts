import { and, eq, inArray, max, ne, or, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import type { EveryColumnBut } from "#server/db/every-column.ts";
import { outbox } from "#server/db/tables/mail.ts";
import { tickets } from "#server/db/tables/support.ts";
import type { DeletedUser } from "#server/platform/deleted-user.ts";

/** What the message log goes on to tell: which kind of mail, when, and whether it went out. */
type KeptOfMails =
  | ("id" | "dedupeKey" | "templateName" | "audience" | "createdAt" | "expiresAt")
  | ("status" | "attempts" | "nextAttemptAt" | "sentAt");

export const emptied = {
  subject: "",
  html: "",
  text: "",
  sealed: false,
  attachments: [],
  replyTo: null,
  lastError: null,
} satisfies EveryColumnBut<typeof outbox, KeptOfMails | "toEmail">;

/**
 * Empties the mails to a person, and those to the staff, whoever they were sent to, that tell of the person by one of the
 * `addresses` (in lower case) or by a ticket. What has not gone out does not go.
 */
export async function eraseMails(
  tx: Tx,
  user: { id: string; email: string },
  addresses: readonly string[],
  pseudonym: DeletedUser,
): Promise<void> {
  const isOwn = and(eq(outbox.toEmail, user.email), ne(outbox.audience, "visitor"));
  // Each by an index of its own, which one statement for all would not go by.
  for (const tells of [isOwn, tellsOfTicket(user.id), tellsOf(addresses)]) {
    await tx.delete(outbox).where(and(eq(outbox.status, "queued"), tells));
    await tx.update(outbox).set(emptied).where(tells);
  }
  await tx
    .update(outbox)
    .set({ toEmail: pseudonym.email })
    .where(and(isOwn, ne(outbox.status, "queued")));
}

/** By its key: the subject is the person's words for longer than the contents are kept. */
export const ticketOfNotice = sql`split_part(${outbox.dedupeKey}, ':', 2)`;

function tellsOfTicket(userId: string) {
  return and(
    eq(outbox.audience, "support"),
    sql`${ticketOfNotice} in (select t.id from ${tickets} t where t.user_id = ${userId})`,
  );
}

/** Reading mails is slow, so only notices to the staff are read: nobody else is told of other people. */
function tellsOf(addresses: readonly string[]) {
  const text = sql`lower(${outbox.text})`;
  return and(
    inArray(outbox.audience, ["support", "admins"]),
    ne(outbox.html, ""),
    // Plain letters first: they are found far quicker than by the expression.
    or(...addresses.map((address) => sql`strpos(${text}, ${address}) > 0`)),
    sql`${text} ~ ${wholeAddresses(addresses)}`,
  );
}

/**
 * An expression that finds one of the addresses where it stands for itself: 'an@web.de' is no part of
 * 'christian@web.de' or 'an@web.de.example', and a sentence may end with it. It looks back by one character, as more
 * takes ten times as long.
 */
function wholeAddresses(addresses: readonly string[]): string {
  const escaped = addresses.map((address) => address.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return String.raw`(?<![\w.%+-])(?:${escaped.join("|")})(?![.-]*\w)`;
}

/** Which of these mails are empty since an erasure, and the newest mail's number. */
export async function findErasure(
  tx: Tx,
  ids: readonly number[],
): Promise<{ rows: Map<number, { createdAt: Date; erased: boolean }>; newest: number }> {
  const erased = sql<boolean>`${outbox.html} = '' and ${outbox.text} = ''`;
  const rows = await tx
    .select({ id: outbox.id, createdAt: outbox.createdAt, erased })
    .from(outbox)
    .where(inArray(outbox.id, [...ids]));
  const [last] = await tx.select({ newest: max(outbox.id) }).from(outbox);
  return { rows: new Map(rows.map(({ id, ...row }) => [id, row])), newest: last?.newest ?? 0 };
}
