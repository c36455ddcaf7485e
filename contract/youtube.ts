import { z } from "zod";
import { call } from "./call.ts";
import { rowId } from "./design-fields.ts";
import { acknowledged, envelope, listQuery, recordVersion, requiredIdempotencyKey } from "./fields.ts";
import { isSitePath } from "./urls.ts";
import { videoParams } from "./youtube-video.ts";

/** What a channel is connected for: to list its videos, or to set their thumbnails as well. */
const youtubePurposes = ["list", "set"] as const;
export type YoutubePurpose = (typeof youtubePurposes)[number];

/**
 * How a way over Google's page of consent ended. The callback adds `youtube=` and the name to the address that it leads
 * back to, and the screen there says the sentence.
 */
export const youtubeOutcomes = {
  connected: "YouTube is connected.",
  partly:
    "YouTube is connected, but without the permission to set thumbnails. Connect again and leave both ticked to set them.",
  refused: "YouTube was not connected, because the permission was refused. Nothing was changed.",
  incomplete:
    "YouTube was not connected, because the permission to see the channel was left out. Please connect again and leave it ticked.",
  noChannel:
    "YouTube was not connected: this Google account has no channel. Please choose one that has, or make a channel at youtube.com first.",
  stale:
    "YouTube was not connected: this try was used already, took too long, or was begun in another session. Please press Connect YouTube again.",
  quota: "YouTube was not connected: what YouTube allows for today is used up. Please try again tomorrow.",
  away: "YouTube was not connected, because Google does not answer right now. Please try again in a minute.",
  failed: "YouTube was not connected: Google answered in a way that we don't understand. Please try again.",
} as const;
export type YoutubeOutcome = keyof typeof youtubeOutcomes;

/** Where the callback leads whose try is unknown. */
export const youtubeHome = "/profile";

export const connectYoutube = call({
  method: "POST",
  path: "/api/youtube/connect",
  access: "member",
  summary:
    "Google's page of consent, for the browser to go to. 'list' asks to see the channel, 'set' to set thumbnails as well; what was granted before is kept.",
  body: z.strictObject({
    purpose: z.enum(youtubePurposes, "Please say what YouTube is connected for: list or set."),
    /** A path of the shop, to which Google's answer leads back. */
    returnTo: z
      .string()
      .max(500, "This path is too long.")
      .refine(isSitePath, "Please name a path of this site."),
  }),
  answer: envelope(z.object({ url: z.string() })),
  errors: ["INVALID_INPUT", "NOT_FOUND"],
  rateLimit: { name: "youtube-connect", max: 20, windowSeconds: 600, by: "user" },
});

const told = z.string().max(4000).optional();

export const youtubeCallback = call({
  method: "GET",
  path: "/api/youtube/callback",
  access: "visitor",
  summary:
    "Google's answer to the page of consent. Leads back to the path that the try was begun at, with `?youtube=` and how it ended.",
  query: z.object({ code: told, state: told, error: told, scope: told }),
  answer: z.unknown(),
  status: 302,
  answerKind: "file",
  errors: ["INVALID_INPUT"],
  rateLimit: { name: "youtube-callback", max: 60, windowSeconds: 600, by: "address" },
});

export const youtubeConnection = z.object({
  /** Whether the shop can connect channels at all; if not, no screen shows anything of it. */
  available: z.boolean(),
  connected: z.boolean(),
  /** Stays while `ended`, so that the screen can name what to connect again. */
  channel: z.object({ id: z.string(), title: z.string(), thumbnailUrl: z.string() }).optional(),
  purposes: z.array(z.enum(youtubePurposes)),
  /** The access was withdrawn at Google, or the channel is gone: 'Connect YouTube again'. */
  ended: z.boolean().optional(),
});
export type YoutubeConnection = z.output<typeof youtubeConnection>;

export const getYoutubeConnection = call({
  method: "GET",
  path: "/api/youtube/connection",
  access: "member",
  summary: "Whether a channel is connected, which one, and what for. Google is not asked.",
  answer: envelope(youtubeConnection),
  errors: [],
});

export const deleteYoutubeConnection = call({
  method: "DELETE",
  path: "/api/youtube/connection",
  access: "member",
  summary:
    "Forgets the channel and takes the access back at Google, at once or as soon as Google answers. Without a channel nothing happens.",
  answer: acknowledged,
  errors: [],
});

/** The address of `getYoutubeChannelPicture`. */
export const channelPictureUrl = "/api/youtube/connection/picture";

export const getYoutubeChannelPicture = call({
  method: "GET",
  path: channelPictureUrl,
  access: "member",
  summary: "The picture of the connected channel.",
  query: z.object({ v: z.string().max(40).optional() }),
  answer: z.string(),
  answerKind: "file",
  errors: ["NOT_FOUND", "PROVIDER_FAILED", "UNAVAILABLE"],
  rateLimit: { name: "youtube-thumbnails", max: 300, windowSeconds: 60, by: "user" },
});

export const videoPrivacies = ["public", "unlisted", "private"] as const;

