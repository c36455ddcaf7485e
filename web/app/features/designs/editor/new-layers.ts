import type { PictureLayer, ShapeLayer, TextLayer } from "#contract/design-document.ts";
import { canvas } from "#drawing/canvas.ts";
import type { TextLook } from "#drawing/text-presets.ts";

const common = { rotation: 0, opacity: 1, hidden: false, locked: false };

/** In the middle of the picture. */
export function textWith(id: string, look: TextLook): TextLayer {
  const size = 130;
  const y = canvas.height / 2 - (size * look.lineHeight) / 2;
  const lines = [[{ text: "YOUR TEXT" }]];
  return { ...common, ...look, id, kind: "text", lines, size, align: "centre", x: canvas.width / 2, y };
}

const pictureSide = 400;

/** Whole, in the middle of the picture. */
export function pictureWith(
  id: string,
  source: PictureLayer["source"],
  { name, width, height }: { name: string; width: number; height: number },
): PictureLayer {
  const scale = pictureSide / Math.max(width, height);
  const box = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  const place = { x: (canvas.width - box.width) / 2, y: (canvas.height - box.height) / 2 };
  return { ...common, ...place, ...box, id, kind: "picture", name, source, flip: false, radius: 0 };
}

const sizes: Record<ShapeLayer["shape"], [width: number, height: number]> = {
  arrow: [320, 180],
  ring: [280, 280],
  burst: [300, 300],
  bar: [520, 130],
  badge: [340, 120],
};

export function shapeWith(id: string, shape: ShapeLayer["shape"]): ShapeLayer {
  const [width, height] = sizes[shape];
  return {
    ...common,
    id,
    kind: "shape",
    shape,
    width,
    height,
    x: (canvas.width - width) / 2,
    y: (canvas.height - height) / 2,
    fill: shape === "ring" || shape === "arrow" ? "#e3121f" : "#ffe11a",
  };
}
