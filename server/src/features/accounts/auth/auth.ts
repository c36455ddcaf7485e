import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import type { Config } from "#server/config.ts";
import type { Db, Tx } from "#server/db/database.ts";
import { newId } from "#server/db/ids.ts";
import { identities, passkeys, sessions, twoFactors, verifications } from "#server/db/tables/sessions.ts";
import { users } from "#server/db/tables/users.ts";
import type { Platform } from "#server/platform/platform.ts";
import { databaseHooksOf } from "./auth-hooks.ts";
import { openSessionPlugin, passkeyPlugin, secondFactorPlugin } from "./auth-plugins.ts";
import { authLogger, clientAddressHeader } from "./call-better-auth.ts";
import { hashPassword, verifyPassword } from "./password-hash.ts";
import { queueResetLink, resetLinkSeconds } from "./password-mails.ts";

export type Auth = ReturnType<typeof createAuth>;

const day = 86_400;
/** After the sign-in, however it is used meanwhile. */
export const sessionSeconds = 30 * day;

/**
 * The shop's identity provider. Its address is fixed (never the Host header), its cookie cache is off so that a
 * lost role or session counts at once, and its own limits and origin checks are off because the shop has its own.
 */
export function createAuth(platform: Platform) {
  const { config } = platform;
  const transactions = new AsyncLocalStorage<Tx>();
  const present = () => transactions.getStore() ?? platform.db;
  const auth = betterAuth({
    baseURL: config.appUrl,
    basePath: "/api/auth",
    secrets: [platform.appSecret, ...config.previousSecrets].map(numbered),
    trustedOrigins: [config.appUrl],
    logger: authLogger,
    // Else it prints what went wrong past the shop's log.
    onAPIError: { throw: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    database: drizzleAdapter(withTransactionContext(platform.db, transactions), {
      provider: "pg",
      transaction: true,
      schema: {
        user: users,
        session: sessions,
        account: identities,
        verification: verifications,
        twoFactor: twoFactors,
        passkey: passkeys,
      },
    }),
    plugins: [secondFactorPlugin(), passkeyPlugin(platform, present), openSessionPlugin()],
    databaseHooks: databaseHooksOf(platform, present),
    advanced: {
      database: { generateId: () => newId() },
      cookiePrefix: "thumbsmith",
      useSecureCookies: config.appUrl.startsWith("https:"),
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: "/" },
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
      disableOriginCheck: true,
      disableCSRFCheck: true,
    },
    user: {
      fields: { image: "profileUrl" },
      additionalFields: {
        role: { type: "string", input: false, required: false },
        termsVersion: { type: "number", input: false, required: false, returned: false },
        termsAcceptedAt: { type: "date", input: false, required: false, returned: false },
        disabledAt: { type: "date", input: false, required: false },
        deletedAt: { type: "date", input: false, required: false },
      },
    },
    session: {
      expiresIn: sessionSeconds,
      disableSessionRefresh: true,
      freshAge: 0,
      cookieCache: { enabled: false },
    },
    verification: { storeIdentifier: "hashed" },
    // An address is never proven by the password alone, so a federated sign-in must not open such an account.
    account: { accountLinking: { enabled: false } },
    socialProviders: socialProviders(config.federated),
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength: 6,
      maxPasswordLength: 128,
      resetPasswordTokenExpiresIn: resetLinkSeconds,
      sendResetPassword: ({ user, token }) => queueResetLink(platform, user, token),
      password: {
        hash: (password) => hashPassword(password, config.passwordCost),
        verify: ({ hash, password }) => verifyPassword(password, hash),
      },
    },
  });
  /** What the library does in `work` is part of the shop's transaction. */
  const within = <T>(tx: Tx, work: () => Promise<T>): Promise<T> => transactions.run(tx, work);
  return Object.assign(auth, { within });
}

/**
 * The library notes beside what it encrypts which secret did it, by a number; this one stays the same however the secrets are
 * turned.
 */
function numbered(value: string) {
  return { version: createHash("sha256").update(value).digest().readUInt32BE(0), value };
}

/** X is asked for no refresh token, and the library makes up an address for a person of X who has none. */
function socialProviders({ twitter, ...others }: Config["federated"]) {
  if (!twitter) return others;
  const scope = ["users.read", "tweet.read", "users.email"];
  const mapProfileToUser = ({ data }: { data?: { email?: string } }) => ({ email: data?.email ?? "" });
  return { ...others, twitter: { ...twitter, disableDefaultScope: true, scope, mapProfileToUser } };
}

/** The library knows its own transactions alone; with this its statements and the shop's hooks run in the one that is open. */
function withTransactionContext(db: Db, transactions: AsyncLocalStorage<Tx>): Db {
  return new Proxy(db, {
    get(_, name) {
      const target = transactions.getStore() ?? db;
      if (name === "transaction") {
        const transaction: Db["transaction"] = (work) =>
          target.transaction((tx) => transactions.run(tx, () => work(tx)));
        return transaction;
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
