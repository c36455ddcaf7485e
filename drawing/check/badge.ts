import type { DesignDocument, Layer } from "#contract/design-document.ts";
import { canvas } from "../canvas.ts";
import { layerBox } from "../draw-document.ts";
import { reachOf } from "../set-words/build-layers.ts";
import { badgeCorner as corner } from "../set-words/styles.ts";
import type { Box } from "../text/lay-out.ts";
import type { Fonts } from "../text/letters.ts";

/** Where a video's length is laid on its picture. */
export const badgeCorner: Box = {
  ...corner,
  width: canvas.width - corner.x,
  height: canvas.height - corner.y,
};

/** What a layer covers, as boxes that stand upright. */
export function coverOf(layer: Layer, fonts: Fonts): Box[] {
  if (layer.kind === "text") return reachOf(layer, fonts);
  const { x, y, width, height } = layerBox(layer, fonts);
  const angle = (layer.rotation * Math.PI) / 180;
  const [sin, cos] = [Math.abs(Math.sin(angle)), Math.abs(Math.cos(angle))];
  const [wide, tall] = [width * cos + height * sin, width * sin + height * cos];
  return [{ x: x + (width - wide) / 2, y: y + (height - tall) / 2, width: wide, height: tall }];
}

export function sharedArea(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Of a shape or a picture that reaches far beyond the corner nothing is lost. */
const lostShare = 0.25;

/** The layers of which the badge covers something: any letter, or a good part of a shape or a picture. */
export function layersUnderBadge({ layers }: Pick<DesignDocument, "layers">, fonts: Fonts): Layer[] {
  return layers.filter((layer) => {
    if (layer.hidden || layer.opacity === 0) return false;
    const cover = coverOf(layer, fonts);
    const covered = cover.reduce((sum, box) => sum + sharedArea(box, badgeCorner), 0);
    if (layer.kind === "text") return covered > 0;
    return covered > lostShare * cover.reduce((sum, box) => sum + box.width * box.height, 0);
  });
}
