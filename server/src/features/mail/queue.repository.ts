import { and, count, eq, getTableColumns, ne, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { outbox } from "#server/db/tables/mail.ts";
import { users } from "#server/db/tables/users.ts";
import { wakeJob } from "#server/platform/jobs.ts";

export type OutboxRow = typeof outbox.$inferSelect;
export type MailToSend = OutboxRow & { isForRecipient: boolean; isCurrent: boolean };

/**
 * Wakes the sender when the transaction commits, in whichever process holds the job. False where one of the same cause is
 * there already.
 */
export async function insertMail(
  tx: Tx,
  mail: typeof outbox.$inferInsert & Pick<OutboxRow, "audience">,
): Promise<boolean> {
  const made = await tx
    .insert(outbox)
    .values(mail)
    .onConflictDoNothing({ target: outbox.dedupeKey })
    .returning({ id: outbox.id });
  await wakeJob(tx, "mail");
  return made.length > 0;
}

/**
 * False for a notice whose recipient is no longer of the staff that it is for, or can't sign in: it tells of other people,
 * whatever it was when it was queued.
 */
export const isForRecipient = sql<boolean>`(${outbox.audience} in ('user', 'visitor') or exists (
  select 1 from ${users} u
  where u.email = ${outbox.toEmail} and u.disabled_at is null and u.deleted_at is null
    and (u.role = 'Admin' or u.role = 'moderator' and ${outbox.audience} = 'support')
))`;

const isCurrent = sql<boolean>`(${outbox.expiresAt} is null or ${outbox.expiresAt} > now())`;

/** A mail with what decides by the database's clock and its people whether it may go out. */
export const toSend = { ...getTableColumns(outbox), isForRecipient, isCurrent };

/** Queues a failed mail anew, with all its tries. False where it is not failed, was emptied, or must not go out any more. */
export async function requeue(tx: Tx, id: number): Promise<boolean> {
  const queued = await tx
    .update(outbox)
    .set({ status: "queued", attempts: 0, lastError: null, nextAttemptAt: sql`now()` })
    .where(
      and(eq(outbox.id, id), eq(outbox.status, "failed"), ne(outbox.html, ""), isCurrent, isForRecipient),
    )
    .returning({ id: outbox.id });
  if (queued.length > 0) await wakeJob(tx, "mail");
  return queued.length > 0;
}

/**
 * The mails that were given up, but for those of which nothing is to be done: a notice to somebody who is no longer of the
 * staff, or one without its contents. A link that has ended counts for a week, as a mail server at fault shows there first.
 */
export async function countFailedMails(tx: Tx): Promise<number> {
  const wasCurrent = sql`(${outbox.expiresAt} is null or ${outbox.expiresAt} > now() - interval '7 days')`;
  const [row] = await tx
    .select({ failed: count() })
    .from(outbox)
    .where(and(eq(outbox.status, "failed"), ne(outbox.html, ""), wasCurrent, isForRecipient));
  return row!.failed;
}

/**
 * Takes the next mail that is due, for `leaseSeconds`: its attempt is counted and its next one put off before it
 * is handed over, so that a sender that dies holds it no longer than that, and no transaction stays open across
 * SMTP. A mail waits for every earlier one to the same recipient, also while that one rests or is under way, until
 * that one has failed so often that it may be at fault itself.
 */
export async function claimMail(tx: Tx, leaseSeconds: number): Promise<MailToSend | null> {
  const due = sql`(
    select o.id from ${outbox} o
    where o.status = 'queued' and o.next_attempt_at <= now()
      and not exists (
        select 1 from ${outbox} earlier
        where earlier.to_email = o.to_email and earlier.id < o.id and earlier.status = 'queued'
          and earlier.attempts < 4
      )
    order by o.next_attempt_at, o.id
    limit 1
    for update of o skip locked
  )`;
  const [row] = await tx
    .update(outbox)
    .set({
      attempts: sql`${outbox.attempts} + 1`,
      nextAttemptAt: sql`now() + make_interval(secs => ${leaseSeconds})`,
    })
    .where(sql`${outbox.id} = ${due}`)
    .returning(toSend);
  return row ?? null;
}

/** Each of these writes only as the attempt that was claimed: a late sender does not overrule a later one. */
function claimed(mail: Pick<OutboxRow, "id" | "attempts">) {
  return and(eq(outbox.id, mail.id), eq(outbox.attempts, mail.attempts), eq(outbox.status, "queued"));
}

export async function markSent(tx: Tx, mail: Pick<OutboxRow, "id" | "attempts">): Promise<void> {
  await tx.update(outbox).set({ status: "sent", sentAt: sql`now()`, lastError: null }).where(claimed(mail));
}

export async function markFailed(
  tx: Tx,
  mail: Pick<OutboxRow, "id" | "attempts">,
  lastError: string,
): Promise<void> {
  await tx.update(outbox).set({ status: "failed", lastError }).where(claimed(mail));
}

export async function reschedule(
  tx: Tx,
  mail: Pick<OutboxRow, "id" | "attempts">,
  seconds: number,
  lastError: string,
): Promise<void> {
  await tx
    .update(outbox)
    .set({ lastError, nextAttemptAt: sql`now() + make_interval(secs => ${seconds})` })
    .where(claimed(mail));
}
