import { isId } from "#server/db/ids.ts";
import { withDeadlockRetry } from "#server/db/with-deadlock-retry.ts";
import { type Actor, recordAudit } from "#server/features/audit/audit.service.ts";
import { queueMail } from "#server/features/mail/queue-mail.ts";
import { failure } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { userNotFound } from "../accounts.service.ts";
import { deleteSessionsOf, findTwoFactor, removeTwoFactor } from "../auth/auth.repository.ts";
import { noSecondFactor } from "../auth/call-better-auth.ts";
import { deletePasskeysOf } from "../auth/passkeys.repository.ts";
import { factorNotice } from "../auth/password-mails.ts";
import { findUserById, lockUser } from "../users.repository.ts";

/**
 * For somebody who has lost what they sign in with: the password alone lets them in again. Whoever sits there signs in
 * anew, and the mail tells the person, since the one who asked for it may have been another.
 */
export async function removeFactors(
  platform: Platform,
  actor: Actor,
  id: string,
  reason: string,
): Promise<void> {
  if (id === actor.id)
    throw failure("CONFLICT", "You can't take off your own second factor here. Use your profile.");
  const person = isId(id) ? await findUserById(platform.db, id) : null;
  if (!person) throw userNotFound();
  // Made before the transaction, which shall wait for nothing.
  const what = "the shop's staff took the second factor off your account and signed you out everywhere";
  const mail = await factorNotice(platform, person, what);
  await withDeadlockRetry(platform.db, async (tx) => {
    if (!(await lockUser(tx, id))) throw userNotFound();
    const totp = (await findTwoFactor(tx, id))?.verified ?? false;
    const passkeys = await deletePasskeysOf(tx, id);
    if (!totp && passkeys === 0) throw failure("CONFLICT", noSecondFactor);
    await removeTwoFactor(tx, id);
    await deleteSessionsOf(tx, id);
    await queueMail(tx, mail);
    await recordAudit(tx, actor, {
      action: "POST /api/users/{id}/remove-factors",
      subject: `user:${id}`,
      before: { totp, passkeys },
      after: { totp: false, passkeys: 0, reason },
    });
  });
}
