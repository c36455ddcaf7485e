import { blob, filled, gridLines, halftone, rays, sparkle, stroked } from "../backdrops.ts";
import { drawText, wordBox } from "../draw-text.ts";
import type { Random } from "../random.ts";
import { circle, polygon, rect, star } from "../shapes.ts";
import { fullFrame, type Layout, placeMotif, splitFrame } from "../stage.ts";
import { setText } from "../text-block.ts";

const scribbles = [
  "M-24,0q8,-16 16,0t16,0t16,0",
  star(0, 0, 5, 22, 10),
  circle(0, 0, 16),
  "M-18,-18L18,18M18,-18L-18,18",
  "M0,18C-34,-6 -14,-30 0,-10C14,-30 34,-6 0,18Z",
  "M-4,-24L-14,2L2,2L-6,26L18,-6L2,-6L12,-24Z",
];

/** Line drawings on a loose grid, so that they fill the frame without touching. */
function doodles(random: Random, colour: string, opacity: number): string {
  const drawn: string[] = [];
  for (let row = 0; row < 6; row += 1) {
    for (let column = 0; column < 10; column += 1) {
      const x = column * 134 + (row % 2) * 66 + random.between(-16, 16) + 30;
      const y = row * 132 + random.between(-16, 16) + 36;
      const turn = random.between(-40, 40);
      drawn.push(
        `<g transform="translate(${x.toFixed(0)} ${y.toFixed(0)}) rotate(${turn.toFixed(0)})">` +
          `${stroked(random.pick(scribbles), colour, 6)}</g>`,
      );
    }
  }
  return `<g opacity="${opacity}">${drawn.join("")}</g>`;
}

/** Bouncing letters and a sticker on doodled ground. */
const sticker: Layout = ({ title, palette: p, random, motif }) => {
  const { text: split, motif: place } = splitFrame(title);
  const box = { x: split.x + 14, y: split.y + 24, width: split.width - 28, height: split.height - 48 };
  const text = setText({
    text: title,
    face: "bangers",
    box,
    maxSize: 230,
    maxLines: 5,
    upperCase: true,
    leading: 1.12,
    tracking: 0.03,
  });
  const body = [
    fullFrame(p.accent),
    doodles(random, p.ink, 0.13),
    blob(random, place.x, 360, place.size * 0.62, p.main),
    blob(random, place.x, 360, place.size * 0.52, p.light),
    placeMotif(motif(), {
      ...place,
      degrees: 10,
      size: place.size * 0.86,
      borders: [[p.paper, 17]],
      shadow: { colour: p.ink, dx: 10, dy: 14, grow: 17, opacity: 0.3 },
    }),
    drawText(text, {
      fill: p.paper,
      emphasisFill: p.pop,
      outlines: [{ colour: p.ink, width: 0.085 }],
      shadow: { colour: p.ink, dx: 0.05, dy: 0.07 },
      extruded: true,
      wobble: { random, degrees: 5, lift: 0.025 },
    }),
  ];
  return { body: body.join(""), text };
};

/** A comic's panel: beams, printed dots, and the title in a speech bubble. */
const comic: Layout = ({ title, palette: p, paints, random, motif }) => {
  const { text: split, motif: place } = splitFrame(title);
  const box = { x: 110, y: 108, width: split.width - 70, height: 420 };
  const text = setText({
    text: title,
    face: "bangers",
    box,
    maxSize: 190,
    maxLines: 5,
    upperCase: true,
    align: "centre",
    leading: 1.06,
    tracking: 0.03,
  });
  const bounds = text.bounds ?? box;
  const [left, right] = [bounds.x - 52, bounds.x + bounds.width + 52];
  const [top, bottom] = [bounds.y - 50, bounds.y + bounds.height + 54];
  const bubble =
    rect(left, top, right - left, bottom - top, 70) +
    polygon([
      [right - 190, bottom - 10],
      [right + 20, bottom + 84],
      [right - 90, bottom - 10],
    ]);
  const body = [
    fullFrame(
      paints.radial(place.x, 420, 1000, [
        [0, p.light],
        [0.5, p.main],
        [1, p.deep],
      ]),
    ),
    rays(place.x, 420, 22, p.paper, 0.16),
    halftone(0, 720, 700, p.pop, 0.75),
    filled(star(place.x + 10, 400, 13, place.size * 0.68, place.size * 0.5, 8), p.ink),
    filled(star(place.x + 10, 400, 13, place.size * 0.63, place.size * 0.46, 8), p.accent),
    placeMotif(motif(), {
      ...place,
      x: place.x + 10,
      y: 400,
      size: place.size * 0.8,
      degrees: -7,
      borders: [
        [p.ink, 15],
        [p.paper, 9],
      ],
    }),
    `<g transform="translate(12 14)">${stroked(bubble, p.ink, 14)}${filled(bubble, p.ink)}</g>`,
    stroked(bubble, p.ink, 14),
    filled(bubble, p.paper),
    drawText(text, { fill: p.ink, emphasisFill: p.pop, wobble: { random, degrees: 3, lift: 0.015 } }),
  ];
  return { body: body.join(""), text };
};

