import type { Art, DesignDocument, Layer, PictureLayer } from "#contract/design-document.ts";
import { canvas } from "./canvas.ts";
import { drawArt, type Picture } from "./svg/art.ts";
import { element, group, px } from "./svg/markup.ts";
import { drawPicture } from "./svg/picture.ts";
import { drawShape } from "./svg/shape.ts";
import { drawText } from "./svg/text.ts";
import { type Box, type LaidText, layOutText } from "./text/lay-out.ts";
import type { Fonts } from "./text/letters.ts";

/** What a document names and does not hold. */
export interface Sources {
  fonts: Fonts;
  /** As a data address or one that the page may load; null where it is gone. */
  picture(source: Exclude<Art, { kind: "colour" }> | PictureLayer["source"]): Picture | null;
}

/** A document as one SVG, the same on the server and in the browser. */
export function drawDocument(document: DesignDocument, sources: Sources): string {
  const { art, layers } = document;
  const ground = drawArt(art, art.kind === "colour" ? null : sources.picture(art), "drawing");
  const drawn = layers.map((layer, index) => drawLayer(layer, sources, `drawing-${index}`));
  return element(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      ...canvas,
      viewBox: `0 0 ${canvas.width} ${canvas.height}`,
      // Letters keep their own measures at every size.
      "text-rendering": "geometricPrecision",
    },
    ground + drawn.join(""),
  );
}

/** One layer's markup; empty for a hidden one. */
export function drawLayer(layer: Layer, sources: Sources, id: string): string {
  if (layer.hidden || layer.opacity === 0) return "";
  const laid = layer.kind === "text" ? layOutText(layer, sources.fonts) : null;
  const { x, y, width, height } = boxOf(layer, laid);
  const middle = `${px(x + width / 2)} ${px(y + height / 2)}`;
  return group(
    {
      opacity: layer.opacity < 1 ? layer.opacity : undefined,
      transform: layer.rotation === 0 ? undefined : `rotate(${px(layer.rotation)} ${middle})`,
    },
    layer.kind === "text"
      ? drawText(layer, laid!, id)
      : layer.kind === "shape"
        ? drawShape(layer)
        : drawPicture(layer, sources.picture(layer.source), id),
  );
}

/** A layer's place before it is turned about the middle of it. */
export const layerBox = (layer: Layer, fonts: Fonts): Box =>
  boxOf(layer, layer.kind === "text" ? layOutText(layer, fonts) : null);

function boxOf(layer: Layer, laid: LaidText | null): Box {
  if (laid) return laid.box;
  const { x, y, width, height } = layer as Exclude<Layer, { kind: "text" }>;
  return { x, y, width, height };
}
