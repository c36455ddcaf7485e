import { z } from "zod";
import { call } from "./call.ts";
import { envelope, nameText } from "./fields.ts";
import { previewWidth } from "./previews.ts";
import { isVideoId, linkMaxLength } from "./youtube-links.ts";

/** Another form is answered as an unknown one, so it stays a plain string here. */
export const videoParams = z.object({ id: z.string().max(200) });

export const videoId = z.string().refine(isVideoId, "Please name a video by its 11 characters.");

export const videoChannel = nameText;

export const youtubeVideo = z.object({
  id: z.string(),
  title: z.string(),
  /** The name of its channel. */
  channel: z.string(),
  /** Its present thumbnail, as the shop keeps it. */
  thumbnailUrl: z.string(),
});
export type YoutubeVideo = z.output<typeof youtubeVideo>;

export const getYoutubeVideo = call({
  method: "GET",
  path: "/api/youtube/video",
  access: "member",
  summary:
    "What YouTube tells everybody of the video that a link leads to. YouTube is asked by the video's id alone.",
  query: z.object({
    link: z
      .string("Please paste the link of a video.")
      .min(1, "Please paste the link of a video.")
      .max(linkMaxLength, "This link is too long to be one of a video."),
  }),
  answer: envelope(youtubeVideo),
  errors: ["INVALID_INPUT", "NOT_FOUND", "PROVIDER_FAILED", "UNAVAILABLE"],
  rateLimit: { name: "youtube-video", max: 60, windowSeconds: 60, by: "user" },
});

/** The address of `getYoutubeThumbnail`, which `getYoutubeVideo` and runs answer. */
export const videoThumbnailUrl = (id: string) => `/api/youtube/videos/${id}/image`;

export const getYoutubeThumbnail = call({
  method: "GET",
  path: "/api/youtube/videos/{id}/image",
  access: "member",
  summary: "A video's present thumbnail, at most ten minutes old; as a small WebP with `?width=` 320 or 640.",
  params: videoParams,
  query: z.object({ width: previewWidth.optional(), v: z.string().max(40).optional() }),
  answer: z.string(),
  answerKind: "file",
  errors: ["INVALID_INPUT", "NOT_FOUND", "PROVIDER_FAILED", "UNAVAILABLE"],
  rateLimit: { name: "youtube-thumbnails", max: 300, windowSeconds: 60, by: "user" },
});
