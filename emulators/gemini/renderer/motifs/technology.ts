import { circle, ellipse, fill, line, rect, shade, shine } from "../shapes.ts";
import type { Motif } from "./motif.ts";

export const chip: Motif = (c) => [
  ...[-90, -30, 30, 90].flatMap((at) => [
    line(`M${at},-176L${at},176`, c.accent, 16),
    line(`M-176,${at}L176,${at}`, c.accent, 16),
  ]),
  ...[-90, -30, 30, 90].flatMap((at) => [
    fill(circle(at, -176, 13), c.pop),
    fill(circle(at, 176, 13), c.pop),
    fill(circle(-176, at, 13), c.pop),
    fill(circle(176, at, 13), c.pop),
  ]),
  fill(rect(-134, -134, 268, 268, 34), c.ink),
  fill(rect(-120, -120, 240, 240, 26), c.deep),
  fill(rect(-80, -80, 160, 160, 22), c.main),
  shine("M-80,-58A22,22 0 0,1 -58,-80L60,-80L-80,60Z", 0.28),
  fill("M14,-58L-44,14L-6,14L-16,60L44,-16L6,-16Z", c.paper),
];

export const phone: Motif = (c) =>
  [
    fill(rect(-98, -188, 196, 376, 36), c.ink),
    fill(rect(-84, -172, 168, 344, 24), c.main),
    shine("M-84,-148A24,24 0 0,1 -60,-172L84,-172L-84,60Z", 0.2),
    fill(rect(-30, -164, 60, 18, 9), c.ink),
    ...[
      [-44, -88, c.accent],
      [44, -88, c.pop],
      [-44, 0, c.light],
      [44, 0, c.paper],
    ].map(([x, y, colour]) => fill(rect(Number(x) - 34, Number(y) - 34, 68, 68, 18), String(colour))),
    fill(rect(-64, 66, 128, 24, 12), c.paper),
    fill(rect(-64, 106, 84, 24, 12), c.light),
  ].map((shape) => ({ ...shape, transform: "rotate(12)" }));

export const bulb: Motif = (c) => [
  ...[-64, -32, 0, 32, 64].map((turn) => ({
    ...line("M0,-168L0,-196", c.pop, 16),
    transform: `translate(0 -20) rotate(${turn * 1.5})`,
  })),
  fill(
    "M0,-156C92,-156 128,-84 108,-24C94,16 56,36 52,84L-52,84C-56,36 -94,16 -108,-24C-128,-84 -92,-156 0,-156Z",
    c.accent,
  ),
  shade("M36,-150C112,-126 124,-70 108,-24C94,16 56,36 52,84L8,84C20,20 90,-40 36,-150Z", 0.12),
  shine("M-76,-86C-68,-112 -48,-128 -24,-132C-44,-112 -58,-92 -62,-60C-64,-44 -82,-60 -76,-86Z", 0.7),
  line("M-28,84L-36,-18L-12,6L0,-20L12,6L36,-18L28,84", c.ink, 8),
  fill(rect(-56, 84, 112, 26, 10), c.ink),
  fill(rect(-50, 114, 100, 24, 10), c.deep),
  fill(rect(-56, 142, 112, 22, 10), c.ink),
  fill("M-30,168L30,168C26,188 -26,188 -30,168Z", c.deep),
];

export const flask: Motif = (c) => [
  fill(
    "M-46,-170L46,-170L46,-60L150,116C166,146 148,176 114,176L-114,176C-148,176 -166,146 -150,116L-46,-60Z",
    "#d7f0ff",
  ),
  fill("M-92,18L92,18L150,116C166,146 148,176 114,176L-114,176C-148,176 -166,146 -150,116Z", c.main),
  fill("M-92,18C-60,-4 -30,36 0,18C30,0 60,36 92,18L104,40L-104,40Z", c.light),
  shade("M60,18L92,18L150,116C166,146 148,176 114,176L60,176C110,150 96,80 60,18Z"),
  fill(circle(-40, 110, 24), c.accent),
  fill(circle(34, 80, 16), c.accent),
  fill(circle(44, 138, 20), c.pop),
  fill(circle(-10, 64, 11), c.paper),
  shine("M-34,-150L-14,-150L-14,-50L-76,60L-98,60L-34,-52Z", 0.6),
  fill(rect(-64, -188, 128, 32, 14), c.ink),
  fill(circle(-16, -24, 12), c.light),
  fill(circle(18, -70, 9), c.light),
];

export const atom: Motif = (c) => [
  ...[0, 60, 120].map((turn, index) => ({
    d: ellipse(0, 0, 190, 72),
    stroke: [c.main, c.accent, c.pop][index] ?? c.main,
    width: 18,
    transform: `rotate(${turn})`,
  })),
  fill(circle(0, 0, 46), c.paper),
  fill(circle(0, 0, 34), c.pop),
  shine(ellipse(-12, -14, 12, 8), 0.7),
  ...[
    [190, 0, c.main],
    [-95, -164, c.accent],
    [-95, 164, c.pop],
  ].map(([x, y, colour]) => fill(circle(Number(x), Number(y), 26), String(colour))),
];
