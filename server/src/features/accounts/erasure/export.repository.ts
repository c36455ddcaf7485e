import { and, asc, eq, inArray, isNotNull, isNull, ne, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import type { EveryColumnBut } from "#server/db/every-column.ts";
import { apiKeys } from "#server/db/tables/api-keys.ts";
import { brands } from "#server/db/tables/brands.ts";
import { media } from "#server/db/tables/content.ts";
import { designs, designVersions } from "#server/db/tables/designs.ts";
import { generationImages, generations, spellingChecks } from "#server/db/tables/generations.ts";
import { outbox } from "#server/db/tables/mail.ts";
import { memberReferences } from "#server/db/tables/references.ts";
import { identities, passkeys, sessions } from "#server/db/tables/sessions.ts";
import { modelCalls } from "#server/db/tables/spending.ts";
import { users } from "#server/db/tables/users.ts";

/** What `userRecordOf` tells of a person. */
type InProfile =
  | ("id" | "name" | "email" | "role" | "aboutMe" | "profileUrl" | "address" | "city" | "country" | "phone")
  | ("membership" | "membershipValidity" | "version" | "createdAt" | "updatedAt");

/** Nobody reads the export of an account that is disabled or erased; the reminder repeats the membership's end. */
type WithheldOfUsers = "disabledAt" | "deletedAt" | "membershipReminderFor";

/** What the person's record has beside the profile. */
export async function findBesideProfile(tx: Tx, userId: string) {
  const [row] = await tx
    .select({
      emailVerified: users.emailVerified,
      twoFactorEnabled: users.twoFactorEnabled,
      termsVersion: users.termsVersion,
      termsAcceptedAt: users.termsAcceptedAt,
    } satisfies EveryColumnBut<typeof users, InProfile | WithheldOfUsers>)
    .from(users)
    .where(eq(users.id, userId));
  return row!;
}

/** Secrets: the password's hash, and tokens of the provider's. */
type WithheldOfIdentities =
  | ("id" | "userId" | "password" | "accessToken" | "refreshToken" | "idToken")
  | ("accessTokenExpiresAt" | "refreshTokenExpiresAt");

export async function findIdentitiesOf(tx: Tx, userId: string) {
  return tx
    .select({
      providerId: identities.providerId,
      accountId: identities.accountId,
      scope: identities.scope,
      createdAt: identities.createdAt,
      updatedAt: identities.updatedAt,
    } satisfies EveryColumnBut<typeof identities, WithheldOfIdentities>)
    .from(identities)
    .where(eq(identities.userId, userId))
    .orderBy(asc(identities.createdAt));
}

/** The token is a secret, and its row's id stands for it. */
type WithheldOfSessions = "id" | "userId" | "token";

export async function findSessionsOf(tx: Tx, userId: string) {
  return tx
    .select({
      createdAt: sessions.createdAt,
      updatedAt: sessions.updatedAt,
      expiresAt: sessions.expiresAt,
      provenAt: sessions.provenAt,
      lastUsedAt: sessions.lastUsedAt,
      passkeyAt: sessions.passkeyAt,
      ipAddress: sessions.ipAddress,
      userAgent: sessions.userAgent,
    } satisfies EveryColumnBut<typeof sessions, WithheldOfSessions>)
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(asc(sessions.createdAt));
}

/** What verifies its signatures, and what the browser finds it by. */
type WithheldOfPasskeys =
  | "id"
  | "userId"
  | "credentialId"
  | "publicKey"
  | "counter"
  | "transports"
  | "aaguid";

export async function findPasskeysOf(tx: Tx, userId: string) {
  return tx
    .select({
      name: passkeys.name,
      createdAt: passkeys.createdAt,
      lastUsedAt: passkeys.lastUsedAt,
      deviceType: passkeys.deviceType,
      backedUp: passkeys.backedUp,
    } satisfies EveryColumnBut<typeof passkeys, WithheldOfPasskeys>)
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt));
}

/** What the key is found by, and its row's id. */
type WithheldOfKeys = "id" | "userId" | "hash";

export async function findKeysOf(tx: Tx, userId: string) {
  return tx
    .select({
      name: apiKeys.name,
      start: apiKeys.start,
      scopes: apiKeys.scopes,
      createdAt: apiKeys.createdAt,
      expiresAt: apiKeys.expiresAt,
      lastUsedAt: apiKeys.lastUsedAt,
    } satisfies EveryColumnBut<typeof apiKeys, WithheldOfKeys>)
    .from(apiKeys)
    .where(eq(apiKeys.userId, userId))
    .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id));
}

