import { type SectionName, sectionNames } from "#contract/content-sections.ts";
import { pageSlugs } from "#contract/pages.ts";
import type { Actor } from "#server/features/audit/audit.service.ts";
import { failure } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { featureList, restoreListVersion, testimonialList } from "./lists.service.ts";
import { findVersion, findVersions } from "./sections.repository.ts";
import { restoreSectionVersion } from "./sections.service.ts";
import {
  aboutSection,
  bannerSection,
  contactPageSection,
  footerSection,
  pageSection,
  type Section,
} from "./sections.ts";

function requireSectionName(name: string): SectionName {
  const known = sectionNames.find((each) => each === name);
  if (!known) throw failure("NOT_FOUND");
  return known;
}

function sectionOf(name: SectionName): Section<object> {
  const slug = pageSlugs.find((page) => page === name);
  if (slug) return pageSection(slug);
  const sections: Section<object>[] = [bannerSection, aboutSection, footerSection, contactPageSection];
  return sections.find((section) => section.name === name)!;
}

/** The saved states of a section, newest first. */
export async function readVersions(platform: Platform, section: string) {
  const rows = await findVersions(platform.db, requireSectionName(section));
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

/** Saves a former state as the newest one. */
export async function restoreVersion(
  platform: Platform,
  actor: Actor,
  name: string,
  version: string,
): Promise<void> {
  const section = requireSectionName(name);
  const saved = /^\d{1,9}$/.test(version) ? await findVersion(platform.db, section, Number(version)) : null;
  if (!saved) throw failure("NOT_FOUND", "Version not found.");
  const { data } = saved;
  if (section === "features-section")
    await restoreListVersion(platform, actor, featureList, data, lacksPicture);
  else if (section === "testimonials")
    await restoreListVersion(platform, actor, testimonialList, data, lacksPicture);
  else await restoreSectionVersion(platform, actor, sectionOf(section), data, lacksPicture);
}

/** As a whole or not at all: without a picture it would be a state that nobody saved. */
const lacksPicture = () =>
  failure("CONFLICT", "A picture of this version was deleted since. Nothing was changed.");