export const channelVideo = z.object({
  id: z.string(),
  title: z.string(),
  publishedAt: z.string(),
  privacy: z.enum(videoPrivacies),
  /** 0 of what has not been streamed yet. */
  durationSeconds: z.number().int(),
  thumbnailUrl: z.string(),
});
export type ChannelVideo = z.output<typeof channelVideo>;

export const getYoutubeVideos = call({
  method: "GET",
  path: "/api/youtube/videos",
  access: "member",
  summary:
    "The newest uploads of the connected channel, twelve a page, at most ten minutes old; paged by YouTube's own tokens.",
  query: z.object({ pageToken: z.string().min(1).max(200).optional() }),
  answer: envelope(
    z.object({
      videos: z.array(channelVideo),
      nextPageToken: z.string().optional(),
      previousPageToken: z.string().optional(),
    }),
  ),
  errors: [
    "INVALID_INPUT",
    "NOT_FOUND",
    "YOUTUBE_NOT_CONNECTED",
    "YOUTUBE_QUOTA",
    "PROVIDER_FAILED",
    "UNAVAILABLE",
  ],
  rateLimit: { name: "youtube-videos", max: 60, windowSeconds: 60, by: "user" },
});

/** For so long a setting can be taken back. */
export const thumbnailRestorableDays = 30;

/** A thumbnail that the shop set on a video, or put back on it. */
export const thumbnailSet = z.object({
  id: z.string(),
  videoId: z.string(),
  /** The video's title at that time. */
  title: z.string(),
  at: z.string(),
  imageId: z.string().optional(),
  designId: z.string().optional(),
  /** The setting before which stood what this one put back. */
  restores: z.string().optional(),
  /** When the former thumbnail was put back. */
  restoredAt: z.string().optional(),
  /** The former thumbnail is not kept: YouTube showed it to nobody, or it was long ago. */
  withoutFormer: z.boolean().optional(),
  /** It was sent, and YouTube neither answered nor showed what stands there since: nobody knows whether it does. */
  unresolved: z.boolean().optional(),
  /** Something else was set or put back on the video from here since, so that there is nothing to undo. */
  replaced: z.boolean().optional(),
});
export type ThumbnailSet = z.output<typeof thumbnailSet>;

const settingErrors = [
  "INVALID_INPUT",
  "NOT_FOUND",
  "CONFLICT",
  "YOUTUBE_NOT_CONNECTED",
  "YOUTUBE_NOT_ALLOWED",
  "YOUTUBE_QUOTA",
  "PROVIDER_FAILED",
  "UNAVAILABLE",
] as const;

export const setYoutubeThumbnail = call({
  method: "PUT",
  path: "/api/youtube/videos/{id}/thumbnail",
  access: "member",
  summary:
    "Sets an own picture or design on a video of the connected channel; the present thumbnail is kept first, for 30 days. One key sets it once, however often it is sent. With designVersion, the version that the person was shown, it is refused (409 STALE_VERSION) where the design has another one by now. YouTube shows a private video's picture to nobody: with withoutFormer it is set without keeping that one, else refused (409 YOUTUBE_PRIVATE).",
  params: videoParams,
  body: z
    .strictObject({
      imageId: rowId("The picture").optional(),
      designId: rowId("The design").optional(),
      designVersion: recordVersion.optional(),
      /** What can be kept is kept all the same. */
      withoutFormer: z.boolean("withoutFormer must be true or false.").optional(),
      idempotencyKey: requiredIdempotencyKey,
    })
    .refine(({ imageId, designId }) => (imageId === undefined) !== (designId === undefined), {
      message: "Please name a picture or a design.",
      path: ["imageId"],
    })
    .refine(({ designId, designVersion }) => designVersion === undefined || designId !== undefined, {
      message: "Only a design has a version.",
      path: ["designVersion"],
    }),
  answer: envelope(thumbnailSet),
  errors: [...settingErrors, "STALE_VERSION", "YOUTUBE_PRIVATE"],
  rateLimit: { name: "youtube-set", max: 30, windowSeconds: 600, by: "user" },
});

export const restoreYoutubeThumbnail = call({
  method: "POST",
  path: "/api/youtube/videos/{id}/thumbnail/restore",
  access: "member",
  summary:
    "Puts the thumbnail back that stood before the latest setting of that video, or before the one that is named; within 30 days. What was put back already is answered as it is. A putting back can be named as well. With ifStands it is refused (409 STALE_VERSION) where another thumbnail stands there by now, as one that was set in YouTube Studio. What stands on a private video, which YouTube shows to nobody, is neither compared nor kept.",
  params: videoParams,
  body: z.strictObject({
    setId: rowId("The setting").optional(),
    ifStands: z.boolean("ifStands must be true or false.").optional(),
  }),
  answer: envelope(thumbnailSet),
  errors: [...settingErrors, "STALE_VERSION"],
  rateLimit: { name: "youtube-set", max: 30, windowSeconds: 600, by: "user" },
});

export const getYoutubeHistory = call({
  method: "GET",
  path: "/api/youtube/history",
  access: "member",
  summary: "The thumbnails that the viewer set from here, newest first; of one video or of all.",
  query: listQuery(["at"], { videoId: z.string().max(200).optional() }),
  answer: envelope(z.array(thumbnailSet)),
  errors: ["INVALID_INPUT"],
});
