import type { LineageStep } from "#contract/gallery.ts";

/** By what it came about. */
export function wordsOf(
  kind: LineageStep["kind"],
  by: { instruction?: string | undefined; vary?: string | undefined } | undefined,
): string {
  if (kind === "retake") return "A free take, its words drawn anew";
  if (by?.vary) return by.vary === "colours" ? "Only the colours differ" : `Only the ${by.vary} differs`;
  if (by?.instruction) return `“${by.instruction}”`;
  return kind === "design" ? "Made a design" : "A new run";
}
