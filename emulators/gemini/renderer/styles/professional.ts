import { filled, gridLines, stroked } from "../backdrops.ts";
import { drawText } from "../draw-text.ts";
import { circle, polygon, rect } from "../shapes.ts";
import { fullFrame, type Layout, placeMotif, splitFrame } from "../stage.ts";
import { setText } from "../text-block.ts";

/** A dark grid with a rising curve behind a glass panel. */
const panel: Layout = ({ title, palette: p, paints, motif }) => {
  const { text: split, motif: place } = splitFrame(title);
  const box = { x: 104, y: 80, width: split.width - 36, height: 540 };
  const text = setText({
    text: title,
    face: "montserrat",
    box,
    maxSize: 132,
    maxLines: 5,
    leading: 1.12,
    tracking: -0.015,
  });
  const side = place.size * 0.94;
  const [left, top] = [place.x - side / 2, 360 - side / 2];
  const rise = "M0,640C160,620 260,600 400,540C560,470 640,520 780,420C940,300 1040,330 1280,90";
  const bounds = text.bounds ?? { y: 200, height: 300 };
  const body = [
    fullFrame(
      paints.linear(30, [
        [0, p.night],
        [0.6, p.dusk],
        [1, p.deep],
      ]),
    ),
    gridLines(64, p.light, 0.07),
    fullFrame(
      paints.radial(place.x, 340, 480, [
        [0, p.main, 0.75],
        [1, p.main, 0],
      ]),
    ),
    filled(
      `${rise}L1280,720L0,720Z`,
      paints.linear(90, [
        [0, p.main, 0.4],
        [1, p.main, 0],
      ]),
    ),
    stroked(rise, p.accent, 5, 0.3),
    filled(rect(left + 10, top + 26, side, side, 44), p.ink, 0.35),
    filled(
      rect(left, top, side, side, 44),
      paints.linear(60, [
        [0, p.paper],
        [1, p.light],
      ]),
    ),
    stroked(rect(left, top, side, side, 44), p.paper, 3, 0.9),
    placeMotif(motif(), {
      ...place,
      size: side * 0.74,
      shadow: { colour: p.deep, dx: 0, dy: 12, opacity: 0.2 },
    }),
    filled(rect(68, bounds.y, 10, bounds.height, 5), p.accent),
    drawText(text, {
      fill: p.paper,
      emphasisFill: p.accent,
      shadow: { colour: p.ink, dx: 0, dy: 0.035, opacity: 0.45 },
    }),
  ];
  return { body: body.join(""), text };
};

/** A bright page with a slanted colour panel that holds the illustration. */
const slant: Layout = ({ title, palette: p, paints, motif }) => {
  const { text: split, motif: place } = splitFrame(title);
  const box = { x: 72, y: 84, width: split.width - 24, height: 530 };
  const text = setText({
    text: title,
    face: "montserrat",
    box,
    maxSize: 128,
    maxLines: 5,
    leading: 1.12,
    tracking: -0.015,
  });
  const edge = box.x + box.width + 36;
  const bars = [110, 170, 130, 230, 290].map((height, index) =>
    rect(edge + 110 + index * 84, 720 - height, 52, height + 10, 8),
  );
  const foot = (text.bounds?.y ?? 500) + (text.bounds?.height ?? 0) + 34;
  const body = [
    fullFrame(
      paints.linear(90, [
        [0, p.paper],
        [1, p.mist],
      ]),
    ),
    gridLines(80, p.main, 0.06),
    filled(
      polygon([
        [edge + 116, 0],
        [1280, 0],
        [1280, 720],
        [edge - 4, 720],
      ]),
      paints.linear(70, [
        [0, p.main],
        [1, p.dusk],
      ]),
    ),
    filled(
      polygon([
        [edge + 92, 0],
        [edge + 106, 0],
        [edge - 14, 720],
        [edge - 28, 720],
      ]),
      p.accent,
    ),
    filled(bars.join(""), p.paper, 0.12),
    fullFrame(
      paints.radial(place.x + 30, 340, place.size * 0.8, [
        [0, p.light, 0.75],
        [1, p.light, 0],
      ]),
    ),
    placeMotif(motif(), {
      ...place,
      x: place.x + 34,
      size: place.size * 0.86,
      borders: [[p.paper, 9]],
      shadow: { colour: p.ink, dx: 10, dy: 18, grow: 8, opacity: 0.35 },
    }),
    filled(rect(72, Math.min(foot, 664), 128, 12, 6), p.pop),
    drawText(text, { fill: p.ink, emphasisFill: p.deep }),
  ];
  return { body: body.join(""), text };
};

