import type { BodyOf } from "#contract/call.ts";
import type { Art } from "#contract/design-document.ts";
import type { PreviewWidth } from "#contract/previews.ts";
import { consentMissing, type ReferenceKind } from "#contract/reference-kinds.ts";
import {
  type changeReference as changeCall,
  mostReferences,
  type Reference,
  tooManyReferences,
} from "#contract/references.ts";
import type { Tx } from "#server/db/database.ts";
import { isId } from "#server/db/ids.ts";
import { failure, invalid } from "#server/platform/failure.ts";
import { workOff } from "#server/platform/jobs.ts";
import { omitUndefined } from "#server/platform/omit-undefined.ts";
import type { Platform } from "#server/platform/platform.ts";
import { type ReadPicture, readPreview, removePicture } from "#server/platform/previews.ts";
import { type InlinePicture, inlinePicture } from "#server/providers/gemini/gemini.ts";
import {
  findGoneReferences,
  freeReference,
  postponeShownReferences,
  removeReference,
} from "./deleted-references.repository.ts";
import { cutForModel, modelKeyOf, modelMimeType } from "./reference-files.ts";
import {
  countReferencesLocked,
  findReference,
  findReferenceFile,
  findReferenceFiles,
  findReferences,
  hideReference,
  lockReferences,
  type ReferenceFile,
  type ReferenceQuery,
  type ReferenceRow,
  unhideReference,
  updateReference,
} from "./references.repository.ts";

const referenceNotFound = () => failure("NOT_FOUND", "The reference was not found.");

export async function readReferences(
  { db }: Platform,
  userId: string,
  query: ReferenceQuery,
): Promise<{ references: Reference[]; total: number }> {
  const { rows, total } = await findReferences(db, userId, query);
  return { references: rows.map(referenceOf), total };
}

/** Another person's, a deleted one and one that never was are the same to the viewer. */
export async function readReference(tx: Tx, userId: string, id: string): Promise<Reference> {
  return referenceOf(await requireRow(tx, userId, id));
}

async function requireRow(tx: Tx, userId: string, id: string): Promise<ReferenceRow> {
  const row = isId(id) ? await findReference(tx, userId, id) : null;
  if (!row) throw referenceNotFound();
  return row;
}

export async function changeReference(
  { db }: Platform,
  userId: string,
  id: string,
  { name, kind, consent }: BodyOf<typeof changeCall>,
): Promise<Reference> {
  const present = await requireRow(db, userId, id);
  const isNewFace = kind === "face" && present.consentAt === null;
  if (isNewFace && !consent) throw invalid({ consent: consentMissing });
  const changes = { ...omitUndefined({ name, kind }), ...(isNewFace ? { consentAt: new Date() } : {}) };
  if (Object.keys(changes).length > 0) await updateReference(db, userId, id, changes);
  return readReference(db, userId, id);
}

/** Hides it at once. Designs that show it go on doing so; the files go once none does and it can't be brought back. */
export async function deleteReference(
  { db }: Platform,
  userId: string,
  id: string,
): Promise<Pick<Reference, "usedBy">> {
  const { usedBy } = await requireRow(db, userId, id);
  if (!(await hideReference(db, userId, id))) throw referenceNotFound();
  return { usedBy };
}

/** One that was never deleted is answered as it is, so that the call may be repeated. */
export async function restoreReference({ db }: Platform, userId: string, id: string): Promise<Reference> {
  if (!isId(id)) throw referenceNotFound();
  return db.transaction(async (tx) => {
    const kept = await countReferencesLocked(tx, userId);
    if (!kept) throw failure("UNAUTHENTICATED");
    const isBack = await unhideReference(tx, userId, id);
    if (isBack && kept.count >= mostReferences) throw failure("CONFLICT", tooManyReferences);
    return readReference(tx, userId, id);
  });
}

export async function readReferenceImage(
  { db, storage }: Platform,
  userId: string,
  id: string,
): Promise<ReadPicture> {
  const { fileKey, mimeType } = await requireFile(db, userId, id);
  const bytes = await storage.get(fileKey);
  if (!bytes) throw referenceNotFound();
  return { bytes, mimeType };
}

