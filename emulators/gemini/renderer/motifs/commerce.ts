import { circle, fill, line, polygon, rect, shade, shine } from "../shapes.ts";
import type { Motif } from "./motif.ts";

export const risingChart: Motif = (c) => [
  fill(rect(-176, 92, 72, 78, 12), c.light),
  fill(rect(-82, 36, 72, 134, 12), c.main),
  fill(rect(12, -20, 72, 190, 12), c.deep),
  fill(rect(106, -76, 72, 246, 12), c.accent),
  shine(rect(-168, 100, 18, 62, 9)),
  shine(rect(-74, 44, 18, 118, 9)),
  shine(rect(20, -12, 18, 174, 9), 0.2),
  shine(rect(114, -68, 18, 230, 9), 0.5),
  line("M-170,40L-70,-40L10,-10L128,-134", c.ink, 34),
  line("M-170,40L-70,-40L10,-10L128,-134", c.pop, 20),
  fill("M70,-170L180,-186L164,-76Z", c.ink),
  fill("M92,-162L168,-173L157,-97Z", c.pop),
];

export const rocket: Motif = (c) =>
  [
    fill("M-34,112C-50,150 -20,196 0,206C20,196 50,150 34,112Z", c.accent),
    fill("M-18,112C-26,140 -8,164 0,172C8,164 26,140 18,112Z", c.paper),
    fill("M-60,20C-120,50 -124,104 -116,136C-92,116 -72,108 -48,104Z", c.pop),
    fill("M60,20C120,50 124,104 116,136C92,116 72,108 48,104Z", c.pop),
    fill("M0,-196C66,-140 84,-40 56,112L-56,112C-84,-40 -66,-140 0,-196Z", c.paper),
    shade("M0,-196C66,-140 84,-40 56,112L14,112C40,-20 36,-120 0,-196Z", 0.14),
    fill("M0,-196C32,-168 52,-132 62,-92L-62,-92C-52,-132 -32,-168 0,-196Z", c.main),
    fill(circle(0, -28, 40), c.deep),
    fill(circle(0, -28, 27), "#9fe3ff"),
    shine("M-20,-34A22,22 0 0,1 4,-50L-14,-18Z", 0.7),
    fill(rect(-56, 84, 112, 28, 6), c.main),
  ].map((shape) => ({ ...shape, transform: "rotate(38)" }));

export const house: Motif = (c) => [
  fill(rect(74, -150, 46, 100), c.deep),
  fill(rect(-132, -30, 264, 194, 6), c.paper),
  shade(rect(40, -30, 92, 194)),
  fill(
    polygon([
      [0, -176],
      [192, -14],
      [156, 14],
      [0, -116],
      [-156, 14],
      [-192, -14],
    ]),
    c.pop,
  ),
  shade(
    polygon([
      [0, -176],
      [192, -14],
      [156, 14],
      [0, -116],
    ]),
  ),
  fill(
    polygon([
      [0, -116],
      [132, -6],
      [132, 10],
      [-132, 10],
      [-132, -6],
    ]),
    c.paper,
  ),
  fill(rect(-102, 40, 78, 78, 8), c.main),
  fill(rect(-94, 48, 62, 62, 4), "#bfe9ff"),
  line("M-63,48L-63,110M-94,79L-32,79", c.main, 8),
  fill("M26,164L26,72A38,38 0 0,1 102,72L102,164Z", c.deep),
  fill(circle(86, 116, 9), c.accent),
  fill(circle(0, -42, 26), c.light),
  fill(rect(-172, 160, 344, 18, 9), "#58b368"),
];

export const key: Motif = (c) =>
  [
    fill(circle(0, -104, 84), c.accent),
    fill(rect(-20, -40, 40, 220, 8), c.accent),
    fill(rect(10, 98, 62, 30, 6), c.accent),
    fill(rect(10, 146, 48, 30, 6), c.accent),
    shade("M40,-178A84,84 0 0,1 20,-22L20,180L4,180L4,-24A84,84 0 0,0 40,-178Z"),
    fill(circle(0, -112, 34), c.ink),
    shine("M-66,-120A66,66 0 0,1 -20,-168L-26,-150A50,50 0 0,0 -52,-118Z", 0.6),
  ].map((shape) => ({ ...shape, transform: "rotate(36)" }));

export const diamond: Motif = (c) => [
  fill(
    polygon([
      [-110, -120],
      [110, -120],
      [190, -30],
      [0, 170],
      [-190, -30],
    ]),
    c.main,
  ),
  shine(
    polygon([
      [-110, -120],
      [-60, -30],
      [-190, -30],
    ]),
    0.35,
  ),
  shine(
    polygon([
      [-110, -120],
      [0, -120],
      [-60, -30],
    ]),
    0.6,
  ),
  shine(
    polygon([
      [0, -120],
      [60, -30],
      [-60, -30],
    ]),
    0.25,
  ),
  shade(
    polygon([
      [110, -120],
      [190, -30],
      [60, -30],
    ]),
    0.1,
  ),
  shade(
    polygon([
      [60, -30],
      [190, -30],
      [0, 170],
    ]),
    0.22,
  ),
  shine(
    polygon([
      [-60, -30],
      [0, 170],
      [-190, -30],
    ]),
    0.14,
  ),
  line("M-190,-30L190,-30M-110,-120L-60,-30L0,-120L60,-30L110,-120M-60,-30L0,170L60,-30", c.paper, 5),
  ...[
    [-150, -150, 30],
    [160, -130, 22],
    [150, 110, 26],
  ].map(([x = 0, y = 0, s = 0]) =>
    fill(
      `M${x},${y - s}Q${x},${y} ${x + s},${y}Q${x},${y} ${x},${y + s}Q${x},${y} ${x - s},${y}Q${x},${y} ${x},${y - s}Z`,
      c.accent,
    ),
  ),
];
