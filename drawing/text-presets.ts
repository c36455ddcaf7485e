import type { TextLayer } from "#contract/design-document.ts";
import { faceOf, nearestWeight } from "./fonts/faces.ts";

/** How a text looks, apart from its words, its place and its size. */
export type TextLook = Pick<
  TextLayer,
  "font" | "weight" | "letterSpacing" | "lineHeight" | "fill" | "outline" | "shadow" | "plate"
>;

export interface TextPreset {
  name: string;
  look: TextLook;
}

const plain = { letterSpacing: 0, lineHeight: 1.05 };
const cast = (blur = 12, y = 6) => ({ colour: "#000000", x: 0, y, blur });

/** Pressed once, a text has all of it. What a look lacks is taken away. */
export const textPresets: readonly TextPreset[] = [
  {
    name: "Shout",
    look: {
      ...plain,
      font: "Anton",
      weight: 400,
      fill: "#ffffff",
      outline: { colour: "#000000", width: 10 },
      shadow: cast(),
    },
  },
  {
    name: "Alarm",
    look: {
      ...plain,
      font: "Anton",
      weight: 400,
      fill: "#ffe11a",
      outline: { colour: "#111111", width: 12 },
    },
  },
  {
    name: "Headline",
    look: { ...plain, font: "Archivo Black", weight: 400, fill: "#ffffff", shadow: cast(18, 8) },
  },
  {
    name: "Red plate",
    look: {
      ...plain,
      lineHeight: 1.3,
      font: "Montserrat",
      weight: 900,
      fill: "#ffffff",
      plate: { colour: "#d3121f", padding: 18, radius: 8, opacity: 1 },
    },
  },
  {
    name: "Ink plate",
    look: {
      ...plain,
      lineHeight: 1.3,
      font: "Oswald",
      weight: 700,
      fill: "#ffffff",
      plate: { colour: "#101014", padding: 18, radius: 0, opacity: 0.9 },
    },
  },
  {
    name: "Label",
    look: {
      ...plain,
      lineHeight: 1.3,
      font: "Rubik",
      weight: 800,
      fill: "#101014",
      plate: { colour: "#ffe11a", padding: 16, radius: 40, opacity: 1 },
    },
  },
  {
    name: "Comic",
    look: {
      ...plain,
      font: "Bangers",
      weight: 400,
      letterSpacing: 0.03,
      fill: "#ffd400",
      outline: { colour: "#7a0cc4", width: 10 },
    },
  },
  {
    name: "Play",
    look: {
      ...plain,
      font: "Luckiest Guy",
      weight: 400,
      fill: "#ffffff",
      outline: { colour: "#0b63d8", width: 12 },
      shadow: cast(0, 10),
    },
  },
  {
    name: "Soft",
    look: {
      ...plain,
      font: "Lilita One",
      weight: 400,
      fill: "#ffffff",
      outline: { colour: "#e4356b", width: 10 },
    },
  },
  {
    name: "Poster",
    look: {
      ...plain,
      font: "Bebas Neue",
      weight: 400,
      letterSpacing: 0.04,
      fill: "#ffffff",
      shadow: cast(10, 4),
    },
  },
  {
    name: "Story",
    look: {
      ...plain,
      font: "Playfair Display",
      weight: 800,
      fill: "#fff6e6",
      shadow: { colour: "#1c0a02", x: 0, y: 4, blur: 24 },
    },
  },
  {
    name: "Modern",
    look: {
      ...plain,
      font: "Outfit",
      weight: 800,
      letterSpacing: -0.02,
      fill: "#ffffff",
      shadow: cast(24, 4),
    },
  },
  {
    name: "Race",
    look: {
      ...plain,
      font: "Russo One",
      weight: 400,
      fill: "#35f2c8",
      outline: { colour: "#06201a", width: 8 },
    },
  },
  {
    name: "Marker",
    look: {
      ...plain,
      font: "Permanent Marker",
      weight: 400,
      fill: "#ffffff",
      outline: { colour: "#000000", width: 6 },
    },
  },
  {
    name: "Slab",
    look: {
      ...plain,
      font: "Alfa Slab One",
      weight: 400,
      fill: "#ff7a1a",
      outline: { colour: "#ffffff", width: 8 },
      shadow: cast(8, 8),
    },
  },
];

export const textPresetOf = (name: string): TextPreset | null =>
  textPresets.find((preset) => preset.name === name) ?? null;

/** How a text begins that a person adds by hand: as their brand says, as far as it does. */
export function brandLook(brand: { fonts: readonly string[]; textPreset: string | null }): TextLook {
  const { look } = textPresetOf(brand.textPreset ?? "") ?? textPresets[0]!;
  const [font] = brand.fonts;
  const face = font === undefined || font === look.font ? null : faceOf(font);
  if (!face) return look;
  const weight = nearestWeight(face, Math.max(700, look.weight));
  return { ...look, font: face.family, weight, letterSpacing: 0 };
}
