import { and, eq, inArray, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import type { Tx } from "#server/db/database.ts";
import type { EveryColumnBut } from "#server/db/every-column.ts";
import { auditLog } from "#server/db/tables/audit-log.ts";
import { brands } from "#server/db/tables/brands.ts";
import { designs, designVersions } from "#server/db/tables/designs.ts";
import { generationImages, generations, spellingChecks } from "#server/db/tables/generations.ts";
import { orders } from "#server/db/tables/orders.ts";
import { captures, strayPayments, webhookEvents } from "#server/db/tables/payments.ts";
import { memberReferences } from "#server/db/tables/references.ts";
import { identities, passkeys, twoFactors } from "#server/db/tables/sessions.ts";
import { tickets } from "#server/db/tables/support.ts";
import { users } from "#server/db/tables/users.ts";
import type { DeletedUser } from "#server/platform/deleted-user.ts";

export async function findErased(tx: Tx): Promise<string[]> {
  const rows = await tx.select({ id: users.id }).from(users).where(isNotNull(users.deletedAt));
  return rows.map(({ id }) => id);
}

/** Of these, who has an account that is not erased. */
export async function findUnerased(tx: Tx, ids: string[]): Promise<string[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(isNull(users.deletedAt), sql`${users.id} = any(${sql.param(ids)}::text[])`));
  return rows.map(({ id }) => id);
}

/** What orders and ledger point to, what was agreed to, and since when. */
type KeptOfUsers =
  | ("id" | "createdAt" | "updatedAt" | "version" | "disabledAt")
  | ("termsVersion" | "termsAcceptedAt");

/** Leaves the row for orders and ledger, without anything that tells who it was. */
export async function pseudonymise(tx: Tx, userId: string, { name, email }: DeletedUser): Promise<void> {
  await tx.delete(identities).where(eq(identities.userId, userId));
  await tx.delete(twoFactors).where(eq(twoFactors.userId, userId));
  await tx.delete(passkeys).where(eq(passkeys.userId, userId));
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
      twoFactorEnabled: false,
      deletedAt: new Date(),
    } satisfies EveryColumnBut<typeof users, KeptOfUsers>)
    .where(eq(users.id, userId));
}

/** What the ledger and the statistics count, and what was chosen from a list. `error` holds the shop's own words. */
type KeptOfGenerations =
  | ("id" | "userId" | "idempotencyKey" | "cost" | "refunded" | "niche" | "style" | "words")
  | ("sourceKind" | "sourceId" | "sourceImageId" | "vary" | "referenceIds" | "retake")
  | (
      | "stage"
      | "error"
      | "errorReason"
      | "worker"
      | "leaseUntil"
      | "attempt"
      | "reservedMicros"
      | "standInModel"
    )
  | ("createdAt" | "startedAt" | "finishedAt");

/** The runs and their words; the images' files go with the generator's own cleaning. */
export async function hideGenerationsOf(tx: Tx, userId: string): Promise<void> {
  await tx
    .update(generations)
    .set({
      title: "",
      customPrompt: "",
      enhancedPrompt: "",
      instruction: "",
      videoId: null,
      videoChannel: null,
      requestHash: null,
      brand: null,
      sourceDocument: null,
      favourite: false,
      kept: null,
      deletedAt: sql`coalesce(${generations.deletedAt}, now())`,
    } satisfies EveryColumnBut<typeof generations, KeptOfGenerations>)
    .where(eq(generations.userId, userId));
  // A statement of its own sees pictures of a run that ended while the first one waited for it.
  const own = tx.select({ id: generations.id }).from(generations).where(eq(generations.userId, userId));
  await tx
    .update(generationImages)
    .set({ removableAt: sql`coalesce(${generationImages.removableAt}, now())` })
    .where(inArray(generationImages.generationId, own));
}

/** What the shop's calls to the text model came to. */
type KeptOfSpellingChecks = "generationId" | "position" | "calls" | "model" | "readAt" | "createdAt";

/** What was read on the runs' pictures. */
export async function emptySpellingChecksOf(tx: Tx, userId: string): Promise<void> {
  const own = tx.select({ id: generations.id }).from(generations).where(eq(generations.userId, userId));
  await tx
    .update(spellingChecks)
    .set({
      title: "",
      read: null,
      matches: null,
      nextAttemptAt: null,
    } satisfies EveryColumnBut<typeof spellingChecks, KeptOfSpellingChecks>)
    .where(inArray(spellingChecks.generationId, own));
}

/** Of a row that goes within minutes, with what was drawn of it. */
type KeptOfDesigns = "id" | "imageId" | "userId" | "version" | "createdAt" | "updatedAt";
type KeptOfDesignVersions =
  | ("id" | "designId" | "version" | "pictureId")
  | ("createdAt" | "supersededAt" | "marksEarlier" | "drawnAt");

/** The designs and all their versions; the files and rows go with the designs' own cleaning. */
export async function hideDesignsOf(tx: Tx, userId: string): Promise<void> {
  await tx
    .update(designs)
    .set({
      name: "",
      favourite: false,
      deletedAt: sql`coalesce(${designs.deletedAt}, now())`,
    } satisfies EveryColumnBut<typeof designs, KeptOfDesigns>)
    .where(eq(designs.userId, userId));
  const own = tx.select({ id: designs.id }).from(designs).where(eq(designs.userId, userId));
  await tx
    .update(designVersions)
    .set({
      document: {},
      freedAt: sql`coalesce(${designVersions.freedAt}, now())`,
    } satisfies EveryColumnBut<typeof designVersions, KeptOfDesignVersions>)
    .where(inArray(designVersions.designId, own));
}

