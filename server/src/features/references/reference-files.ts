import type { Sharp } from "sharp";
import type { Art } from "#contract/design-document.ts";
import { refusedFormats } from "#contract/references.ts";
import { canvas } from "#drawing/canvas.ts";
import { limitConcurrency } from "#server/platform/concurrency.ts";
import { loadSharp } from "#server/platform/load-sharp.ts";
import { type Accepted, type Picture, pictureTypes } from "#server/platform/recode-picture.ts";

/** Of what is kept: twice the canvas, so that a part of it fills a thumbnail as well. */
const longestSide = 2560;
/** Of what the model is sent; more costs and shows it nothing. */
export const modelSide = 1024;

export const acceptedReferences: Accepted = {
  extensions: ["png", "jpg", "webp"],
  longestSide,
  animated: false,
  unsupported: refusalOf,
};

function refusalOf(bytes: Buffer): string {
  const start = bytes.toString("latin1", 0, 1000);
  if (/^ftyp(hei[cxms]|hev[cx]|mif1|msf1)/.test(start.slice(4))) return refusedFormats.heic;
  if (/^(\xef\xbb\xbf)?\s*<(\?xml|!--|!doctype svg|svg)/i.test(start) && /<(svg|\?xml)/i.test(start))
    return refusedFormats.svg;
  return refusedFormats.other;
}

/** In 256 folders, by the id's random end. */
export const fileKeyOf = (id: string, extension: Picture["extension"]) =>
  `references/${id.slice(-2)}/${id}.${extension}`;
export const modelKeyOf = (id: string) => `references/${id.slice(-2)}/${id}-model.jpg`;
export const modelMimeType = pictureTypes.jpg;

const inTurn = limitConcurrency(1, 8);

/** A picture as the model is sent it, made once: small, and without holes, which each model fills in its own way. */
export async function scaleForModel({ bytes }: Pick<Picture, "bytes">): Promise<Buffer> {
  const sharp = await loadSharp();
  return inTurn(async () => {
    const open = () =>
      sharp(bytes).resize({ width: modelSide, height: modelSide, fit: "inside", withoutEnlargement: true });
    return open()
      .flatten({ background: await backgroundFor(open()) })
      .jpeg({ quality: 92, chromaSubsampling: "4:4:4" })
      .toBuffer();
  });
}

/** The part of a picture that a crop shows of it on a thumbnail, on white as it is drawn there. */
export async function cutForModel(
  bytes: Buffer,
  { width, height }: { width: number; height: number },
  crop: Art["crop"],
): Promise<Buffer> {
  const sharp = await loadSharp();
  const scale = Math.max(canvas.width / (crop.width * width), canvas.height / (crop.height * height));
  const [wide, tall] = [Math.min(width, canvas.width / scale), Math.min(height, canvas.height / scale)];
  const within = (middle: number, part: number, whole: number) =>
    Math.round(Math.min(whole - part, Math.max(0, middle - part / 2)));
  const area = {
    left: within((crop.x + crop.width / 2) * width, wide, width),
    top: within((crop.y + crop.height / 2) * height, tall, height),
    width: Math.max(1, Math.floor(wide)),
    height: Math.max(1, Math.floor(tall)),
  };
  return inTurn(() =>
    sharp(bytes)
      .extract(area)
      .resize(canvas.width, canvas.height, { fit: "cover" })
      .flatten({ background: "#ffffff" })
      .jpeg({ quality: 92, chromaSubsampling: "4:4:4" })
      .toBuffer(),
  );
}

/** A white logo is to be seen as well. */
async function backgroundFor(picture: Sharp): Promise<string> {
  const pixels = await picture.resize(32, 32, { fit: "fill" }).ensureAlpha().raw().toBuffer();
  let [light, seen] = [0, 0];
  for (let at = 0; at < pixels.length; at += 4) {
    const [red, green, blue, alpha] = pixels.subarray(at, at + 4) as unknown as [
      number,
      number,
      number,
      number,
    ];
    light += (alpha * (red + green + blue)) / 3;
    seen += alpha;
  }
  return light > 170 * seen ? "#26262b" : "#ffffff";
}
