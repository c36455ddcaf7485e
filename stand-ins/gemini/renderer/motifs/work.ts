import { circle, ellipse, fill, line, polygon, rect, shade, shine, star } from "../shapes.ts";
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

export const bulb: Motif = (c) => [
  ...[-64, -32, 0, 32, 64].map((turn) => ({
    ...line("M0,-168L0,-196", c.pop, 16),
    transform: `translate(0 -20) rotate(${turn * 1.5})`,
  })),
  fill("M0,-156C92,-156 128,-84 108,-24C94,16 56,36 52,84L-52,84C-56,36 -94,16 -108,-24C-128,-84 -92,-156 0,-156Z", c.accent),
  shade("M36,-150C112,-126 124,-70 108,-24C94,16 56,36 52,84L8,84C20,20 90,-40 36,-150Z", 0.12),
  shine("M-76,-86C-68,-112 -48,-128 -24,-132C-44,-112 -58,-92 -62,-60C-64,-44 -82,-60 -76,-86Z", 0.7),
  line("M-28,84L-36,-18L-12,6L0,-20L12,6L36,-18L28,84", c.ink, 8),
  fill(rect(-56, 84, 112, 26, 10), c.ink),
  fill(rect(-50, 114, 100, 24, 10), c.deep),
  fill(rect(-56, 142, 112, 22, 10), c.ink),
  fill("M-30,168L30,168C26,188 -26,188 -30,168Z", c.deep),
];

export const graduationCap: Motif = (c) => [
  fill("M-112,-4L-112,88C-60,140 60,140 112,88L112,-4Z", c.deep),
  shade("M20,40L112,-4L112,88C86,114 54,126 20,128Z"),
  fill(polygon([[0, -128], [198, -36], [0, 56], [-198, -36]]), c.main),
  shine(polygon([[0, -128], [-198, -36], [-150, -14], [40, -110]]), 0.2),
  shade(polygon([[0, 56], [-198, -36], [-198, -24], [0, 70], [198, -24], [198, -36]]), 0.3),
  line("M0,-36C70,-30 130,-12 150,10L150,92", c.accent, 12),
  fill(circle(0, -36, 15), c.accent),
  fill("M132,84L168,84L178,160L122,160Z", c.accent),
  shade("M152,84L168,84L178,160L154,160Z"),
  fill(rect(130, 78, 40, 20, 8), c.pop),
];

export const house: Motif = (c) => [
  fill(rect(74, -150, 46, 100), c.deep),
  fill(rect(-132, -30, 264, 194, 6), c.paper),
  shade(rect(40, -30, 92, 194)),
  fill(polygon([[0, -176], [192, -14], [156, 14], [0, -116], [-156, 14], [-192, -14]]), c.pop),
  shade(polygon([[0, -176], [192, -14], [156, 14], [0, -116]])),
  fill(polygon([[0, -116], [132, -6], [132, 10], [-132, 10], [-132, -6]]), c.paper),
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

export const tools: Motif = (c) => [
  ...[
    fill(rect(-22, -70, 44, 250, 14), "#c98a4b"),
    shade(rect(4, -70, 18, 250, 9)),
    fill("M-96,-176L60,-176C92,-176 106,-150 120,-126L88,-118C78,-132 66,-134 56,-134L50,-96L-50,-96L-56,-108L-96,-100Z", "#5b6270"),
    shine("M-90,-168L56,-168L70,-156L-90,-152Z", 0.4),
    fill(rect(-26, 70, 52, 108, 16), c.pop),
  ].map((shape) => ({ ...shape, transform: "rotate(42)" })),
  ...[
    fill("M-22,-84C-70,-100 -74,-160 -30,-186L-30,-130L0,-114L30,-130L30,-186C74,-160 70,-100 22,-84L22,110C64,124 60,186 0,186C-60,186 -64,124 -22,110Z", "#c3cbd8"),
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
    }).join("") + "Z",
    c.main,
  ),
  fill(circle(0, 0, 112), c.deep),
  fill(circle(0, 0, 92), c.main),
  shine("M-84,-36A92,92 0 0,1 36,-84L22,-60A64,64 0 0,0 -60,-24Z", 0.4),
  fill(circle(0, 0, 44), c.accent),
  fill(circle(0, 0, 24), c.ink),
];

export const podium: Motif = (c) => [
  line("M-46,-60C-46,-110 -70,-110 -84,-132", c.ink, 10),
  line("M46,-60C46,-110 70,-110 84,-132", c.ink, 10),
  ...[
    fill(rect(-20, -46, 40, 74, 20), c.ink),
    fill(rect(-20, -46, 40, 36, 18), "#5b6270"),
  ].map((shape) => ({ ...shape, transform: "translate(-92 -146) rotate(-28)" })),
  ...[
    fill(rect(-20, -46, 40, 74, 20), c.ink),
    fill(rect(-20, -46, 40, 36, 18), "#5b6270"),
  ].map((shape) => ({ ...shape, transform: "translate(92 -146) rotate(28)" })),
  fill(polygon([[-168, -66], [168, -66], [148, -10], [-148, -10]]), c.deep),
  fill(polygon([[-130, -10], [130, -10], [104, 176], [-104, 176]]), c.main),
  shade(polygon([[50, -10], [130, -10], [104, 176], [40, 176]])),
  shine(polygon([[-160, -58], [160, -58], [157, -48], [-157, -48]]), 0.4),
  fill(circle(0, 76, 62), c.paper),
  fill(star(0, 78, 5, 48, 20), c.pop),
  fill(rect(-124, 164, 248, 22, 8), c.ink),
];

export const newspaper: Motif = (c) => [
  fill(polygon([[120, -96], [180, -96], [180, 130], [150, 160], [120, 140]]), "#cfd4dd"),
  fill("M-160,-160L128,-160L128,128C128,150 140,160 156,160L-124,160C-150,160 -160,146 -160,124Z", c.paper),
  shade("M92,-160L128,-160L128,128C128,150 140,160 156,160L92,160Z", 0.1),
  fill(rect(-134, -134, 236, 56, 6), c.ink),
  fill(rect(-118, -114, 204, 16, 4), c.paper),
  fill(rect(-134, -56, 116, 104, 6), c.main),
  fill(polygon([[-134, 48], [-92, -6], [-64, 22], [-44, 2], [-18, 30], [-18, 48]]), c.deep),
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
