import { isDeepStrictEqual } from "node:util";
import type { DesignDocument, Layer } from "#contract/design-document.ts";
import { untouched } from "#contract/design-parts.ts";
import type { Difference } from "#contract/packs.ts";
import type { Lineage } from "./packs.repository.ts";

type Content = Pick<DesignDocument, "art" | "layers">;

/**
 * In what one thumbnail differs from another, as their documents and the runs of their art tell it. Two drawings of which
 * nobody knows in what they differ, differ in several things.
 */
export function differsIn(
  first: Content,
  other: Content,
  lineages: ReadonlyMap<string, Lineage>,
): Difference[] {
  const found = [
    ...new Set([
      ...artDiffersIn(first.art, other.art, lineages),
      ...layersDifferIn(first.layers, other.layers),
    ]),
  ];
  return found.length > 1 ? ["several things"] : found;
}

type Art = Content["art"];

function artDiffersIn(first: Art, other: Art, lineages: ReadonlyMap<string, Lineage>): Difference[] {
  const [from, to] = [first.adjust, other.adjust];
  const light = (each: Art["adjust"]) => [each.brightness, each.contrast, each.shade];
  return [
    ...sourceDiffersIn(first, other, lineages),
    ...(isDeepStrictEqual(cropOf(first, other, lineages), cropOf(other, first, lineages))
      ? []
      : (["framing"] as const)),
    ...(isDeepStrictEqual(light(from), light(to)) ? [] : (["light"] as const)),
    ...(from.saturation === to.saturation ? [] : (["colours"] as const)),
    ...(from.blur === to.blur ? [] : (["background"] as const)),
  ];
}

function sourceDiffersIn(first: Art, other: Art, lineages: ReadonlyMap<string, Lineage>): Difference[] {
  if (first.kind === "colour" && other.kind === "colour")
    return first.colour.toLowerCase() === other.colour.toLowerCase() ? [] : ["background"];
  if (first.kind === "colour" || other.kind === "colour") return ["several things"];
  if (first.kind === other.kind && first.id === other.id) return [];
  return [variedBetween(first.id, other.id, lineages) ?? "several things"];
}

/** Of a person's own picture the model got the part alone that was seen, and a picture of such a run shows that whole. */
function cropOf(art: Art, other: Art, lineages: ReadonlyMap<string, Lineage>): Art["crop"] {
  const isWhole = isDeepStrictEqual(art.crop, untouched.crop);
  if (art.kind !== "picture" || other.kind !== "reference" || !isWhole) return art.crop;
  return lineages.get(art.id)?.reference?.crop ?? art.crop;
}

/** The one thing that a variation was to change: between it and its source, or between two of the same source. */
function variedBetween(
  first: string,
  other: string,
  lineages: ReadonlyMap<string, Lineage>,
): Difference | null {
  const [one, two] = [lineages.get(first), lineages.get(other)];
  if (one?.vary && sourceOf(one) === other) return one.vary;
  if (two?.vary && sourceOf(two) === first) return two.vary;
  if (!one?.vary || one.vary !== two?.vary) return null;
  const isOfOne =
    one.runId === two.runId ||
    (sourceOf(one) &&
      sourceOf(one) === sourceOf(two) &&
      isDeepStrictEqual(one.reference?.crop, two.reference?.crop));
  return isOfOne ? one.vary : null;
}

const sourceOf = ({ sourceImageId, reference }: Lineage) => sourceImageId ?? reference?.id;

function layersDifferIn(first: readonly Layer[], other: readonly Layer[]): Difference[] {
  const [one, two] = [seen(first), seen(other)];
  if (isDeepStrictEqual(one, two)) return [];
  const kinds = { text: "words", shape: "shapes", picture: "pictures" } as const;
  const found = (["text", "shape", "picture"] as const).filter((kind) => {
    const of = (layers: typeof one) => layers.filter((layer) => layer.kind === kind);
    return !isDeepStrictEqual(of(one), of(two));
  });
  // Only what lies in front of what is another.
  if (found.length === 0) return ["several things"];
  return found.map((kind) => kinds[kind]);
}

/** What a viewer sees of the layers. */
const seen = (layers: readonly Layer[]) =>
  layers
    .filter(({ hidden, opacity }) => !hidden && opacity > 0)
    .map(({ id, name, locked, ...layer }) => layer);
