import { createHash } from "node:crypto";
import type { youtube_v3 } from "@googleapis/youtube";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { bearerOf, type Realm } from "../identity/provider.ts";
import type { Calls } from "./calls.ts";
import { type Channel, uploadsOf, type Video } from "./channels.ts";
import {
  insufficientScope,
  invalidPageToken,
  invalidValue,
  playlistNotFound,
  quotaExceeded,
  required,
  unauthorized,
  unknownPart,
} from "./errors.ts";
import { channelsOf, findVideo, publishAt, publishedAt, useUnits, type World } from "./world.ts";

const scope = (name: string) => `https://www.googleapis.com/auth/${name}`;
const readers = ["youtube.readonly", "youtube", "youtube.force-ssl"].map(scope);
export const writers = ["youtube.upload", "youtube", "youtube.force-ssl"].map(scope);

const etagOf = (value: unknown) =>
  createHash("sha1").update(JSON.stringify(value)).digest("base64url").slice(0, 27);

/** What a call comes with, as far as it is checked for each alike: the token, its scope, the quota. */
export function createGate(world: World, realm: Realm) {
  /** Null for an account without a channel. */
  return (request: FastifyRequest, method: string, scopes: readonly string[], units: number) => {
    const grant = realm.tokens.get(bearerOf(request));
    if (!grant) throw unauthorized();
    if (!grant.scopes.some((one) => scopes.includes(one))) throw insufficientScope(method);
    if (!useUnits(world, units)) throw quotaExceeded();
    return channelsOf(world).find(({ id }) => id === grant.choice) ?? null;
  };
}

/** channels.list, playlistItems.list and videos.list: https://developers.google.com/youtube/v3/docs */
export function mountDataApi(app: FastifyInstance, world: World, realm: Realm, calls: Calls): void {
  const enter = createGate(world, realm);

  app.get("/youtube/v3/channels", (request, reply) =>
    calls.perform(
      "channels.list",
      request,
      reply,
      async (): Promise<youtube_v3.Schema$ChannelListResponse> => {
        const own = enter(request, "youtube.api.v3.V3DataChannelService.List", readers, 1);
        const parts = partsOf(request, ["id", "snippet", "contentDetails", "status"]);
        const { mine, id } = queryOf(request);
        if (mine !== "true" && id === undefined) throw required("id");
        const found = mine === "true" ? (own ? [own] : []) : channelsOf(world).filter((one) => one.id === id);
        return listOf(
          "youtube#channelListResponse",
          found.map((one) => channelJson(one, parts)),
        );
      },
    ),
  );

  app.get("/youtube/v3/playlistItems", (request, reply) =>
    calls.perform(
      "playlistItems.list",
      request,
      reply,
      async (): Promise<youtube_v3.Schema$PlaylistItemListResponse> => {
        const own = enter(request, "youtube.api.v3.V3DataPlaylistItemService.List", readers, 1);
        const parts = partsOf(request, ["id", "snippet", "contentDetails", "status"]);
        const { playlistId, pageToken } = queryOf(request);
        if (playlistId === undefined) throw required("playlistId");
        const channel = channelsOf(world).find((one) => uploadsOf(one) === playlistId);
        // Google knows no uploads of a channel that has none.
        if (!channel || channel.videos.length === 0) throw playlistNotFound();
        const size = pageSizeOf(request);
        const visible = channel.videos.filter(({ privacy }) => channel === own || privacy === "public");
        const from = pageToken ? placeOf(pageToken) : 0;
        const items = visible
          .slice(from, from + size)
          .map((video, at) => playlistItemJson(world, channel, video, from + at, parts));
        return {
          ...listOf("youtube#playlistItemListResponse", items, visible.length, size),
          ...(from + size < visible.length ? { nextPageToken: tokenOf(from + size) } : {}),
          ...(from > 0 ? { prevPageToken: tokenOf(Math.max(0, from - size)) } : {}),
        };
      },
    ),
  );

  app.get("/youtube/v3/videos", (request, reply) =>
    calls.perform("videos.list", request, reply, async (): Promise<youtube_v3.Schema$VideoListResponse> => {
      const own = enter(request, "youtube.api.v3.V3DataVideoService.List", readers, 1);
      const parts = partsOf(request, ["id", "snippet", "contentDetails", "status"]);
      const { id } = queryOf(request);
      if (id === undefined) throw required("id");
      const ids = id.split(",");
      if (ids.length > 50) throw invalidValue("id");
      const items = ids.flatMap((one) => {
        const found = findVideo(world, one);
        if (!found || (found.video.privacy === "private" && found.channel !== own)) return [];
        return [videoJson(world, found.channel, found.video, parts, found.channel === own)];
      });
      return listOf("youtube#videoListResponse", items);
    }),
  );
}

/** Repeated parameters count as one list, as Google's own clients send them. */
function queryOf(request: FastifyRequest): Record<string, string | undefined> {
  const query = request.query as Record<string, string | string[]>;
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value].flat().join(",")]));
}

function partsOf(request: FastifyRequest, known: readonly string[]): Set<string> {
  const { part } = queryOf(request);
  if (!part) throw required("part");
  const parts = part.split(",");
  const bad = parts.find((one) => !known.includes(one));
  if (bad) throw unknownPart(bad);
  return new Set(parts);
}

