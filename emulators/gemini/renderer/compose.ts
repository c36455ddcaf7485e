import { frame, type ThumbnailBrief, type ThumbnailStyle } from "./brief.ts";
import { motifsByNiche } from "./motifs/by-niche.ts";
import { paletteFor } from "./palettes.ts";
import { createRandom, hashText } from "./random.ts";
import { type Composition, createPaints, type Layout } from "./stage.ts";
import { boldLayouts } from "./styles/bold.ts";
import { colorfulLayouts } from "./styles/colorful.ts";
import { emblem } from "./styles/emblem.ts";
import { minimalLayouts } from "./styles/minimal.ts";
import { playfulLayouts } from "./styles/playful.ts";
import { professionalLayouts } from "./styles/professional.ts";
import { isDrawable } from "./words.ts";

/** For each style the layouts of the first picture and those of the different one. */
const layouts: Record<ThumbnailStyle, readonly [readonly Layout[], readonly Layout[]]> = {
  minimal: minimalLayouts,
  bold: boldLayouts,
  colorful: colorfulLayouts,
  professional: professionalLayouts,
  playful: playfulLayouts,
};

const longestDrawnTitle = 120;

/** The picture as SVG, with the title as it was set; the same brief gives the same markup. */
export function composeThumbnail(brief: ThumbnailBrief): { svg: string; text: Composition["text"] } {
  const side = brief.variation % 2 === 0 ? 0 : 1;
  const seed = hashText(`${brief.niche}/${brief.title}/${brief.seed ?? ""}/${brief.variation}`);
  const random = createRandom(seed);
  const palette = paletteFor(brief.niche, side, random.between(-10, 10));
  const paints = createPaints();
  const chosen = random.pick(layouts[brief.style][side]);
  const title = [...brief.title].slice(0, longestDrawnTitle).join("");
  const motif = motifsByNiche[brief.niche][side];
  const layout = isDrawable(title) ? chosen : emblem;
  const { body, text } = layout({
    title,
    palette,
    random,
    paints,
    motif: (colours = palette) => motif(colours),
  });
  const { width, height } = frame;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `${paints.definitions()}${body}</svg>`;
  return { svg, text };
}
