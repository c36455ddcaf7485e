import { filled, halftone, rays, sparkle, swoopArrow } from "../backdrops.ts";
import type { ThumbnailStyle } from "../brief.ts";
import { lineBoxes } from "../draw-text.ts";
import { circle, polygon, rect, star } from "../shapes.ts";
import type { TextBlock } from "../text-block.ts";
import { type LookKit, type StyleLook, scrim, subjectGlow, vignette } from "./style-look.ts";

/** An arrow from the person to the thing, where the plan has one. */
const arrow = ({ plan }: LookKit, colour: string, border: string) =>
  plan.arrow
    ? `<g transform="translate(640 400) scale(-1 1)">${swoopArrow(-70, 30, 8, colour, border, 0.95)}</g>`
    : "";

const bold: StyleLook = {
  face: "anton",
  upperCase: true,
  maxSize: 232,
  maxLines: 5,
  leading: 1.13,
  grade: (kit) => subjectGlow(kit, kit.palette.pop, 0.5) + scrim(kit, "#07060c", 0.72) + vignette(kit, 0.42),
  over: (kit) => arrow(kit, "#ff2d2d", "#ffffff"),
  paint: ({ palette: p }) => ({
    fill: "#ffffff",
    emphasisFill: p.accent,
    outlines: [{ colour: "#08060c", width: 0.062 }],
    shadow: { colour: "#08060c", dx: 0.045, dy: 0.06 },
    extruded: true,
  }),
  borders: () => [["#ffffff", 7]],
  objectBorder: 7,
};

const colorful: StyleLook = {
  face: "lilita",
  upperCase: false,
  maxSize: 196,
  maxLines: 5,
  leading: 1.06,
  grade: (kit) => {
    const { palette: p, paints, plan } = kit;
    const wash = paints.linear(plan.side === "left" ? 20 : 160, [
      [0, p.shift, 0.92],
      [0.45, p.main, 0.62],
      [1, p.pop, 0.2],
    ]);
    return (
      `<rect width="1280" height="720" fill="${wash}"/>` +
      subjectGlow(kit, p.accent, 0.6) +
      `<ellipse cx="${plan.side === "left" ? 60 : 1220}" cy="700" rx="560" ry="420" fill="${paints.glow(p.pop)}" opacity=".8"/>`
    );
  },
  behind: ({ palette: p, plan, paints }) => {
    const at = plan.person ?? plan.object;
    if (!at) return "";
    const ring = paints.linear(60, [
      [0, p.accent],
      [1, p.pop],
    ]);
    return (
      filled(circle(at.x, Math.min(at.y + 20, 420), 330), ring, 0.92) +
      `<path d="${circle(at.x, Math.min(at.y + 20, 420), 366)}" fill="none" stroke="${p.paper}" stroke-width="8" opacity=".7"/>`
    );
  },
  paint: ({ palette: p }) => ({
    fill: "#ffffff",
    emphasisFill: p.accent,
    outlines: [{ colour: p.night, width: 0.07 }],
    shadow: { colour: p.night, dx: 0, dy: 0.07, opacity: 0.9 },
  }),
  borders: () => [],
  objectBorder: 0,
};

/** A short bar beside the words, in the accent's colour. */
const bar = ({ palette: p }: LookKit, text: TextBlock) => {
  if (!text.bounds) return "";
  const { x, y, height } = text.bounds;
  return filled(rect(x - 26, y - 4, 9, height + 8, 4), p.accent);
};

const professional: StyleLook = {
  face: "montserrat",
  upperCase: false,
  maxSize: 140,
  maxLines: 6,
  leading: 1.12,
  tracking: -0.02,
  grade: (kit) => scrim(kit, kit.palette.night, 0.9) + vignette(kit, 0.25),
  under: (kit, text) => (kit.plan.align === "centre" ? "" : bar(kit, text)),
  paint: ({ palette: p }) => ({
    fill: "#ffffff",
    emphasisFill: p.accent,
    shadow: { colour: "#05060c", dx: 0.02, dy: 0.035, opacity: 0.55 },
  }),
  borders: () => [],
  objectBorder: 0,
};

const minimal: StyleLook = {
  face: "outfit",
  upperCase: false,
  maxSize: 128,
  maxLines: 6,
  leading: 1.12,
  tracking: -0.025,
  grade: (kit) => {
    const { palette: p, paints, plan } = kit;
    const veil = `<rect width="1280" height="720" fill="${p.mist}" opacity=".22"/>`;
    const at = plan.person ?? plan.object ?? { x: 980 };
    return (
      veil +
      scrim(kit, p.mist, 1) +
      `<ellipse cx="${at.x}" cy="300" rx="520" ry="460" fill="${paints.glow(p.paper)}" opacity=".45"/>`
    );
  },
  under: ({ palette: p, plan }, text) => {
    if (!text.bounds || plan.align === "centre") return "";
    const { x, y } = text.bounds;
    return filled(rect(x, y - 44, 84, 12, 6), p.pop);
  },
  paint: ({ palette: p }) => ({ fill: p.ink, emphasisFill: p.deep }),
  borders: () => [],
  objectBorder: 0,
};

const playful: StyleLook = {
  face: "bangers",
  upperCase: true,
  maxSize: 214,
  maxLines: 5,
  leading: 1.04,
  degrees: -3,
  grade: (kit) => {
    const { palette: p } = kit;
    return (
      `<rect width="1280" height="720" fill="${p.main}" opacity=".5"/>` +
      subjectGlow(kit, p.accent, 1) +
      vignette(kit, 0.3)
    );
  },
  behind: ({ palette: p, plan }) => {
    const at = plan.person ?? plan.object ?? { x: 940, y: 360 };
    const y = Math.min(at.y + 30, 440);
    return (
      rays(at.x, y, 16, p.accent, 0.5) +
      halftone(plan.side === "left" ? 0 : 1280, 720, 560, p.night, 0.28) +
      filled(star(at.x, y, 16, 400, 330, 5), p.pop)
    );
  },
  under: ({ palette: p }, text) => {
    const boxes = lineBoxes(text, 0.2, 0.17).map(({ x, y, width, height }) =>
      polygon([
        [x + 8, y],
        [x + width + 12, y + 6],
        [x + width, y + height],
        [x - 6, y + height - 8],
      ]),
    );
    return boxes.length === 0 ? "" : filled(boxes.join(""), p.night);
  },
  over: (kit, text) => {
    const { palette: p, plan } = kit;
    const { bounds } = text;
    const marks = bounds
      ? sparkle(Math.max(44, bounds.x - 6), Math.max(50, bounds.y - 20), 34, p.paper) +
        sparkle(
          Math.min(1236, bounds.x + bounds.width + 10),
          Math.min(600, bounds.y + bounds.height + 30),
          26,
          p.accent,
        )
      : "";
    return (plan.align === "centre" ? "" : marks) + arrow(kit, p.accent, p.night);
  },
  paint: ({ palette: p, random }) => ({
    fill: "#ffffff",
    emphasisFill: p.accent,
    outlines: [{ colour: p.night, width: 0.05 }],
    wobble: { random, degrees: 3, lift: 0.018 },
  }),
  borders: (p) => [
    [p.night, 19],
    ["#ffffff", 12],
  ],
  objectBorder: 12,
};

export const styleLooks: Record<ThumbnailStyle, StyleLook> = {
  minimal,
  bold,
  colorful,
  professional,
  playful,
};
