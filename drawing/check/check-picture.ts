import { canvas } from "../canvas.ts";
import { cornerOf, isWeighty } from "./corner.ts";
import type { Finding, Size } from "./finding.ts";
import { differingShare } from "./likeness.ts";
import { leastContrast, leastDifference, mostBytes, mostWords } from "./limits.ts";
import type { Pixels } from "./pixels.ts";
import { widestContrast } from "./range.ts";

/**
 * What pixels alone can honestly say. `words` is how many were read or asked for, where that is known: 0 for art that was to be
 * without, of whose words nothing is said, as nobody has looked.
 */
export function checkPicture(pixels: Pixels, words?: number): Finding[] {
  const value = widestContrast(pixels);
  return [
    ...(words === 0 ? [] : [{ what: "letters", mark: "unknown" } as const]),
    ...(value < leastContrast ? [{ what: "range", mark: "bad", value } as const] : []),
    isWeighty(cornerOf(pixels)) ? { what: "corner", mark: "bad" } : { what: "badge", mark: "good" },
    ...(words ? [{ what: "words", mark: words > mostWords ? "bad" : "good", value: words } as const] : []),
  ];
}

export const checkBytes = (value: number): Finding => ({
  what: "bytes",
  mark: value > mostBytes ? "bad" : "good",
  value,
});

/** What is asked for is 16:9, at best 1280×720, and no narrower than half of that. */
export function checkShape(size: Size): Finding {
  return { what: "shape", mark: isWide(size) && size.width >= canvas.width / 2 ? "good" : "bad", size };
}

export const isWide = ({ width, height }: Size): boolean =>
  Math.abs((width * canvas.height) / (height * canvas.width) - 1) < 0.02;

export function checkLikeness(one: Pixels, other: Pixels): Finding {
  const value = differingShare(one, other);
  return { what: "alike", mark: value < leastDifference ? "bad" : "good", value };
}
