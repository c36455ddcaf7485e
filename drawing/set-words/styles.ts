import type { Box } from "../text/lay-out.ts";

export type WordStyle = "minimal" | "bold" | "colorful" | "professional" | "playful";

export interface WordFace {
  font: string;
  weight: number;
  letterSpacing: number;
}

export interface StyleRules {
  /** The first is the style's own; a narrower one serves where many words would get small. */
  faces: readonly WordFace[];
  upperCase: boolean;
  /** Of the largest letters. */
  maxSize: number;
  /** How much larger the word that carries may be than the rest. */
  contrast: number;
  /** What letters get where the art alone gives them too little contrast. */
  help: "shade" | "outline";
  /** Of lines, where the layout allows it. */
  degrees: number;
  /** Where the art has no colour of its own. */
  accentHue: number;
  prefersDark: boolean;
  shadow: boolean;
  layouts: readonly Layout[];
  /** Second colours of a brand, which come before those of the art. */
  accents?: readonly string[];
  /** What a brand's look has right behind the letters. */
  ownGround?: OwnGround;
}

/** Letters with what is right behind them, whatever the art is like. */
export interface OwnGround {
  fill: string;
  behind: "plate" | "outline";
  colour: string;
}

/** Where the words stand, how they share the room, and what is added to them. */
export interface Layout {
  name: string;
  place: "left" | "right" | "top" | "bottom";
  /** hero: the carrying line larger; poster: each line as wide as the others; even: one size. */
  sizes: "hero" | "poster" | "even";
  plates?: boolean;
  extra?: "rule" | "bar";
  turned?: boolean;
}

/** The corner of the badge of the length begins at x 1024, y 612. */
export const badgeCorner = { x: 1024, y: 612 } as const;

/** Where words may stand. What reaches below the corner's upper edge ends left of it. */
export const rooms: Record<Layout["place"], Box> = {
  left: { x: 56, y: 48, width: 664, height: 624 },
  right: { x: 560, y: 48, width: 664, height: 540 },
  top: { x: 56, y: 44, width: 1168, height: 300 },
  bottom: { x: 56, y: 372, width: 944, height: 308 },
};

export const sided = (layout: Omit<Layout, "place">): Layout[] => [
  { ...layout, place: "left", name: `${layout.name}, left` },
  { ...layout, place: "right", name: `${layout.name}, right` },
];

export const wordStyles: Record<WordStyle, StyleRules> = {
  minimal: {
    faces: [
      { font: "Outfit", weight: 800, letterSpacing: -0.025 },
      { font: "Barlow Condensed", weight: 700, letterSpacing: -0.01 },
    ],
    upperCase: false,
    maxSize: 210,
    contrast: 1.7,
    help: "shade",
    degrees: 0,
    accentHue: 22,
    prefersDark: true,
    shadow: false,
    layouts: [
      ...sided({ name: "column under a rule", sizes: "even", extra: "rule" }),
      ...sided({ name: "one large word", sizes: "hero" }),
      { name: "headline", place: "top", sizes: "even" },
      { name: "caption", place: "bottom", sizes: "hero", extra: "rule" },
    ],
  },
  bold: {
    faces: [{ font: "Anton", weight: 400, letterSpacing: 0 }],
    upperCase: true,
    maxSize: 330,
    contrast: 2.4,
    help: "outline",
    degrees: -3,
    accentHue: 50,
    prefersDark: false,
    shadow: true,
    layouts: [
      ...sided({ name: "poster", sizes: "poster" }),
      ...sided({ name: "one large word", sizes: "hero", turned: true }),
      ...sided({ name: "strips", sizes: "poster", plates: true, turned: true }),
      { name: "headline", place: "top", sizes: "hero" },
      { name: "caption", place: "bottom", sizes: "poster" },
    ],
  },
  colorful: {
    faces: [{ font: "Lilita One", weight: 400, letterSpacing: 0 }],
    upperCase: false,
    maxSize: 260,
    contrast: 1.9,
    help: "outline",
    degrees: -2.5,
    accentHue: 48,
    prefersDark: false,
    shadow: true,
    layouts: [
      ...sided({ name: "stickers", sizes: "poster", plates: true, turned: true }),
      ...sided({ name: "one large word", sizes: "hero" }),
      { name: "headline", place: "top", sizes: "even" },
      { name: "caption", place: "bottom", sizes: "hero", plates: true },
    ],
  },
  professional: {
    faces: [
      { font: "Montserrat", weight: 800, letterSpacing: -0.02 },
      { font: "Barlow Condensed", weight: 800, letterSpacing: 0 },
    ],
    upperCase: false,
    maxSize: 190,
    contrast: 1.6,
    help: "shade",
    degrees: 0,
    accentHue: 200,
    prefersDark: false,
    shadow: false,
    layouts: [
      ...sided({ name: "column beside a bar", sizes: "even", extra: "bar" }),
      ...sided({ name: "labels", sizes: "even", plates: true }),
      ...sided({ name: "figure first", sizes: "hero" }),
      { name: "lower third", place: "bottom", sizes: "even", extra: "bar" },
    ],
  },
  playful: {
    faces: [{ font: "Bangers", weight: 400, letterSpacing: 0.02 }],
    upperCase: true,
    maxSize: 300,
    contrast: 2.2,
    help: "outline",
    degrees: -4,
    accentHue: 52,
    prefersDark: false,
    shadow: true,
    layouts: [
      ...sided({ name: "shout", sizes: "hero", turned: true }),
      ...sided({ name: "comic strips", sizes: "poster", plates: true, turned: true }),
      { name: "banner", place: "top", sizes: "poster", turned: true },
      { name: "caption", place: "bottom", sizes: "hero", turned: true },
    ],
  },
};
