import { loadSharp } from "#server/platform/load-sharp.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { InlinePicture } from "#server/providers/gemini/gemini.ts";
import { findImageFile } from "./generations.repository.ts";

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
  const data = await sharp(png).jpeg({ quality: 92, chromaSubsampling: "4:4:4" }).toBuffer();
  return { mimeType: "image/jpeg", data };
}
