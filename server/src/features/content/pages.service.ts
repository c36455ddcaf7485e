import { type PageSlug, pageSlugs } from "#contract/pages.ts";
import type { Actor } from "#server/features/audit/audit.service.ts";
import { failure, invalid } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { readCachedSection, updateSection } from "./sections.service.ts";
import { type PageText, pageSection, type Section } from "./sections.ts";

/** The section of a legal page; an unknown slug is a page that does not exist. */
export function requirePage(slug: string): { slug: PageSlug; section: Section<PageText> } {
  const known = pageSlugs.find((name) => name === slug);
  if (!known) throw failure("NOT_FOUND", "Page not found.");
  return { slug: known, section: pageSection(known) };
}

/** The version of a legal text that stands now, to be kept with whoever accepts it. */
export async function readPageVersion(platform: Platform, slug: PageSlug): Promise<number> {
  return (await readCachedSection(platform, pageSection(slug))).version;
}

/** Saves a legal text, its HTML reduced to what a page may hold. */
export async function updatePage(
  platform: Platform,
  actor: Actor,
  slug: string,
  changes: { title?: string | undefined; body?: string | undefined },
  version: number | undefined,
) {
  const { section } = requirePage(slug);
  // Loaded with the first text, and the library that reads it.
  const { cleanPageHtml, hasPageText } = await import("./page-html.ts");
  const body = changes.body === undefined ? undefined : cleanPageHtml(changes.body);
  if (body !== undefined && !hasPageText(body)) throw invalid({ body: "A text is required" });
  return updateSection(platform, actor, section, { title: changes.title, body }, version);
}
