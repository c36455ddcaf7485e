import { createHash, randomBytes } from "node:crypto";
import type { z } from "zod";
import type { keyInput } from "#contract/api-key-form.ts";
import { type KeyRecord, keyPattern, mostKeys } from "#contract/api-keys.ts";
import type { Tx } from "#server/db/database.ts";
import { lockActiveOwner, lockSession } from "#server/db/lock-owner.ts";
import { loadTemplates, queueMail, queueNotice } from "#server/features/mail/queue-mail.ts";
import { failure } from "#server/platform/failure.ts";
import type { Viewer } from "#server/platform/http/viewer.ts";
import type { Platform } from "#server/platform/platform.ts";
import {
  deleteKeyByHash,
  deleteKeyOf,
  deleteKeysOf,
  findKeyHolder,
  findKeyMember,
  findKeys,
  insertKey,
  noteKeyUse,
  type ShownKeyRow,
} from "./api-keys.repository.ts";
import { keyMadeMail, keysRemovedMail } from "./key-mails.ts";

/** Keys end with their account. */
export { deleteKeysOf } from "./api-keys.repository.ts";

type Member = Pick<Viewer, "id" | "email" | "name">;

const tooMany = `You have ${mostKeys} keys, which is the most that an account can have. Please revoke one first.`;

export async function readKeys({ db }: Platform, userId: string): Promise<KeyRecord[]> {
  return (await findKeys(db, userId)).map(recordOf);
}

/** The key itself is told here once, and kept as a hash alone. */
export async function makeKey(
  platform: Platform,
  member: Member & Pick<Viewer, "sessionId">,
  { name, scopes, expiresInDays }: z.output<typeof keyInput>,
): Promise<KeyRecord & { key: string }> {
  const key = `ts_${randomBytes(32).toString("base64url")}`;
  const row = { userId: member.id, name, scopes, hash: hashOf(key), start: key.slice(0, 7) };
  const mail = await keyMadeMail(platform, member, { name, scopes, expiresInDays: expiresInDays ?? null });
  return platform.db.transaction(async (tx) => {
    if (!(await lockActiveOwner(tx, member.id))) throw failure("USER_DISABLED");
    if (!(await lockSession(tx, member.sessionId))) throw failure("UNAUTHENTICATED");
    const made = await insertKey(tx, { ...row, expiresInDays: expiresInDays ?? null });
    if (!made) throw failure("CONFLICT", tooMany);
    await queueNotice(platform, tx, mail);
    return { ...recordOf(made), key };
  });
}

export async function removeKey(platform: Platform, member: Member, id: string): Promise<void> {
  await loadTemplates();
  await platform.db.transaction(async (tx) => {
    const name = await deleteKeyOf(tx, member.id, id);
    if (name === null) throw failure("NOT_FOUND", "Key not found.");
    const mail = await keysRemovedMail(platform, tx, member, { names: [name], cause: "removed" });
    await queueNotice(platform, tx, mail);
  });
}

/** For whoever holds a key, which is all the right that it takes. Tells nobody whether there was one. */
export async function revokeFoundKey(platform: Platform, key: string): Promise<void> {
  if (!keyPattern.test(key)) return;
  await loadTemplates();
  await platform.db.transaction(async (tx) => {
    const gone = await deleteKeyByHash(tx, hashOf(key));
    const member = gone && (await findKeyMember(tx, gone.userId));
    if (!member) return;
    const mail = await keysRemovedMail(platform, tx, member, { names: [gone.name], cause: "found" });
    await queueNotice(platform, tx, mail);
  });
}

/** With a new password by a mail's link, in its transaction: whoever knew the old one may have made keys. */
export async function endKeysAtReset(platform: Platform, tx: Tx, member: Member): Promise<void> {
  const names = await deleteKeysOf(tx, member.id);
  if (names.length > 0)
    await queueMail(tx, await keysRemovedMail(platform, tx, member, { names, cause: "reset" }));
}

/**
 * The member whose key it is, with its scopes; null for one that opens nothing. Staff are members by their keys, so that no
 * key tells or does more than a member's.
 */
export async function resolveKey({ db }: Platform, key: string): Promise<Viewer | null> {
  if (!keyPattern.test(key)) return null;
  const found = await findKeyHolder(db, hashOf(key));
  if (!found) return null;
  const { useIsDue, ...holder } = found;
  // A database that can't write just now is no reason to refuse a read.
  if (useIsDue) await noteKeyUse(db, holder.key.id).catch(() => undefined);
  return {
    ...holder,
    role: "member",
    owesFactor: false,
    ownRole: "member",
    sessionId: `key ${holder.key.id}`,
    provenAt: new Date(0),
  };
}

/**
 * What is kept and looked up. A key is 256 random bits: nothing can be guessed that a slow hash would protect, as it does a
 * password. The time that the index takes tells of the hash at most, which leads to no key.
 */
function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

function recordOf({ createdAt, expiresAt, lastUsedAt, ...row }: ShownKeyRow): KeyRecord {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