/** Lights out of focus, and words in the lower third. */
const lowerThird: Layout = ({ title, palette: p, paints, random, motif }) => {
  const long = [...title].length > 46;
  const box = { x: 108, y: long ? 270 : 240, width: long ? 880 : 740, height: long ? 386 : 416 };
  const text = setText({
    text: title,
    face: "barlowCondensed",
    box,
    maxSize: 196,
    maxLines: 4,
    upperCase: true,
    anchor: "bottom",
    leading: 0.98,
  });
  const lights = Array.from({ length: 16 }, () => {
    const [x, y, radius] = [random.between(0, 1280), random.between(0, 440), random.between(18, 76)];
    return filled(circle(x, y, radius), random.pick([p.light, p.accent, p.main]), random.between(0.08, 0.2));
  });
  const bounds = text.bounds ?? { y: 400, height: 200 };
  const size = long ? 320 : 440;
  const place = { x: 1280 - size / 2 - 40, y: long ? 190 : 290, size };
  const body = [
    fullFrame(
      paints.linear(60, [
        [0, p.dusk],
        [0.5, p.deep],
        [1, p.main],
      ]),
    ),
    ...lights,
    fullFrame(
      paints.radial(place.x, place.y, size * 0.85, [
        [0, p.light, 0.55],
        [1, p.light, 0],
      ]),
    ),
    fullFrame(
      paints.linear(90, [
        [0, p.night, 0],
        [0.4, p.night, 0.25],
        [1, p.night, 0.96],
      ]),
    ),
    placeMotif(motif(), {
      ...place,
      borders: [[p.paper, 7]],
      shadow: { colour: p.ink, dx: 0, dy: 22, grow: 6, opacity: 0.4 },
    }),
    filled(
      polygon([
        [64, bounds.y - 4],
        [80, bounds.y - 4],
        [80, bounds.y + bounds.height + 4],
        [64, bounds.y + bounds.height + 4],
      ]),
      p.pop,
    ),
    drawText(text, {
      fill: p.paper,
      emphasisFill: p.accent,
      outlines: [{ colour: p.night, width: 0.03 }],
      shadow: { colour: p.night, dx: 0, dy: 0.04, opacity: 0.6 },
    }),
  ];
  return { body: body.join(""), text };
};

/** A report's cover: the words on a colour block, the illustration on a pale field with fine charts. */
const report: Layout = ({ title, palette: p, paints, motif }) => {
  const { text: split, motif: place } = splitFrame(title, "left");
  const box = { x: split.x, y: 92, width: split.width - 24, height: 530 };
  const edge = box.x - 60;
  const text = setText({
    text: title,
    face: "barlowCondensed",
    box,
    maxSize: 172,
    maxLines: 5,
    upperCase: true,
    leading: 1,
  });
  const centre = (edge - 30) / 2;
  const bounds = text.bounds ?? { y: 200, height: 200 };
  const steps = [0, 1, 2, 3].map((index) =>
    rect(edge * (0.1 + index * 0.22), 700 - index * 34, edge * 0.15, 60 + index * 34, 6),
  );
  const body = [
    fullFrame(
      paints.linear(90, [
        [0, p.mist],
        [1, p.light],
      ]),
    ),
    gridLines(60, p.main, 0.09),
    filled(steps.join(""), p.main, 0.35),
    filled(
      circle(centre, 350, place.size * 0.47),
      paints.linear(60, [
        [0, p.main],
        [1, p.dusk],
      ]),
    ),
    stroked(
      `M${centre},${350 - place.size * 0.5}a${place.size * 0.5},${place.size * 0.5} 0 1,1 ${-place.size * 0.5},${place.size * 0.5}`,
      p.main,
      12,
    ),
    placeMotif(motif(), { x: centre, y: 350, size: place.size * 0.64, borders: [[p.paper, 7]] }),
    filled(
      polygon([
        [edge - 36, 0],
        [1280, 0],
        [1280, 720],
        [edge + 24, 720],
      ]),
      p.accent,
    ),
    filled(
      polygon([
        [edge - 14, 0],
        [1280, 0],
        [1280, 720],
        [edge + 46, 720],
      ]),
      paints.linear(60, [
        [0, p.dusk],
        [1, p.night],
      ]),
    ),
    filled(rect(box.x + 2, bounds.y - 48, 96, 12, 6), p.pop),
    drawText(text, { fill: p.paper, emphasisFill: p.accent }),
  ];
  return { body: body.join(""), text };
};

export const professionalLayouts = [
  [panel, slant],
  [lowerThird, report],
] as const;
