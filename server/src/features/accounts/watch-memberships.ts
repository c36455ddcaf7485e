import type { Platform } from "#server/platform/platform.ts";
import { queueMembershipEnding } from "./account-mails.ts";
import { endLapsedMemberships, takeDueReminders } from "./memberships.repository.ts";
import { removeUnusedPictures } from "./pictures.ts";

const batch = 50;

/** Every hour: lapsed memberships end, members are reminded a week ahead, pictures that nobody uses go. */
export function watchMemberships(platform: Platform): void {
  platform.jobs.every("memberships", 3600, () => lookAtMemberships(platform));
  platform.jobs.every("unused-pictures", 3600, () => removeUnusedPictures(platform));
}

/** One round; true where more reminders may be due. */
export async function lookAtMemberships(platform: Platform): Promise<boolean> {
  await endLapsedMemberships(platform.db);
  return platform.db.transaction(async (tx) => {
    const due = await takeDueReminders(tx, batch);
    for (const user of due) await queueMembershipEnding(platform, tx, user);
    return due.length === batch;
  });
}
