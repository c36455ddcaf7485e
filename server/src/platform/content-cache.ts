import { contentTopic, type SectionName } from "#contract/content-sections.ts";
import type { Tx } from "#server/db/database.ts";
import { publishOnCommit } from "./events.ts";
import { memoUntil } from "./memo.ts";
import type { Platform } from "./platform.ts";

/** What visitors are shown and admins edit, each kept in memory by itself. */
type Section = SectionName | "packages" | "items" | "currency" | "models";

const memoOf = memoUntil<unknown>(contentTopic);

/** What `load` gave last in this process; loaded anew once any process has changed the section. */
export function cached<T>(platform: Platform, section: Section, load: () => Promise<T>): Promise<T> {
  return memoOf(platform).read(section, load) as Promise<T>;
}

/** Writes one section. Whoever is answered sees the change at once, every other process soon after. */
export function writeContent<T>(
  platform: Platform,
  section: Section,
  write: (tx: Tx) => Promise<T>,
): Promise<T> {
  return publishOnCommit(platform, contentTopic, { section }, write);
}
