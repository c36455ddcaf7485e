import { renderAsync } from "@resvg/resvg-js";
import sharp, { type Sharp } from "sharp";
import { frame, type ThumbnailBrief } from "../renderer/brief.ts";
import { casts } from "../renderer/cast/niches.ts";
import { composeThumbnail } from "../renderer/compose.ts";
import { drawText } from "../renderer/draw-text.ts";
import { hueFor } from "../renderer/palettes.ts";
import { setText } from "../renderer/text-block.ts";
import type { Remembered } from "./album.ts";
import { findGround } from "./find-ground.ts";
import type { Layers, Raw } from "./layers.ts";
import type { Framing, Wish } from "./read-edit.ts";
import { drawRecipe, type Recipe } from "./recipe.ts";
import { applyTone, mixed, type Tone } from "./tones.ts";

/** The ratio that thumbnails have, and to which every picture was cut that comes back. */
const cutTo = 16 / 9;

/** A picture on its way through an edit, with what is known of it. */
type Work = Layers & {
  words: string | null;
  /** How it was drawn, and what that gives without what it went through since. */
  made: { recipe: Recipe; drawn: Layers } | null;
};

/**
 * The incoming picture with what the wishes ask for. Of one that was drawn here that is drawn anew, and whatever does not
 * differ stays as it came in. Of any other, the place behind, light, colours and framing can change, and letters come
 * over it on a plate.
 */
export async function editPicture(
  incoming: Raw,
  known: Remembered | null,
  wishes: readonly Wish[],
  /** What a new place is drawn from for a picture that was not drawn here. */
  brief: ThumbnailBrief,
): Promise<Raw & { words: string | null; recipe: Recipe | null }> {
  const words = known?.words ?? null;
  const made = known?.recipe ? await madeAgain(known.recipe, incoming.raw) : null;
  let work: Work = { ...incoming, ground: made?.drawn.ground ?? (await findGround(incoming)), words, made };
  for (const wish of wishes) work = await carriedOut(work, wish, brief);
  return { ...work, recipe: work.made?.recipe ?? null };
}

/** As it comes back: cut by the shop since it was drawn. */
async function madeAgain(recipe: Recipe, raw: Raw["raw"]): Promise<NonNullable<Work["made"]>> {
  const cut = { ...recipe, left: recipe.left * Math.min(1, cutTo / (raw.width / raw.height)) };
  return { recipe: cut, drawn: await drawRecipe(cut, raw) };
}

async function carriedOut(work: Work, wish: Wish, brief: ThumbnailBrief): Promise<Work> {
  if (wish.kind === "tone") return toned(work, wish.tone);
  if (wish.kind === "framing") return framed(work, wish.framing);
  const recipe = work.made?.recipe;
  if (wish.kind === "letters") {
    const words = wish.say ?? "";
    if (!recipe) return wish.say === null ? work : { ...(await withPlate(work, wish.say)), words };
    return redrawn(work, { ...recipe, brief: { ...recipe.brief, letters: words } });
  }
  if (recipe) {
    const { direction } = composeThumbnail(recipe.brief, recipe.instead);
    const hue = direction.hues[0] ?? hueFor(recipe.brief.niche, recipe.brief.variation);
    const present = { ...direction, hue, places: casts[recipe.brief.niche].places };
    return redrawn(work, { ...recipe, instead: { ...recipe.instead, ...wish.replacing(present) } });
  }
  const { tone, framing, ground } = wish.otherwise;
  if (ground) return withPlace(work, wish, brief);
  const changed = tone ? await toned(work, tone) : work;
  return framing ? framed(changed, framing) : changed;
}

async function toned(work: Work, tone: Tone): Promise<Work> {
  const data = await applyTone(work, tone);
  if (!work.made) return { ...work, data };
  const { recipe, drawn } = work.made;
  const made = {
    recipe: { ...recipe, tones: [...recipe.tones, tone] },
    drawn: { ...drawn, data: await applyTone(drawn, tone) },
  };
  return { ...work, data, made };
}

/** Drawn as it was and as it shall be; what is the same in both stays as it came in. */
async function redrawn(work: Work, recipe: Recipe): Promise<Work> {
  const before = work.made?.drawn;
  if (!before) return work;
  const drawn = await drawRecipe(recipe, work.raw);
  const data = mixed(work.data, drawn.data, await differing(before, drawn));
  const words = composeThumbnail(recipe.brief, recipe.instead).text.lines.join("\n");
  return { ...drawn, data, words, made: { recipe, drawn } };
}

const block = 8;

/** Where two drawings differ, 0 to 255 a pixel, with a margin: what came in has other edges than either. */
async function differing(before: Layers, after: Layers): Promise<Buffer> {
  const { width, height } = after.raw;
  const across = Math.ceil(width / block);
  const down = Math.ceil(height / block);
  const blocks = Buffer.alloc(across * down);
  const mark = (column: number, row: number) => {
    for (let y = Math.max(0, row - 2); y <= Math.min(down - 1, row + 2); y += 1)
      blocks.fill(255, y * across + Math.max(0, column - 2), y * across + Math.min(across, column + 3));
  };
  for (let row = 0; row < down; row += 1)
    for (let column = 0; column < across; column += 1)
      if (blockDiffers(before, after, column * block, row * block)) mark(column, row);
  return sharp(blocks, { raw: { width: across, height: down, channels: 1 } })
    .resize(across * block, down * block, { kernel: "linear" })
    .extract({ left: 0, top: 0, width, height })
    .toColourspace("b-w")
    .raw()
    .toBuffer();
}

