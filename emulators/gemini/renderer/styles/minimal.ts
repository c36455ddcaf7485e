import { filled, stroked } from "../backdrops.ts";
import { drawText } from "../draw-text.ts";
import type { MotifColours } from "../motifs/motif.ts";
import type { Palette } from "../palettes.ts";
import { circle, ellipse, rect } from "../shapes.ts";
import { fullFrame, type Layout, placeMotif, splitFrame } from "../stage.ts";
import { setText } from "../text-block.ts";

/** White in place of tints, which would vanish on a tinted ground. */
function calm(p: Palette): MotifColours {
  return {
    main: p.main,
    deep: p.deep,
    light: p.paper,
    accent: p.accent,
    pop: p.pop,
    ink: p.ink,
    paper: p.paper,
  };
}

/** Quiet words beside one large circle that leaves the frame. */
const circleRight: Layout = ({ title, palette: p, motif }) => {
  const { text: split, motif: place } = splitFrame(title);
  const box = { x: 92, y: 130, width: split.width - 84, height: 460 };
  const text = setText({
    text: title,
    face: "outfit",
    box,
    maxSize: 124,
    maxLines: 5,
    leading: 1.16,
    tracking: -0.02,
  });
  const top = (text.bounds?.y ?? 300) - 46;
  const body = [
    fullFrame(p.mist),
    filled(circle(place.x + 56, 360, place.size * 0.72), p.light, 0.75),
    stroked(circle(place.x + 56, 360, place.size * 0.84), p.main, 2, 0.35),
    filled(ellipse(place.x + 30, 360 + place.size * 0.37, place.size * 0.3, 13), p.deep, 0.2),
    placeMotif(motif(calm(p)), { ...place, x: place.x + 30, size: place.size * 0.72 }),
    filled(rect(92, top, 84, 9, 4.5), p.main),
    drawText(text, { fill: p.ink, emphasisFill: p.deep }),
  ];
  return { body: body.join(""), text };
};

/** Two plain fields: the illustration in one, the words in the other. */
const twoFields: Layout = ({ title, palette: p, motif }) => {
  const long = [...title].length > 46;
  const edge = long ? 400 : 500;
  const box = { x: edge + 80, y: 120, width: 1280 - edge - 160, height: 470 };
  const text = setText({
    text: title,
    face: "outfit",
    box,
    maxSize: 118,
    maxLines: 6,
    leading: 1.16,
    tracking: -0.02,
  });
  const body = [
    fullFrame(p.paper),
    filled(rect(0, 0, edge, 720), p.light),
    filled(circle(edge, 720, 170), p.accent),
    filled(rect(edge, 0, 800, 720), p.paper),
    filled(ellipse(edge / 2, 360 + edge * 0.36, edge * 0.27, 12), p.deep, 0.22),
    placeMotif(motif(calm(p)), { x: edge / 2, y: 360, size: edge * 0.68 }),
    stroked(`M${box.x},640H${box.x + 120}`, p.main, 4),
    drawText(text, { fill: p.ink, emphasisFill: p.deep }),
  ];
  return { body: body.join(""), text };
};

/** A serif at night, with fine rings around a small illustration. */
const rings: Layout = ({ title, palette: p, paints, motif }) => {
  const { text: split, motif: place } = splitFrame(title);
  const box = { x: 92, y: 110, width: split.width - 40, height: 500 };
  const text = setText({ text: title, face: "dmSerif", box, maxSize: 138, maxLines: 5, leading: 1.1 });
  const body = [
    fullFrame(
      paints.radial(place.x, 360, 900, [
        [0, p.dusk],
        [1, p.night],
      ]),
    ),
    ...[0.46, 0.62, 0.8, 1].map((share) =>
      stroked(circle(place.x + 20, 360, place.size * share), p.light, 2, 0.5 - share * 0.34),
    ),
    filled(circle(place.x + 20 + place.size * 0.62, 360, 9), p.accent),
    filled(circle(place.x + 20 - place.size * 0.57, 360 - place.size * 0.56, 6), p.light),
    placeMotif(motif(), { ...place, x: place.x + 20, size: place.size * 0.58 }),
    drawText(text, { fill: p.paper, emphasisFill: p.accent }),
  ];
  return { body: body.join(""), text };
};

/** A framed card with a small illustration above centred serif words. */
const card: Layout = ({ title, palette: p, motif }) => {
  const long = [...title].length > 40;
  const size = long ? 170 : 230;
  const box = { x: 130, y: 110 + size, width: 1020, height: 720 - 110 - size - 86 };
  const text = setText({
    text: title,
    face: "dmSerif",
    box,
    maxSize: 136,
    maxLines: 4,
    align: "centre",
    leading: 1.1,
  });
  const body = [
    fullFrame(p.mist),
    filled(rect(34, 34, 1212, 652), p.paper),
    stroked(rect(52, 52, 1176, 616), p.deep, 3, 0.85),
    filled(circle(640, 82 + size / 2, size * 0.52), p.light, 0.8),
    placeMotif(motif(calm(p)), { x: 640, y: 82 + size / 2, size: size * 0.82 }),
    drawText(text, { fill: p.ink, emphasisFill: p.deep }),
  ];
  return { body: body.join(""), text };
};

export const minimalLayouts = [
  [circleRight, twoFields],
  [rings, card],
] as const;
