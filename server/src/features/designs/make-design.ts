import type { BodyOf } from "#contract/call.ts";
import type { DesignDocument } from "#contract/design-document.ts";
import { untouched } from "#contract/design-parts.ts";
import {
  type createDesign,
  type Design,
  mostDesigns,
  tooManyDesigns,
  tooManyWithGenerations,
} from "#contract/designs.ts";
import { startOf, withoutControls } from "#contract/plain-text.ts";
import type { Tx } from "#server/db/database.ts";
import { holdReferences, requireReferences } from "#server/features/references/references.service.ts";
import { failure } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { referencesIn, requireParts, requirePicture } from "./check-document.ts";
import { insertVersion } from "./design-versions.repository.ts";
import { countDesigns, countDesignsLocked, type DesignCount, insertDesign } from "./designs.repository.ts";
import { requireFonts } from "./fonts.ts";
import { readDesign } from "./read-designs.ts";

type Origin = NonNullable<BodyOf<typeof createDesign>["from"]>;

/** Makes a design of a document, or an empty one on a run's picture, an own one or a plain colour. */
export async function makeDesign(
  { db }: Platform,
  userId: string,
  { name, from, document }: BodyOf<typeof createDesign>,
): Promise<Design> {
  if (document) requireFonts(document);
  return db.transaction(async (tx) => {
    const count = await requireCount(tx, userId);
    if (!from) return addDesign(tx, userId, count, name!, document!);
    const title = name ?? nameFrom(await titleOf(tx, userId, from));
    return addDesign(tx, userId, count, title, { format: 1, art: { ...from, ...untouched }, layers: [] });
  });
}

/** Another design of the present document, with a name of its own. */
export async function copyDesign({ db }: Platform, userId: string, id: string): Promise<Design> {
  return db.transaction(async (tx) => {
    const { name, document } = await readDesign(tx, userId, id);
    const count = await requireCount(tx, userId);
    return addDesign(tx, userId, count, `${startOf(name, 90)} (copy)`, document);
  });
}

/**
 * The designs that a run makes of its images, in the transaction that ends it; answers their ids by position. Room for them
 * was asked for when it was started.
 */
export async function addDesignsOfGeneration(
  tx: Tx,
  { userId, title }: { userId: string; title: string },
  images: readonly { id: string; position: number; document?: DesignDocument }[],
): Promise<Map<number, string>> {
  const made = new Map<number, string>();
  for (const { id: imageId, position, document } of images) {
    if (!document) continue;
    const name = `${startOf(nameFrom(title), 90)} ${position}`;
    const designId = await insertDesign(tx, { userId, name, imageId });
    // The layers are those of a design: what they show may be gone by now.
    const referenceIds = await holdReferences(tx, userId, referencesIn(document));
    await insertVersion(tx, { designId, version: 1, document, pictureId: imageId, referenceIds });
    made.set(position, designId);
  }
  return made;
}

/** What it names that does not exist is said before there being no room for it. */
async function addDesign(
  tx: Tx,
  userId: string,
  count: DesignCount,
  name: string,
  document: DesignDocument,
): Promise<Design> {
  const parts = await requireParts(tx, userId, document);
  requireRoomBeside(count);
  const designId = await insertDesign(tx, { userId, name });
  await insertVersion(tx, { designId, version: 1, ...parts });
  return readDesign(tx, userId, designId);
}

/** True until the transaction's end: however many are made at once, there are never more than the limit. */
async function requireCount(tx: Tx, userId: string): Promise<DesignCount> {
  const count = await countDesignsLocked(tx, userId);
  if (count === null) throw failure("UNAUTHENTICATED");
  return count;
}

/** Throws 409 where one more design would be too many. */
export function requireRoomBeside({ made, toCome }: DesignCount): void {
  if (made >= mostDesigns) throw failure("CONFLICT", tooManyDesigns);
  if (made + toCome >= mostDesigns) throw failure("CONFLICT", tooManyWithGenerations);
}

/** For a run that was begun in this transaction, the designs that it makes counted. */
export async function leavesRoomForDesigns(tx: Tx, userId: string): Promise<boolean> {
  const { made, toCome } = await countDesigns(tx, userId);
  return made + toCome <= mostDesigns;
}

function nameFrom(title: string): string {
  return withoutControls(title).trim() || "Untitled design";
}

/** What the picture is called that it is made on. */
async function titleOf(tx: Tx, userId: string, from: Origin): Promise<string> {
  if (from.kind === "picture") return (await requirePicture(tx, userId, from.id)).title;
  if (from.kind === "colour") return "";
  const [reference] = await requireReferences(tx, userId, [from.id]);
  return reference!.name;
}
