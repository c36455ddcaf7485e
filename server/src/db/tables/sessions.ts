import { bigint, boolean, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, id, moment, updatedAt } from "./columns.ts";
import { users } from "./users.ts";

export const sessions = pgTable(
  "sessions",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    token: text("token").notNull().unique(),
    expiresAt: moment("expires_at").notNull(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    /** Who sits there was last asked for the password then: at the sign-in, or once more. */
    provenAt: moment("proven_at").notNull().defaultNow(),
    /** To the minute, of staff alone, whose sessions end when they do nothing. */
    lastUsedAt: moment("last_used_at").notNull().defaultNow(),
    /** One of the person's passkeys was used or made in this session then. */
    passkeyAt: moment("passkey_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index("sessions_user").on(t.userId), index("sessions_expiry").on(t.expiresAt)],
);

/** A way to sign in: the password's hash ("credential") or a federated provider's account. */
export const identities = pgTable(
  "identities",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    accessTokenExpiresAt: moment("access_token_expires_at"),
    refreshTokenExpiresAt: moment("refresh_token_expires_at"),
    scope: text("scope"),
    password: text("password"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index("identities_user").on(t.userId)],
);

/** What an authenticator's codes come from, and codes for the day it is lost; both sealed by the identity library. */
export const twoFactors = pgTable(
  "two_factors",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    secret: text("secret").notNull(),
    backupCodes: text("backup_codes").notNull(),
    /** False until a first code was right: no sign-in asks for one before. */
    verified: boolean("verified").notNull().default(false),
    failedVerificationCount: integer("failed_verification_count").notNull().default(0),
    lockedUntil: moment("locked_until"),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex("two_factors_user").on(t.userId)],
);

/** A key pair whose private half never leaves the person's device or password manager. */
export const passkeys = pgTable(
  "passkeys",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text("name").notNull().default("Passkey"),
    credentialId: text("credential_id").notNull(),
    publicKey: text("public_key").notNull(),
    /** Of signatures, where the device counts them: one that goes back tells of a copy. */
    counter: bigint("counter", { mode: "number" }).notNull(),
    deviceType: text("device_type").notNull(),
    backedUp: boolean("backed_up").notNull(),
    transports: text("transports"),
    /** The device's or manager's model. */
    aaguid: text("aaguid"),
    lastUsedAt: moment("last_used_at"),
    createdAt: createdAt(),
  },
  (t) => [index("passkeys_user").on(t.userId), uniqueIndex("passkeys_credential").on(t.credentialId)],
);

/** Reset tokens and the like, hashed. */
export const verifications = pgTable(
  "verifications",
  {
    id: id(),
    identifier: text("identifier").notNull(),
    value: text("value").notNull(),
    expiresAt: moment("expires_at").notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index("verifications_identifier").on(t.identifier), index("verifications_expiry").on(t.expiresAt)],
);
