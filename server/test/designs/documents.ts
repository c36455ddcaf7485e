import type { Art, DesignDocument, Layer, ShapeLayer, TextLayer } from "#contract/design-document.ts";

const unchanged: Pick<Art, "crop" | "adjust"> = {
  crop: { x: 0, y: 0, width: 1, height: 1 },
  adjust: { brightness: 0, contrast: 0, saturation: 0, blur: 0, shade: { side: "none", amount: 0 } },
};

export const plainArt = (colour = "#1a1b1e"): Art => ({ kind: "colour", colour, ...unchanged });
export const artOf = (id: string): Art => ({ kind: "picture", id, ...unchanged });

const common = { x: 100, y: 100, rotation: 0, opacity: 1, hidden: false, locked: false };

export const textLayer = (text: string, more: Partial<TextLayer> = {}): TextLayer => ({
  ...common,
  id: "title",
  kind: "text",
  lines: [[{ text }]],
  font: "Anton",
  size: 120,
  weight: 400,
  letterSpacing: 0,
  lineHeight: 1.1,
  align: "left",
  fill: "#ffffff",
  ...more,
});

export const shapeLayer = (more: Partial<ShapeLayer> = {}): ShapeLayer => ({
  ...common,
  id: "shape",
  kind: "shape",
  width: 300,
  height: 100,
  shape: "arrow",
  fill: "#ff3b30",
  ...more,
});

export const documentWith = (layers: Layer[], art = plainArt()): DesignDocument => ({
  format: 1,
  art,
  layers,
});

export const plainDocument = documentWith([textLayer("A title")]);
