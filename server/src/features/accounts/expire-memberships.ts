import type { Platform } from "#server/platform/platform.ts";
import { queueMembershipEnding } from "./auth/password-mails.ts";
import { claimDueReminders, endLapsedMemberships } from "./memberships.repository.ts";

const batch = 50;

/** Lapsed memberships end, and members are reminded a week ahead; true where more reminders may be due. */
export async function expireMemberships(platform: Platform): Promise<boolean> {
  await endLapsedMemberships(platform.db);
  return platform.db.transaction(async (tx) => {
    const due = await claimDueReminders(tx, batch);
    for (const user of due) await queueMembershipEnding(platform, tx, user);
    return due.length === batch;
  });
}
