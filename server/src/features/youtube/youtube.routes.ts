import { getYoutubeThumbnail, getYoutubeVideo } from "#contract/youtube.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { readPresentThumbnail } from "./present-thumbnail.ts";
import { readPublicVideo } from "./public-video.ts";

export function youtubeRoutes(routes: Routes, platform: Platform): void {
  mount(routes, getYoutubeVideo).handle(async ({ query }) => ({
    success: true,
    data: await readPublicVideo(platform, query.link),
  }));

  mount(routes, getYoutubeThumbnail).handle(async ({ params, query, request, reply }) => {
    const { bytes, mimeType, etag } = await readPresentThumbnail(platform, params.id, query.width);
    reply
      .header("etag", etag)
      .header("cache-control", "private, no-cache")
      .header("content-security-policy", "default-src 'none'; sandbox")
      .header("x-content-type-options", "nosniff");
    if (request.headers["if-none-match"] === etag) reply.code(304).send();
    else reply.type(mimeType).send(bytes);
    return undefined;
  });
}
