import { contentTopic, type SectionName } from "#contract/content-sections.ts";
import type { Tx } from "#server/db/database.ts";
import type { Platform } from "#server/platform/platform.ts";
import { publishOnCommit } from "#server/platform/publish-on-commit.ts";

/** A copy ends by itself too, for the case that news of a change was lost. */
const cacheMilliseconds = 10_000;

interface Cache {
  parts: Map<string, { promise: Promise<unknown>; until: number }>;
}

const cachesOfProcess = new WeakMap<object, Cache>();

function cacheOf(platform: Platform): Cache {
  const found = cachesOfProcess.get(platform.events);
  if (found) return found;
  const copies: Cache = { parts: new Map() };
  cachesOfProcess.set(platform.events, copies);
  platform.events.subscribe(contentTopic, (news) => {
    const { part } = (news ?? {}) as { part?: string };
    if (part === undefined) copies.parts.clear();
    else copies.parts.delete(part);
  });
  return copies;
}

/** What `load` gave last in this process; loaded anew once any process has changed the part. */
export function cached<T>(platform: Platform, part: SectionName, load: () => Promise<T>): Promise<T> {
  const { parts } = cacheOf(platform);
  const kept = parts.get(part);
  if (kept && kept.until > Date.now()) return kept.promise as Promise<T>;
  const promise = load();
  const copy = { promise, until: Date.now() + cacheMilliseconds };
  parts.set(part, copy);
  promise.catch(() => {
    if (parts.get(part) === copy) parts.delete(part);
  });
  return promise;
}

/** Writes one part; whoever is answered, and every process soon after, sees the change. */
export function writeContent<T>(
  platform: Platform,
  part: SectionName,
  write: (tx: Tx) => Promise<T>,
): Promise<T> {
  return publishOnCommit(platform, contentTopic, { part }, write);
}
