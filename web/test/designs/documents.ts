import type { DesignDocument, Layer, ShapeLayer, TextLayer } from "#contract/design-document.ts";

const place = { x: 100, y: 50, rotation: 0, opacity: 1, hidden: false, locked: false };

export const shape = (id: string, more: Partial<ShapeLayer> = {}): ShapeLayer => ({
  ...place,
  id,
  kind: "shape",
  width: 200,
  height: 100,
  shape: "ring",
  fill: "#ff0000",
  ...more,
});

export const text = (id: string, more: Partial<TextLayer> = {}): TextLayer => ({
  ...place,
  id,
  kind: "text",
  lines: [[{ text: "Soup" }]],
  font: "Anton",
  size: 120,
  weight: 400,
  letterSpacing: 0,
  lineHeight: 1,
  align: "left",
  fill: "#ffffff",
  ...more,
});

export const documentOf = (...layers: Layer[]): DesignDocument => ({
  format: 1,
  art: {
    kind: "colour",
    colour: "#102030",
    crop: { x: 0, y: 0, width: 1, height: 1 },
    adjust: { brightness: 0, contrast: 0, saturation: 0, blur: 0, shade: { side: "none", amount: 0 } },
  },
  layers,
});

export const ids = (...all: string[]) => new Set(all);
export const orderOf = ({ layers }: DesignDocument) => layers.map(({ id }) => id).join("");
export const boxOf = (layer: Layer) => ({
  x: layer.x,
  y: layer.y,
  width: layer.kind === "text" ? 300 : layer.width,
  height: layer.kind === "text" ? 120 : layer.height,
});
