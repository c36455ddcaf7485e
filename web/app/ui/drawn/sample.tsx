import { useMemo } from "react";
import type { TextLayer } from "#contract/design-document.ts";
import { drawLayer, layerBox } from "#drawing/draw-document.ts";
import type { TextLook } from "#drawing/text-presets.ts";
import { fontOf, useFonts } from "#web/ui/drawn/fonts.ts";
import css from "#web/ui/drawn/looks.module.css";

/** A few letters in a look, drawn as they would be on the picture. */
export function Sample({
  text,
  look,
  id = "sample",
}: {
  text: string;
  look: Partial<TextLook>;
  id?: string;
}) {
  const layer = useMemo(
    (): TextLayer => ({
      font: "Anton",
      weight: 400,
      letterSpacing: 0,
      lineHeight: 1.2,
      fill: "#000000",
      ...look,
      id,
      kind: "text",
      x: 0,
      y: 0,
      size: 100,
      align: "left",
      rotation: 0,
      opacity: 1,
      hidden: false,
      locked: false,
      lines: [[{ text }]],
    }),
    [text, look, id],
  );
  const layers = useMemo(() => [layer], [layer]);
  const { version } = useFonts(layers, { late: true });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fonts are outside of what React sees.
  const drawn = useMemo(() => {
    const box = layerBox(layer, fontOf);
    const room = look.plate ? look.plate.padding + 4 : look.outline ? 14 : 4;
    return {
      markup: drawLayer(layer, { fonts: fontOf, picture: () => null }, id),
      viewBox: `${-room} ${-room} ${Math.max(box.width, 60) + 2 * room} ${box.height + 2 * room}`,
    };
  }, [layer, version]);
  return (
    <svg
      className={css.drawing}
      viewBox={drawn.viewBox}
      preserveAspectRatio="xMidYMid meet"
      textRendering="geometricPrecision"
      aria-hidden
      // biome-ignore lint/security/noDangerouslySetInnerHtml: markup of the shop's own drawing.
      dangerouslySetInnerHTML={{ __html: drawn.markup }}
    />
  );
}
