import { eq, sql } from "drizzle-orm";
import { countWithin } from "#server/db/count-within.ts";
import type { Tx } from "#server/db/database.ts";
import { youtubeMemberUnits, youtubeUnits } from "#server/db/tables/youtube.ts";
import { shortDigest } from "#server/platform/short-digest.ts";

/** Google counts by California's day: https://developers.google.com/youtube/v3/getting-started#quota */
const today = sql`(now() at time zone 'America/Los_Angeles')::date`;
const nextDay = sql<string>`((${today} + 1)::timestamp at time zone 'America/Los_Angeles')`;

/** Counts units of today; answers how many are used with them, or null where they would be more than the limit. */
export async function addUnits(
  tx: Tx,
  units: number,
  limit: number,
): Promise<{ day: string; used: number } | null> {
  if (units > limit) return null;
  const [row] = await tx
    .insert(youtubeUnits)
    .values({ day: today, used: units })
    .onConflictDoUpdate({
      target: youtubeUnits.day,
      set: { used: sql`${youtubeUnits.used} + ${units}` },
      setWhere: sql`${youtubeUnits.used} + ${units} <= ${limit}`,
    })
    .returning({ day: youtubeUnits.day, used: youtubeUnits.used });
  return row ?? null;
}

/** Counts units of a member today; false where they would be more than the member may use. */
export async function addMemberUnits(tx: Tx, userId: string, units: number, limit: number): Promise<boolean> {
  if (units > limit) return false;
  const rows = await tx
    .insert(youtubeMemberUnits)
    .values({ day: today, userId, used: units })
    .onConflictDoUpdate({
      target: [youtubeMemberUnits.userId, youtubeMemberUnits.day],
      set: { used: sql`${youtubeMemberUnits.used} + ${units}` },
      setWhere: sql`${youtubeMemberUnits.used} + ${units} <= ${limit}`,
    })
    .returning({ used: youtubeMemberUnits.used });
  return rows.length > 0;
}

/**
 * Counts units of a channel on a day, and answers how many they are with them. By a digest, which ends within a day: whoever
 * connects the channel to another account, or to one made anew, finds its part as it was left.
 */
export async function addChannelUnits(
  tx: Tx,
  day: string,
  channelId: string,
  units: number,
): Promise<number> {
  return countWithin(
    tx,
    { name: "youtube-channel", windowSeconds: 86_400 },
    `${day}:${shortDigest(channelId)}`,
    units,
  );
}

export async function deleteUnitsOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(youtubeMemberUnits).where(eq(youtubeMemberUnits.userId, userId));
}

/** Google counts more than the shop did: the rest of the day, which is answered, is over. */
export async function exhaustUnits(tx: Tx, limit: number): Promise<string> {
  const [row] = await tx
    .insert(youtubeUnits)
    .values({ day: today, used: limit })
    .onConflictDoUpdate({
      target: youtubeUnits.day,
      set: { used: sql`greatest(${youtubeUnits.used}, ${limit})` },
    })
    .returning({ day: youtubeUnits.day });
  return row!.day;
}

export async function findUnits(tx: Tx): Promise<{ used: number; resetsAt: Date; seconds: number }> {
  const { rows } = await tx.execute<{ used: number; at: string; seconds: number }>(
    sql`select coalesce((select used from ${youtubeUnits} where day = ${today}), 0)::int as used,
      extract(epoch from ${nextDay}) * 1000 as at,
      ceil(extract(epoch from ${nextDay} - now()))::int as seconds`,
  );
  const { used, at, seconds } = rows[0]!;
  return { used, resetsAt: new Date(Number(at)), seconds };
}
