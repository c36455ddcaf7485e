import { workOff } from "#server/platform/jobs.ts";
import type { Platform } from "#server/platform/platform.ts";
import { removeDrawings } from "./design-files.ts";
import {
  findFreedVersions,
  freeDeletedDesigns,
  removeEmptyDesigns,
  removeVersion,
} from "./freed-designs.repository.ts";

/** The job that removes what is left of deleted designs and of versions beyond the most that are kept. */
export const freeingJob = "freed-designs";

/** The files go before the row that names them, so that a crash in between is made good by the next round. */
export async function removeFreedDesigns(platform: Platform): Promise<void> {
  const { db, log } = platform;
  await freeDeletedDesigns(db);
  await workOff(
    log,
    (...some) => findFreedVersions(db, ...some),
    async ({ id }) => {
      await removeDrawings(platform, id);
      await removeVersion(db, id);
    },
  );
  await removeEmptyDesigns(db);
}
