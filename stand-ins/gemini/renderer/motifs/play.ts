import { circle, ellipse, fill, line, polygon, rect, shade, shine, star } from "../shapes.ts";
import type { Motif } from "./motif.ts";

export const controller: Motif = (c) => {
  const body =
    "M-120,-92C-96,-104 -66,-98 -48,-84L48,-84C66,-98 96,-104 120,-92C172,-66 206,62 190,112" +
    "C178,146 138,142 112,108L78,62L-78,62L-112,108C-138,142 -178,146 -190,112C-206,62 -172,-66 -120,-92Z";
  return [
    fill(rect(-136, -112, 76, 40, 18), c.deep),
    fill(rect(60, -112, 76, 40, 18), c.deep),
    fill(body, c.main),
    shade("M-197,82C-150,96 -110,40 -78,26L78,26C110,40 150,96 197,82C203,150 140,142 112,108L78,62L-78,62L-112,108C-140,142 -203,150 -197,82Z"),
    shine("M-116,-78C-96,-88 -70,-84 -52,-70L52,-70C70,-84 96,-88 116,-78C90,-74 70,-56 50,-56L-50,-56C-70,-56 -90,-74 -116,-78Z", 0.4),
    fill(circle(-98, -26, 44), c.deep),
    fill("M-112,-58h28v18h18v28h-18v18h-28v-18h-18v-28h18Z", c.paper),
    fill(circle(98, -52, 17), c.accent),
    fill(circle(98, 0, 17), c.pop),
    fill(circle(72, -26, 17), c.light),
    fill(circle(124, -26, 17), c.paper),
    fill(circle(-44, 28, 30), c.ink),
    fill(circle(-44, 24, 20), c.deep),
    fill(circle(44, 28, 30), c.ink),
    fill(circle(44, 24, 20), c.deep),
    fill(rect(-26, -52, 52, 26, 13), c.accent),
  ];
};

export const ball: Motif = (c) => {
  const r = 168;
  const patches = [0, 1, 2, 3, 4].map((index) => {
    const angle = (index * 72 - 90) * (Math.PI / 180);
    const at = (distance: number, turn: number): [number, number] => [
      distance * Math.cos(angle + (turn * Math.PI) / 180),
      distance * Math.sin(angle + (turn * Math.PI) / 180),
    ];
    return { edge: polygon([at(118, 0), at(148, -19), at(r, -16), at(r, 16), at(148, 19)]), from: at(60, 0), to: at(118, 0), side: [at(148, 19), at(132, 36)] as const };
  });
  return [
    fill(circle(0, 0, r), c.paper),
    fill(star(0, 0, 5, 62, 50), c.ink),
    ...patches.flatMap((patch) => [
      fill(patch.edge, c.ink),
      line(`M${patch.from}L${patch.to}`, c.ink, 8),
      line(`M${patch.side[0]}L${patch.side[1]}`, c.ink, 8),
    ]),
    ...[0, 1, 2, 3, 4].map((index) => {
      const turn = ((index * 72 - 54) * Math.PI) / 180;
      const from = ((index * 72 - 90 + 19) * Math.PI) / 180;
      const to = ((index * 72 - 18 - 19) * Math.PI) / 180;
      const p = (distance: number, angle: number) => `${(distance * Math.cos(angle)).toFixed(1)},${(distance * Math.sin(angle)).toFixed(1)}`;
      return line(`M${p(148, from)}L${p(126, turn)}L${p(148, to)}`, c.ink, 8);
    }),
    shade("M150,-76A168,168 0 0,1 -120,118A190,190 0 0,0 150,-76Z", 0.18),
    shine(ellipse(-70, -92, 52, 32), 0.5),
    { d: circle(0, 0, r), stroke: c.ink, width: 8 },
  ];
};

export const trophy: Motif = (c) => [
  { d: "M-92,-120C-190,-130 -180,10 -70,14", stroke: c.accent, width: 26 },
  { d: "M92,-120C190,-130 180,10 70,14", stroke: c.accent, width: 26 },
  fill(rect(-22, 40, 44, 74), c.accent),
  shade(rect(4, 40, 18, 74)),
  fill(rect(-76, 104, 152, 30, 10), c.accent),
  fill(rect(-96, 126, 192, 52, 12), c.ink),
  fill(rect(-46, 140, 92, 24, 6), c.paper),
  fill("M-108,-164L108,-164C112,-40 84,64 0,64C-84,64 -112,-40 -108,-164Z", c.accent),
  shade("M30,-164L108,-164C112,-40 84,64 0,64C60,20 60,-80 30,-164Z"),
  shine("M-84,-150L-56,-150C-58,-70 -48,-10 -28,26C-72,-10 -86,-80 -84,-150Z", 0.5),
  fill(star(0, -62, 5, 54, 23), c.paper),
];

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
    [-150, -70, 10, 90].map((x) => fill(polygon([[x, y], [x + 42, y], [x + 20, y + 46], [x - 22, y + 46]]), c.paper));
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
  fill("M-26,-40L54,-62L54,66C54,96 0,96 0,68C0,44 30,42 36,46L36,-20L-8,-8L-8,90C-8,120 -64,120 -64,90C-64,66 -32,62 -26,68Z", c.accent),
];

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
