import { circle, ellipse, fill, line, polygon, rect, shade, shine } from "../shapes.ts";
import type { Motif } from "./motif.ts";

export const car: Motif = (c) => [
  fill(ellipse(0, 108, 196, 18), "#05060f"),
  fill(
    "M-194,60C-196,10 -170,-6 -130,-14C-90,-84 -50,-92 10,-92C70,-92 100,-60 128,-18C176,-10 196,14 196,66C196,88 188,94 172,94L-172,94C-190,94 -194,86 -194,60Z",
    c.pop,
  ),
  shade("M-194,56L196,56C198,90 188,94 172,94L-172,94C-190,94 -196,86 -194,56Z", 0.2),
  fill("M-96,-16C-70,-64 -48,-70 -8,-70L-8,-16Z", "#bfe9ff"),
  fill("M12,-70C56,-70 72,-52 96,-16L12,-16Z", "#bfe9ff"),
  shine("M-60,-40L-30,-66L-14,-66L-62,-18L-84,-18Z", 0.6),
  line("M2,-16L2,56", c.ink, 5),
  line("M-30,4L-12,4", c.paper, 8),
  fill("M158,2C180,6 192,22 194,36L164,34Z", c.accent),
  fill(rect(-194, 18, 26, 24, 8), c.paper),
  line("M-176,14C-120,0 60,-4 150,8", "#ffffff", 4),
  ...[-106, 108].flatMap((x) => [
    fill(circle(x, 88, 54), c.ink),
    fill(circle(x, 88, 33), "#c3cbd8"),
    fill(circle(x, 88, 22), "#5b6270"),
    fill(circle(x, 88, 9), c.paper),
  ]),
];

export const gauge: Motif = (c) => [
  fill(circle(0, 0, 180), c.ink),
  fill(circle(0, 0, 160), c.deep),
  line("M-103,103A146,146 0 0,1 -103,-103", c.light, 22),
  line("M-86,-118A146,146 0 0,1 86,-118", c.accent, 22),
  line("M103,-103A146,146 0 0,1 103,103", c.pop, 22),
  ...[-120, -80, -40, 0, 40, 80, 120].map((turn) => ({
    ...line("M0,-112L0,-94", c.paper, 8),
    transform: `rotate(${turn})`,
  })),
  ...[
    fill(
      polygon([
        [-13, 20],
        [0, -110],
        [13, 20],
      ]),
      c.pop,
    ),
  ].map((shape) => ({ ...shape, transform: "rotate(58)" })),
  fill(circle(0, 0, 28), c.paper),
  fill(circle(0, 0, 14), c.ink),
  fill(rect(-56, 76, 112, 40, 10), c.ink),
  fill(rect(-40, 90, 80, 12, 6), c.accent),
];
