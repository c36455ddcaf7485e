import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { identities, sessions, verifications } from "#server/db/tables/sessions.ts";
import { users } from "#server/db/tables/users.ts";
import { newId } from "#server/platform/ids.ts";
import type { Platform } from "#server/platform/platform.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";

export type Auth = ReturnType<typeof createAuth>;

/**
 * The shop's identity provider. Its address is fixed (never the Host header), its cookie cache is off so that a
 * lost role or session counts at once, and its own limits are off because the shop counts in PostgreSQL.
 */
export function createAuth(platform: Platform) {
  const { config } = platform;
  return betterAuth({
    baseURL: config.appUrl,
    basePath: "/api/auth",
    secret: platform.appSecret,
    trustedOrigins: [config.appUrl],
    logger: { disabled: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    database: drizzleAdapter(platform.db, {
      provider: "pg",
      transaction: true,
      schema: { user: users, session: sessions, account: identities, verification: verifications },
    }),
    advanced: {
      database: { generateId: () => newId() },
      cookiePrefix: "thumbsmith",
      useSecureCookies: config.appUrl.startsWith("https:"),
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: "/" },
      ipAddress: { ipAddressHeaders: ["x-client-address"] },
      disableOriginCheck: true,
    },
    user: {
      fields: { image: "profileUrl" },
      additionalFields: {
        role: { type: "string", input: false, required: false },
        disabledAt: { type: "date", input: false, required: false },
        deletedAt: { type: "date", input: false, required: false },
      },
    },
    session: { expiresIn: 60 * 60 * 24 * 14, updateAge: 60 * 60 * 24, cookieCache: { enabled: false } },
    verification: { storeIdentifier: "hashed" },
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength: 6,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: 3600,
      password: {
        hash: hashPassword,
        verify: ({ hash, password }) => verifyPassword(password, hash),
      },
    },
  });
}
