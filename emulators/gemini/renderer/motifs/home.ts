import { circle, ellipse, fill, line, shade, shine } from "../shapes.ts";
import type { Motif } from "./motif.ts";

export const teddy: Motif = (c) => [
  ...[-1, 1].flatMap((side) => [
    fill(circle(side * 92, -136, 48), "#b97a45"),
    fill(circle(side * 92, -136, 26), "#f0cfa3"),
    fill(ellipse(side * 118, 70, 44, 62), "#b97a45"),
    fill(circle(side * 80, 158, 46), "#b97a45"),
    fill(circle(side * 84, 162, 26), "#f0cfa3"),
  ]),
  fill(ellipse(0, 92, 106, 100), "#c98a52"),
  fill(ellipse(0, 104, 66, 66), "#f0cfa3"),
  fill(circle(0, -66, 118), "#c98a52"),
  shade("M108,-110A118,118 0 0,1 -80,22A136,136 0 0,0 108,-110Z", 0.1),
  fill(ellipse(0, -30, 58, 46), "#f6dfbd"),
  fill(ellipse(0, -50, 22, 16), c.ink),
  line("M0,-36L0,-20M-24,-16C-16,-4 -4,-6 0,-18C4,-6 16,-4 24,-16", c.ink, 7),
  fill(circle(-46, -82, 14), c.ink),
  fill(circle(46, -82, 14), c.ink),
  shine(circle(-50, -87, 5), 0.9),
  shine(circle(42, -87, 5), 0.9),
  fill("M0,30C-50,4 -74,18 -70,44C-66,70 -40,66 0,40C40,66 66,70 70,44C74,18 50,4 0,30Z", c.pop),
  fill(circle(0, 36, 17), c.accent),
];

export const balloons: Motif = (c) =>
  [
    { x: -92, y: -50, colour: c.main },
    { x: 92, y: -64, colour: c.accent },
    { x: 0, y: -98, colour: c.pop },
  ].flatMap(({ x, y, colour }) => [
    line(`M${x},${y + 92}C${x * 0.6},${y + 150} 0,120 0,190`, c.ink, 5),
    fill(`M${x - 14},${y + 104}L${x},${y + 84}L${x + 14},${y + 104}Z`, colour),
    fill(
      `M${x},${y - 92}C${x + 92},${y - 92} ${x + 92},${y + 40} ${x},${y + 92}C${x - 92},${y + 40} ${x - 92},${y - 92} ${x},${y - 92}Z`,
      colour,
    ),
    shade(
      `M${x + 26},${y - 86}C${x + 92},${y - 70} ${x + 80},${y + 44} ${x},${y + 92}C${x + 50},${y + 30} ${x + 58},${y - 30} ${x + 26},${y - 86}Z`,
      0.12,
    ),
    shine(ellipse(x - 30, y - 46, 14, 24), 0.6),
  ]);

export const dog: Motif = (c) => [
  fill("M-100,-120C-190,-130 -206,10 -160,74C-130,96 -96,60 -92,0Z", c.deep),
  fill("M100,-120C190,-130 206,10 160,74C130,96 96,60 92,0Z", c.deep),
  fill(
    "M0,-158C100,-158 140,-80 132,20C126,110 70,164 0,164C-70,164 -126,110 -132,20C-140,-80 -100,-158 0,-158Z",
    c.main,
  ),
  fill("M0,-158C26,-158 30,-60 22,20L-22,20C-30,-60 -26,-158 0,-158Z", c.paper),
  fill("M0,-10C70,-10 92,50 84,92C72,142 36,158 0,158C-36,158 -72,142 -84,92C-92,50 -70,-10 0,-10Z", c.paper),
  shade("M126,-70C150,30 120,164 0,164C80,130 110,40 126,-70Z", 0.12),
  fill(ellipse(-66, -42, 20, 24), c.ink),
  fill(ellipse(66, -42, 20, 24), c.ink),
  shine(circle(-72, -50, 8), 0.95),
  shine(circle(60, -50, 8), 0.95),
  fill("M-34,98L34,98C40,150 28,190 0,190C-28,190 -40,150 -34,98Z", c.pop),
  line("M0,110L0,160", "#b3243f", 6),
  fill("M-42,30C-42,8 42,8 42,30C42,52 14,66 0,66C-14,66 -42,52 -42,30Z", c.ink),
  shine(ellipse(-12, 26, 14, 6), 0.5),
  line("M0,64L0,90M-54,84C-40,110 -10,108 0,90C10,108 40,110 54,84", c.ink, 9),
];

export const paw: Motif = (c) => [
  fill(
    "M0,-10C60,-10 130,60 120,112C112,156 60,146 0,146C-60,146 -112,156 -120,112C-130,60 -60,-10 0,-10Z",
    c.main,
  ),
  ...[
    [-132, -34, -24],
    [-52, -112, -8],
    [52, -112, 8],
    [132, -34, 24],
  ].map(([x = 0, y = 0, turn = 0]) => ({
    ...fill(ellipse(0, 0, 40, 56), c.main),
    transform: `translate(${x} ${y}) rotate(${turn})`,
  })),
  shine("M-72,70C-50,36 -24,18 0,14C-20,34 -44,60 -56,92Z", 0.35),
];
