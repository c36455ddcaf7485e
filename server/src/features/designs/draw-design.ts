import { currentDocument, type DesignDocument, type PictureLayer } from "#contract/design-document.ts";
import { canvas } from "#drawing/canvas.ts";
import { drawDocument } from "#drawing/draw-document.ts";
import type { Picture } from "#drawing/svg/art.ts";
import { readC2pa, withC2pa, withProvenance } from "#server/features/generations/provenance.ts";
import { limitConcurrency } from "#server/platform/concurrency.ts";
import { drawPng } from "#server/platform/drawing/draw-png.ts";
import { thumbnailMaxBytes } from "#server/platform/drawing/encode-png.ts";
import { fontOf } from "#server/platform/drawing/fonts.ts";
import { failure } from "#server/platform/failure.ts";
import { readImageMetadata } from "#server/platform/image-metadata.ts";
import { loadSharp } from "#server/platform/load-sharp.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { Drawable, DrawnReference } from "./design-versions.repository.ts";

/** The PNG of a version, with what a run's picture says of its origin. */
export async function drawDesign(
  platform: Platform,
  { document: kept, artKey, references }: Pick<Drawable, "document" | "artKey" | "references">,
): Promise<Buffer> {
  const { storage, config } = platform;
  const document = currentDocument(kept);
  const art = artKey === null ? null : await storage.get(artKey);
  const own = await loadReferences(platform, document, references);
  const ground = document.art.kind === "reference" ? own.get(document.art.id) : art;
  if (document.art.kind !== "colour" && !ground) throw failure("NOT_FOUND", "The design's picture is gone.");
  const picture = art && { ...canvas, href: `data:image/png;base64,${art.toString("base64")}` };
  const svg = drawDocument(document, {
    fonts: fontOf,
    picture: (source) => (source.kind === "picture" ? picture : (own.get(source.id ?? "") ?? null)),
  });
  if (!art) return drawPng(config, svg);
  const { xmp } = await readImageMetadata(art, false);
  return drawPng(config, svg, (png) => withProvenance(png, art, xmp));
}

/** The person's own pictures that a document shows, as data addresses; without those whose files are gone. */
async function loadReferences(
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

const inTurn = limitConcurrency(1, 50);
/** The first one keeps every colour's edge sharp; what does not fit then has no edges to see. */
const qualities = [92, 80, 60];

/** The same as a JPEG under the size limit, with what the PNG says of its origin. */
export async function toJpeg(png: Buffer): Promise<Buffer> {
  const sharp = await loadSharp();
  const c2pa = readC2pa(png);
  return inTurn(async () => {
    for (const quality of qualities) {
      const jpeg = await sharp(png).keepXmp().jpeg({ quality, chromaSubsampling: "4:4:4" }).toBuffer();
      const file = withC2pa(jpeg, c2pa);
      if (file.length < thumbnailMaxBytes) return file;
    }
    throw new Error("The picture could not be made small enough.");
  });
}
