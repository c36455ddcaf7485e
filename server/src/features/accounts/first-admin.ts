import { randomBytes } from "node:crypto";
import type { Tx } from "#server/db/database.ts";
import { deleteKeysOf } from "#server/features/api-keys/api-keys.service.ts";
import { recordAudit, systemActor } from "#server/features/audit/audit.service.ts";
import { loadTemplates, queueMail } from "#server/features/mail/queue-mail.ts";
import { switchOffAtReset } from "#server/features/webhooks/webhooks.service.ts";
import type { Platform } from "#server/platform/platform.ts";
import { madeAdminMail, type Removed } from "./admin-mails.ts";
import {
  deleteFederatedIdentitiesOf,
  deleteSessionsOf,
  deleteVerificationsOf,
  findPasswordHash,
  findTwoFactor,
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

export interface MadeAdmin {
  email: string;
  /** One that was made up; null where the account was there already, and keeps what it had. */
  password: string | null;
  /** False where it signs in by another service alone. */
  hasPassword: boolean;
  removed: Removed;
}

type Needs = Pick<Platform, "db" | "config">;

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
  await prepareMail(platform, email);
  const made = await platform.db.transaction(async (tx) => {
    await lockAdmins(tx);
    if ((await countOtherAdmins(tx, "")) > 0) return false;
    await upsertAdmin(platform, tx, email, hash);
    return true;
  });
  return made && !adminPassword ? { email, password } : null;
}

/**
 * Makes an account an admin's, or a new one with a password made up for it. One that is there keeps its own, and what stood
 * between it and its person is taken off, of which a mail tells.
 */
export async function createAdmin(platform: Needs, email: string): Promise<MadeAdmin> {
  const password = randomPassword();
  const hash = await hashPassword(password, platform.config.passwordCost);
  await prepareMail(platform, email);
  return platform.db.transaction(async (tx) => {
    await lockAdmins(tx);
    const { id, isNew, removed } = await upsertAdmin(platform, tx, email, hash, { keepPassword: true });
    const hasPassword = (await findPasswordHash(tx, id)) !== null;
    return { email, password: isNew ? password : null, hasPassword, removed };
  });
}

/** Before the transaction, which shall not wait for it; a new account is told nothing. */
async function prepareMail({ db }: Needs, email: string): Promise<void> {
  if (await findUserByEmail(db, email)) await loadTemplates();
}

async function upsertAdmin(
  platform: Needs,
  tx: Tx,
  email: string,
  hash: string,
  options: { keepPassword?: boolean } = {},
) {
  const known = await findUserByEmail(tx, email);
  const id = known?.id ?? (await insertUser(tx, { email, name: email.split("@")[0]!, role: "Admin" }));
  const removed: Removed = { password: false, service: false, totp: false, passkeys: 0, keys: [] };
  await insertBalance(tx, id);
  if (known) {
    await saveUser(tx, id, { role: "Admin", disabledAt: null });
    await deleteSessionsOf(tx, id);
    // Whoever has the shop's shell is let in without an authenticator that was lost.
    removed.totp = (await findTwoFactor(tx, id))?.verified ?? false;
    await removeTwoFactor(tx, id);
    removed.passkeys = await deletePasskeysOf(tx, id);
  }
  if (!known || !options.keepPassword) {
    removed.password = (await findPasswordHash(tx, id)) !== null;
    await setPasswordHash(tx, id, hash);
    await deleteVerificationsOf(tx, id);
    removed.keys = await deleteKeysOf(tx, id);
    // Whoever came with the address from a service that had not proven it may be anybody, as at a reset.
    if (known && !known.emailVerified) removed.service = (await deleteFederatedIdentitiesOf(tx, id)) > 0;
    if (known) await switchOffAtReset(platform, tx, known);
  }
  const mail = known && (await madeAdminMail(platform, tx, known, removed));
  if (mail) await queueMail(tx, mail);
  await recordAudit(tx, systemActor, {
    action: "create-admin",
    subject: `user:${id}`,
    before: known && { role: known.role },
    after: { role: "Admin" },
  });
  return { id, isNew: !known, removed };
}

function randomPassword(): string {
  return randomBytes(12).toString("base64url");
}
