import type { Design } from "#contract/designs.ts";
import { isId } from "#server/db/ids.ts";
import { failure } from "#server/platform/failure.ts";
import { workOff } from "#server/platform/jobs.ts";
import { omitUndefined } from "#server/platform/omit-undefined.ts";
import type { Platform } from "#server/platform/platform.ts";
import { removeDrawings } from "./design-files.ts";
import {
  countDesignsLocked,
  type DesignChanges,
  hideDesign,
  unhideDesign,
  updateDesign,
} from "./designs.repository.ts";
import {
  type Drawing,
  findFreedVersions,
  findOldDrawings,
  findSurplusDrawings,
  forgetDrawing,
  freeDeletedDesigns,
  markSuperseded,
  removeEmptyDesigns,
  removeVersion,
} from "./freed-designs.repository.ts";
import { requireRoomBeside } from "./make-design.ts";
import { readDesign } from "./read-designs.ts";

/** Its name and its mark: neither is of the document, so that they make no version. */
export async function changeDesign(
  { db }: Platform,
  userId: string,
  id: string,
  { name, favourite }: Partial<Pick<DesignChanges, "name" | "favourite">>,
): Promise<Design> {
  const changes = omitUndefined({ name, favourite });
  if (isId(id) && Object.keys(changes).length > 0) await updateDesign(db, userId, id, changes);
  return readDesign(db, userId, id);
}

/** Hides it at once; its versions and files go once it can't be brought back any more. */
export async function removeDesign({ db }: Platform, userId: string, id: string): Promise<void> {
  if (!isId(id) || !(await hideDesign(db, userId, id))) throw failure("NOT_FOUND");
}

/** One that was never deleted is answered as it is, so that the call may be repeated. */
export async function restoreDesign({ db }: Platform, userId: string, id: string): Promise<Design> {
  if (!isId(id)) throw failure("NOT_FOUND");
  return db.transaction(async (tx) => {
    const others = await countDesignsLocked(tx, userId);
    if (!others) throw failure("UNAUTHENTICATED");
    const isBack = await unhideDesign(tx, userId, id);
    if (isBack) requireRoomBeside(others);
    return readDesign(tx, userId, id);
  });
}

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
  ).finally(() => removeEmptyDesigns(db));
}

/** The job that removes what was drawn of earlier versions: it is drawn again where somebody asks for it. */
export async function removeOldDrawings(platform: Platform): Promise<void> {
  const { db, log } = platform;
  await markSuperseded(db);
  await workOff(
    log,
    (...some) => findOldDrawings(db, ...some),
    (drawing) => removeDrawing(platform, drawing),
  );
}

/** What a member has drawn of other versions than the present ones, beyond the most: whenever one comes. */
export async function removeSurplusDrawings(platform: Platform, userId: string): Promise<void> {
  const { db, log } = platform;
  await workOff(
    log,
    () => findSurplusDrawings(db, userId),
    (drawing) => removeDrawing(platform, drawing),
  ).catch((error) => log.warn({ err: error }, "older drawings could not be removed yet"));
}

async function removeDrawing(platform: Platform, drawing: Drawing): Promise<void> {
  await removeDrawings(platform, drawing.id);
  await forgetDrawing(platform.db, drawing);
}