function pageSizeOf(request: FastifyRequest): number {
  const { maxResults = "5" } = queryOf(request);
  const size = Number(maxResults);
  if (!Number.isInteger(size) || size < 0 || size > 50) throw invalidValue("maxResults");
  return size;
}

const tokenOf = (place: number) => Buffer.from(`PT:${place}`).toString("base64url");
function placeOf(token: string): number {
  const found = /^PT:(\d+)$/.exec(Buffer.from(token, "base64url").toString("latin1"));
  if (!found) throw invalidPageToken();
  return Number(found[1]);
}

const listOf = <T>(kind: string, items: T[], totalResults = items.length, resultsPerPage = items.length) => ({
  kind,
  etag: etagOf(items),
  ...(items.length > 0 ? { items } : {}),
  pageInfo: { totalResults, resultsPerPage },
});

function channelJson(channel: Channel, parts: ReadonlySet<string>): youtube_v3.Schema$Channel {
  const avatar = (side: number) => ({
    url: `https://yt3.ggpht.com/ytc/${channel.id}=s${side}-c-k-c0x00ffffff-no-rj`,
    width: side,
    height: side,
  });
  return {
    kind: "youtube#channel",
    etag: etagOf(channel.title),
    id: channel.id,
    ...(parts.has("snippet")
      ? {
          snippet: {
            title: channel.title,
            description: "",
            customUrl: `@${channel.handle}`,
            publishedAt: "2021-03-14T09:26:53.000Z",
            thumbnails: { default: avatar(88), medium: avatar(240), high: avatar(800) },
            localized: { title: channel.title, description: "" },
          },
        }
      : {}),
    ...(parts.has("contentDetails")
      ? { contentDetails: { relatedPlaylists: { likes: "LL", uploads: uploadsOf(channel) } } }
      : {}),
  };
}

/** Pictures of 4:3 hold one of 16:9 between bars. */
export function thumbnailsJson({
  id,
  hasMaxres,
}: Pick<Video, "id" | "hasMaxres">): youtube_v3.Schema$ThumbnailDetails {
  const url = (name: string) => `https://i.ytimg.com/vi/${id}/${name}.jpg`;
  return {
    default: { url: url("default"), width: 120, height: 90 },
    medium: { url: url("mqdefault"), width: 320, height: 180 },
    high: { url: url("hqdefault"), width: 480, height: 360 },
    standard: { url: url("sddefault"), width: 640, height: 480 },
    ...(hasMaxres ? { maxres: { url: url("maxresdefault"), width: 1280, height: 720 } } : {}),
  };
}

function playlistItemJson(
  world: World,
  channel: Channel,
  video: Video,
  position: number,
  parts: ReadonlySet<string>,
): youtube_v3.Schema$PlaylistItem {
  const published = publishedAt(world, video).toISOString();
  const playlistId = uploadsOf(channel);
  return {
    kind: "youtube#playlistItem",
    etag: etagOf(video),
    id: Buffer.from(`${playlistId}.${video.id}`).toString("base64url"),
    ...(parts.has("snippet")
      ? {
          snippet: {
            publishedAt: published,
            channelId: channel.id,
            title: video.title,
            description: "",
            thumbnails: thumbnailsJson(video),
            channelTitle: channel.title,
            playlistId,
            position,
            resourceId: { kind: "youtube#video", videoId: video.id },
            videoOwnerChannelTitle: channel.title,
            videoOwnerChannelId: channel.id,
          },
        }
      : {}),
    ...(parts.has("contentDetails")
      ? {
          contentDetails: {
            videoId: video.id,
            ...(video.privacy === "private" ? {} : { videoPublishedAt: published }),
          },
        }
      : {}),
    ...(parts.has("status") ? { status: { privacyStatus: video.privacy } } : {}),
  };
}

function videoJson(
  world: World,
  channel: Channel,
  video: Video,
  parts: ReadonlySet<string>,
  isOwn: boolean,
): youtube_v3.Schema$Video {
  const goesPublic = publishAt(world, video);
  return {
    kind: "youtube#video",
    etag: etagOf(video),
    id: video.id,
    ...(parts.has("snippet")
      ? {
          snippet: {
            publishedAt: publishedAt(world, video).toISOString(),
            channelId: channel.id,
            title: video.title,
            description: "",
            thumbnails: thumbnailsJson(video),
            channelTitle: channel.title,
            categoryId: "22",
            liveBroadcastContent: "none",
            localized: { title: video.title, description: "" },
          },
        }
      : {}),
    ...(parts.has("contentDetails")
      ? {
          contentDetails: {
            duration: durationOf(video.seconds),
            dimension: "2d",
            definition: video.hasMaxres ? "hd" : "sd",
            caption: "false",
            licensedContent: true,
            contentRating: {},
            projection: "rectangular",
            ...(isOwn ? { hasCustomThumbnail: world.thumbnails.has(video.id) } : {}),
          },
        }
      : {}),
    ...(parts.has("status")
      ? {
          status: {
            uploadStatus: "processed",
            privacyStatus: video.privacy,
            license: "youtube",
            embeddable: video.embeddable,
            publicStatsViewable: true,
            madeForKids: false,
            ...(goesPublic ? { publishAt: goesPublic.toISOString() } : {}),
          },
        }
      : {}),
  };
}

/** ISO 8601, as PT1H12M5S. */
export function durationOf(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `PT${hours ? `${hours}H` : ""}${minutes ? `${minutes}M` : ""}${rest || seconds === 0 ? `${rest}S` : ""}`;
}
