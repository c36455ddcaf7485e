import { circle, ellipse, fill, polygon, rect, shade, shine } from "../shapes.ts";
import type { Motif } from "./motif.ts";

export const palette: Motif = (c) => [
  fill(
    "M-20,-150C110,-160 190,-70 180,30C174,90 120,84 84,80C44,76 40,108 60,132C76,156 40,170 -14,164" +
      "C-120,154 -186,80 -180,-6C-174,-90 -110,-144 -20,-150Z",
    "#e9b97a",
  ),
  shade("M-14,164C-120,154 -186,80 -180,-6C-160,100 -60,140 62,136C72,156 40,170 -14,164Z", 0.2),
  fill(ellipse(16, 108, 28, 22), "#8a5a2b"),
  fill(circle(-96, -62, 34), c.main),
  fill(circle(-10, -96, 32), c.accent),
  fill(circle(82, -72, 32), c.pop),
  fill(circle(-122, 30, 30), c.light),
  fill(circle(-64, 100, 28), c.paper),
  shine(circle(-106, -72, 10), 0.6),
  shine(circle(-20, -106, 10), 0.6),
  shine(circle(72, -82, 10), 0.6),
  ...[
    fill(rect(-14, -190, 28, 190, 10), c.deep),
    fill(rect(-18, -6, 36, 60, 4), "#c9ced8"),
    fill("M-20,52L20,52C28,100 10,130 0,158C-10,130 -28,100 -20,52Z", c.pop),
    shine(rect(-8, -180, 8, 170, 4)),
  ].map((shape) => ({ ...shape, transform: "translate(112 34) rotate(38)" })),
];

export const pencil: Motif = (c) =>
  [
    fill(rect(-40, -150, 80, 236), c.accent),
    shade(rect(14, -150, 26, 236)),
    shine(rect(-30, -150, 16, 236), 0.4),
    fill(
      polygon([
        [-40, 86],
        [40, 86],
        [0, 186],
      ]),
      "#f0cfa3",
    ),
    fill(
      polygon([
        [-15, 150],
        [15, 150],
        [0, 188],
      ]),
      c.ink,
    ),
    fill(rect(-40, -160, 80, 30), "#aeb6c4"),
    fill("M-40,-158L-40,-180A22,22 0 0,1 -18,-202L18,-202A22,22 0 0,1 40,-180L40,-158Z", c.pop),
  ].map((shape) => ({ ...shape, transform: "rotate(34)" }));

export const tools: Motif = (c) => [
  ...[
    fill(rect(-22, -70, 44, 250, 14), "#c98a4b"),
    shade(rect(4, -70, 18, 250, 9)),
    fill(
      "M-96,-176L60,-176C92,-176 106,-150 120,-126L88,-118C78,-132 66,-134 56,-134L50,-96L-50,-96L-56,-108L-96,-100Z",
      "#5b6270",
    ),
    shine("M-90,-168L56,-168L70,-156L-90,-152Z", 0.4),
    fill(rect(-26, 70, 52, 108, 16), c.pop),
  ].map((shape) => ({ ...shape, transform: "rotate(42)" })),
  ...[
    fill(
      "M-22,-84C-70,-100 -74,-160 -30,-186L-30,-130L0,-114L30,-130L30,-186C74,-160 70,-100 22,-84L22,110C64,124 60,186 0,186C-60,186 -64,124 -22,110Z",
      "#c3cbd8",
    ),
    shade("M22,-84L22,110C64,124 60,186 0,186C24,180 30,140 4,116L4,-90Z"),
    fill(circle(0, 148, 18), c.ink),
    fill(rect(-10, -60, 20, 150, 10), c.main),
  ].map((shape) => ({ ...shape, transform: "rotate(-42)" })),
];

export const gear: Motif = (c) => [
  fill(
    Array.from({ length: 10 }, (_, index) => {
      const at = (radius: number, turn: number) => {
        const angle = ((index * 36 + turn) * Math.PI) / 180;
        return `${(radius * Math.cos(angle)).toFixed(1)},${(radius * Math.sin(angle)).toFixed(1)}`;
      };
      return `${index === 0 ? "M" : "L"}${at(140, -13)}L${at(182, -9)}L${at(182, 9)}L${at(140, 13)}`;
    })
      .join("")
      .concat("Z"),
    c.main,
  ),
  fill(circle(0, 0, 112), c.deep),
  fill(circle(0, 0, 92), c.main),
  shine("M-84,-36A92,92 0 0,1 36,-84L22,-60A64,64 0 0,0 -60,-24Z", 0.4),
  fill(circle(0, 0, 44), c.accent),
  fill(circle(0, 0, 24), c.ink),
];

export const camera: Motif = (c) => [
  fill("M-70,-110L-46,-152L46,-152L70,-110Z", c.deep),
  fill(rect(-150, -130, 54, 30, 8), c.pop),
  fill(rect(-192, -112, 384, 252, 38), c.main),
  shade("M-192,56L192,56L192,102A38,38 0 0,1 154,140L-154,140A38,38 0 0,1 -192,102Z", 0.2),
  shine("M-176,-76A24,24 0 0,1 -152,-98L152,-98A24,24 0 0,1 176,-76Z", 0.25),
  fill(rect(-192, -64, 384, 34), c.deep),
  fill(circle(0, 14, 118), c.paper),
  fill(circle(0, 14, 102), c.ink),
  fill(circle(0, 14, 74), c.deep),
  fill(circle(0, 14, 48), "#10131f"),
  fill(circle(0, 14, 26), c.light),
  shine("M-62,-18A72,72 0 0,1 10,-58L4,-34A46,46 0 0,0 -40,-4Z", 0.6),
  shine(circle(26, 40, 10), 0.5),
  fill(circle(146, -86, 15), c.accent),
];

export const aperture: Motif = (c) => [
  fill(circle(0, 0, 182), c.ink),
  fill(circle(0, 0, 160), c.paper),
  ...[0, 60, 120, 180, 240, 300].map((turn, index) => ({
    ...fill("M-62,-36L0,-72L150,-26A152,152 0 0,0 -40,-147Z", [c.main, c.accent, c.pop][index % 3] ?? c.main),
    transform: `rotate(${turn})`,
  })),
  shine("M-136,-70A152,152 0 0,1 -20,-150L-60,-60Z", 0.22),
];
