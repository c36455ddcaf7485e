import type { z } from "zod";
import { isSupportStaff, type MembershipLevel, type Role } from "#contract/roles.ts";
import type { UserRecord, updateUser } from "#contract/users.ts";
import { databaseNow } from "#server/db/clock.ts";
import type { Tx } from "#server/db/database.ts";
import { isId } from "#server/db/ids.ts";
import { withDeadlockRetry } from "#server/db/with-deadlock-retry.ts";
import { deleteKeysOf } from "#server/features/api-keys/api-keys.service.ts";
import { keysRemovedMail } from "#server/features/api-keys/key-mails.ts";
import { type Actor, recordAudit } from "#server/features/audit/audit.service.ts";
import { adjustBalance, findAdjustment, lockBalance } from "#server/features/credits/credits.service.ts";
import { loadTemplates, queueMail, queueNotice } from "#server/features/mail/queue-mail.ts";
import { failure, invalid, isStale, requireSame, stale } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { userNotFound, userRecordOf } from "../accounts.service.ts";
import { deleteSessionsOf } from "../auth/auth.repository.ts";
import { factorNotice } from "../auth/password-mails.ts";
import {
  countOtherAdmins,
  findUser,
  lockAdmins,
  lockUser,
  saveUser,
  type UserRow,
} from "../users.repository.ts";
import { keepSnapshots, withoutUnchanged } from "./user-snapshots.ts";

type Changes = z.output<typeof updateUser.body>;
type UserChanges = Partial<
  Pick<UserRow, "name" | "role" | "membership" | "membershipValidity" | "disabledAt">
>;

/**
 * An admin's changes to a person: absent fields stay. A balance is booked as an adjustment, and one that is not
 * changed books nothing; nor does a repeat of one whose answer was lost, which is no stale one either. A new role, or
 * disabling, ends the person's sessions, disabling their keys too, of which a mail tells, as of joining the staff. Throws
 * 409 for what was made from an older state than stands, for another e-mail, for disabling oneself, and for what would
 * leave the shop without an admin who can sign in.
 */
export async function changeUser(
  platform: Platform,
  actor: Actor,
  sessionId: string,
  id: string,
  body: Changes,
): Promise<UserRecord> {
  if (!isId(id)) throw userNotFound();
  if (body.disabled || body.userRole) await loadTemplates();
  return withDeadlockRetry(platform.db, async (tx) => {
    // Taken first and whatever is sent, so that two admins who demote each other come one after the other.
    await lockAdmins(tx);
    const user = await lockUser(tx, id);
    if (!user) throw userNotFound();
    const sent = await withoutUnchanged(tx, sessionId, id, body);
    const present = userRecordOf({ user, balance: await lockBalance(tx, id) });
    const reference = sent.idempotencyKey && `${id}:${sent.idempotencyKey}`;
    if (reference && (await isRepeat(tx, reference, body))) {
      requireSame(user, changesOf(user, sent, await databaseNow(tx)));
      return present;
    }
    if (isStale(sent.version, user) || isOther(present, sent.expected)) throw stale(present);
    requireSameEmail(user, sent.UserEmail);
    await requireAdminRemains(tx, actor, user, sent);
    const changes = changesOf(user, sent, await databaseNow(tx));
    const balance = await changeBalance(tx, actor, present, sent, reference);
    await saveUser(tx, id, changes, Object.keys({ ...changes, ...balance.after }).length > 0);
    if (changes.role || changes.disabledAt) await deleteSessionsOf(tx, id);
    if (changes.disabledAt) await endKeys(platform, tx, user);
    if (changes.role && mayDoMore(user, changes.role)) await tellOfRole(platform, tx, user, changes.role);
    const before = Object.fromEntries(
      Object.keys(changes).map((name) => [name, user[name as keyof UserChanges]]),
    );
    await recordAudit(tx, actor, {
      action: "PUT /api/users/{id}",
      subject: `user:${id}`,
      before: { ...before, ...balance.before },
      after: { ...changes, ...balance.after },
    });
    const saved = userRecordOf((await findUser(tx, id))!);
    if (body.version === undefined) await keepSnapshots(tx, sessionId, [saved], false);
    return saved;
  });
}

/** Whether this very change of the balance was booked. Throws 409 where another one was under its key. */
async function isRepeat(tx: Tx, reference: string, sent: Changes): Promise<boolean> {
  const { currentBalance, balanceChange } = sent;
  const earlier = await findAdjustment(tx, reference);
  const balance = currentBalance === undefined ? { balanceChange } : { currentBalance };
  if (earlier) requireSame(earlier, { ...balance, reason: sent.reason || null });
  return earlier !== null;
}

