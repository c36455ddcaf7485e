import { z } from "zod";
import {
  colour,
  designName,
  fields,
  flag,
  kindSentence,
  number,
  oneOf,
  printable,
  quoted,
  rowId,
  says,
} from "./design-fields.ts";
import { shapes } from "./design-parts.ts";

/** What a document's lengths are pixels of. */
export const canvasWidth = 1280;
export const canvasHeight = 720;

/** Of a document as JSON without blanks; 64 kB. */
export const documentBytes = 65_536;
export const mostLayers = 30;
export const mostLines = 8;
export const mostSpans = 12;
/** Of one text layer, all its lines together. */
export const mostCharacters = 200;

export const outline = fields("An outline", {
  colour: colour("An outline's colour"),
  width: number("An outline's width", 0, 40),
});

export const shadow = fields("A shadow", {
  colour: colour("A shadow's colour"),
  x: number("A shadow's x", -200, 200),
  y: number("A shadow's y", -200, 200),
  blur: number("A shadow's blur", 0, 60),
});

export const plate = fields("A plate", {
  colour: colour("A plate's colour"),
  padding: number("A plate's padding", 0, 200),
  radius: number("A plate's radius", 0, 400),
  opacity: number("A plate's opacity", 0, 1),
});

const common = {
  id: z
    .string(says("A layer needs an id."))
    .regex(/^[\w.:-]{1,64}$/, "A layer's id must have 1 to 64 letters, digits or - _ . :"),
  x: number("x", -canvasWidth, 2 * canvasWidth),
  y: number("y", -canvasHeight, 2 * canvasHeight),
  rotation: number("rotation", -180, 180),
  opacity: number("opacity", 0, 1),
  hidden: flag("hidden"),
  locked: flag("locked"),
  name: designName("A layer's name").optional(),
};

const box = {
  width: number("width", 1, 3 * canvasWidth),
  height: number("height", 1, 3 * canvasHeight),
};

export const span = fields("A span", {
  text: printable("A span's text"),
  fill: colour("A span's fill").optional(),
});

const countOf = (lines: readonly (readonly { text: string }[])[]) =>
  lines.flat().reduce((sum, { text }) => sum + [...text].length, 0);

const lines = z
  .array(
    z
      .array(span, says("A line must be a list of spans."))
      .max(mostSpans, `A line has at most ${mostSpans} spans.`),
    says("lines must be a list of lines."),
  )
  .min(1, "A text has at least one line.")
  .max(mostLines, `A text has at most ${mostLines} lines.`)
  .refine((all) => countOf(all) <= mostCharacters, `A text has at most ${mostCharacters} characters.`);

/** In pixels of the picture. */
export const leastTextSize = 8;
export const mostTextSize = 400;

export const textLayer = fields("A text", {
  ...common,
  kind: z.literal("text"),
  lines,
  /** A family of `GET /api/fonts`. */
  font: z.string(says("font must be a family's name.")).min(1, "font must be a family's name.").max(100),
  size: number("size", leastTextSize, mostTextSize),
  weight: number("weight", 100, 900),
  /** In em, as the line height. */
  letterSpacing: number("letterSpacing", -0.2, 1),
  lineHeight: number("lineHeight", 0.6, 2),
  align: oneOf("align", ["left", "centre", "right"]),
  fill: colour("fill"),
  outline: outline.optional(),
  shadow: shadow.optional(),
  plate: plate.optional(),
});
export type TextLayer = z.output<typeof textLayer>;

const source = z.discriminatedUnion(
  "kind",
  [
    fields("A source", { kind: z.literal("reference"), id: rowId("A reference's id") }),
    /** The brand's; without an id the one that it has now. */
    fields("A source", { kind: z.literal("logo"), id: rowId("A logo's id").optional() }),
  ],
  { error: ({ input }) => kindSentence("A picture's source", "reference, logo", input) },
);

export const pictureLayer = fields("A picture", {
  ...common,
  kind: z.literal("picture"),
  ...box,
  source,
  flip: flag("flip"),
  /** Of the corners; half of the shorter side makes it round. */
  radius: number("radius", 0, canvasWidth),
  outline: outline.optional(),
});
export type PictureLayer = z.output<typeof pictureLayer>;

export const shapeLayer = fields("A shape", {
  ...common,
  kind: z.literal("shape"),
  ...box,
  shape: oneOf("shape", shapes),
  fill: colour("fill"),
  outline: outline.optional(),
});
export type ShapeLayer = z.output<typeof shapeLayer>;

export const layer = z.discriminatedUnion("kind", [textLayer, pictureLayer, shapeLayer], {
  error: ({ input }) => kindSentence("A layer", "text, picture, shape", input),
});
export type Layer = z.output<typeof layer>;

/** Fractions of the source. Sums of fractions are a little off. */
export const crop = fields("crop", {
  x: number("crop's x", 0, 1),
  y: number("crop's y", 0, 1),
  width: number("crop's width", 0.01, 1),
  height: number("crop's height", 0.01, 1),
}).refine(
  ({ x, y, width, height }) => x + width <= 1 + 1e-6 && y + height <= 1 + 1e-6,
  "crop must lie within the picture.",
);

export const adjust = fields("adjust", {
  brightness: number("brightness", -100, 100),
  contrast: number("contrast", -100, 100),
  saturation: number("saturation", -100, 100),
  blur: number("blur", 0, 40),
  shade: fields("shade", {
    side: oneOf("shade's side", ["none", "left", "right", "top", "bottom"]),
    amount: number("shade's amount", 0, 100),
  }),
});

export const art = z.discriminatedUnion(
  "kind",
  [
    /** `id` is that of one image of an own run. */
    fields("art", { kind: z.literal("picture"), id: rowId("A picture's id"), crop, adjust }),
    fields("art", { kind: z.literal("reference"), id: rowId("A reference's id"), crop, adjust }),
    fields("art", { kind: z.literal("colour"), colour: colour("art's colour"), crop, adjust }),
  ],
  { error: ({ input }) => kindSentence("art", "picture, reference, colour", input) },
);
export type Art = z.output<typeof art>;

/** A design's content, format 1. Everything is where it is said to be: what draws it decides nothing. */
export const designDocument = fields("A document", {
  format: z.literal(1, {
    error: ({ input }) =>
      input === undefined
        ? "A document needs its format; this one is known: 1."
        : `A document of format ${quoted(input)} is not known; this one is: 1.`,
  }),
  art,
  /** From back to front. */
  layers: z
    .array(layer, says("layers must be a list of layers."))
    .max(mostLayers, `A document has at most ${mostLayers} layers.`)
    .refine(
      (all) => new Set(all.map(({ id }) => id)).size === all.length,
      "Each layer needs an id of its own.",
    ),
});
export type DesignDocument = z.output<typeof designDocument>;

/** One step a format: `steps[1]` would make format 2 of a document of format 1. */
const steps: Record<number, (document: never) => unknown> = {};

/** A kept document brought up to the format of today. */
export function currentDocument(kept: unknown): DesignDocument {
  let document = kept as { format: number };
  for (let step = steps[document.format]; step; step = steps[document.format])
    document = step(document as never) as { format: number };
  return document as DesignDocument;
}
