import { circle, ellipse, fill, line, polygon, rect, shade, shine, star } from "../shapes.ts";
import type { Motif } from "./motif.ts";

export const graduationCap: Motif = (c) => [
  fill("M-112,-4L-112,88C-60,140 60,140 112,88L112,-4Z", c.deep),
  shade("M20,40L112,-4L112,88C86,114 54,126 20,128Z"),
  fill(
    polygon([
      [0, -128],
      [198, -36],
      [0, 56],
      [-198, -36],
    ]),
    c.main,
  ),
  shine(
    polygon([
      [0, -128],
      [-198, -36],
      [-150, -14],
      [40, -110],
    ]),
    0.2,
  ),
  shade(
    polygon([
      [0, 56],
      [-198, -36],
      [-198, -24],
      [0, 70],
      [198, -24],
      [198, -36],
    ]),
    0.3,
  ),
  line("M0,-36C70,-30 130,-12 150,10L150,92", c.accent, 12),
  fill(circle(0, -36, 15), c.accent),
  fill("M132,84L168,84L178,160L122,160Z", c.accent),
  shade("M152,84L168,84L178,160L154,160Z"),
  fill(rect(130, 78, 40, 20, 8), c.pop),
];

export const books: Motif = (c) => [
  ...[
    { y: 92, x: -176, w: 336, colour: c.main, side: 1 },
    { y: 14, x: -150, w: 316, colour: c.pop, side: -1 },
    { y: -64, x: -170, w: 300, colour: c.accent, side: 1 },
  ].flatMap(({ y, x, w, colour }) => [
    fill(rect(x, y, w, 76, 16), colour),
    fill(rect(x + 26, y + 13, w - 14, 50, 6), c.paper),
    ...[24, 38, 51].map((dy) => line(`M${x + 60},${y + dy}L${x + w + 4},${y + dy}`, "#cfd4dd", 3)),
    fill(rect(x, y, 68, 76, 16), colour),
    fill(rect(x, y, w, 14, 7), colour),
    fill(rect(x, y + 62, w, 14, 7), colour),
    shade(rect(x, y + 50, w - 20, 26, 10), 0.12),
  ]),
  ...[
    fill("M0,0C-40,-28 -100,-30 -140,-14L-140,84C-100,68 -40,72 0,98Z", c.paper),
    fill("M0,0C40,-28 100,-30 140,-14L140,84C100,68 40,72 0,98Z", "#e4e8ef"),
    ...[14, 34, 54].flatMap((dy) => [
      line(`M-116,${dy - 8}C-80,${dy - 16} -46,${dy - 10} -22,${dy + 6}`, c.main, 6),
      line(`M116,${dy - 8}C80,${dy - 16} 46,${dy - 10} 22,${dy + 6}`, c.main, 6),
    ]),
  ].map((shape) => ({ ...shape, transform: "translate(-14 -160)" })),
];

export const newspaper: Motif = (c) => [
  fill(
    polygon([
      [120, -96],
      [180, -96],
      [180, 130],
      [150, 160],
      [120, 140],
    ]),
    "#cfd4dd",
  ),
  fill("M-160,-160L128,-160L128,128C128,150 140,160 156,160L-124,160C-150,160 -160,146 -160,124Z", c.paper),
  shade("M92,-160L128,-160L128,128C128,150 140,160 156,160L92,160Z", 0.1),
  fill(rect(-134, -134, 236, 56, 6), c.ink),
  fill(rect(-118, -114, 204, 16, 4), c.paper),
  fill(rect(-134, -56, 116, 104, 6), c.main),
  fill(
    polygon([
      [-134, 48],
      [-92, -6],
      [-64, 22],
      [-44, 2],
      [-18, 30],
      [-18, 48],
    ]),
    c.deep,
  ),
  fill(circle(-48, -28, 14), c.accent),
  ...[-52, -26, 0, 26].map((y) => fill(rect(4, y, y === 26 ? 66 : 98, 13, 6), "#9aa3b2")),
  fill(rect(-134, 68, 236, 18, 6), c.pop),
  ...[102, 126].map((y) => fill(rect(-134, y, y === 126 ? 150 : 230, 12, 6), "#9aa3b2")),
];

export const megaphone: Motif = (c) =>
  [
    fill("M-52,44L-2,44L22,148C24,170 -26,176 -34,154Z", c.deep),
    fill("M-60,-56L92,-132L92,128L-60,52Z", c.main),
    shade("M-60,10L92,30L92,128L-60,52Z"),
    fill(rect(-132, -58, 84, 112, 26), c.paper),
    shade("M-132,4L-48,4L-48,54L-106,54A26,26 0 0,1 -132,28Z", 0.12),
    fill(ellipse(94, -2, 34, 132), c.pop),
    fill(ellipse(96, -2, 20, 104), c.ink),
    ...[
      line("M150,-90L186,-114", c.accent, 18),
      line("M160,-2L202,-2", c.accent, 18),
      line("M150,86L186,110", c.accent, 18),
    ],
  ].map((shape) => ({ ...shape, transform: "rotate(-12)" }));

export const podium: Motif = (c) => [
  line("M-46,-60C-46,-110 -70,-110 -84,-132", c.ink, 10),
  line("M46,-60C46,-110 70,-110 84,-132", c.ink, 10),
  ...[fill(rect(-20, -46, 40, 74, 20), c.ink), fill(rect(-20, -46, 40, 36, 18), "#5b6270")].map((shape) => ({
    ...shape,
    transform: "translate(-92 -146) rotate(-28)",
  })),
  ...[fill(rect(-20, -46, 40, 74, 20), c.ink), fill(rect(-20, -46, 40, 36, 18), "#5b6270")].map((shape) => ({
    ...shape,
    transform: "translate(92 -146) rotate(28)",
  })),
  fill(
    polygon([
      [-168, -66],
      [168, -66],
      [148, -10],
      [-148, -10],
    ]),
    c.deep,
  ),
  fill(
    polygon([
      [-130, -10],
      [130, -10],
      [104, 176],
      [-104, 176],
    ]),
    c.main,
  ),
  shade(
    polygon([
      [50, -10],
      [130, -10],
      [104, 176],
      [40, 176],
    ]),
  ),
  shine(
    polygon([
      [-160, -58],
      [160, -58],
      [157, -48],
      [-157, -48],
    ]),
    0.4,
  ),
  fill(circle(0, 76, 62), c.paper),
  fill(star(0, 78, 5, 48, 20), c.pop),
  fill(rect(-124, 164, 248, 22, 8), c.ink),
];
