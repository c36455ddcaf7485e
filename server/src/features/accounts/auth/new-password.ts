import type { FastifyRequest } from "fastify";
import type { Tx } from "#server/db/database.ts";
import { withDeadlockRetry } from "#server/db/with-deadlock-retry.ts";
import { endKeysAtReset } from "#server/features/api-keys/api-keys.service.ts";
import { loadTemplates, type Mail, queueNotice } from "#server/features/mail/queue-mail.ts";
import { switchOffAtReset } from "#server/features/webhooks/webhooks.service.ts";
import { failure } from "#server/platform/failure.ts";
import type { Viewer } from "#server/platform/http/viewer.ts";
import type { Platform } from "#server/platform/platform.ts";
import { lockUser, type UserRow } from "../users.repository.ts";
import {
  deleteFederatedIdentitiesOf,
  deleteSessionsOf,
  deleteVerificationsOf,
  setPasswordHash,
  takeVerification,
} from "./auth.repository.ts";
import type { Auth } from "./auth.ts";
import { authHeaders } from "./call-better-auth.ts";
import { inSession } from "./in-session.ts";
import { deletePasskeysOf } from "./passkeys.repository.ts";
import { hashPassword } from "./password-hash.ts";
import { passwordChangedNotice } from "./password-mails.ts";

/** Sets a password and ends whatever the one before has let in, all or nothing. Called with the person's row locked. */
async function replacePassword(
  platform: Platform,
  tx: Tx,
  { id, hash, notice }: { id: string; hash: string; notice: Mail },
): Promise<void> {
  await setPasswordHash(tx, id, hash);
  await deleteVerificationsOf(tx, id);
  await deleteSessionsOf(tx, id);
  await queueNotice(platform, tx, notice);
}

/**
 * The person's own change, once their present password was looked at: as every new one ends their session, it is still the
 * present one where that is there. Answers the session that takes its place.
 */
export async function changeOwnPassword(
  platform: Platform,
  auth: Auth,
  viewer: Viewer,
  request: FastifyRequest,
  password: string,
) {
  const hash = await hashPassword(password, platform.config.passwordCost);
  const notice = await passwordChangedNotice(platform, viewer);
  return inSession(platform, viewer, async (tx) => {
    await replacePassword(platform, tx, { id: viewer.id, hash, notice });
    const headers = authHeaders(request);
    return auth.within(tx, () =>
      auth.api.openSession({ body: { userId: viewer.id }, headers, returnHeaders: true }),
    );
  });
}

/** Of whoever has the mail's link, which is used up by it. */
export async function resetPasswordByLink(
  platform: Platform,
  {
    linkId,
    person,
    password,
    keepKeys,
  }: { linkId: string; person: UserRow; password: string; keepKeys: boolean },
): Promise<void> {
  const hash = await hashPassword(password, platform.config.passwordCost);
  await loadTemplates();
  await withDeadlockRetry(platform.db, async (tx) => {
    const user = await lockUser(tx, person.id);
    if (!user || !(await takeVerification(tx, linkId))) throw failure("INVALID_TOKEN");
    // The mail has reached the address's owner; who came with it from a service that had not proven it may not be.
    const services = user.emailVerified ? 0 : await deleteFederatedIdentitiesOf(tx, user.id);
    // Nor whose passkeys those are. A factor of the staff is more than what reads its mail.
    const passkeys = !user.emailVerified && user.role === "member" ? await deletePasskeysOf(tx, user.id) : 0;
    const notice = await passwordChangedNotice(platform, user, { service: services > 0, passkeys }, tx);
    await replacePassword(platform, tx, { id: user.id, hash, notice });
    if (keepKeys) return;
    await endKeysAtReset(platform, tx, user);
    await switchOffAtReset(platform, tx, user);
  });
}
