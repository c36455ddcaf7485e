import { readPageVersion } from "#server/features/content/pages.service.ts";
import { failure, isStale } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";

const changed =
  "The terms have changed since you opened this page. Please read the new ones before you accept them.";

/**
 * The version of the terms that is kept of whoever accepts them: the one that they were shown, which is refused once another
 * stands; for `true`, which names none, the one that stands.
 */
export async function acceptedVersion(
  platform: Platform,
  accepted: boolean | number,
): Promise<number | undefined> {
  if (accepted === false) return undefined;
  const version = await readPageVersion(platform, "terms");
  if (accepted === true || !isStale(accepted, { version })) return version;
  throw failure("STALE_VERSION", changed, { fields: { termsAccepted: changed }, data: { version } });
}
