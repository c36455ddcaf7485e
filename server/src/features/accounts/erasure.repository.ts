import { and, eq, inArray, isNotNull, isNull, notInArray, or, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { auditLog } from "#server/db/tables/audit-log.ts";
import { media } from "#server/db/tables/content.ts";
import { generations } from "#server/db/tables/generations.ts";
import { outbox } from "#server/db/tables/mail.ts";
import { orders } from "#server/db/tables/orders.ts";
import { captures, strayPayments, webhookEvents } from "#server/db/tables/payments.ts";
import { identities } from "#server/db/tables/sessions.ts";
import { tickets } from "#server/db/tables/support.ts";
import { users } from "#server/db/tables/users.ts";
import type { Pseudonym } from "#server/platform/pseudonym.ts";

export async function findErased(tx: Tx): Promise<string[]> {
  const rows = await tx.select({ id: users.id }).from(users).where(isNotNull(users.deletedAt));
  return rows.map(({ id }) => id);
}

/** Leaves the row for orders and ledger, without anything that tells who it was. */
export async function pseudonymise(tx: Tx, userId: string, { name, email }: Pseudonym): Promise<void> {
  await tx.delete(identities).where(eq(identities.userId, userId));
  await tx
    .update(users)
    .set({
      name,
      email,
      emailVerified: false,
      profileUrl: null,
      role: "member",
      aboutMe: "",
      address: "",
      city: "",
      country: "",
      phone: "",
      membership: "free",
      membershipValidity: null,
      membershipReminderFor: null,
      deletedAt: new Date(),
    })
    .where(eq(users.id, userId));
}

/** The runs and their words; the images' files go with the generator's own cleaning. */
export async function hideGenerationsOf(tx: Tx, userId: string): Promise<void> {
  await tx
    .update(generations)
    .set({
      title: "",
      customPrompt: "",
      enhancedPrompt: "",
      deletedAt: sql`coalesce(${generations.deletedAt}, now())`,
    })
    .where(eq(generations.userId, userId));
}

/**
 * What PayPal told of the payer: the addresses, also beside money that pays no order, and the bodies of its events,
 * whose ids stay.
 */
export async function erasePayer(tx: Tx, userId: string, email: string): Promise<void> {
  const own = tx.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId));
  await tx
    .update(strayPayments)
    .set({ payerEmail: null })
    .where(
      or(
        eq(sql`lower(${strayPayments.payerEmail})`, email),
        inArray(
          strayPayments.payerEmail,
          tx.select({ email: captures.payerEmail }).from(captures).where(inArray(captures.orderId, own)),
        ),
      ),
    );
  await tx.update(captures).set({ payerEmail: null }).where(inArray(captures.orderId, own));
  await tx
    .update(webhookEvents)
    .set({
      body: sql`jsonb_build_object('id', ${webhookEvents.id}, 'event_type', ${webhookEvents.type}, 'erased', true)`,
    })
    .where(inArray(webhookEvents.orderId, own));
}

/** Mails that tell of the person, notices of their tickets to the shop included; those that have not gone out do not go. */
export async function eraseMailsAbout(tx: Tx, userId: string, email: string): Promise<void> {
  // Reading mails is slow, so only those to the staff are read: nobody else is told of other people.
  const staff = tx
    .select({ email: users.email })
    .from(users)
    .where(inArray(users.role, ["Admin", "moderator"]));
  const tells = or(
    eq(outbox.toEmail, email),
    and(
      inArray(outbox.toEmail, staff),
      sql`(strpos(lower(${outbox.text}), ${email}) > 0 or exists (
        select 1 from ${tickets} t where t.user_id = ${userId} and strpos(${outbox.text}, t.id) > 0
      ))`,
    ),
  );
  await tx.delete(outbox).where(and(eq(outbox.status, "queued"), tells));
  await tx
    .update(outbox)
    .set({ subject: "", html: "", text: "", attachments: [], replyTo: null, lastError: null })
    .where(tells);
}

/** The log keeps who did what when, under the pseudonym. */
export async function eraseFromAudit(
  tx: Tx,
  userId: string,
  email: string,
  pseudonym: Pseudonym,
): Promise<void> {
  await tx.update(auditLog).set({ actorEmail: pseudonym.email }).where(eq(auditLog.actorId, userId));
  const withoutName = (column: typeof auditLog.before | typeof auditLog.after) => sql`${column} - 'name'`;
  await tx
    .update(auditLog)
    .set({ before: withoutName(auditLog.before), after: withoutName(auditLog.after) })
    .where(eq(auditLog.subject, `user:${userId}`));
  await tx
    .update(auditLog)
    .set({ subject: `mail:${pseudonym.email}`, after: null })
    .where(eq(auditLog.subject, `mail:${email}`));
}

/** Own pictures of a person, not the ones that they put into the shop's library. */
export async function findPicturesOf(
  tx: Tx,
  userId: string,
  except: string[],
  limit: number,
): Promise<{ id: string; url: string }[]> {
  return tx
    .select({ id: media.id, url: media.url })
    .from(media)
    .where(and(eq(media.uploadedBy, userId), eq(media.purpose, "profile"), notInArray(media.id, except)))
    .limit(limit);
}

/**
 * Profile pictures that were uploaded a day ago or longer and are nobody's photo: never saved, or replaced since.
 * Erased people's are among them, should their files have outlived a crash of the erasing process.
 */
export async function findUnusedPictures(
  tx: Tx,
  except: string[],
  limit: number,
): Promise<{ id: string; url: string }[]> {
  return tx
    .select({ id: media.id, url: media.url })
    .from(media)
    .leftJoin(users, eq(users.profileUrl, media.url))
    .where(
      and(
        eq(media.purpose, "profile"),
        isNull(media.deletedAt),
        isNull(users.id),
        notInArray(media.id, except),
        sql`${media.createdAt} < now() - interval '1 day'`,
      ),
    )
    .orderBy(media.createdAt)
    .limit(limit);
}

export async function deletePicture(tx: Tx, id: string): Promise<void> {
  await tx.delete(media).where(eq(media.id, id));
}
