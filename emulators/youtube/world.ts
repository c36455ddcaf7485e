import { createHash } from "node:crypto";
import type { OfflineGrants } from "../identity/google-oauth.ts";
import { type Channel, demoChannels, type Video } from "./channels.ts";

/** Where what was set and granted outlives the process. */
export interface StateStore {
  load(): Promise<string | undefined>;
  save(json: string): Promise<void>;
}

/** One thumbnail that was set, as tests see it. */
export interface ThumbnailSet {
  videoId: string;
  at: string;
  mimeType: string;
  bytes: number;
  /** SHA-256 in hex of what was sent. */
  hash: string;
}

export interface World {
  channels: ReturnType<typeof demoChannels>;
  offline: OfflineGrants;
  /** Own pictures of videos, by id, as JPEG of 1280×720. */
  thumbnails: Map<string, Buffer>;
  sets: ThumbnailSet[];
  /** Of the day that is over at midnight in Los Angeles. */
  quota: { limit: number; used: number; day: string };
  now(): number;
  save(): Promise<void>;
}

export async function openWorld({
  store,
  now = Date.now,
  quotaLimit = 10_000,
}: {
  store?: StateStore | undefined;
  now?: (() => number) | undefined;
  quotaLimit?: number | undefined;
}): Promise<World> {
  const saved = await store?.load();
  const { offline = [], thumbnails = [] } = saved ? JSON.parse(saved) : {};
  const world: World = {
    channels: demoChannels(),
    offline: new Map(offline),
    thumbnails: new Map(
      (thumbnails as [string, string][]).map(([id, data]) => [id, Buffer.from(data, "base64")]),
    ),
    sets: [],
    quota: { limit: quotaLimit, used: 0, day: "" },
    now,
    async save() {
      const kept = [...world.thumbnails].map(([id, picture]) => [id, picture.toString("base64")]);
      await store?.save(JSON.stringify({ offline: [...world.offline], thumbnails: kept }));
    },
  };
  return world;
}

export const channelsOf = ({ channels }: World): Channel[] =>
  Object.values(channels).filter(({ isDeleted }) => !isDeleted);

export function findVideo(world: World, id: string): { video: Video; channel: Channel } | null {
  for (const channel of channelsOf(world)) {
    const video = channel.videos.find((one) => one.id === id);
    if (video) return { video, channel };
  }
  return null;
}

const pacificDay = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Los_Angeles" });

/** False where the day's units do not suffice. */
export function useUnits(world: World, units: number): boolean {
  const { quota } = world;
  const day = pacificDay.format(world.now());
  if (quota.day !== day) Object.assign(quota, { day, used: 0 });
  if (quota.used + units > quota.limit) return false;
  quota.used += units;
  return true;
}

const dayMs = 86_400_000;
const minuteOf = (id: string) => createHash("sha256").update(id).digest().readUInt16BE() % 1440;

/** At its minute of a day. One that is to come was uploaded yesterday. */
export function publishedAt(world: World, { daysAgo, id }: Video): Date {
  const midnight = Math.floor(world.now() / dayMs) * dayMs;
  return new Date(midnight - (Math.max(0, daysAgo) + 1) * dayMs + minuteOf(id) * 60_000);
}

/** When a private one is to become public; null where that is not planned. */
export function publishAt(world: World, { daysAgo }: Video): Date | null {
  return daysAgo < 0 ? new Date(Math.floor(world.now() / dayMs) * dayMs - daysAgo * dayMs) : null;
}