/** The browser's key against a double click, which process works on it, what it keeps of its source meanwhile, and what the shop reckons with. */
type WithheldOfGenerations =
  | (
      | "userId"
      | "idempotencyKey"
      | "requestHash"
      | "errorReason"
      | "sourceImageId"
      | "sourceDocument"
      | "reservedMicros"
    )
  | ("worker" | "leaseUntil" | "attempt");

export async function findGenerationsOf(tx: Tx, userId: string) {
  return tx
    .select({
      id: generations.id,
      createdAt: generations.createdAt,
      startedAt: generations.startedAt,
      finishedAt: generations.finishedAt,
      stage: generations.stage,
      title: generations.title,
      niche: generations.niche,
      style: generations.style,
      customPrompt: generations.customPrompt,
      enhancedPrompt: generations.enhancedPrompt,
      words: generations.words,
      sourceKind: generations.sourceKind,
      sourceId: generations.sourceId,
      instruction: generations.instruction,
      vary: generations.vary,
      referenceIds: generations.referenceIds,
      videoId: generations.videoId,
      videoChannel: generations.videoChannel,
      brand: generations.brand,
      retake: generations.retake,
      standInModel: generations.standInModel,
      error: generations.error,
      cost: generations.cost,
      refunded: generations.refunded,
      favourite: generations.favourite,
      kept: generations.kept,
      deletedAt: generations.deletedAt,
    } satisfies EveryColumnBut<typeof generations, WithheldOfGenerations>)
    .from(generations)
    .where(eq(generations.userId, userId))
    .orderBy(asc(generations.createdAt));
}

/** The pictures themselves are read by their addresses. */
export async function findImagesOf(tx: Tx, userId: string) {
  const own = tx.select({ id: generations.id }).from(generations).where(eq(generations.userId, userId));
  return tx
    .select({
      generationId: generationImages.generationId,
      position: generationImages.position,
      mimeType: generationImages.mimeType,
      bytes: generationImages.bytes,
      createdAt: generationImages.createdAt,
    } satisfies EveryColumnBut<typeof generationImages, "id" | "fileKey" | "removableAt" | "freedAt">)
    .from(generationImages)
    .where(inArray(generationImages.generationId, own))
    .orderBy(asc(generationImages.position));
}

/** How the shop's calls to the text model went. */
type WithheldOfSpellingChecks = "calls" | "model" | "nextAttemptAt" | "createdAt";

/** What was read on the pictures. */
export async function findSpellingChecksOf(tx: Tx, userId: string) {
  const own = tx.select({ id: generations.id }).from(generations).where(eq(generations.userId, userId));
  return tx
    .select({
      generationId: spellingChecks.generationId,
      position: spellingChecks.position,
      title: spellingChecks.title,
      read: spellingChecks.read,
      matches: spellingChecks.matches,
      readAt: spellingChecks.readAt,
    } satisfies EveryColumnBut<typeof spellingChecks, WithheldOfSpellingChecks>)
    .from(spellingChecks)
    .where(and(inArray(spellingChecks.generationId, own), isNotNull(spellingChecks.readAt)))
    .orderBy(asc(spellingChecks.generationId), asc(spellingChecks.position));
}

/** What the shop paid is the shop's. */
type WithheldOfModelCalls = "id" | "userId" | "costMicros" | "currency";

/** How often and with how much the models were asked for the person. */
export async function findModelCallsOf(tx: Tx, userId: string) {
  return tx
    .select({
      createdAt: modelCalls.createdAt,
      purpose: modelCalls.purpose,
      generationId: modelCalls.generationId,
      model: modelCalls.model,
      tokensIn: modelCalls.tokensIn,
      tokensOut: modelCalls.tokensOut,
      pictures: modelCalls.pictures,
    } satisfies EveryColumnBut<typeof modelCalls, WithheldOfModelCalls>)
    .from(modelCalls)
    .where(eq(modelCalls.userId, userId))
    .orderBy(asc(modelCalls.createdAt));
}

/** Deleted ones as well, until their time is over. */
export async function findDesignsOf(tx: Tx, userId: string) {
  return tx
    .select({
      id: designs.id,
      name: designs.name,
      favourite: designs.favourite,
      version: designs.version,
      createdAt: designs.createdAt,
      updatedAt: designs.updatedAt,
      deletedAt: designs.deletedAt,
    } satisfies EveryColumnBut<typeof designs, "userId" | "imageId">)
    .from(designs)
    .where(eq(designs.userId, userId))
    .orderBy(asc(designs.createdAt));
}

