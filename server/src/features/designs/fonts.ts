import type { DesignDocument } from "#contract/design-document.ts";
import { faceOf, faces } from "#drawing/fonts/faces.ts";
import { invalid } from "#server/platform/failure.ts";

/** What a person can choose from. */
export const fonts = faces.map(({ family, weights, subsets }) => ({
  family,
  weights: [...weights],
  scripts: [...new Set(subsets.map((subset) => subset.replace(/-ext$/, "")))],
}));

/** Throws 400 for a document with a text in another font. */
export function requireFonts({ layers }: DesignDocument): void {
  for (const [index, layer] of layers.entries()) {
    if (layer.kind === "text" && !faceOf(layer.font))
      throw invalid({
        [`document.layers.${index}.font`]: `There is no font ${JSON.stringify(layer.font)} here.`,
      });
  }
}
