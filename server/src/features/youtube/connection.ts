import { createHash } from "node:crypto";
import { channelPictureUrl, type YoutubeConnection, type YoutubePurpose } from "#contract/youtube.ts";
import { failure } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { readScope, uploadScope } from "#server/providers/youtube/oauth.ts";
import { readAvatar } from "#server/providers/youtube/public-video.ts";
import { type ConnectionRow, findConnection } from "./connections.repository.ts";
import { readPicture } from "./present-thumbnail.ts";
import { youtubeFailed, youtubeIsAway } from "./refusals.ts";
import { revokeLater } from "./revoke-grants.ts";
import { findGoogle } from "./tokens.ts";
import { forgetChannel } from "./youtube.service.ts";

/** As the shop's rows tell it; Google is not asked. */
export async function readConnection(platform: Platform, userId: string): Promise<YoutubeConnection> {
  const available = findGoogle(platform) !== null;
  const row = available ? await findConnection(platform.db, userId) : null;
  if (!row) return { available, connected: false, purposes: [] };
  const connected = row.endedAt === null && row.tokens !== null;
  const picture = createHash("sha256")
    .update(row.pictureAddress ?? row.channelId)
    .digest("hex")
    .slice(0, 12);
  return {
    available,
    connected,
    channel: {
      id: row.channelId,
      title: row.channelTitle,
      thumbnailUrl: `${channelPictureUrl}?v=${picture}`,
    },
    purposes: connected ? purposesOf(row) : [],
    ...(connected ? {} : { ended: true }),
  };
}

function purposesOf({ scopes }: Pick<ConnectionRow, "scopes">): YoutubePurpose[] {
  if (!scopes.includes(readScope)) return [];
  return scopes.includes(uploadScope) ? ["list", "set"] : ["list"];
}

/** Forgets the channel at once; Google hears of it after the commit, as soon as it answers. */
export async function disconnect(platform: Platform, userId: string): Promise<void> {
  await platform.db.transaction((tx) => forgetChannel(tx, userId));
  revokeLater(platform);
}

/** The channel's picture, read of Google's host and handed on. */
export async function readChannelPicture(
  { db, config }: Platform,
  userId: string,
): Promise<{ bytes: Buffer; mimeType: string }> {
  const row = await findConnection(db, userId);
  if (!row?.pictureAddress) throw failure("NOT_FOUND");
  const answer = await readAvatar(config.youtube, row.pictureAddress);
  if (answer.kind === "away") throw youtubeIsAway();
  if (answer.kind === "failed") throw youtubeFailed(answer.reason);
  const picture = answer.kind === "found" ? await readPicture(answer.bytes) : null;
  if (!picture) throw failure("NOT_FOUND");
  return picture;
}
