import type { Tx } from "#server/db/database.ts";
import { isId } from "#server/db/ids.ts";
import { withDeadlockRetry } from "#server/db/with-deadlock-retry.ts";
import { deleteKeysOf } from "#server/features/api-keys/api-keys.service.ts";
import { takeFromLibrary } from "#server/features/content/media.service.ts";
import { eraseMails, removeErasedMailFiles } from "#server/features/mail/erase-mails.ts";
import { eraseCustomer } from "#server/features/orders/orders.service.ts";
import { removeGoneReferences } from "#server/features/references/references.service.ts";
import { deleteUnusedAttachments } from "#server/features/support/attachments/attachments.ts";
import { eraseSupport } from "#server/features/support/support.service.ts";
import { eraseWebhooks } from "#server/features/webhooks/webhooks.service.ts";
import { revokeLater } from "#server/features/youtube/revoke-grants.ts";
import { eraseYoutube, removeGoneThumbnails } from "#server/features/youtube/youtube.service.ts";
import { deletedUser } from "#server/platform/deleted-user.ts";
import { failure } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { userNotFound } from "../accounts.service.ts";
import { deleteSessionsOf, deleteVerificationsOf } from "../auth/auth.repository.ts";
import { forgetSnapshotsOf } from "../directory/user-snapshots.repository.ts";
import { removePicturesOf } from "../profile/pictures.ts";
import { countOtherAdmins, lockAdmins, lockUser, type UserRow } from "../users.repository.ts";
import {
  deleteBrandOf,
  emptySpellingChecksOf,
  eraseFromAudit,
  erasePayer,
  findPayerEmails,
  hideDesignsOf,
  hideGenerationsOf,
  hideReferencesOf,
  pseudonymise,
} from "./erasure.repository.ts";
import { erasuresJob } from "./erasures-list.ts";

/**
 * Erases a person's data and ends the sessions; orders and ledger stay under a pseudonym, and the e-mail is free to
 * register anew. `inside` runs in the same transaction. Throws 404 for an unknown id, 409 for the last admin.
 */
export async function eraseAccount(
  platform: Platform,
  id: string,
  inside: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<void> {
  if (!isId(id)) throw userNotFound();
  await withDeadlockRetry(platform.db, async (tx) => {
    await lockAdmins(tx);
    const user = await lockUser(tx, id);
    if (!user) throw userNotFound();
    if (user.role === "Admin" && !user.disabledAt && (await countOtherAdmins(tx, id)) === 0)
      throw failure("CONFLICT", "The last admin cannot be deleted.");
    await eraseUser(tx, user);
    await inside(tx);
  });
  platform.jobs.wake(erasuresJob);
  revokeLater(platform);
  await removeFilesOf(platform, id);
}

type Needs = Pick<Platform, "db" | "config" | "log" | "storage">;

/**
 * Erases again those whom a restored backup brought back; answers how many. Nobody asks whether an admin is left, as
 * `create-admin` makes one.
 */
export async function eraseAgain(platform: Needs, ids: readonly string[]): Promise<number> {
  let erased = 0;
  for (const id of ids) {
    const isBack = await withDeadlockRetry(platform.db, async (tx) => {
      const user = await lockUser(tx, id);
      if (user) await eraseUser(tx, user);
      return user !== null;
    });
    if (!isBack) continue;
    await removeFilesOf(platform, id);
    erased += 1;
  }
  return erased;
}

/**
 * After the commit: a file that is gone can't come back. What a crash leaves here, or a file store that is away, the hourly
 * cleaning finds.
 */
async function removeFilesOf(platform: Needs, id: string): Promise<void> {
  const removals = [
    () => removePicturesOf(platform, id),
    () => removeGoneReferences(platform),
    () => removeGoneThumbnails(platform),
    () => deleteUnusedAttachments(platform),
    () => removeErasedMailFiles(platform),
  ];
  for (const remove of removals)
    await remove().catch((error) =>
      platform.log.warn({ err: error }, "an erased account's files could not be removed yet"),
    );
}

async function eraseUser(tx: Tx, user: UserRow): Promise<void> {
  const pseudonym = deletedUser(user.id);
  await deleteSessionsOf(tx, user.id);
  await deleteVerificationsOf(tx, user.id);
  await deleteKeysOf(tx, user.id);
  await eraseCustomer(tx, user.id, pseudonym);
  // With the orders locked: payments that are written down from here on know nobody.
  const addresses = [user.email, ...(await findPayerEmails(tx, user.id))];
  await erasePayer(tx, user.id, addresses);
  await hideGenerationsOf(tx, user.id);
  await emptySpellingChecksOf(tx, user.id);
  await hideDesignsOf(tx, user.id);
  await deleteBrandOf(tx, user.id);
  await hideReferencesOf(tx, user.id);
  await eraseYoutube(tx, user.id);
  await eraseWebhooks(tx, user.id);
  await eraseMails(tx, user, addresses, pseudonym);
  await eraseFromAudit(tx, user.id, user.email, pseudonym);
  await eraseSupport(tx, user.id, pseudonym);
  await takeFromLibrary(tx, user.id, user.profileUrl);
  await pseudonymise(tx, user.id, pseudonym);
  await forgetSnapshotsOf(tx, user.id);
}
