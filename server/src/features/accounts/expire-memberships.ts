import type { Tx } from "#server/db/database.ts";
import { loadTemplates, mailBrand, queueMail, renderMail } from "#server/features/mail/queue-mail.ts";
import type { Platform } from "#server/platform/platform.ts";
import { claimDueReminders, endLapsedMemberships, isReminderDue } from "./memberships.repository.ts";

const batch = 50;

/** Lapsed memberships end, and members are reminded a week ahead; true where more reminders may be due. */
export async function expireMemberships(platform: Platform): Promise<boolean> {
  await endLapsedMemberships(platform.db);
  if (!(await isReminderDue(platform.db))) return false;
  await loadTemplates();
  return platform.db.transaction(async (tx) => {
    const due = await claimDueReminders(tx, batch);
    for (const user of due) await queueMembershipEnding(platform, tx, user);
    return due.length === batch;
  });
}

/** The reminder of a membership's end, in the transaction that notes that it was sent. */
async function queueMembershipEnding(
  platform: Platform,
  tx: Tx,
  user: { id: string; email: string; name: string; end: Date },
): Promise<void> {
  const brand = await mailBrand(platform, tx);
  const endsOn = user.end.toLocaleDateString("en-GB", { timeZone: "UTC" });
  const renewUrl = `${platform.config.appUrl}/user/select-package`;
  const body = await renderMail("membership-ending", { customerName: user.name, endsOn, renewUrl }, brand);
  await queueMail(tx, {
    to: user.email,
    subject: `Your ${brand.shopName} membership ends on ${endsOn}`,
    ...body,
    templateName: "Membership ending",
    dedupeKey: `membership-ending:${user.id}:${user.end.toISOString()}`,
  });
}
