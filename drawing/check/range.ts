import { contrastOf, luminanceOf } from "../colours.ts";
import type { Pixels } from "./pixels.ts";

/**
 * Between the lightest and the darkest hundredth of a picture. Where letters are in it is not known, but none can
 * stand off what is behind them by more.
 */
export function widestContrast({ data, width, height }: Pixels): number {
  const all = new Float64Array(width * height);
  for (let at = 0; at < all.length; at += 1)
    all[at] = luminanceOf(data[4 * at]!, data[4 * at + 1]!, data[4 * at + 2]!);
  all.sort();
  const end = Math.floor(all.length / 100);
  return contrastOf(all[end]!, all[all.length - 1 - end]!);
}
