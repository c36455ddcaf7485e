import type { DesignDocument, PictureLayer } from "#contract/design-document.ts";
import { canvas } from "#drawing/canvas.ts";
import type { Picture } from "#drawing/svg/art.ts";
import { loadSharp } from "#server/platform/load-sharp.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { DrawnReference } from "./design-versions.repository.ts";

/** The person's own pictures that a document shows, as data addresses; without those whose files are gone. */
export async function loadReferences(
  { storage }: Pick<Platform, "storage">,
  document: DesignDocument,
  references: readonly DrawnReference[],
): Promise<Map<string, Picture>> {
  const loaded = new Map<string, Picture>();
  for (const reference of references) {
    const bytes = await storage.get(reference.fileKey);
    if (!bytes) continue;
    const { width, height } = reference;
    const href = await dataAddress(bytes, reference, shareShown(document, reference));
    loaded.set(reference.id, { href, width, height });
  }
  return loaded;
}

/** The largest share of its own size that it is shown in, 1 at most: what unpacks to more takes memory for nothing. */
function shareShown({ art, layers }: DesignDocument, { id, width, height }: DrawnReference): number {
  const covers = (box: { width: number; height: number }) => Math.max(box.width / width, box.height / height);
  const shown = layers
    .filter((layer): layer is PictureLayer => layer.kind === "picture" && layer.source.id === id)
    .map(covers);
  if (art.kind === "reference" && art.id === id)
    shown.push(covers({ width: canvas.width / art.crop.width, height: canvas.height / art.crop.height }));
  return Math.min(1, Math.max(0, ...shown));
}

/** In a format that the renderer reads: it knows no WebP. */
async function dataAddress(
  bytes: Buffer,
  { mimeType, width }: DrawnReference,
  share: number,
): Promise<string> {
  if (share === 1 && mimeType !== "image/webp") return `data:${mimeType};base64,${bytes.toString("base64")}`;
  const sharp = await loadSharp();
  const scaled = sharp(bytes).resize({ width: Math.max(1, Math.ceil(width * share)) });
  const isJpeg = mimeType === "image/jpeg";
  const packed = isJpeg
    ? scaled.jpeg({ quality: 95, chromaSubsampling: "4:4:4" })
    : scaled.png({ compressionLevel: 2 });
  return `data:image/${isJpeg ? "jpeg" : "png"};base64,${(await packed.toBuffer()).toString("base64")}`;
}
