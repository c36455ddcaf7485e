import type { ThumbnailNiche } from "./brief.ts";

/** Hues in OKLCH degrees: 30 red, 60 orange, 95 yellow, 145 green, 195 teal, 240 sky, 265 blue, 300 violet, 350 pink. */
type Hues = readonly [main: number, accent: number, pop: number];

const hues: Record<ThumbnailNiche, readonly [Hues, Hues]> = {
  gaming: [
    [295, 150, 350],
    [265, 95, 25],
  ],
  vlog: [
    [15, 90, 255],
    [285, 70, 350],
  ],
  education: [
    [262, 92, 30],
    [165, 75, 20],
  ],
  business: [
    [258, 88, 155],
    [165, 95, 40],
  ],
  tech: [
    [235, 165, 320],
    [290, 195, 60],
  ],
  lifestyle: [
    [45, 95, 10],
    [190, 60, 350],
  ],
  cooking: [
    [40, 95, 25],
    [150, 85, 30],
  ],
  travel: [
    [225, 90, 35],
    [185, 60, 15],
  ],
  fitness: [
    [30, 100, 20],
    [265, 95, 40],
  ],
  beauty: [
    [355, 75, 10],
    [315, 85, 345],
  ],
  music: [
    [305, 95, 350],
    [200, 80, 340],
  ],
  art: [
    [275, 90, 20],
    [345, 195, 60],
  ],
  diy: [
    [65, 95, 30],
    [250, 80, 45],
  ],
  parenting: [
    [210, 85, 5],
    [340, 95, 235],
  ],
  pets: [
    [60, 90, 10],
    [180, 85, 25],
  ],
  realEstate: [
    [245, 80, 30],
    [160, 85, 50],
  ],
  health: [
    [185, 95, 20],
    [240, 165, 5],
  ],
  wellness: [
    [170, 80, 350],
    [310, 85, 20],
  ],
  sports: [
    [145, 95, 30],
    [262, 80, 25],
  ],
  comedy: [
    [320, 92, 20],
    [195, 95, 350],
  ],
  news: [
    [25, 90, 262],
    [255, 95, 25],
  ],
  politics: [
    [262, 90, 22],
    [20, 85, 255],
  ],
  science: [
    [195, 110, 330],
    [285, 150, 60],
  ],
  history: [
    [55, 85, 25],
    [150, 80, 35],
  ],
  nature: [
    [150, 95, 45],
    [220, 90, 30],
  ],
  fashion: [
    [340, 80, 15],
    [290, 70, 350],
  ],
  food: [
    [30, 90, 25],
    [145, 90, 35],
  ],
  photography: [
    [250, 75, 20],
    [200, 85, 350],
  ],
  gardening: [
    [140, 95, 40],
    [195, 90, 20],
  ],
  automotive: [
    [255, 80, 25],
    [25, 95, 30],
  ],
  movies: [
    [20, 88, 25],
    [280, 90, 350],
  ],
  books: [
    [165, 85, 30],
    [285, 80, 20],
  ],
};

/** The colours of one picture, by lightness, so that words keep their contrast whatever the hue. */
export type Palette = {
  main: string;
  deep: string;
  light: string;
  accent: string;
  pop: string;
  ink: string;
  paper: string;
  /** For dark backgrounds: white words reach a contrast above 10. */
  night: string;
  /** Between `night` and `deep`, for gradients. */
  dusk: string;
  /** For pale backgrounds: ink words reach a contrast above 12. */
  mist: string;
  /** A second tint, in the accent's hue. */
  glow: string;
  /** The main hue's neighbour, for gradients that shimmer. */
  shift: string;
};

export function paletteFor(niche: ThumbnailNiche, variation: number, turn: number): Palette {
  const pair = hues[niche];
  const [main, accent, pop] = pair[variation % 2] ?? pair[0];
  return paletteOf(main + turn, accent, pop);
}

/** The hue that leads where a request names none. */
export const hueFor = (niche: ThumbnailNiche, variation: number): number =>
  hues[niche][variation % 2 === 0 ? 0 : 1][0];

/** A palette of hues that a request names. */
export function paletteOf(hue: number, accent: number, pop: number): Palette {
  return {
    main: oklch(0.6, 0.2, hue),
    deep: oklch(0.42, 0.15, hue),
    light: oklch(0.86, 0.09, hue),
    accent: oklch(0.87, 0.17, accent),
    pop: oklch(0.65, 0.23, pop),
    ink: oklch(0.19, 0.03, hue),
    paper: oklch(0.985, 0.006, hue),
    night: oklch(0.2, 0.06, hue),
    dusk: oklch(0.32, 0.11, hue),
    mist: oklch(0.95, 0.025, hue),
    glow: oklch(0.94, 0.07, accent),
    shift: oklch(0.62, 0.2, hue + 50),
  };
}

/**
 * A hex colour from OKLCH: `lightness` 0 to 1, `chroma` about 0 to 0.3, `hue` in degrees. Chroma is taken
 * back until the colour fits sRGB, so that lightness, and with it the contrast of words, holds.
 */
export function oklch(lightness: number, chroma: number, hue: number): string {
  for (let tried = chroma; tried > 0; tried -= 0.005) {
    const rgb = toLinearRgb(lightness, tried, hue);
    if (rgb.every((channel) => channel >= -0.0005 && channel <= 1.0005)) return toHex(rgb);
  }
  return toHex(toLinearRgb(lightness, 0, hue));
}

function toLinearRgb(lightness: number, chroma: number, hue: number): number[] {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function toHex(linear: number[]): string {
  const channels = linear.map((value) => {
    const clamped = Math.min(1, Math.max(0, value));
    const encoded = clamped <= 0.0031308 ? clamped * 12.92 : 1.055 * clamped ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${channels.join("")}`;
}