/** All documents could be a gigabyte, which no process holds: of the newest so many bytes are told, of the others the dates. */
export const exportedDocumentBytes = 16_000_000;

/** The picture that a version uses stands in its document. */
type WithheldOfDesignVersions =
  | ("id" | "pictureId")
  | ("freedAt" | "supersededAt" | "marksEarlier" | "drawnAt");

/** The present versions count before the earlier ones. */
export async function findDesignVersionsOf(tx: Tx, userId: string) {
  const isPresent = sql`${designVersions.version} = ${designs.version}`;
  const bytes = sql`sum(octet_length(${designVersions.document}::text))
    over (order by ${isPresent} desc, ${designVersions.createdAt} desc, ${designVersions.id})`;
  return tx
    .select({
      designId: designVersions.designId,
      version: designVersions.version,
      document: sql<unknown>`case when ${bytes} <= ${exportedDocumentBytes} then ${designVersions.document} end`,
      createdAt: designVersions.createdAt,
    } satisfies EveryColumnBut<typeof designVersions, WithheldOfDesignVersions>)
    .from(designVersions)
    .innerJoin(designs, eq(designs.id, designVersions.designId))
    .where(and(eq(designs.userId, userId), isNull(designVersions.freedAt)))
    .orderBy(asc(designVersions.version));
}

/** Deleted ones as well, as long as they are kept. The pictures themselves are read by their addresses. */
export async function findReferencesOf(tx: Tx, userId: string) {
  return tx
    .select({
      id: memberReferences.id,
      name: memberReferences.name,
      kind: memberReferences.kind,
      consentAt: memberReferences.consentAt,
      mimeType: memberReferences.mimeType,
      width: memberReferences.width,
      height: memberReferences.height,
      bytes: memberReferences.bytes,
      createdAt: memberReferences.createdAt,
      deletedAt: memberReferences.deletedAt,
    } satisfies EveryColumnBut<typeof memberReferences, "userId" | "fileKey" | "keptUntil" | "freedAt">)
    .from(memberReferences)
    .where(eq(memberReferences.userId, userId))
    .orderBy(asc(memberReferences.createdAt));
}

export async function findBrandOf(tx: Tx, userId: string) {
  const [row] = await tx
    .select({
      fonts: brands.fonts,
      colours: brands.colours,
      logoReferenceId: brands.logoReferenceId,
      textPreset: brands.textPreset,
      useInRuns: brands.useInRuns,
      createdAt: brands.createdAt,
      updatedAt: brands.updatedAt,
    } satisfies EveryColumnBut<typeof brands, "userId" | "version">)
    .from(brands)
    .where(eq(brands.userId, userId));
  return row ?? null;
}

export async function findUploadsOf(tx: Tx, userId: string) {
  return tx
    .select({
      url: media.url,
      purpose: media.purpose,
      alt: media.alt,
      width: media.width,
      height: media.height,
      bytes: media.bytes,
      createdAt: media.createdAt,
      deletedAt: media.deletedAt,
    } satisfies EveryColumnBut<typeof media, "id" | "uploadedBy" | "version">)
    .from(media)
    .where(eq(media.uploadedBy, userId))
    .orderBy(asc(media.createdAt));
}

/** The contents, which the person was sent and which may hold links that let in; how sending went, and who was meant. */
type WithheldOfMails =
  | ("html" | "text" | "sealed" | "attachments" | "replyTo" | "expiresAt")
  | ("id" | "dedupeKey" | "audience" | "attempts" | "lastError" | "nextAttemptAt");

/** A notice to the staff tells of others by its subject: of those it is told that they were sent. */
export async function findMailsTo(tx: Tx, email: string) {
  return tx
    .select({
      createdAt: outbox.createdAt,
      sentAt: outbox.sentAt,
      toEmail: outbox.toEmail,
      templateName: outbox.templateName,
      subject: sql<string>`case when ${outbox.audience} = 'user' then ${outbox.subject} else '' end`,
      status: outbox.status,
    } satisfies EveryColumnBut<typeof outbox, WithheldOfMails>)
    .from(outbox)
    .where(and(eq(outbox.toEmail, email), ne(outbox.audience, "visitor")))
    .orderBy(asc(outbox.id));
}
