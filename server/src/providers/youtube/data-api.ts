import type { youtube_v3 } from "@googleapis/youtube";
import { z } from "zod";
import { callGoogle, type Google, GoogleError, openOauth } from "./google.ts";

/** Units that a call costs: https://developers.google.com/youtube/v3/determine_quota_cost */
export const unitsOf = { list: 1, setThumbnail: 50 } as const;

async function openDataApi(google: Google, accessToken: string): Promise<youtube_v3.Youtube> {
  const auth = await openOauth(google, { access_token: accessToken });
  const { youtube } = await import("@googleapis/youtube");
  return youtube({ version: "v3", auth });
}

/** Of each call by itself: uploads take no address from the client, and its own drops the path of an address. */
const optionsOf = ({ config }: Google, timeout = config.apiTimeoutMs) => ({
  rootUrl: config.apiUrl,
  retry: false,
  timeout,
});

/** An answer's form is held, as everything in the library's types is optional. */
async function ask<Schema extends z.ZodType>(
  schema: Schema,
  work: () => Promise<{ data: unknown }>,
): Promise<z.output<Schema>> {
  const { data } = await callGoogle(work);
  const read = schema.safeParse(data);
  if (!read.success) throw new GoogleError("failed", "another form than documented", 200);
  return read.data;
}

const channelList = z.object({
  kind: z.literal("youtube#channelListResponse"),
  items: z
    .array(
      z.object({
        id: z.string(),
        snippet: z.object({
          title: z.string(),
          thumbnails: z
            .object({ medium: z.object({ url: z.string() }).optional() })
            .nullish()
            .transform((found) => found?.medium?.url ?? null),
        }),
        contentDetails: z.object({ relatedPlaylists: z.object({ uploads: z.string() }) }),
      }),
    )
    .default([]),
});

export interface OwnChannel {
  id: string;
  title: string;
  pictureAddress: string | null;
  uploadsPlaylistId: string;
}

/** Null for an account that has none. */
export async function readOwnChannel(google: Google, accessToken: string): Promise<OwnChannel | null> {
  const api = await openDataApi(google, accessToken);
  const { items } = await ask(channelList, () =>
    api.channels.list({ mine: true, part: ["snippet", "contentDetails"] }, optionsOf(google)),
  );
  const [channel] = items;
  if (!channel) return null;
  const { id, snippet, contentDetails } = channel;
  const uploadsPlaylistId = contentDetails.relatedPlaylists.uploads;
  return { id, title: snippet.title, pictureAddress: snippet.thumbnails, uploadsPlaylistId };
}

const itemList = z.object({
  kind: z.literal("youtube#playlistItemListResponse"),
  items: z.array(z.object({ contentDetails: z.object({ videoId: z.string() }) })).default([]),
  nextPageToken: z.string().nullish(),
  prevPageToken: z.string().nullish(),
});

export interface UploadsPage {
  videoIds: string[];
  nextPageToken: string | undefined;
  previousPageToken: string | undefined;
}

/** A page of the uploads, newest first. Null where there is no such list: of a channel without any, or of none. */
export async function readUploads(
  google: Google,
  accessToken: string,
  { playlistId, pageToken, size }: { playlistId: string; pageToken: string | undefined; size: number },
): Promise<UploadsPage | null> {
  const api = await openDataApi(google, accessToken);
  const found = await ask(itemList, () =>
    api.playlistItems.list(
      { playlistId, maxResults: size, part: ["contentDetails"], ...(pageToken ? { pageToken } : {}) },
      optionsOf(google),
    ),
  ).catch((error: GoogleError) => {
    if (error.reason === "playlistNotFound") return null;
    throw error;
  });
  if (!found) return null;
  return {
    videoIds: found.items.map(({ contentDetails }) => contentDetails.videoId),
    nextPageToken: found.nextPageToken ?? undefined,
    previousPageToken: found.prevPageToken ?? undefined,
  };
}

const videoList = z.object({
  kind: z.literal("youtube#videoListResponse"),
  items: z
    .array(
      z.object({
        id: z.string(),
        snippet: z.object({ title: z.string(), publishedAt: z.string(), channelId: z.string() }),
        status: z.object({ privacyStatus: z.string() }),
        contentDetails: z.object({ duration: z.string().nullish() }).nullish(),
      }),
    )
    .default([]),
});

export interface VideoOfChannel {
  id: string;
  title: string;
  publishedAt: Date;
  channelId: string;
  privacy: string;
  /** ISO 8601, as PT1H12M5S. */
  duration: string;
}

/** In no certain order; those that are gone are left out. */
export async function readVideos(
  google: Google,
  accessToken: string,
  ids: readonly string[],
): Promise<VideoOfChannel[]> {
  const api = await openDataApi(google, accessToken);
  const { items } = await ask(videoList, () =>
    api.videos.list({ id: [...ids], part: ["snippet", "contentDetails", "status"] }, optionsOf(google)),
  );
  return items.map(({ id, snippet: { title, publishedAt, channelId }, status, contentDetails }) => ({
    id,
    title,
    channelId,
    publishedAt: new Date(publishedAt),
    privacy: status.privacyStatus,
    duration: contentDetails?.duration ?? "",
  }));
}

const setAnswer = z.object({ kind: z.literal("youtube#thumbnailSetResponse") });

/** An answer of another form leaves open whether it was set, as none does. */
export async function setThumbnail(
  google: Google,
  accessToken: string,
  videoId: string,
  { bytes, mimeType }: { bytes: Buffer; mimeType: string },
): Promise<void> {
  const api = await openDataApi(google, accessToken);
  const options = optionsOf(google, google.config.uploadTimeoutMs);
  await ask(setAnswer, () => api.thumbnails.set({ videoId, media: { mimeType, body: bytes } }, options));
}
