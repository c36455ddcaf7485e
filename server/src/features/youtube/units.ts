import type { AnswerOf } from "#contract/call.ts";
import type { getYoutubeUsage } from "#contract/youtube-usage.ts";
import type { Tx } from "#server/db/database.ts";
import { notifyAdmins } from "#server/features/mail/notify-admins.ts";
import { loadTemplates } from "#server/features/mail/queue-mail.ts";
import { type Failure, failure } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { addChannelUnits, addMemberUnits, addUnits, exhaustUnits, findUnits } from "./units.repository.ts";

/** From here on the owner is told, in a hundredth of the day's units. */
const noticePercent = 80;

/**
 * Counts the units of a member's call before it is made; throws where the day's are used up, or the part that one member may
 * use, also by several accounts for one channel, so that Google is not asked.
 */
export async function takeUnits(
  platform: Platform,
  { userId, channelId }: { userId: string; channelId?: string },
  units: number,
): Promise<void> {
  const { dailyUnits, memberUnits } = platform.config.youtube;
  // Every call that is counted waits for the day's row.
  await loadTemplates();
  await platform.db.transaction(async (tx) => {
    const added = await addUnits(tx, units, dailyUnits);
    if (!added) throw await quotaIsUsedUp(tx);
    // Thrown, nothing of the day's is counted.
    if (!(await addMemberUnits(tx, userId, units, memberUnits))) throw await shareIsUsedUp(tx, "You have");
    if (channelId && (await addChannelUnits(tx, added.day, channelId, units)) > memberUnits)
      throw await shareIsUsedUp(tx, "Your channel has");
    const notable = (dailyUnits * noticePercent) / 100;
    if (added.used < notable || added.used - units >= notable) return;
    await tell(platform, tx, added.day, {
      subject: `YouTube: ${noticePercent} % of today's units are used`,
      fact: `Members used ${added.used} of the ${dailyUnits} units that Google grants the shop a day. Once all are used, channels can't be listed and thumbnails can't be set until midnight in California.`,
    });
  });
}

/** Google says that the day's units are used up. Where the shop did not see it come, the owner learns of it now. */
export async function noteUsedUp(platform: Platform): Promise<void> {
  const { dailyUnits } = platform.config.youtube;
  await loadTemplates();
  await platform.db.transaction(async (tx) => {
    await tell(platform, tx, await exhaustUnits(tx, dailyUnits), {
      subject: "YouTube: today's units are used up",
      fact: `Google says that the shop's units of today are used up, before the shop counted ${dailyUnits}. Channels can't be listed and thumbnails can't be set until midnight in California. Another program uses the same project at Google, or Google grants fewer units than YOUTUBE_DAILY_UNITS says.`,
    });
  });
}

/** Once a day, whatever came first. */
async function tell(
  platform: Platform,
  tx: Tx,
  day: string,
  { subject, fact }: { subject: string; fact: string },
): Promise<void> {
  await notifyAdmins(platform, tx, {
    key: `youtube-units:${day}`,
    templateName: "youtube-units",
    subject,
    paragraphs: [fact, "More can be asked for at Google; docs/operations.md says how."],
    path: "/admin/dashboard",
  });
}

export async function quotaIsUsedUp(tx: Tx): Promise<Failure> {
  return untilTomorrow(tx, "The shop has used up what YouTube allows it for today.");
}

async function shareIsUsedUp(tx: Tx, whoHas: string): Promise<Failure> {
  return untilTomorrow(tx, `${whoHas} used up what one member may ask of YouTube in a day.`);
}

async function untilTomorrow(tx: Tx, sentence: string): Promise<Failure> {
  const { seconds } = await findUnits(tx);
  const hours = Math.ceil(seconds / 3600);
  const when = hours <= 1 ? "an hour" : `${hours} hours`;
  return failure("YOUTUBE_QUOTA", `${sentence} Please try again in ${when}.`, { retryAfter: seconds });
}

export async function readUsage({ db, config }: Platform): Promise<AnswerOf<typeof getYoutubeUsage>["data"]> {
  const { used, resetsAt } = await findUnits(db);
  const limit = config.youtube.dailyUnits;
  return { usedToday: Math.min(used, limit), limit, resetsAt: resetsAt.toISOString() };
}
