import { channelsOf, contrast, contrastOf, hslOf, luminance } from "../colours.ts";
import { faceOf, nearestWeight } from "../fonts/faces.ts";
import { type TextLook, textPresetOf } from "../text-presets.ts";
import { standingOff } from "./accent.ts";
import { type Layout, type OwnGround, type StyleRules, sided, type WordFace } from "./styles.ts";

/** What of a member's brand words can take. */
export interface WordsBrand {
  fonts: readonly string[];
  colours: readonly string[];
  /** The name of a text preset. */
  textPreset: string | null;
}

/** Of letters with what is behind them; what is measured in a document is exact. */
const least = 4.5;

/** A style's rules in a member's own fonts, colours and look. What the brand leaves open stays the style's. */
export function withBrand(rules: StyleRules, { fonts, colours, textPreset }: WordsBrand): StyleRules {
  const look = textPreset === null ? undefined : textPresetOf(textPreset)?.look;
  const ownGround = look && ownGroundOf(look);
  const families = fonts.length > 0 ? fonts : look ? [look.font] : [];
  const faces = families.flatMap((font) => wordFace(font, look, rules) ?? []);
  return {
    ...rules,
    faces: faces.length > 0 ? faces : rules.faces,
    layouts: look ? layoutsFor(rules.layouts, look) : rules.layouts,
    accents: colours,
    ...(ownGround ? { ownGround } : {}),
    ...(look ? { shadow: look.shadow !== undefined } : {}),
  };
}

/** As heavy as the preset or the style is, as far as the font goes. */
function wordFace(font: string, look: TextLook | undefined, { faces: [own] }: StyleRules): WordFace | null {
  const face = faceOf(font);
  if (!face) return null;
  const isOwn = look?.font === font;
  const wanted = isOwn ? look.weight : Math.max(700, own!.weight);
  return { font, weight: nearestWeight(face, wanted), letterSpacing: isOwn ? look.letterSpacing : 0 };
}

/** Its colours where they are legible on each other; else black or white letters, of which one always is. */
function ownGroundOf({ fill, plate, outline }: TextLook): OwnGround | undefined {
  const ground = plate ?? outline;
  if (!ground) return undefined;
  const { colour } = ground;
  const [light, dark] = [contrast("#ffffff", colour), contrast("#000000", colour)];
  const legible = contrast(fill, colour) >= least ? fill : light > dark ? "#ffffff" : "#000000";
  return { fill: legible, behind: plate ? "plate" : "outline", colour };
}

const plated: readonly Layout[] = [
  ...sided({ name: "labels", sizes: "even", plates: true }),
  ...sided({ name: "strips", sizes: "poster", plates: true }),
  { name: "caption", place: "bottom", sizes: "even", plates: true },
];

function layoutsFor(layouts: readonly Layout[], { plate }: TextLook): readonly Layout[] {
  if (!plate) return layouts.filter((layout) => !layout.plates);
  const own = layouts.filter((layout) => layout.plates);
  return own.length > 2 ? own : plated;
}

/** A brand's hue for a second colour; null where it has none but greys. */
export function brandHue(colours: readonly string[]): number | null {
  for (const colour of colours) {
    const [hue, saturation] = hslOf(...channelsOf(colour));
    if (saturation > 0.15) return hue;
  }
  return null;
}

/** The first of the colours that stands off this luminance so much, and is no repeat of the letters' own; undefined for none. */
export const accentOn = (
  colours: readonly string[],
  ground: number,
  wanted: number,
  fill: string,
): string | undefined =>
  colours.find((each) => contrastOf(luminance(each), ground) >= wanted && contrast(each, fill) > 1.35);

/** The second colours on a look's own ground: of letters with an outline, or of a plate under the letters. */
export function accentsOn({ fill, colour }: OwnGround, colours: readonly string[], hue: number) {
  const ground = luminance(colour);
  return {
    letters: accentOn(colours, ground, least, fill) ?? standingOff(hue, ground, 5.2),
    plate: accentOn(colours, luminance(fill), least, colour) ?? colour,
  };
}
