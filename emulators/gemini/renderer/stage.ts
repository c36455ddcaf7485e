import type { MotifColours } from "./motifs/motif.ts";
import type { Palette } from "./palettes.ts";
import type { Random } from "./random.ts";
import { paintShapes, type Shape, silhouette } from "./shapes.ts";
import type { Box, TextBlock } from "./text-block.ts";

/** Everything a layout draws from. */
export type Scene = {
  title: string;
  palette: Palette;
  random: Random;
  paints: Paints;
  /** The subject's illustration, in the palette's own colours unless others are given. */
  motif: (colours?: MotifColours) => Shape[];
};

/** A finished picture: SVG markup within 1280×720, and the title as it was set. */
export type Composition = { body: string; text: TextBlock };
export type Layout = (scene: Scene) => Composition;

type Stop = readonly [offset: number, colour: string, opacity?: number];

/** Collects gradients; each call gives the `fill` that names the new one. */
export type Paints = {
  linear: (degrees: number, stops: readonly Stop[]) => string;
  /** Centre and radius in pixels of the frame. */
  radial: (x: number, y: number, radius: number, stops: readonly Stop[]) => string;
  clip: (markup: string) => string;
  definitions: () => string;
};

export function createPaints(): Paints {
  const definitions: string[] = [];
  const add = (make: (id: string) => string) => {
    const id = `p${definitions.length}`;
    definitions.push(make(id));
    return `url(#${id})`;
  };
  const stopsOf = (stops: readonly Stop[]) =>
    stops
      .map(
        ([at, colour, opacity = 1]) =>
          `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
      )
      .join("");
  return {
    linear: (degrees, stops) =>
      add(
        (id) =>
          `<linearGradient id="${id}" gradientTransform="rotate(${degrees} .5 .5)">${stopsOf(stops)}</linearGradient>`,
      ),
    radial: (x, y, radius, stops) =>
      add(
        (id) =>
          `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${x}" cy="${y}" r="${radius}">` +
          `${stopsOf(stops)}</radialGradient>`,
      ),
    clip: (markup) => add((id) => `<clipPath id="${id}">${markup}</clipPath>`),
    definitions: () => `<defs>${definitions.join("")}</defs>`,
  };
}

export type MotifPlace = {
  x: number;
  y: number;
  /** Side of the square it fills, in pixels. */
  size: number;
  degrees?: number;
  /** Borders from the outside in, in pixels of the frame. */
  borders?: readonly (readonly [colour: string, grow: number])[];
  shadow?: { colour: string; dx: number; dy: number; grow?: number; opacity?: number };
};

export function placeMotif(shapes: readonly Shape[], place: MotifPlace): string {
  const scale = place.size / 400;
  const at = (dx: number, dy: number, markup: string) =>
    `<g transform="translate(${place.x + dx} ${place.y + dy}) rotate(${place.degrees ?? 0}) ` +
    `scale(${scale.toFixed(3)})">${markup}</g>`;
  const { shadow } = place;
  const cast = shadow
    ? `<g opacity="${shadow.opacity ?? 1}">` +
      at(shadow.dx, shadow.dy, silhouette(shapes, shadow.colour, (shadow.grow ?? 0) / scale)) +
      `</g>`
    : "";
  const borders = (place.borders ?? []).map(([colour, grow]) => silhouette(shapes, colour, grow / scale));
  return cast + at(0, 0, borders.join("") + paintShapes(shapes));
}

export const fullFrame = (fill: string) => `<rect width="1280" height="720" fill="${fill}"/>`;

/** A wide title gets more of the frame, and its illustration less. */
export type Split = { text: Box; motif: { x: number; y: number; size: number } };

export function splitFrame(title: string, side: "left" | "right" = "right"): Split {
  const length = [...title].length;
  const width = length <= 22 ? 650 : length <= 46 ? 720 : 810;
  const size = length <= 22 ? 500 : length <= 46 ? 440 : 350;
  const margin = 68;
  const centre = (margin + width + 1280) / 2 + 4;
  return side === "right"
    ? { text: { x: margin, y: 60, width, height: 600 }, motif: { x: centre, y: 360, size } }
    : {
        text: { x: 1280 - margin - width, y: 60, width, height: 584 },
        motif: { x: 1280 - centre, y: 360, size },
      };
}
