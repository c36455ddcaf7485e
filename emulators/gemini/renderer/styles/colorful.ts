import { blob, confetti, filled, sparkle, stroked, wave } from "../backdrops.ts";
import { drawText } from "../draw-text.ts";
import { circle, rect } from "../shapes.ts";
import { fullFrame, type Layout, placeMotif, splitFrame } from "../stage.ts";
import { setText } from "../text-block.ts";

/** Colours that run into each other, soft forms and confetti. */
const mesh: Layout = ({ title, palette: p, paints, random, motif }) => {
  const { text: box, motif: place } = splitFrame(title);
  const text = setText({ text: title, face: "lilita", box, maxSize: 210, maxLines: 5, leading: 1.08 });
  const body = [
    fullFrame(
      paints.linear(25, [
        [0, p.shift],
        [0.55, p.main],
        [1, p.pop],
      ]),
    ),
    fullFrame(
      paints.radial(120, 700, 620, [
        [0, p.pop, 0.95],
        [1, p.pop, 0],
      ]),
    ),
    fullFrame(
      paints.radial(1180, 40, 620, [
        [0, p.accent, 0.95],
        [1, p.accent, 0],
      ]),
    ),
    blob(random, 120, 60, 190, p.paper, 0.12),
    blob(random, 560, 720, 170, p.accent, 0.3),
    confetti(random, 60, [p.accent, p.paper, p.light, p.glow], text.bounds),
    blob(random, place.x, place.y, place.size * 0.6, p.paper, 0.28),
    blob(random, place.x, place.y, place.size * 0.52, p.paper, 0.95),
    placeMotif(motif(), {
      ...place,
      size: place.size * 0.78,
      degrees: 6,
      shadow: { colour: p.deep, dx: 8, dy: 14, opacity: 0.28 },
    }),
    drawText(text, {
      fill: p.paper,
      emphasisFill: p.accent,
      outlines: [{ colour: p.night, width: 0.06 }],
      shadow: { colour: p.night, dx: 0, dy: 0.07, opacity: 0.9 },
    }),
  ];
  return { body: body.join(""), text };
};

/** Bands of colour rolling in from the foot, words in a pale sky. */
const waves: Layout = ({ title, palette: p, paints, random, motif }) => {
  const { text: split, motif: place } = splitFrame(title);
  const box = { ...split, y: 46, height: 500 };
  const text = setText({ text: title, face: "lilita", box, maxSize: 200, maxLines: 5, leading: 1.08 });
  const body = [
    fullFrame(
      paints.linear(90, [
        [0, p.glow],
        [1, p.light],
      ]),
    ),
    confetti(random, 46, [p.main, p.accent, p.pop, p.shift], text.bounds),
    filled(circle(place.x, 318, place.size * 0.6), p.paper, 0.85),
    wave(590, 46, 0.4, p.accent),
    wave(618, 42, 1.5, p.pop),
    wave(648, 36, 2.7, p.shift),
    wave(680, 26, 4, p.deep),
    placeMotif(motif(), {
      ...place,
      y: 318,
      degrees: -5,
      size: place.size * 0.92,
      borders: [[p.paper, 14]],
      shadow: { colour: p.deep, dx: 0, dy: 18, grow: 12, opacity: 0.25 },
    }),
    drawText(text, {
      fill: p.deep,
      emphasisFill: p.pop,
      outlines: [{ colour: p.paper, width: 0.075 }],
      shadow: { colour: p.deep, dx: 0.02, dy: 0.06, opacity: 0.25 },
    }),
  ];
  return { body: body.join(""), text };
};

/** Tiles of quarter rounds and dots around the illustration. */
const tiles: Layout = ({ title, palette: p, random, motif }) => {
  const long = [...title].length > 46;
  const side = 180;
  const columns = long ? 2 : 3;
  const left = 1280 - columns * side;
  const box = { x: 64, y: 56, width: left - 128, height: 608 };
  const text = setText({ text: title, face: "fredoka", box, maxSize: 170, maxLines: 6, leading: 1.06 });
  const colours = [p.pop, p.accent, p.light, p.deep, p.shift];
  const cells: string[] = [];
  for (let row = 0; row < 4; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const [x, y] = [left + column * side, row * side];
      const ground = colours[(row * 2 + column) % colours.length] ?? p.pop;
      const form = colours[(row * 2 + column + 2) % colours.length] ?? p.accent;
      cells.push(
        filled(rect(x, y, side, side), ground),
        tileForm(Math.floor(random.between(0, 4)), x, y, side, form),
      );
    }
  }
  const place = { x: left + (columns * side) / 2, y: 360, size: long ? 290 : 370 };
  const body = [
    fullFrame(p.night),
    filled(circle(0, 720, 250), p.deep, 0.7),
    filled(circle(left - 60, 0, 120), p.dusk),
    ...cells,
    filled(circle(place.x, 360, place.size * 0.63), p.paper),
    placeMotif(motif(), { ...place, size: place.size * 0.94 }),
    drawText(text, { fill: p.paper, emphasisFill: p.accent }),
  ];
  return { body: body.join(""), text };
};

function tileForm(kind: number, x: number, y: number, side: number, colour: string): string {
  if (kind === 0) return filled(`M${x},${y}h${side}a${side},${side} 0 0,1 ${-side},${side}Z`, colour);
  if (kind === 1) return filled(`M${x},${y + side}v${-side}a${side},${side} 0 0,1 ${side},${side}Z`, colour);
  if (kind === 2) return filled(circle(x + side / 2, y + side / 2, side * 0.34), colour);
  const bars = [0.18, 0.5, 0.82].map((share) => `M${x + 22},${y + side * share}h${side - 44}`);
  return stroked(bars.join(""), colour, 22);
}

/** Rings of a rainbow around the illustration in the corner, dark words on cream. */
const rainbow: Layout = ({ title, palette: p, paints, random, motif }) => {
  const { text: split, motif: place } = splitFrame(title, "left");
  const box = { ...split, x: split.x + 20, width: split.width - 20 };
  const text = setText({ text: title, face: "fredoka", box, maxSize: 168, maxLines: 6, leading: 1.06 });
  const centre = { x: place.x - 34, y: 400 };
  const reach = box.x - 16 - centre.x;
  const bands = [p.deep, p.shift, p.main, p.pop, p.accent, p.paper];
  const body = [
    fullFrame(
      paints.linear(0, [
        [0, p.light],
        [1, p.glow],
      ]),
    ),
    ...bands.map((colour, index) => filled(circle(centre.x, centre.y, reach * (1 - index * 0.075)), colour)),
    sparkle(1180, 90, 44, p.pop),
    sparkle(1110, 150, 22, p.main),
    sparkle(1226, 610, 26, p.shift),
    confetti(random, 26, [p.pop, p.main, p.shift], { x: 0, y: 0, width: 1280, height: 640 }),
    placeMotif(motif(), {
      x: centre.x + 4,
      y: centre.y,
      size: reach * 1.12,
      degrees: -6,
      shadow: { colour: p.deep, dx: 0, dy: 14, opacity: 0.22 },
    }),
    drawText(text, { fill: p.night, emphasisFill: p.pop, outlines: [{ colour: p.paper, width: 0.06 }] }),
  ];
  return { body: body.join(""), text };
};

export const colorfulLayouts = [
  [mesh, waves],
  [tiles, rainbow],
] as const;