function blockDiffers(before: Layers, after: Layers, left: number, top: number): boolean {
  const { width, height } = after.raw;
  const right = Math.min(width, left + block) * 3;
  for (let y = top; y < Math.min(height, top + block); y += 1)
    for (let at = y * width * 3 + left * 3; at < y * width * 3 + right; at += 1)
      if (Math.abs(before.data[at]! - after.data[at]!) >= 7) return true;
  return false;
}

async function framed(work: Work, { mirror, zoom }: Framing): Promise<Work> {
  const { width, height } = work.raw;
  const box = { width: Math.round(width / zoom), height: Math.round(height / zoom) };
  const left = Math.round((width - box.width) / 2);
  const top = Math.round((height - box.height) / 2);
  const turned = async (data: Buffer, channels: 1 | 3) => {
    const raw = { width, height, channels };
    const whole = sharp(data, { raw }).flop(mirror);
    if (zoom > 1) whole.extract({ left, top, ...box }).resize(width, height, { fit: "fill" });
    const image = zoom < 1 ? await farther(whole, raw, zoom) : whole;
    return image
      .toColourspace(channels === 1 ? "b-w" : "srgb")
      .raw()
      .toBuffer();
  };
  const [data, ground] = await Promise.all([turned(work.data, 3), turned(work.ground, 1)]);
  return { ...work, data, ground, made: null };
}

/** What lies beyond the old edges is made of them, out of focus; the foot stays the foot. */
async function farther(
  image: Sharp,
  { width, height, channels }: Raw["raw"] | { width: number; height: number; channels: 1 },
  zoom: number,
): Promise<Sharp> {
  const box = { width: Math.round(width * zoom), height: Math.round(height * zoom) };
  const left = Math.round((width - box.width) / 2);
  const small = await image.resize(box.width, box.height, { fit: "fill" }).raw().toBuffer();
  const raw = { ...box, channels };
  const edges = {
    left,
    right: width - box.width - left,
    top: height - box.height,
    extendWith: "copy",
  } as const;
  const beyond = await sharp(small, { raw }).extend(edges).raw().toBuffer();
  const blurred = await sharp(beyond, { raw: { width, height, channels } }).blur(24).png().toBuffer();
  const input = await sharp(small, { raw }).png().toBuffer();
  return sharp(
    await sharp(blurred)
      .composite([{ input, left, top: edges.top }])
      .png()
      .toBuffer(),
  ).removeAlpha();
}

/** Another place behind what seems to be the subject. */
async function withPlace(
  work: Work,
  { replacing }: Extract<Wish, { kind: "replace" }>,
  brief: ThumbnailBrief,
): Promise<Work> {
  const { direction } = composeThumbnail(brief);
  const instead = replacing({ ...direction, hue: 0, places: casts[brief.niche].places });
  const { backdrop } = composeThumbnail({ ...brief, lettered: false }, instead);
  const drawn = await renderAsync(backdrop, {
    font: { loadSystemFonts: false },
    fitTo: { mode: "width", value: 288 },
  });
  const place = await sharp(drawn.pixels, { raw: { width: drawn.width, height: drawn.height, channels: 4 } })
    .flatten()
    .resize(work.raw.width, work.raw.height, { fit: "cover" })
    .raw()
    .toBuffer();
  return { ...work, data: mixed(work.data, place, work.ground) };
}

/** Words over the picture, where it cannot be drawn anew. */
async function withPlate(work: Work, words: string): Promise<Work> {
  const box = { x: 64, y: 60, width: 600, height: 600 };
  const block = setText({ text: words, face: "outfit", box, maxSize: 170, maxLines: 5 });
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${frame.width}" height="${frame.height}" viewBox="0 0 ` +
    `${frame.width} ${frame.height}"><linearGradient id="plate"><stop offset=".84" stop-color="#101018"/>` +
    `<stop offset="1" stop-color="#101018" stop-opacity="0"/></linearGradient>` +
    `<rect width="820" height="${frame.height}" fill="url(#plate)"/>` +
    `${drawText(block, { fill: "#ffffff", emphasisFill: "#ffd84d" })}</svg>`;
  const drawn = await renderAsync(svg, {
    font: { loadSystemFonts: false },
    fitTo: { mode: "width", value: work.raw.width },
  });
  const input = await sharp(drawn.asPng())
    .resize(work.raw.width, work.raw.height, { fit: "cover" })
    .toBuffer();
  const data = await sharp(work.data, { raw: work.raw })
    .composite([{ input }])
    .removeAlpha()
    .raw()
    .toBuffer();
  return { ...work, data };
}
