import { type ContentPartName, contentTopic } from "#contract/content-parts.ts";
import type { Tx } from "#server/db/database.ts";
import { newId } from "#server/platform/ids.ts";
import type { Platform } from "#server/platform/platform.ts";

/** A copy ends by itself too, for the case that news of a change was lost. */
const copyMilliseconds = 10_000;
/** How long a write waits for its own news; it is usually there within a few milliseconds. */
const newsMilliseconds = 1_000;

interface Copies {
  parts: Map<string, { promise: Promise<unknown>; until: number }>;
  waiting: Map<string, () => void>;
}

const copiesOfProcess = new WeakMap<object, Copies>();

function copiesOf(platform: Pick<Platform, "events">): Copies {
  const found = copiesOfProcess.get(platform.events);
  if (found) return found;
  const copies: Copies = { parts: new Map(), waiting: new Map() };
  copiesOfProcess.set(platform.events, copies);
  platform.events.subscribe(contentTopic, (news) => {
    const { part, token } = (news ?? {}) as { part?: string; token?: string };
    if (part === undefined) copies.parts.clear();
    else copies.parts.delete(part);
    if (token !== undefined) copies.waiting.get(token)?.();
  });
  return copies;
}

/** What `load` gave last in this process; loaded anew once any process has changed the part. */
export function copyOf<T>(
  platform: Pick<Platform, "events">,
  part: ContentPartName,
  load: () => Promise<T>,
): Promise<T> {
  const { parts } = copiesOf(platform);
  const kept = parts.get(part);
  if (kept && kept.until > Date.now()) return kept.promise as Promise<T>;
  const promise = load();
  const copy = { promise, until: Date.now() + copyMilliseconds };
  parts.set(part, copy);
  promise.catch(() => {
    if (parts.get(part) === copy) parts.delete(part);
  });
  return promise;
}

/**
 * Runs a write of one part in a transaction and tells every process with its commit. Returns once this process has
 * heard of it as well, so that whoever is answered sees the change on the very next page.
 */
export async function writeContent<T>(
  platform: Pick<Platform, "db" | "events">,
  part: ContentPartName,
  write: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { waiting, parts } = copiesOf(platform);
  const token = newId();
  const heard = new Promise<void>((resolve) => waiting.set(token, resolve));
  try {
    const result = await platform.db.transaction(async (tx) => {
      const written = await write(tx);
      await platform.events.publish(tx, contentTopic, { part, token });
      return written;
    });
    const timer = setTimeout(() => waiting.get(token)?.(), newsMilliseconds);
    await heard;
    clearTimeout(timer);
    return result;
  } finally {
    waiting.delete(token);
    parts.delete(part);
  }
}
