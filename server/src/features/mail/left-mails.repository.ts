import { and, eq, gt, inArray, like, ne, or, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { auditLog } from "#server/db/tables/audit-log.ts";
import { outbox } from "#server/db/tables/mail.ts";
import { tickets } from "#server/db/tables/support.ts";
import { users } from "#server/db/tables/users.ts";
import { emptied, ticketOfNotice } from "./erasure.repository.ts";
import type { OutboxRow } from "./queue.repository.ts";

/**
 * A process of a release from before the audience queues its mails for a user, as long as it works beside this one, and
 * ends the key of an admin's notice with the address. Where this release told the admin as well, the key is taken.
 */
export async function setLeftAudience(
  tx: Tx,
  audience: OutboxRow["audience"],
  kinds: readonly string[],
): Promise<void> {
  const left = and(
    eq(outbox.audience, "user"),
    ne(outbox.html, ""),
    gt(outbox.createdAt, sql`now() - interval '7 days'`),
    or(
      inArray(outbox.templateName, [...kinds]),
      audience === "admins" ? like(outbox.dedupeKey, "back:%") : undefined,
    ),
  );
  const key = sql`(select regexp_replace(${outbox.dedupeKey}, ':[^:]*@[^:]*$', ':' || u.id)
    from ${users} u where u.email = ${outbox.toEmail})`;
  const isTaken = sql`exists (select from ${outbox} other where other.dedupe_key = ${key} and other.id <> ${outbox.id})`;
  const dedupeKey = sql`case when ${isTaken} then null else coalesce(${key}, ${outbox.dedupeKey}) end`;
  await tx
    .update(outbox)
    .set(audience === "admins" ? { audience, dedupeKey } : { audience })
    .where(left);
}

/**
 * Notices about the tickets of erased people: an erasure of before the audience left those to staff who were demoted since,
 * and the subjects of those whose contents had gone before.
 */
export async function emptyLeftNotices(tx: Tx): Promise<void> {
  const erased = tx
    .select({ id: tickets.id })
    .from(tickets)
    .innerJoin(users, and(eq(users.id, tickets.userId), sql`${users.deletedAt} is not null`));
  const left = and(eq(outbox.audience, "support"), ne(outbox.subject, ""), inArray(ticketOfNotice, erased));
  await tx.delete(outbox).where(and(left, eq(outbox.status, "queued")));
  await tx.update(outbox).set(emptied).where(left);
}

/** The subject of a notice that was sent again, a person's words, which no erasure finds in the audit log. */
export async function forgetResentSubjects(tx: Tx): Promise<void> {
  await tx
    .update(auditLog)
    .set({ after: sql`${auditLog.after} - 'subject'` })
    .where(
      and(
        eq(auditLog.action, "POST /message-log/{id}/send-again"),
        sql`${auditLog.after} ->> 'subject' ~ '^New (support message|reply): '`,
      ),
    );
}