/** A squared notebook page with tape, a marker stroke and a cut-out. */
const notebook: Layout = ({ title, palette: p, random, motif }) => {
  const { text: split, motif: place } = splitFrame(title, "left");
  const box = { x: split.x, y: 70, width: split.width - 10, height: 570 };
  const text = setText({
    text: title,
    face: "luckiestGuy",
    box,
    maxSize: 178,
    maxLines: 6,
    upperCase: true,
    leading: 1.06,
    tracking: 0.01,
  });
  const marks = text.words
    .filter((word) => word.emphasised)
    .map((word) => {
      const { x, y, width, height } = wordBox(text, word, 0.1, 0.1);
      return filled(
        polygon([
          [x - 6, y + 8],
          [x + width, y - 4],
          [x + width + 8, y + height - 6],
          [x, y + height + 4],
        ]),
        p.accent,
      );
    });
  const side = place.size * 0.96;
  const photo =
    filled(rect(-side / 2 + 10, -side / 2 + 14, side, side * 1.06, 6), p.ink, 0.22) +
    filled(rect(-side / 2, -side / 2, side, side * 1.06, 6), "#ffffff") +
    filled(rect(-side / 2 + 22, -side / 2 + 22, side - 44, side - 60), p.light) +
    filled(
      polygon([
        [-76, -side / 2 - 22],
        [76, -side / 2 - 30],
        [80, -side / 2 + 18],
        [-72, -side / 2 + 26],
      ]),
      p.accent,
      0.85,
    );
  const body = [
    fullFrame(p.paper),
    gridLines(48, p.main, 0.16),
    filled(rect(0, 0, 26, 720), p.pop, 0.85),
    `<g transform="translate(${place.x + 14} 350) rotate(-6)">${photo}</g>`,
    placeMotif(motif(), {
      ...place,
      x: place.x + 16,
      y: 344,
      degrees: -6,
      size: side * 0.82,
      borders: [[p.paper, 8]],
      shadow: { colour: p.ink, dx: 5, dy: 8, grow: 8, opacity: 0.18 },
    }),
    sparkle(1216, 78, 34, p.pop),
    sparkle(1166, 44, 16, p.main),
    stroked("M1080,674q14,-22 28,0t28,0t28,0t28,0", p.pop, 8),
    ...marks,
    drawText(text, {
      fill: p.night,
      outlines: [{ colour: "#ffffff", width: 0.05 }],
      wobble: { random, degrees: 3, lift: 0.018 },
    }),
  ];
  return { body: body.join(""), text };
};

/** Hills and clouds, with balloon letters in the sky. */
const hills: Layout = ({ title, palette: p, paints, random, motif }) => {
  const long = [...title].length > 46;
  const box = { x: 84, y: 62, width: 1112, height: long ? 360 : 300 };
  const text = setText({
    text: title,
    face: "luckiestGuy",
    box,
    maxSize: 190,
    maxLines: long ? 4 : 3,
    upperCase: true,
    align: "centre",
    leading: 1.08,
    tracking: 0.02,
  });
  const cloud = (x: number, y: number, s: number) =>
    filled(
      [
        circle(x, y, 44 * s),
        circle(x + 52 * s, y - 20 * s, 56 * s),
        circle(x + 112 * s, y, 46 * s),
        rect(x - 40 * s, y, 190 * s, 44 * s, 22 * s),
      ].join(""),
      p.paper,
      0.85,
    );
  const size = long ? 290 : 350;
  const y = long ? 560 : 530;
  const body = [
    fullFrame(
      paints.linear(90, [
        [0, p.main],
        [0.75, p.light],
        [1, p.glow],
      ]),
    ),
    rays(640, 600, 16, p.paper, 0.13),
    cloud(60, 470, 1),
    cloud(1060, 440, 1.1),
    cloud(300, 560, 0.7),
    filled("M-20,740C120,560 380,560 560,740Z", p.pop),
    filled("M700,740C860,540 1140,540 1320,740Z", p.pop),
    filled("M120,760C360,610 920,610 1160,760Z", p.accent),
    sparkle(250, 640, 20, p.paper),
    sparkle(1010, 650, 24, p.paper),
    placeMotif(motif(), {
      x: 640,
      y,
      size,
      degrees: 4,
      borders: [
        [p.ink, 17],
        [p.paper, 11],
      ],
    }),
    drawText(text, {
      fill: p.accent,
      emphasisFill: p.paper,
      outlines: [
        { colour: p.paper, width: 0.13 },
        { colour: p.night, width: 0.09 },
      ],
      shadow: { colour: p.night, dx: 0, dy: 0.09 },
      wobble: { random, degrees: 5, lift: 0.03 },
    }),
  ];
  return { body: body.join(""), text };
};

export const playfulLayouts = [
  [sticker, comic],
  [notebook, hills],
] as const;