export async function readReferencePreview(
  platform: Platform,
  userId: string,
  id: string,
  width: PreviewWidth,
): Promise<ReadPicture> {
  const preview = await readPreview(platform, await requireFile(platform.db, userId, id), width);
  if (!preview) throw referenceNotFound();
  return preview;
}

async function requireFile(tx: Tx, userId: string, id: string): Promise<ReferenceFile> {
  const found = isId(id) ? await findReferenceFile(tx, userId, id) : null;
  if (!found) throw referenceNotFound();
  return found;
}

/** The person's own by these ids, in their order, held for the transaction; throws 404 where one of them is not. */
export async function requireReferences(
  tx: Tx,
  userId: string,
  ids: readonly string[],
): Promise<ReferenceFile[]> {
  if (ids.length === 0) return [];
  if (!ids.every(isId)) throw referenceNotFound();
  const found = new Map((await lockReferences(tx, userId, ids)).map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = found.get(id);
    if (!row) throw referenceNotFound();
    return row;
  });
}

/** The same for a run, which can't be shown a deleted one. */
export async function requirePresentReferences(
  tx: Tx,
  userId: string,
  ids: readonly string[],
): Promise<void> {
  const found = await requireReferences(tx, userId, ids);
  if (found.some(({ deletedAt }) => deletedAt !== null)) throw referenceNotFound();
}

/** By their ids, each as the model is sent it; null where one of them or its file is gone. */
export async function readForModel(
  { db, storage }: Pick<Platform, "db" | "storage">,
  ids: readonly string[],
): Promise<{ kind: ReferenceKind; name: string; picture: InlinePicture }[] | null> {
  if (ids.length === 0) return [];
  const rows = new Map((await findReferenceFiles(db, ids)).map((row) => [row.id, row]));
  const shown = [];
  for (const id of ids) {
    const row = rows.get(id);
    const bytes = row && (await storage.get(modelKeyOf(id)));
    if (!bytes) return null;
    shown.push({ kind: row.kind, name: row.name, picture: inlinePicture(modelMimeType, bytes) });
  }
  return shown;
}

/** The part of an own picture that fills a thumbnail, as the model is sent it; null where its file is gone. */
export async function readArtForModel(
  { db, storage }: Pick<Platform, "db" | "storage">,
  { id, crop }: Extract<Art, { kind: "reference" }>,
): Promise<InlinePicture | null> {
  const [row] = await findReferenceFiles(db, [id]);
  const bytes = row && (await storage.get(row.fileKey));
  return bytes ? inlinePicture(modelMimeType, await cutForModel(bytes, row, crop)) : null;
}

/** Those of the ids that the person may still use in a design, held for the transaction. */
export async function holdReferences(tx: Tx, userId: string, ids: readonly string[]): Promise<string[]> {
  return ids.length === 0 ? [] : (await lockReferences(tx, userId, ids)).map(({ id }) => id);
}

/** The job that removes the files of deleted references. */
export const referencesJob = "references";

/** The files go before the row that names them, so that a crash in between is made good by the next round. */
export async function removeGoneReferences({
  db,
  storage,
  log,
}: Pick<Platform, "db" | "storage" | "log">): Promise<void> {
  await postponeShownReferences(db);
  await workOff(
    log,
    (...some) => findGoneReferences(db, ...some),
    async ({ id, fileKey }) => {
      if (!(await db.transaction((tx) => freeReference(tx, id)))) return;
      await removePicture(storage, fileKey);
      await storage.remove(modelKeyOf(id));
      await removeReference(db, id);
    },
  );
}

function referenceOf({ consentAt: _, createdAt, ...row }: ReferenceRow): Reference {
  const url = `/api/references/${row.id}`;
  return { ...row, url: `${url}/image`, previewUrl: `${url}/preview`, createdAt: createdAt.toISOString() };
}
