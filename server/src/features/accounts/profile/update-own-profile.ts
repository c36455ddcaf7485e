import type { z } from "zod";
import type { updateUserProfile } from "#contract/profile.ts";
import type { createUser, UserRecord } from "#contract/users.ts";
import { pictureGone, takeFromLibrary } from "#server/features/content/media.service.ts";
import { failure, invalid, isStale, stale } from "#server/platform/failure.ts";
import { omitUndefined } from "#server/platform/omit-undefined.ts";
import type { Platform } from "#server/platform/platform.ts";
import { readUser, userNotFound, userRecordOf } from "../accounts.service.ts";
import { findUser, lockUser, saveUser } from "../users.repository.ts";
import { holdPhoto } from "./pictures.ts";

/**
 * Makes sure of the caller's own record: what is blank is filled, nothing else moves. Throws 403 for another
 * e-mail than the session's.
 */
export async function completeOwnProfile(
  platform: Platform,
  viewer: { id: string; email: string },
  sent: z.output<typeof createUser.body>,
): Promise<UserRecord> {
  if (sent.userEmail !== viewer.email) throw failure("FORBIDDEN", "Failed to create user");
  await platform.db.transaction(async (tx) => {
    const user = await lockUser(tx, viewer.id);
    if (!user) throw userNotFound();
    const isPhotoless = !user.profileUrl && (await holdPhoto(tx, sent.profileURL));
    if (isPhotoless) await takeFromLibrary(tx, viewer.id, sent.profileURL);
    await saveUser(tx, viewer.id, {
      ...(user.name.trim() === "" && sent.userName ? { name: sent.userName } : {}),
      ...(isPhotoless && sent.profileURL ? { profileUrl: sent.profileURL } : {}),
    });
  });
  return readUser(platform, viewer.id);
}

/** Changes what is sent of the own profile. Anyone else's id is answered like an unknown one. */
export async function updateOwnProfile(
  platform: Platform,
  viewerId: string,
  id: string,
  sent: z.output<typeof updateUserProfile.body>,
): Promise<UserRecord> {
  if (id !== viewerId) throw userNotFound();
  const { userName, profileURL, version, ...rest } = sent;
  const changes = {
    ...(userName === undefined ? {} : { name: userName }),
    ...(profileURL === undefined ? {} : { profileUrl: profileURL || null }),
    ...omitUndefined(rest),
  };
  await platform.db.transaction(async (tx) => {
    const standing = (await lockUser(tx, id)) && (await findUser(tx, id));
    if (!standing) throw userNotFound();
    if (isStale(version, standing.user)) throw stale(userRecordOf(standing));
    if (profileURL !== standing.user.profileUrl && !(await holdPhoto(tx, profileURL)))
      throw invalid({ profileURL: pictureGone });
    // The former one too, which may be older than this rule.
    for (const photo of [standing.user.profileUrl, profileURL]) await takeFromLibrary(tx, id, photo);
    await saveUser(tx, id, changes);
  });
  return readUser(platform, id);
}
