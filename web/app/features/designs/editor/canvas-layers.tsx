import { memo, useMemo } from "react";
import type { Art, DesignDocument, Layer } from "#contract/design-document.ts";
import { canvas } from "#drawing/canvas.ts";
import { drawLayer, type Sources } from "#drawing/draw-document.ts";
import { drawArt } from "#drawing/svg/art.ts";
import { fontOf } from "#web/ui/drawn/fonts.ts";
import css from "#web/ui/drawn/looks.module.css";

/** What a hand is doing, before it is part of the document. */
export type Preview =
  | { kind: "move"; ids: ReadonlySet<string>; dx: number; dy: number }
  | { kind: "layer"; layer: Layer };

/**
 * The drawing of a document: the same markup as the server's, each layer in a group of its own, so that a drag touches
 * that one alone.
 */
export function CanvasLayers(props: {
  document: DesignDocument;
  picture: Sources["picture"];
  preview: Preview | null;
  fontsVersion: number;
  /** Begins the ids in it, where a page holds several. */
  prefix?: string;
}) {
  const { document, picture, preview, fontsVersion, prefix = "design" } = props;
  return (
    <svg
      className={css.drawing}
      viewBox={`0 0 ${canvas.width} ${canvas.height}`}
      textRendering="geometricPrecision"
      aria-hidden
    >
      <ArtGroup art={document.art} picture={picture} prefix={prefix} />
      {document.layers.map((layer, index) => (
        <g
          key={layer.id}
          transform={
            preview?.kind === "move" && preview.ids.has(layer.id) && !layer.locked
              ? `translate(${preview.dx} ${preview.dy})`
              : undefined
          }
        >
          <LayerGroup
            layer={preview?.kind === "layer" && preview.layer.id === layer.id ? preview.layer : layer}
            id={`${prefix}-${index}`}
            picture={picture}
            fontsVersion={fontsVersion}
          />
        </g>
      ))}
    </svg>
  );
}

const ArtGroup = memo(function ArtGroup(props: { art: Art; picture: Sources["picture"]; prefix: string }) {
  const { art, picture, prefix } = props;
  return <Markup markup={drawArt(art, art.kind === "colour" ? null : picture(art), prefix)} />;
});

/** `fontsVersion` has it drawn anew when a font came. */
const LayerGroup = memo(function LayerGroup(props: {
  layer: Layer;
  id: string;
  picture: Sources["picture"];
  fontsVersion: number;
}) {
  const { layer, id, picture, fontsVersion } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fonts are outside of what React sees.
  const markup = useMemo(
    () => drawLayer(layer, { fonts: fontOf, picture }, id),
    [layer, id, picture, fontsVersion],
  );
  return <Markup markup={markup} />;
});

/** The drawing escapes every text that is in it. */
function Markup({ markup }: { markup: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: markup of the shop's own drawing.
  return <g dangerouslySetInnerHTML={{ __html: markup }} />;
}
