import { colourOf, contrastOf, hslOf, luminance } from "../colours.ts";
import type { ArtSummary, Cell } from "./art-summary.ts";

/**
 * The hue that a second colour takes from the art: vivid, and far from what the letters have behind them. Null for an art
 * of greys.
 */
export function accentHue(art: ArtSummary, behind: readonly Cell[]): number | null {
  const bins = new Float64Array(24);
  const [vividness, hueAt] = [(cell: Cell) => hslOf(cell.red, cell.green, cell.blue), 15];
  let [cos, sin] = [0, 0];
  for (const cell of behind) {
    const [hue, saturation] = vividness(cell);
    cos += saturation * Math.cos((hue * Math.PI) / 180);
    sin += saturation * Math.sin((hue * Math.PI) / 180);
  }
  const usual = (Math.atan2(sin, cos) * 180) / Math.PI;
  for (const cell of art) {
    const [hue, saturation, lightness] = vividness(cell);
    // Skin and wood are no colours to letter in.
    const isSkin = hue > 8 && hue < 46 && saturation < 0.75;
    const strength = saturation * (1 - Math.abs(2 * lightness - 1)) * (isSkin ? 0.35 : 1);
    if (strength < 0.22) continue;
    const apart = Math.abs(((hue - usual + 540) % 360) - 180) / 180;
    bins[Math.floor(hue / hueAt) % 24]! += strength * (0.15 + apart);
  }
  let best = -1;
  for (const [bin, weight] of bins.entries()) if (weight > (bins[best] ?? 1)) best = bin;
  return best < 0 ? null : best * hueAt + hueAt / 2;
}

/** A colour of this hue that stands off the ground: lighter than a dark one, darker than a light one. */
export function standingOff(hue: number, ground: number, wanted: number): string {
  const isLighter = contrastOf(1, ground) >= contrastOf(0, ground);
  for (let step = 0; step <= 50; step += 1) {
    const colour = colourOf(hue, 0.96, isLighter ? 0.52 + step * 0.0096 : 0.46 - step * 0.0092);
    if (contrastOf(luminance(colour), ground) >= wanted) return colour;
  }
  return isLighter ? "#ffffff" : "#000000";
}
