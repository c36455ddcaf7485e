import { readPageVersion } from "#server/features/content/content-pages.service.ts";
import type { Platform } from "#server/platform/platform.ts";

/** The version of the terms that stands now. */
export async function readTermsVersion(platform: Pick<Platform, "db" | "events">): Promise<number> {
  return readPageVersion(platform, "terms");
}