/** Before the references, one of which is its logo. */
export async function deleteBrandOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(brands).where(eq(brands.userId, userId));
}

/** Of a row that goes with its files, at once or within minutes where a design of the person showed it. */
type KeptOfReferences =
  | ("id" | "userId" | "kind" | "fileKey" | "mimeType" | "width" | "height" | "bytes")
  | ("createdAt" | "keptUntil" | "freedAt");

/** The person's own pictures; the files and rows go with the references' own cleaning. */
export async function hideReferencesOf(tx: Tx, userId: string): Promise<void> {
  await tx
    .update(memberReferences)
    .set({
      name: "",
      consentAt: null,
      deletedAt: new Date(0),
    } satisfies EveryColumnBut<typeof memberReferences, KeptOfReferences>)
    .where(eq(memberReferences.userId, userId));
}

const ordersOf = (tx: Tx, userId: string) =>
  tx.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId));

/** The reason of a payment that differs from its order names that order. */
const isStrayOf = (userId: string) =>
  sql`exists (select 1 from ${orders} o where o.user_id = ${userId} and strpos(${strayPayments.reason}, o.order_id) > 0)`;

/** The addresses by which PayPal knows a person, in lower case; none by which another has an account, who paid for the person. */
export async function findPayerEmails(tx: Tx, userId: string): Promise<string[]> {
  const rows = await union(
    tx
      .select({ email: sql<string | null>`lower(${captures.payerEmail})` })
      .from(captures)
      .where(inArray(captures.orderId, ordersOf(tx, userId))),
    tx
      .select({ email: sql<string | null>`lower(${strayPayments.payerEmail})` })
      .from(strayPayments)
      .where(isStrayOf(userId)),
  );
  const told = rows.flatMap(({ email }) => email ?? []);
  const others = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(inArray(users.email, told), ne(users.id, userId)));
  return told.filter((address) => !others.some(({ email }) => email === address));
}

/** The books: which money, for which order, when, and what PayPal said of it. */
type KeptOfCaptures =
  | ("id" | "attemptId" | "orderId" | "amountMinor" | "currency" | "feeMinor" | "status" | "problem")
  | ("captureTime" | "completedAt" | "changedAt" | "fulfilledAt" | "checkAt" | "createdAt" | "updatedAt");

type KeptOfStrayPayments =
  | ("id" | "mode" | "amountMinor" | "currency" | "reason")
  | ("captureTime" | "returnedAt" | "createdAt");

type KeptOfWebhookEvents = "id" | "type" | "resourceId" | "orderId" | "effect" | "createdAt";

/** What PayPal told of the payer: the `addresses`, and the bodies of its events, whose ids stay. */
export async function erasePayer(tx: Tx, userId: string, addresses: readonly string[]): Promise<void> {
  const own = ordersOf(tx, userId);
  await tx
    .update(captures)
    .set({ payerEmail: null } satisfies EveryColumnBut<typeof captures, KeptOfCaptures>)
    .where(inArray(captures.orderId, own));
  await tx
    .update(strayPayments)
    .set({ payerEmail: null } satisfies EveryColumnBut<typeof strayPayments, KeptOfStrayPayments>)
    .where(or(inArray(sql`lower(${strayPayments.payerEmail})`, [...addresses]), isStrayOf(userId)));
  await tx
    .update(webhookEvents)
    .set({
      body: sql`jsonb_build_object('id', ${webhookEvents.id}, 'event_type', ${webhookEvents.type}, 'erased', true)`,
    } satisfies EveryColumnBut<typeof webhookEvents, KeptOfWebhookEvents>)
    .where(inArray(webhookEvents.orderId, own));
}

/** That somebody did something at a time; the id is the pseudonym's. */
type KeptOfAudit = "id" | "actorId" | "action" | "requestId" | "createdAt";
/** What a line tells of others, by its subject. */
type Recorded = "subject" | "before" | "after";

const without = (name: string) => ({
  before: sql`${auditLog.before} - ${name}::text`,
  after: sql`${auditLog.after} - ${name}::text`,
});

/** The log keeps who did what when, under the pseudonym. */
export async function eraseFromAudit(
  tx: Tx,
  userId: string,
  email: string,
  pseudonym: DeletedUser,
): Promise<void> {
  const orderSubjects = tx
    .select({ subject: sql`'order:' || ${orders.orderId}` })
    .from(orders)
    .where(eq(orders.userId, userId));
  const ticketSubjects = tx
    .select({ subject: sql`'ticket:' || ${tickets.id}` })
    .from(tickets)
    .where(eq(tickets.userId, userId));
  await tx
    .update(auditLog)
    .set({ actorEmail: pseudonym.email } satisfies EveryColumnBut<typeof auditLog, KeptOfAudit | Recorded>)
    .where(eq(auditLog.actorId, userId));
  await tx
    .update(auditLog)
    .set(without("name"))
    .where(eq(auditLog.subject, `user:${userId}`));
  await tx.update(auditLog).set(without("customerEmail")).where(inArray(auditLog.subject, orderSubjects));
  await tx.update(auditLog).set(without("message")).where(inArray(auditLog.subject, ticketSubjects));
  await tx
    .update(auditLog)
    .set({ subject: `mail:${pseudonym.email}`, after: null })
    .where(eq(auditLog.subject, `mail:${email}`));
}
