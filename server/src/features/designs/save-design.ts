import type { BodyOf } from "#contract/call.ts";
import { currentDocument } from "#contract/design-document.ts";
import {
  type Design,
  noSuchDesign,
  type StaleDesign,
  type saveDesign as saveCall,
} from "#contract/designs.ts";
import type { Tx } from "#server/db/database.ts";
import { isId } from "#server/db/ids.ts";
import { failure, isStale, stale } from "#server/platform/failure.ts";
import { omitUndefined } from "#server/platform/omit-undefined.ts";
import type { Platform } from "#server/platform/platform.ts";
import { type Parts, requireParts } from "./check-document.ts";
import {
  findVersion,
  findVersions,
  hasVersionSince,
  insertVersion,
  type VersionQuery,
} from "./design-versions.repository.ts";
import { findDesign, lockDesign, updateDesign } from "./designs.repository.ts";
import { requireFonts } from "./fonts.ts";
import { readDesign } from "./read-designs.ts";

/**
 * Saves a document as the next version; throws 409 with the present design where it was made from an older one. A save that
 * is repeated, as its answer was lost, learns that it was kept.
 */
export async function saveDesign(
  { db }: Platform,
  userId: string,
  id: string,
  { name, version, document }: BodyOf<typeof saveCall>,
): Promise<Design> {
  requireFonts(document);
  return db.transaction(async (tx) => {
    const present = await requireLocked(tx, userId, id);
    if (version !== undefined && isStale(version, { version: present })) {
      const isKept = await hasVersionSince(tx, id, version, document);
      throw stale({ ...(await readDesign(tx, userId, id)), isKept } satisfies StaleDesign);
    }
    const parts = await requireParts(tx, userId, document);
    return addVersion(tx, { userId, id, version: present + 1 }, parts, { name });
  });
}

export async function readVersions({ db }: Platform, userId: string, id: string, query: VersionQuery) {
  if (!isId(id) || !(await findDesign(db, userId, id))) throw failure("NOT_FOUND");
  const { rows, total } = await findVersions(db, id, query);
  const versions = rows.map(({ version, createdAt }) => ({ version, createdAt: createdAt.toISOString() }));
  return { versions, total };
}

/** Makes a new version of an earlier one, which still holds what its document names. */
export async function restoreVersion(
  { db }: Platform,
  userId: string,
  id: string,
  number: string,
): Promise<Design> {
  return db.transaction(async (tx) => {
    const present = await requireLocked(tx, userId, id);
    const earlier = /^\d{1,9}$/.test(number) ? await findVersion(tx, id, Number(number)) : null;
    if (!earlier) throw failure("NOT_FOUND");
    const kept = { ...earlier, document: currentDocument(earlier.document) };
    return addVersion(tx, { userId, id, version: present + 1 }, kept, {});
  });
}

async function requireLocked(tx: Tx, userId: string, id: string): Promise<number> {
  const version = isId(id) ? await lockDesign(tx, userId, id) : null;
  if (version === null) throw failure("NOT_FOUND", noSuchDesign);
  return version;
}

async function addVersion(
  tx: Tx,
  { userId, id, version }: { userId: string; id: string; version: number },
  kept: Parts,
  { name }: { name?: string | undefined },
): Promise<Design> {
  await insertVersion(tx, { designId: id, version, ...kept });
  await updateDesign(tx, userId, id, { version, ...omitUndefined({ name }) });
  return readDesign(tx, userId, id);
}
