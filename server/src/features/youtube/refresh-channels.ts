import { Failure } from "#server/platform/failure.ts";
import { workOff } from "#server/platform/jobs.ts";
import type { Platform } from "#server/platform/platform.ts";
import { openChannel, requireChannel } from "./channel-access.ts";
import { type ConnectionRow, findConnectionsToRefresh, updateChannel } from "./connections.repository.ts";
import { oneLine } from "./public-video.ts";
import { failureOf } from "./refusals.ts";
import { findGoogle } from "./tokens.ts";

/**
 * The job that has what is kept of channels read anew within 30 days:
 * https://developers.google.com/youtube/terms/developer-policies, III.E.4
 */
export async function refreshChannels(platform: Platform): Promise<void> {
  if (!findGoogle(platform)) return;
  const ended: string[] = [];
  await workOff(
    platform.log,
    async (except, limit) =>
      (await findConnectionsToRefresh(platform.db, [...except, ...ended], limit)).map((row) => ({
        ...row,
        id: row.userId,
      })),
    (row) =>
      refresh(platform, row).catch((error) => {
        // The member's to cure, who is told so on the screen.
        if (!(error instanceof Failure) || error.code !== "YOUTUBE_NOT_CONNECTED") throw error;
        ended.push(row.userId);
      }),
  );
}

async function refresh(platform: Platform, { userId, channelId }: ConnectionRow): Promise<void> {
  const channel = await requireChannel(await openChannel(platform, userId, "list")).catch((error) => {
    throw failureOf(error);
  });
  await updateChannel(platform.db, userId, {
    channelId,
    channelTitle: oneLine(channel.title),
    pictureAddress: channel.pictureAddress,
    uploadsPlaylistId: channel.uploadsPlaylistId,
  });
}
