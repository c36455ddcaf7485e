import { channelsOf, contrastOf, hslOf, luminance } from "../colours.ts";
import { shadeSteps } from "../svg/art.ts";
import type { Box } from "../text/lay-out.ts";
import { accentHue, standingOff } from "./accent.ts";
import { type ArtSummary, cellsIn, groundOf } from "./art-summary.ts";
import { accentOn, accentsOn, brandHue } from "./brand.ts";
import type { Layout, StyleRules } from "./styles.ts";

/** More than the 4.5 : 1 that counts: what is measured in cells is a little off. */
const wanted = 5.2;
const ink = "#0d0d12";
const paper = "#ffffff";

/** What letters need on this ground: their colours, and an outline, a plate or a darker side of the art. */
export interface Help {
  fill: string;
  accent: string;
  outline: string | null;
  plate: { fill: string; accent: string } | null;
  shade: { side: "left" | "right" | "top" | "bottom"; amount: number } | null;
}

/** The share of the light that a shade leaves at a point. */
export function lightLeft(side: string, amount: number, x: number, y: number): number {
  const way = { left: x / 1280, right: 1 - x / 1280, top: y / 720, bottom: 1 - y / 720 }[side] ?? 1;
  const after = shadeSteps.findIndex(([offset]) => offset >= way);
  if (after < 0) return 1;
  if (after === 0) return 1 - amount / 100;
  const [[from, most], [to, least]] = [shadeSteps[after - 1]!, shadeSteps[after]!];
  const share = most + ((least - most) * (way - from)) / (to - from);
  return 1 - (share * amount) / 100;
}

/** Yellow and orange that stand off a light ground are brown. */
const darkHue = (hue: number) => (hue > 18 && hue < 75 ? 4 : hue >= 75 && hue < 100 ? 130 : hue);

export function helpFor(art: ArtSummary, box: Box, layout: Layout, rules: StyleRules): Help {
  const { accents = [], ownGround } = rules;
  const hue = brandHue(accents) ?? accentHue(art, cellsIn(art, box)) ?? rules.accentHue;
  const none = { outline: null, plate: null, shade: null };
  if (ownGround) {
    const { fill, colour } = ownGround;
    const accent = accentsOn(ownGround, accents, hue);
    if (ownGround.behind === "outline") return { ...none, fill, accent: accent.letters, outline: colour };
    return { ...none, fill, accent: fill, plate: { fill: colour, accent: accent.plate } };
  }
  const marking = (fill: string, behind: number, other = hue) =>
    accentOn(accents, behind, wanted, fill) ?? standingOff(other, behind, wanted);
  if (layout.plates) {
    const accent = accentOn(accents, luminance(ink), 4.6, ink) ?? standingOff(hue, luminance(ink), 7.5);
    const isLight = rules.help === "outline";
    const fill = isLight ? paper : ink;
    return { ...none, fill: isLight ? ink : paper, accent: ink, plate: { fill, accent } };
  }
  const ground = groundOf(art, box);
  const dark = contrastOf(luminance(ink), ground.dark);
  const light = contrastOf(1, ground.light);
  const isCalm = ground.detail < (rules.help === "shade" ? 0.3 : 0.2);
  const onDark = (behind: number): Pick<Help, "fill" | "accent"> => ({
    fill: paper,
    accent: marking(paper, behind),
  });
  // A second colour that had to become nearly white marks nothing.
  const marks = ({ accent }: Pick<Help, "accent">) => hslOf(...channelsOf(accent))[2] <= 0.68;
  const bare = onDark(ground.light);
  if (isCalm && light >= wanted && marks(bare) && !(rules.prefersDark && dark > light))
    return { ...none, ...bare };
  if (isCalm && dark >= wanted && (rules.prefersDark || rules.help === "shade"))
    return { ...none, fill: ink, accent: marking(ink, ground.dark, darkHue(hue)) };
  const side = layout.place;
  if (rules.help === "shade") {
    for (const amount of [45, 60, 72, 84, 92]) {
      const shaded = groundOf(art, box, (x, y) => lightLeft(side, amount, x, y));
      const letters = onDark(shaded.light);
      if (contrastOf(1, shaded.light) >= wanted + 1 && marks(letters))
        return { ...none, ...letters, shade: { side, amount } };
    }
  }
  return { ...none, ...onDark(luminance(ink)), outline: ink };
}