async function endKeys(platform: Platform, tx: Tx, user: UserRow): Promise<void> {
  const names = await deleteKeysOf(tx, user.id);
  if (names.length > 0)
    await queueMail(tx, await keysRemovedMail(platform, tx, user, { names, cause: "disabled" }));
}

const mayDoMore = (before: UserRow, role: Role) => isSupportStaff({ role }) && before.role !== "Admin";

/** Nobody has proven that the account is its address's owner's: a stranger may have made it, and would be the one who joins. */
async function tellOfRole(platform: Platform, tx: Tx, user: UserRow, role: Role): Promise<void> {
  const what = `your account was given the role '${role}' by the shop's staff, and signed out everywhere,`;
  await queueNotice(platform, tx, await factorNotice(platform, user, what, tx));
}

function requireSameEmail(user: UserRow, sent: string | undefined): void {
  if (sent === undefined || sent.trim().toLowerCase() === user.email) return;
  throw failure("CONFLICT", "Email address cannot be changed");
}

async function requireAdminRemains(tx: Tx, actor: Actor, user: UserRow, sent: Changes): Promise<void> {
  if (sent.disabled && user.id === actor.id)
    throw failure("CONFLICT", "You cannot disable your own account.");
  const demoted = sent.userRole !== undefined && sent.userRole !== "Admin";
  if (user.role !== "Admin" || user.disabledAt || !(demoted || sent.disabled)) return;
  if ((await countOtherAdmins(tx, user.id)) === 0)
    throw failure("CONFLICT", "The last admin must stay an admin.");
}

function changesOf(user: UserRow, sent: Changes, now: Date): UserChanges {
  const changes: UserChanges = {};
  if (sent.userName !== undefined && sent.userName !== user.name) changes.name = sent.userName;
  if (sent.userRole !== undefined && sent.userRole !== user.role) changes.role = sent.userRole;
  if (sent.disabled === true && !user.disabledAt) changes.disabledAt = now;
  if (sent.disabled === false && user.disabledAt) changes.disabledAt = null;
  return { ...changes, ...membershipChanges(user, sent, now) };
}

/**
 * A level that stands already and comes without a date changes nothing, since the editor sends it with every save;
 * a new level without a date has no end.
 */
function membershipChanges(user: UserRow, sent: Changes, now: Date): UserChanges {
  const { userMembership, MembershipValidity } = sent;
  const standing = standingLevel(user, now);
  const level = userMembership ?? standing;
  if (level === "free") {
    if (MembershipValidity) throw invalid({ MembershipValidity: "A free membership has no end." });
    return user.membership === "free" || userMembership === undefined
      ? {}
      : { membership: "free", membershipValidity: null };
  }
  if (MembershipValidity === undefined && level === standing) return {};
  const end = MembershipValidity ? new Date(MembershipValidity) : null;
  if (end && end <= now) throw invalid({ MembershipValidity: "Please enter a date in the future." });
  return { membership: level, membershipValidity: end };
}

function standingLevel(user: UserRow, now: Date): MembershipLevel {
  const ended = user.membershipValidity !== null && user.membershipValidity <= now;
  return ended ? "free" : user.membership;
}

/** Whether a field that was seen stands at something else by now. */
function isOther(present: UserRecord, seen: Changes["expected"] = {}): boolean {
  return (Object.keys(seen) as (keyof typeof seen)[]).some(
    (name) => seen[name] !== undefined && seen[name] !== present[name],
  );
}

/** What the balance shall be; undefined where it is left alone. */
function wantedBalance(standing: number, { currentBalance, balanceChange }: Changes): number | undefined {
  if (balanceChange === undefined) return currentBalance;
  const wanted = standing + balanceChange;
  // What was bought may stand above it.
  if (wanted >= 0 && (wanted <= 1_000_000 || balanceChange < 0)) return wanted;
  throw failure("CONFLICT", `The balance is ${standing}. It can't go below 0 or above 1,000,000.`);
}

/** Called with the balance locked. */
async function changeBalance(
  tx: Tx,
  actor: Actor,
  present: UserRecord,
  sent: Changes,
  reference: string | undefined,
) {
  const to = wantedBalance(present.currentBalance, sent);
  if (to === undefined) return { before: {}, after: {} };
  const note = sent.reason || null;
  const { balance, change } = await adjustBalance(tx, {
    userId: present._id,
    to,
    note,
    actorId: actor.id,
    reference,
  });
  if (change === 0) return { before: {}, after: {} };
  return { before: { currentBalance: balance - change }, after: { currentBalance: balance, reason: note } };
}
