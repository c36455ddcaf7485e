import { type ContentPartName, contentTopic } from "#contract/content-sections.ts";
import type { Tx } from "#server/db/database.ts";
import type { Platform } from "#server/platform/platform.ts";
import { publishOnCommit } from "#server/platform/publish-on-commit.ts";

/** A copy ends by itself too, for the case that news of a change was lost. */
const copyMilliseconds = 10_000;

interface Copies {
  parts: Map<string, { promise: Promise<unknown>; until: number }>;
}

const copiesOfProcess = new WeakMap<object, Copies>();

function copiesOf(platform: Pick<Platform, "events">): Copies {
  const found = copiesOfProcess.get(platform.events);
  if (found) return found;
  const copies: Copies = { parts: new Map() };
  copiesOfProcess.set(platform.events, copies);
  platform.events.subscribe(contentTopic, (news) => {
    const { part } = (news ?? {}) as { part?: string };
    if (part === undefined) copies.parts.clear();
    else copies.parts.delete(part);
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

/** Writes one part; whoever is answered, and every process soon after, sees the change. */
export async function writeContent<T>(
  platform: Pick<Platform, "db" | "events">,
  part: ContentPartName,
  write: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { parts } = copiesOf(platform);
  try {
    return await publishOnCommit(platform, contentTopic, { part }, write);
  } finally {
    parts.delete(part);
  }
}
