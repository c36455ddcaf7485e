import type { BodyOf } from "#contract/call.ts";
import type { WordChoice } from "#contract/generation-options.ts";
import type { createGeneration } from "#contract/generations.ts";
import type { Tx } from "#server/db/database.ts";
import { referencesIn, requirePicture } from "#server/features/designs/check-document.ts";
import { readDesign } from "#server/features/designs/read-designs.ts";
import { requireReferences } from "#server/features/references/references.service.ts";
import { failure } from "#server/platform/failure.ts";
import { loadSharp } from "#server/platform/load-sharp.ts";
import type { Platform } from "#server/platform/platform.ts";
import { type InlinePicture, inlinePicture } from "#server/providers/gemini/gemini.ts";
import { findImageFile, type GenerationRow } from "./generations.repository.ts";

export type SourceRef = NonNullable<BodyOf<typeof createGeneration>["source"]>;

/** What a run is made from, as its row keeps it. */
export type Source = Pick<
  GenerationRow,
  "sourceKind" | "sourceId" | "sourceImageId" | "sourceDocument" | "videoId" | "videoChannel"
> & {
  title: string;
  words: WordChoice;
};

/**
 * An own picture or design to start from, held for the transaction; another's, one that is gone and one that never was
 * are 404. The pictures of a design are made without its words, which come on top of them again.
 */
export async function requireSource(tx: Tx, userId: string, { kind, id }: SourceRef): Promise<Source> {
  const ref = { sourceKind: kind, sourceId: id };
  if (kind === "picture") {
    const run = await requirePicture(tx, userId, id);
    return { ...ref, ...run, sourceImageId: id, sourceDocument: null };
  }
  const { name, document } = await readDesign(tx, userId, id);
  if (document.art.kind === "colour")
    throw failure("CONFLICT", "This design lies on a plain colour: it has no picture to change.");
  await requireReferences(tx, userId, referencesIn(document));
  const sourceImageId = document.art.kind === "picture" ? document.art.id : null;
  const run = sourceImageId ? await requirePicture(tx, userId, sourceImageId) : null;
  const video = { videoId: run?.videoId ?? null, videoChannel: run?.videoChannel ?? null };
  return { ...ref, ...video, sourceImageId, sourceDocument: document, title: name, words: "text" };
}

/**
 * The picture that a run starts from, as the model is sent it: a tenth of the PNG's bytes, which wait in memory for as
 * long as the model draws. Null where its file is gone.
 */
export async function readSourcePicture(
  { db, storage }: Pick<Platform, "db" | "storage">,
  imageId: string,
): Promise<InlinePicture | null> {
  const fileKey = await findImageFile(db, imageId);
  const png = fileKey && (await storage.get(fileKey));
  if (!png) return null;
  const sharp = await loadSharp();
  // Better tables take as long again, for a twentieth of the bytes.
  const jpeg = { quality: 92, chromaSubsampling: "4:4:4", optimiseCoding: false };
  return inlinePicture("image/jpeg", await sharp(png).jpeg(jpeg).toBuffer());
}
