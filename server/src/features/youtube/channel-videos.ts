import { type ChannelVideo, videoPrivacies } from "#contract/youtube.ts";
import { isVideoId } from "#contract/youtube-links.ts";
import { videoThumbnailUrl } from "#contract/youtube-video.ts";
import type { Platform } from "#server/platform/platform.ts";
import { readUploads, readVideos, unitsOf, type VideoOfChannel } from "#server/providers/youtube/data-api.ts";
import { type ChannelAccess, openChannel, requireChannel } from "./channel-access.ts";
import { type ChannelPage, keepPage } from "./channel-pages.ts";
import { oneLine } from "./public-video.ts";
import { failureOf } from "./refusals.ts";

const pageSize = 12;

/** A page of the newest uploads, kept for ten minutes. */
export async function readChannelVideos(
  platform: Platform,
  userId: string,
  pageToken: string | undefined,
): Promise<ChannelPage> {
  const access = await openChannel(platform, userId, "list");
  const { channelId, createdAt } = access.channel;
  return keepPage(userId, [channelId, createdAt, pageToken], () =>
    readPage(access, pageToken).catch((error) => {
      throw failureOf(error);
    }),
  );
}

async function readPage(access: ChannelAccess, pageToken: string | undefined): Promise<ChannelPage> {
  const { google, channel, call } = access;
  const uploads = await call(unitsOf.list, (token) =>
    readUploads(google, token, { playlistId: channel.uploadsPlaylistId, pageToken, size: pageSize }),
  );
  if (!uploads) {
    await requireChannel(access);
    return { videos: [] };
  }
  const { videoIds, nextPageToken, previousPageToken } = uploads;
  const known = videoIds.filter(isVideoId);
  const found =
    known.length === 0 ? [] : await call(unitsOf.list, (token) => readVideos(google, token, known));
  const byId = new Map(found.map((video) => [video.id, video]));
  const videos = known.flatMap((id) => {
    const video = byId.get(id);
    return video ? [videoOf(video)] : [];
  });
  return { videos, nextPageToken, previousPageToken };
}

function videoOf({ id, title, publishedAt, privacy, duration }: VideoOfChannel): ChannelVideo {
  return {
    id,
    title: oneLine(title),
    publishedAt: publishedAt.toISOString(),
    privacy: videoPrivacies.find((one) => one === privacy) ?? "private",
    durationSeconds: secondsOf(duration),
    thumbnailUrl: videoThumbnailUrl(id),
  };
}

/** Of an ISO 8601 duration in days and less, as P1DT1H12M5S; 0 for what is none. */
export function secondsOf(duration: string): number {
  const found = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(duration);
  const [weeks, days, hours, minutes, seconds] = (found ?? []).slice(1).map((part) => Number(part ?? 0));
  if (!found) return 0;
  return (((weeks! * 7 + days!) * 24 + hours!) * 60 + minutes!) * 60 + seconds!;
}
