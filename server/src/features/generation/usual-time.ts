import type { Platform } from "#server/platform/platform.ts";
import { findUsualSeconds } from "./runs.repository.ts";

const copyMs = 60_000;
const copies = new WeakMap<object, { seconds: Promise<number | null>; until: number }>();

/** How long runs usually take, in seconds, asked for once a minute at most; null before the first one. */
export async function usualSeconds(platform: Pick<Platform, "db">): Promise<number | null> {
  const copy = copies.get(platform.db);
  if (copy && copy.until > Date.now()) return copy.seconds;
  const seconds = findUsualSeconds(platform.db).then((found) => found && Math.round(found * 10) / 10);
  copies.set(platform.db, { seconds, until: Date.now() + copyMs });
  seconds.catch(() => copies.delete(platform.db));
  return seconds;
}
