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
    shade(
      "M-197,82C-150,96 -110,40 -78,26L78,26C110,40 150,96 197,82C203,150 140,142 112,108L78,62L-78,62L-112,108C-140,142 -203,150 -197,82Z",
    ),
    shine(
      "M-116,-78C-96,-88 -70,-84 -52,-70L52,-70C70,-84 96,-88 116,-78C90,-74 70,-56 50,-56L-50,-56C-70,-56 -90,-74 -116,-78Z",
      0.4,
    ),
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
    return {
      edge: polygon([at(118, 0), at(148, -19), at(r, -16), at(r, 16), at(148, 19)]),
      from: at(60, 0),
      to: at(118, 0),
      side: [at(148, 19), at(132, 36)] as const,
    };
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
      const p = (distance: number, angle: number) =>
        `${(distance * Math.cos(angle)).toFixed(1)},${(distance * Math.sin(angle)).toFixed(1)}`;
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

export const dumbbell: Motif = (c) =>
  [
    fill(rect(-200, -18, 400, 36, 12), "#aeb6c4"),
    shine(rect(-110, -14, 220, 10, 5), 0.5),
    ...[-1, 1].flatMap((side) => [
      fill(rect(side * 92 - 26, -124, 52, 248, 20), c.main),
      fill(rect(side * 146 - 22, -92, 44, 184, 18), c.deep),
      shine(rect(side * 92 - 16, -108, 14, 216, 7)),
      shade(rect(side * 92 + 8, -118, 18, 236, 9)),
      fill(rect(side * 58 - 10, -40, 20, 80, 8), c.ink),
    ]),
    ...[-36, -18, 0, 18, 36].map((x) => line(`M${x},-16L${x},16`, "#7d8797", 4)),
    fill(circle(-92, 0, 16), c.accent),
    fill(circle(92, 0, 16), c.accent),
  ].map((shape) => ({ ...shape, transform: "rotate(-28)" }));

export const flame: Motif = (c) => [
  fill(
    "M10,-196C40,-120 150,-70 140,50C134,130 76,180 0,180C-76,180 -134,130 -140,50C-146,-10 -110,-50 -92,-96C-74,-72 -62,-54 -56,-30C-20,-70 10,-120 10,-196Z",
    c.pop,
  ),
  fill(
    "M16,-84C34,-30 100,0 94,78C90,132 52,166 0,166C-52,166 -92,132 -94,78C-94,44 -76,18 -62,-12C-50,10 -44,20 -38,36C-10,6 14,-30 16,-84Z",
    c.accent,
  ),
  fill(
    "M6,10C16,44 54,60 52,104C50,140 30,160 0,160C-30,160 -52,140 -52,106C-52,84 -40,66 -32,50C-26,62 -20,70 -16,78C-2,62 8,40 6,10Z",
    "#fff6d6",
  ),
];
