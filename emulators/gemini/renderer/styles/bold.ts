import { filled, halftone, rays, stripes, swoopArrow } from "../backdrops.ts";
import { drawText, lineBoxes } from "../draw-text.ts";
import { polygon, star } from "../shapes.ts";
import { fullFrame, type Layout, placeMotif, splitFrame } from "../stage.ts";
import { setText } from "../text-block.ts";

/** A dark frame cut by a bright slab, the illustration bursting over the edge. */
const slab: Layout = ({ title, palette: p, paints, motif }) => {
  const { text: box, motif: place } = splitFrame(title);
  const text = setText({
    text: title,
    face: "anton",
    box,
    maxSize: 250,
    maxLines: 5,
    upperCase: true,
    leading: 1.14,
  });
  const edge = box.x + box.width - 10;
  const body = [
    fullFrame(
      paints.radial(place.x, 360, 900, [
        [0, p.main],
        [0.55, p.dusk],
        [1, p.night],
      ]),
    ),
    rays(place.x, 360, 18, p.light, 0.1),
    filled(
      polygon([
        [edge + 150, 0],
        [1280, 0],
        [1280, 720],
        [edge - 60, 720],
      ]),
      p.accent,
    ),
    filled(
      polygon([
        [edge + 118, 0],
        [edge + 138, 0],
        [edge - 72, 720],
        [edge - 92, 720],
      ]),
      p.pop,
    ),
    halftone(1280, 720, 620, p.ink, 0.16),
    placeMotif(motif(), {
      ...place,
      x: place.x + 18,
      degrees: 7,
      borders: [
        [p.ink, 24],
        [p.paper, 15],
      ],
      shadow: { colour: p.ink, dx: 18, dy: 22, grow: 20, opacity: 0.35 },
    }),
    drawText(text, {
      fill: p.paper,
      emphasisFill: p.accent,
      outlines: [{ colour: p.ink, width: 0.055 }],
      shadow: { colour: p.ink, dx: 0.05, dy: 0.06 },
      extruded: true,
    }),
  ];
  return { body: body.join(""), text };
};

/** Each line on a slanted black plate over a hot gradient. */
const plates: Layout = ({ title, palette: p, paints, motif }) => {
  const { text: box, motif: place } = splitFrame(title);
  const inner = { x: box.x + 16, y: box.y + 10, width: box.width - 24, height: box.height - 20 };
  const text = setText({
    text: title,
    face: "anton",
    box: inner,
    maxSize: 190,
    maxLines: 5,
    upperCase: true,
    leading: 1.3,
  });
  const boxes = lineBoxes(text, 0.13, 0.11).map(({ x, y, width, height }) => {
    const lean = height * 0.1;
    return polygon([
      [x + lean, y],
      [x + width + lean, y],
      [x + width - lean, y + height],
      [x - lean, y + height],
    ]);
  });
  const body = [
    fullFrame(
      paints.linear(20, [
        [0, p.deep],
        [0.5, p.main],
        [1, p.pop],
      ]),
    ),
    stripes(24, 56, p.ink, 0.1),
    halftone(1280, 0, 760, p.accent, 0.5),
    filled(star(place.x, 360, 16, place.size * 0.66, place.size * 0.52, 6), p.accent),
    filled(star(place.x, 360, 16, place.size * 0.6, place.size * 0.47, 6), p.paper, 0.5),
    placeMotif(motif(), {
      ...place,
      size: place.size * 0.84,
      degrees: -6,
      borders: [
        [p.ink, 20],
        [p.paper, 12],
      ],
      shadow: { colour: p.ink, dx: 14, dy: 18, grow: 16, opacity: 0.4 },
    }),
    filled(boxes.join(""), p.pop).replace("<path", `<path transform="translate(10 12)"`),
    filled(boxes.join(""), p.ink),
    drawText(text, { fill: p.paper, emphasisFill: p.accent }),
  ];
  return { body: body.join(""), text };
};

/** A loud beam-filled frame, illustration on the left, thick outlined words on the right. */
const beams: Layout = ({ title, palette: p, paints, motif }) => {
  const { text: box, motif: place } = splitFrame(title, "left");
  const text = setText({
    text: title,
    face: "archivoBlack",
    box,
    maxSize: 190,
    maxLines: 6,
    upperCase: true,
    leading: 1.06,
  });
  const body = [
    fullFrame(
      paints.radial(place.x, 360, 1100, [
        [0, p.accent],
        [0.35, p.accent],
        [1, p.pop],
      ]),
    ),
    rays(place.x, 360, 20, p.paper, 0.22),
    filled(
      polygon([
        [0, 640],
        [1280, 560],
        [1280, 720],
        [0, 720],
      ]),
      p.ink,
    ),
    filled(
      polygon([
        [0, 622],
        [1280, 542],
        [1280, 556],
        [0, 636],
      ]),
      p.paper,
    ),
    filled(star(place.x, place.y, 14, place.size * 0.64, place.size * 0.5), p.ink),
    filled(star(place.x, place.y, 14, place.size * 0.6, place.size * 0.46), p.main),
    placeMotif(motif(), {
      ...place,
      size: place.size * 0.86,
      degrees: -8,
      borders: [
        [p.ink, 19],
        [p.paper, 12],
      ],
    }),
    drawText(text, {
      fill: p.paper,
      emphasisFill: p.accent,
      outlines: [{ colour: p.ink, width: 0.11 }],
      shadow: { colour: p.ink, dx: 0.04, dy: 0.07 },
      extruded: true,
    }),
  ];
  return { body: body.join(""), text };
};

/** Words across the head of a split frame, the illustration rising from the foot between two arrows. */
const headline: Layout = ({ title, palette: p, paints, motif }) => {
  const long = [...title].length > 46;
  const box = { x: 70, y: 46, width: 1140, height: long ? 400 : 330 };
  const text = setText({
    text: title,
    face: "archivoBlack",
    box,
    maxSize: 200,
    maxLines: long ? 4 : 3,
    upperCase: true,
    align: "centre",
    leading: 1.06,
  });
  const size = long ? 330 : 400;
  const y = long ? 600 : 560;
  const body = [
    fullFrame(
      paints.linear(90, [
        [0, p.night],
        [1, p.deep],
      ]),
    ),
    filled(
      polygon([
        [640, 0],
        [1280, 0],
        [1280, 720],
        [560, 720],
      ]),
      paints.linear(90, [
        [0, p.main],
        [1, p.pop],
      ]),
    ),
    rays(640, y, 22, p.paper, 0.09),
    filled(star(640, y, 24, size * 0.78, size * 0.62), p.accent),
    placeMotif(motif(), {
      x: 640,
      y,
      size,
      borders: [
        [p.ink, 20],
        [p.paper, 13],
      ],
      shadow: { colour: p.ink, dx: 0, dy: 18, grow: 16, opacity: 0.35 },
    }),
    swoopArrow(230, y - 60, -14, p.accent, p.ink, 1.2),
    `<g transform="translate(1280 0) scale(-1 1)">${swoopArrow(230, y - 60, -14, p.accent, p.ink, 1.2)}</g>`,
    drawText(text, {
      fill: p.paper,
      emphasisFill: p.accent,
      outlines: [{ colour: p.ink, width: 0.09 }],
      shadow: { colour: p.ink, dx: 0.03, dy: 0.08 },
      extruded: true,
    }),
  ];
  return { body: body.join(""), text };
};

export const boldLayouts = [
  [slab, plates],
  [beams, headline],
] as const;
