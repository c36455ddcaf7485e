import { randomBytes } from "node:crypto";
import type { Config } from "#server/config.ts";
import type { Db, Tx } from "#server/db/database.ts";
import { deleteKeysOf } from "#server/features/api-keys/api-keys.service.ts";
import { recordAudit, systemActor } from "#server/features/audit/audit.service.ts";
import type { Platform } from "#server/platform/platform.ts";
import {
  deleteSessionsOf,
  deleteVerificationsOf,
  removeTwoFactor,
  setPasswordHash,
} from "./auth/auth.repository.ts";
import { deletePasskeysOf } from "./auth/passkeys.repository.ts";
import { hashPassword } from "./auth/password-hash.ts";
import {
  countOtherAdmins,
  findUserByEmail,
  insertBalance,
  insertUser,
  lockAdmins,
  saveUser,
} from "./users.repository.ts";

export interface AdminCredentials {
  email: string;
  /** Null where the person had a password already and keeps it. */
  password: string | null;
}

const defaultEmail = "admin@thumbsmith.local";

/**
 * Makes the first admin where the shop has none who can sign in: with ADMIN_EMAIL and ADMIN_PASSWORD, or with what
 * is made here in their place. Answers what a person can't know yet, to be printed once; null where nothing was made
 * up. Several processes that start at once make one.
 */
export async function ensureFirstAdmin(
  platform: Platform,
): Promise<{ email: string; password: string } | null> {
  // Hashing a password takes a tenth of a second, which every later start can do without.
  if ((await countOtherAdmins(platform.db, "")) > 0) return null;
  const { adminEmail, adminPassword, passwordCost } = platform.config;
  const email = adminEmail ?? defaultEmail;
  const password = adminPassword ?? randomPassword();
  const hash = await hashPassword(password, passwordCost);
  const made = await platform.db.transaction(async (tx) => {
    await lockAdmins(tx);
    if ((await countOtherAdmins(tx, "")) > 0) return false;
    await upsertAdmin(tx, email, hash);
    return true;
  });
  return made && !adminPassword ? { email, password } : null;
}

/** Makes an account an admin's, or a new one with a password made up for it. An account that is there keeps its own. */
export async function createAdmin(
  db: Db,
  email: string,
  passwordCost: Config["passwordCost"],
): Promise<AdminCredentials> {
  const password = randomPassword();
  const hash = await hashPassword(password, passwordCost);
  return db.transaction(async (tx) => {
    await lockAdmins(tx);
    const isNew = await upsertAdmin(tx, email, hash, { keepPassword: true });
    return { email, password: isNew ? password : null };
  });
}

async function upsertAdmin(tx: Tx, email: string, hash: string, options: { keepPassword?: boolean } = {}) {
  const known = await findUserByEmail(tx, email);
  const id = known?.id ?? (await insertUser(tx, { email, name: email.split("@")[0]!, role: "Admin" }));
  await insertBalance(tx, id);
  if (known) {
    await saveUser(tx, id, { role: "Admin", disabledAt: null });
    await deleteSessionsOf(tx, id);
    // Whoever has the shop's shell is let in without an authenticator that was lost.
    await removeTwoFactor(tx, id);
    await deletePasskeysOf(tx, id);
  }
  if (!known || !options.keepPassword) {
    await setPasswordHash(tx, id, hash);
    await deleteVerificationsOf(tx, id);
    await deleteKeysOf(tx, id);
  }
  await recordAudit(tx, systemActor, {
    action: "create-admin",
    subject: `user:${id}`,
    before: known && { role: known.role },
    after: { role: "Admin" },
  });
  return !known;
}

function randomPassword(): string {
  return randomBytes(12).toString("base64url");
}
