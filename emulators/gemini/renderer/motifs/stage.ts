import { circle, ellipse, fill, line, polygon, rect, shade, shine } from "../shapes.ts";
import type { Motif } from "./motif.ts";

export const laughing: Motif = (c) => [
  fill(circle(0, 0, 170), c.accent),
  shade("M152,-76A170,170 0 0,1 -122,118A196,196 0 0,0 152,-76Z", 0.14),
  shine(ellipse(-72, -104, 54, 28), 0.55),
  { d: "M-112,-34C-100,-70 -60,-70 -46,-34", stroke: c.ink, width: 20 },
  { d: "M46,-34C60,-70 100,-70 112,-34", stroke: c.ink, width: 20 },
  fill("M-112,14L112,14C112,92 64,132 0,132C-64,132 -112,92 -112,14Z", c.ink),
  fill("M-98,14L98,14L92,44L-92,44Z", c.paper),
  fill("M-62,108C-40,74 40,74 62,108C40,128 -40,128 -62,108Z", c.pop),
  fill("M-116,-20C-168,14 -190,40 -180,66C-170,90 -136,86 -128,58C-122,36 -118,8 -116,-20Z", "#5cc8ff"),
  fill("M116,-20C168,14 190,40 180,66C170,90 136,86 128,58C122,36 118,8 116,-20Z", "#5cc8ff"),
  shine("M-150,30C-170,46 -172,60 -164,68Z", 0.6),
];

export const clapper: Motif = (c) => {
  const stripes = (y: number) =>
    [-150, -70, 10, 90].map((x) =>
      fill(
        polygon([
          [x, y],
          [x + 42, y],
          [x + 20, y + 46],
          [x - 22, y + 46],
        ]),
        c.paper,
      ),
    );
  return [
    fill(rect(-172, -54, 344, 224, 16), c.ink),
    fill(rect(-172, -54, 344, 48, 10), c.deep),
    ...stripes(-53),
    ...[fill(rect(-172, -128, 344, 48, 10), c.deep), ...stripes(-127)].map((shape) => ({
      ...shape,
      transform: "rotate(-14 -172 -80)",
    })),
    fill(circle(-152, -66, 16), c.accent),
    fill(rect(-144, 24, 126, 14, 7), c.light),
    fill(rect(-144, 58, 90, 14, 7), c.light),
    fill(rect(-144, 92, 110, 14, 7), c.light),
    fill(circle(74, 80, 66), c.pop),
    fill("M52,42L124,80L52,118Z", c.paper),
    shine("M-172,-38L-172,-6L172,-6L172,-38Z", 0.08),
  ];
};

export const headphones: Motif = (c) => [
  { d: "M-140,60C-170,-190 170,-190 140,60", stroke: c.ink, width: 40 },
  { d: "M-140,60C-170,-190 170,-190 140,60", stroke: c.main, width: 24 },
  { d: "M-112,-60C-80,-122 -20,-132 20,-128", stroke: c.light, width: 8 },
  fill(rect(-186, 6, 92, 152, 42), c.main),
  fill(rect(94, 6, 92, 152, 42), c.main),
  fill(rect(-120, 0, 44, 164, 20), c.ink),
  fill(rect(76, 0, 44, 164, 20), c.ink),
  shine(rect(-174, 24, 20, 92, 10)),
  shade(rect(152, 24, 30, 110, 15)),
  fill(
    "M-26,-40L54,-62L54,66C54,96 0,96 0,68C0,44 30,42 36,46L36,-20L-8,-8L-8,90C-8,120 -64,120 -64,90C-64,66 -32,62 -26,68Z",
    c.accent,
  ),
];

export const microphone: Motif = (c) =>
  [
    fill(
      polygon([
        [-44, -20],
        [44, -20],
        [26, 190],
        [-26, 190],
      ]),
      c.ink,
    ),
    shine(
      polygon([
        [-30, -10],
        [-12, -10],
        [-10, 180],
        [-20, 180],
      ]),
      0.25,
    ),
    fill(rect(-60, -44, 120, 36, 14), c.accent),
    fill(circle(0, -112, 84), "#8b93a3"),
    line(
      "M-60,-170L60,-54M-80,-130L30,-34M-30,-188L80,-90M60,-170L-60,-54M80,-130L-30,-34M30,-188L-80,-90",
      "#5b6270",
      7,
    ),
    shine(ellipse(-32, -146, 28, 18), 0.6),
    fill(rect(-14, 30, 28, 46, 12), c.pop),
  ].map((shape) => ({ ...shape, transform: "rotate(28)" }));

export const playButton: Motif = (c) => [
  fill(rect(-186, -132, 372, 264, 70), c.pop),
  shade("M-186,30L186,30L186,62A70,70 0 0,1 116,132L-116,132A70,70 0 0,1 -186,62Z", 0.14),
  shine("M-160,-66A60,60 0 0,1 -110,-112L110,-112A60,60 0 0,1 160,-66Z", 0.18),
  fill("M-56,-82L96,0L-56,82Z", c.paper),
];

export const ringLight: Motif = (c) => [
  line("M0,150L0,186M-70,190L70,190", c.ink, 20),
  { d: circle(0, -14, 146), stroke: c.ink, width: 58 },
  { d: circle(0, -14, 146), stroke: "#fff3d1", width: 40 },
  { d: circle(0, -14, 146), stroke: "#ffffff", width: 16 },
  fill(rect(-64, -116, 128, 208, 22), c.ink),
  fill(rect(-53, -101, 106, 178, 12), c.main),
  shine("M-53,-89A12,12 0 0,1 -41,-101L53,-101L-53,20Z", 0.22),
  fill(circle(0, -14, 40), c.paper),
  fill("M-14,-38L28,-14L-14,10Z", c.pop),
  fill(circle(-30, -80, 9), c.pop),
  fill(rect(-14, -84, 46, 8, 4), c.paper),
  fill(rect(-34, 48, 68, 10, 5), c.light),
];
