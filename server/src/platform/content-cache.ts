import { contentTopic, type SectionName } from "#contract/content-sections.ts";
import type { Tx } from "#server/db/database.ts";
import { publishOnCommit } from "./events.ts";
import type { Platform } from "./platform.ts";

/** What visitors are shown and admins edit, each kept in memory by itself. */
type Section = SectionName | "packages" | "items" | "currency" | "models";

/** An entry ends by itself too, in case the event of a change was lost. */
const lifetimeMs = 10_000;

type Cache = Map<string, { promise: Promise<unknown>; until: number }>;

/** One cache for each connection to the events: a process has one, a test several. */
const caches = new WeakMap<object, Cache>();

function cacheOf(platform: Platform): Cache {
  const found = caches.get(platform.events);
  if (found) return found;
  const cache: Cache = new Map();
  caches.set(platform.events, cache);
  platform.events.subscribe(contentTopic, (event) => {
    const { section } = (event ?? {}) as { section?: string };
    if (section === undefined) cache.clear();
    else cache.delete(section);
  });
  return cache;
}

/** What `load` gave last in this process; loaded anew once any process has changed the section. */
export function cached<T>(platform: Platform, section: Section, load: () => Promise<T>): Promise<T> {
  const cache = cacheOf(platform);
  const found = cache.get(section);
  if (found && found.until > performance.now()) return found.promise as Promise<T>;
  const promise = load();
  const entry = { promise, until: performance.now() + lifetimeMs };
  cache.set(section, entry);
  promise.catch(() => {
    if (cache.get(section) === entry) cache.delete(section);
  });
  return promise;
}

/** Writes one section. Whoever is answered sees the change at once, every other process soon after. */
export function writeContent<T>(
  platform: Platform,
  section: Section,
  write: (tx: Tx) => Promise<T>,
): Promise<T> {
  return publishOnCommit(platform, contentTopic, { section }, write);
}
