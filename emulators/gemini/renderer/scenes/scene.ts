import type { Paints } from "../paints.ts";
import type { Palette } from "../palettes.ts";
import type { Random } from "../random.ts";

export const moods = ["day", "golden", "dusk", "night", "neon"] as const;
export type Mood = (typeof moods)[number];

/** What a place is painted with: its colours from far to near, and the light in it. */
export type SceneKit = {
  paints: Paints;
  random: Random;
  palette: Palette;
  mood: Mood;
  sky: { top: string; low: string; glow: string };
  far: string;
  mid: string;
  near: string;
};

/** A place in 1280×720, without people. */
export type Place = (kit: SceneKit) => string;

export const repeat = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw(index)).join("");

const moodColours: Record<Mood, (p: Palette) => Omit<SceneKit, "paints" | "random" | "palette" | "mood">> = {
  day: (p) => ({
    sky: { top: "#3f9be0", low: "#d9f1fb", glow: "#fffbe6" },
    far: "#9cc3d6",
    mid: "#6b89a0",
    near: p.dusk,
  }),
  golden: (p) => ({
    sky: { top: "#5b4a86", low: "#ffb35c", glow: "#fff0b8" },
    far: "#d98a5e",
    mid: "#8a4a3c",
    near: p.night,
  }),
  dusk: (p) => ({
    sky: { top: "#1b2a5e", low: "#f08a7a", glow: "#ffd39a" },
    far: "#5a5a94",
    mid: "#363a70",
    near: p.night,
  }),
  night: () => ({
    sky: { top: "#050a1c", low: "#1d3a63", glow: "#cfe6ff" },
    far: "#1b3050",
    mid: "#101f38",
    near: "#060c18",
  }),
  neon: (p) => ({ sky: { top: p.night, low: p.deep, glow: p.pop }, far: p.deep, mid: p.dusk, near: p.night }),
};

export const sceneKit = (paints: Paints, random: Random, palette: Palette, mood: Mood): SceneKit => ({
  paints,
  random,
  palette,
  mood,
  ...moodColours[mood](palette),
});

export const box = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  opacity = 1,
  radius = 0,
) =>
  `<rect x="${x.toFixed(0)}" y="${y.toFixed(0)}" width="${width.toFixed(0)}" height="${height.toFixed(0)}" fill="${fill}" opacity="${opacity}" rx="${radius}"/>`;
export const disc = (x: number, y: number, r: number, fill: string, opacity = 1) =>
  `<circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="${r.toFixed(1)}" fill="${fill}" opacity="${opacity.toFixed(2)}"/>`;
export const form = (d: string, fill: string, opacity = 1) =>
  `<path d="${d}" fill="${fill}" opacity="${opacity}"/>`;

/** A lamp's or sun's halo. */
export const halo = (
  paints: Paints,
  x: number,
  y: number,
  rx: number,
  colour: string,
  opacity = 1,
  ry = rx,
) =>
  `<ellipse cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" rx="${rx}" ry="${ry}" fill="${paints.glow(colour)}" opacity="${opacity}"/>`;

export const skyOf = ({ paints, sky }: SceneKit, bottom = 1) =>
  box(
    0,
    0,
    1280,
    720,
    paints.linear(90, [
      [0, sky.top],
      [bottom, sky.low],
    ]),
  );

/** Lights out of focus: discs with a brighter edge. */
export function bokeh(
  { random }: SceneKit,
  count: number,
  colours: readonly string[],
  area: readonly [x: number, y: number, width: number, height: number],
  size = 34,
): string {
  return Array.from({ length: count }, () => {
    const colour = random.pick(colours);
    const x = random.between(area[0], area[0] + area[2]);
    const y = random.between(area[1], area[1] + area[3]);
    const r = random.between(size * 0.35, size);
    return (
      disc(x, y, r, colour, random.between(0.25, 0.6)) +
      `<circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="${r.toFixed(0)}" fill="none" stroke="${colour}" stroke-width="3" opacity=".5"/>`
    );
  }).join("");
}

/** A ridge of hills or peaks down to the frame's foot. */
export function ridge(
  { random }: SceneKit,
  y: number,
  height: number,
  step: number,
  fill: string,
  sharp = false,
): string {
  const points: [number, number][] = [];
  for (let x = -step; x <= 1280 + step; x += step) points.push([x, y - random.between(0, height)]);
  const line = points
    .map(([x, at], index) => {
      if (index === 0) return `M${x},${at.toFixed(0)}`;
      const [beforeX, before] = points[index - 1]!;
      return sharp
        ? `L${x},${at.toFixed(0)}`
        : `C${(beforeX + step / 2).toFixed(0)},${before.toFixed(0)} ${(x - step / 2).toFixed(0)},${at.toFixed(0)} ${x},${at.toFixed(0)}`;
    })
    .join("");
  return `<path d="${line}V720H${-step}Z" fill="${fill}"/>`;
}

export const beam = (x: number, y: number, toX: number, spread: number, colour: string, opacity: number) =>
  form(`M${x - 12},${y}L${x + 12},${y}L${toX + spread},720L${toX - spread},720Z`, colour, opacity);
