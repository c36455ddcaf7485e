import { and, eq, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import type { EveryColumnBut } from "#server/db/every-column.ts";
import { outbox } from "#server/db/tables/mail.ts";
import { tickets } from "#server/db/tables/support.ts";
import { users } from "#server/db/tables/users.ts";
import type { DeletedUser } from "#server/platform/deleted-user.ts";
import { visitorTemplate } from "./visitor-template.ts";

/** What the message log goes on to tell: which kind of mail, when, and whether it went out. */
type KeptOfMails =
  | ("id" | "dedupeKey" | "templateName" | "createdAt" | "expiresAt")
  | ("status" | "attempts" | "nextAttemptAt" | "sentAt");

const emptied = {
  subject: "",
  html: "",
  text: "",
  sealed: false,
  attachments: [],
  replyTo: null,
  lastError: null,
} satisfies EveryColumnBut<typeof outbox, KeptOfMails | "toEmail">;

/**
 * Empties the mails to a person, and those to the staff that tell of the person by one of the `addresses` (in lower
 * case) or by a ticket. What has not gone out does not go.
 */
export async function eraseMails(
  tx: Tx,
  user: { id: string; email: string },
  addresses: readonly string[],
  pseudonym: DeletedUser,
): Promise<void> {
  const isOwn = and(eq(outbox.toEmail, user.email), ne(outbox.templateName, visitorTemplate));
  // Each by an index of its own, which one statement for both would not go by.
  for (const tells of [isOwn, await tellsStaff(tx, user.id, addresses)]) {
    await tx.delete(outbox).where(and(eq(outbox.status, "queued"), tells));
    await tx.update(outbox).set(emptied).where(tells);
  }
  await tx
    .update(outbox)
    .set({ toEmail: pseudonym.email })
    .where(and(isOwn, ne(outbox.status, "queued")));
}

/** Reading mails is slow, so only those to the staff are read: nobody else is told of other people. */
async function tellsStaff(tx: Tx, userId: string, addresses: readonly string[]): Promise<SQL | undefined> {
  const staff = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(inArray(users.role, ["Admin", "moderator"]), isNull(users.deletedAt)));
  const text = sql`lower(${outbox.text})`;
  // Plain letters first: they are found far quicker than by the expression.
  const named = and(
    or(...addresses.map((address) => sql`strpos(${text}, ${address}) > 0`)),
    sql`${text} ~ ${wholeAddresses(addresses)}`,
  );
  const ofTicket = sql`exists (
    select 1 from ${tickets} t where t.user_id = ${userId} and strpos(${outbox.text}, t.id) > 0
  )`;
  const toStaff = inArray(
    outbox.toEmail,
    staff.map(({ email }) => email),
  );
  return and(toStaff, ne(outbox.html, ""), or(named, ofTicket));
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
