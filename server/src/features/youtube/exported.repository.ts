import { and, asc, eq, isNull } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import type { EveryColumnBut } from "#server/db/every-column.ts";
import { youtubeConnections, youtubeThumbnailSets } from "#server/db/tables/youtube.ts";

/** The tokens are secrets; the others are how Google is asked. */
type WithheldOfConnections =
  | ("userId" | "tokens" | "accessExpiresAt")
  | ("pictureAddress" | "uploadsPlaylistId");

export async function findConnectionOf(tx: Tx, userId: string) {
  return tx
    .select({
      channelId: youtubeConnections.channelId,
      channelTitle: youtubeConnections.channelTitle,
      scopes: youtubeConnections.scopes,
      endedAt: youtubeConnections.endedAt,
      createdAt: youtubeConnections.createdAt,
      updatedAt: youtubeConnections.updatedAt,
    } satisfies EveryColumnBut<typeof youtubeConnections, WithheldOfConnections>)
    .from(youtubeConnections)
    .where(eq(youtubeConnections.userId, userId));
}

/** The browser's key against a double click, and how the shop finds out what became of a setting. */
type WithheldOfThumbnailSets =
  | ("userId" | "idempotencyKey" | "leaseUntil" | "freedAt")
  | ("formerFileKey" | "formerPrint" | "sentPrint");

export async function findThumbnailSetsOf(tx: Tx, userId: string) {
  return tx
    .select({
      id: youtubeThumbnailSets.id,
      channelId: youtubeThumbnailSets.channelId,
      videoId: youtubeThumbnailSets.videoId,
      title: youtubeThumbnailSets.title,
      imageId: youtubeThumbnailSets.imageId,
      designId: youtubeThumbnailSets.designId,
      restoresId: youtubeThumbnailSets.restoresId,
      state: youtubeThumbnailSets.state,
      createdAt: youtubeThumbnailSets.createdAt,
      sentAt: youtubeThumbnailSets.sentAt,
      setAt: youtubeThumbnailSets.setAt,
      restoredAt: youtubeThumbnailSets.restoredAt,
    } satisfies EveryColumnBut<typeof youtubeThumbnailSets, WithheldOfThumbnailSets>)
    .from(youtubeThumbnailSets)
    .where(and(eq(youtubeThumbnailSets.userId, userId), isNull(youtubeThumbnailSets.freedAt)))
    .orderBy(asc(youtubeThumbnailSets.createdAt));
}
