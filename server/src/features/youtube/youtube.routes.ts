import {
  connectYoutube,
  deleteYoutubeConnection,
  getYoutubeChannelPicture,
  getYoutubeConnection,
  getYoutubeHistory,
  getYoutubeVideos,
  restoreYoutubeThumbnail,
  setYoutubeThumbnail,
  youtubeCallback,
} from "#contract/youtube.ts";
import { getYoutubeUsage } from "#contract/youtube-usage.ts";
import { getYoutubeThumbnail, getYoutubeVideo } from "#contract/youtube-video.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import { filePolicy } from "#server/platform/http/security-headers.ts";
import { sendRedirect } from "#server/platform/http/send-redirect.ts";
import type { Platform } from "#server/platform/platform.ts";
import { readChannelVideos } from "./channel-videos.ts";
import { finishConnecting, startConnecting } from "./connect.ts";
import { disconnect, readChannelPicture, readConnection } from "./connection.ts";
import { readPresentThumbnail } from "./present-thumbnail.ts";
import { readPublicVideo } from "./public-video.ts";
import { restoreThumbnail } from "./restore-thumbnail.ts";
import { readHistory, setOwnThumbnail } from "./set-thumbnail.ts";
import { readUsage } from "./units.ts";

export function youtubeRoutes(routes: Routes, platform: Platform): void {
  mount(routes, getYoutubeVideo).data(({ query }) => readPublicVideo(platform, query.link));

  mount(routes, getYoutubeThumbnail).handle(async ({ params, query, request, reply }) => {
    const { bytes, mimeType, etag } = await readPresentThumbnail(platform, params.id, query.width);
    reply
      .header("etag", etag)
      .header("cache-control", "private, no-cache")
      .header("content-security-policy", filePolicy)
      .header("x-content-type-options", "nosniff");
    if (request.headers["if-none-match"] === etag) reply.code(304).send();
    else reply.type(mimeType).send(bytes);
    return undefined;
  });

  mount(routes, connectYoutube).data(async ({ viewer, body }) => ({
    url: await startConnecting(platform, viewer, body),
  }));

  mount(routes, youtubeCallback).handle(async ({ viewer, query, reply }) => {
    const location = await finishConnecting(platform, viewer, query);
    sendRedirect(reply, location);
    return undefined;
  });

  mount(routes, getYoutubeConnection).data(({ viewer }) => readConnection(platform, viewer.id));

  mount(routes, deleteYoutubeConnection).handle(async ({ viewer }) => {
    await disconnect(platform, viewer.id);
    return { success: true };
  });

  mount(routes, getYoutubeChannelPicture).handle(async ({ viewer, reply }) => {
    const { bytes, mimeType } = await readChannelPicture(platform, viewer.id);
    reply
      .header("cache-control", "private, max-age=3600")
      .header("content-security-policy", filePolicy)
      .header("x-content-type-options", "nosniff")
      .type(mimeType)
      .send(bytes);
    return undefined;
  });

  mount(routes, getYoutubeVideos).data(({ viewer, query }) =>
    readChannelVideos(platform, viewer.id, query.pageToken),
  );

  mount(routes, getYoutubeUsage).data(() => readUsage(platform));

  mount(routes, setYoutubeThumbnail).data(({ viewer, params, body }) =>
    setOwnThumbnail(platform, viewer.id, params.id, body),
  );

  mount(routes, restoreYoutubeThumbnail).data(({ viewer, params, body }) =>
    restoreThumbnail(platform, viewer.id, params.id, body),
  );

  mount(routes, getYoutubeHistory).data(async ({ viewer, query, total }) => {
    const found = await readHistory(platform, viewer.id, query);
    total(found.total);
    return found.sets;
  });
}
