import type { Random } from "./random.ts";
import { circle, polygon, star } from "./shapes.ts";

const path = (d: string, fill: string, opacity = 1) => `<path d="${d}" fill="${fill}" opacity="${opacity}"/>`;
const stroked = (d: string, stroke: string, width: number, opacity = 1) =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" ` +
  `stroke-linejoin="round" opacity="${opacity}"/>`;

/** Beams from a point to beyond the frame. */
export function rays(x: number, y: number, count: number, colour: string, opacity: number): string {
  const step = (Math.PI * 2) / count;
  const beams = Array.from({ length: count }, (_, index) => {
    const reach = (angle: number): [number, number] => [
      x + 1600 * Math.cos(angle),
      y + 1600 * Math.sin(angle),
    ];
    return polygon([[x, y], reach(index * step + 0.1), reach(index * step + 0.1 + step / 2)]);
  });
  return path(beams.join(""), colour, opacity);
}

/** Printed dots that fade with the distance from a corner; `fromX`, `fromY` is where they are largest. */
export function halftone(
  fromX: number,
  fromY: number,
  reach: number,
  colour: string,
  opacity: number,
): string {
  const dots: string[] = [];
  const pitch = 26;
  for (let row = 0; row * pitch < 760; row += 1) {
    for (let column = 0; column * pitch < 1320; column += 1) {
      const x = column * pitch + (row % 2) * (pitch / 2);
      const y = row * pitch;
      const radius = 11 * (1 - Math.hypot(x - fromX, y - fromY) / reach);
      if (radius > 1.2) dots.push(circle(x, y, radius));
    }
  }
  return path(dots.join(""), colour, opacity);
}

export function gridLines(pitch: number, colour: string, opacity: number): string {
  const lines: string[] = [];
  for (let x = pitch; x < 1280; x += pitch) lines.push(`M${x},0V720`);
  for (let y = pitch; y < 720; y += pitch) lines.push(`M0,${y}H1280`);
  return stroked(lines.join(""), colour, 2, opacity);
}

export function stripes(angle: number, width: number, colour: string, opacity: number): string {
  const bars: string[] = [];
  for (let x = -900; x < 2200; x += width * 2) bars.push(`M${x},-900h${width}v2600h${-width}Z`);
  return `<g transform="rotate(${angle} 640 360)">${path(bars.join(""), colour, opacity)}</g>`;
}

/** A soft round form: a closed curve through points at wavering distances. */
function blobPath(random: Random, x: number, y: number, radius: number, waver = 0.16): string {
  const count = 7;
  const points = Array.from({ length: count }, (_, index): [number, number] => {
    const distance = radius * (1 + random.between(-waver, waver));
    const angle = (index / count) * Math.PI * 2;
    return [x + distance * Math.cos(angle), y + distance * Math.sin(angle)];
  });
  const at = (index: number) => points[(index + count) % count] ?? [x, y];
  const curves = points.map((point, index) => {
    const [before, next, after] = [at(index - 1), at(index + 1), at(index + 2)];
    const first = [point[0] + (next[0] - before[0]) / 6, point[1] + (next[1] - before[1]) / 6];
    const second = [next[0] - (after[0] - point[0]) / 6, next[1] - (after[1] - point[1]) / 6];
    return `C${[...first, ...second, ...next].map((value) => value.toFixed(1)).join(" ")}`;
  });
  return `M${at(0)[0].toFixed(1)} ${at(0)[1].toFixed(1)}${curves.join("")}Z`;
}

export const blob = (random: Random, x: number, y: number, radius: number, fill: string, opacity = 1) =>
  path(blobPath(random, x, y, radius), fill, opacity);

/** A band from a wavy upper edge at `y` down to the frame's foot. */
export function wave(y: number, height: number, phase: number, fill: string): string {
  const points = Array.from({ length: 33 }, (_, index) => {
    const x = index * 42 - 32;
    return `${x},${(y + height * Math.sin(x / 190 + phase)).toFixed(1)}`;
  });
  return path(`M-40,760L${points.join("L")}L1320,760Z`, fill);
}

/** Paper bits in a region, outside of `keepOut`. */
export function confetti(
  random: Random,
  count: number,
  colours: readonly string[],
  keepOut: { x: number; y: number; width: number; height: number } | null,
): string {
  const bits: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const x = random.between(10, 1270);
    const y = random.between(10, 710);
    const [size, turn, kind, colour] = [
      random.between(9, 20),
      random.between(0, 180),
      random.between(0, 4),
      random.pick(colours),
    ];
    const inside =
      keepOut &&
      x > keepOut.x - 34 &&
      x < keepOut.x + keepOut.width + 34 &&
      y > keepOut.y - 34 &&
      y < keepOut.y + keepOut.height + 34;
    if (inside) continue;
    const place = `transform="translate(${x.toFixed(0)} ${y.toFixed(0)}) rotate(${turn.toFixed(0)})"`;
    if (kind < 1) bits.push(`<path d="${circle(0, 0, size * 0.6)}" fill="${colour}" ${place}/>`);
    else if (kind < 2)
      bits.push(
        `<path d="M${-size},${-size / 3}h${size * 2}v${size / 1.5}h${-size * 2}Z" fill="${colour}" ${place}/>`,
      );
    else if (kind < 3) bits.push(`<path d="${star(0, 0, 3, size, size / 2)}" fill="${colour}" ${place}/>`);
    else {
      bits.push(
        `<path d="M${-size * 1.4},0q${size * 0.7},${-size} ${size * 1.4},0t${size * 1.4},0" fill="none" ` +
          `stroke="${colour}" stroke-width="6" stroke-linecap="round" ${place}/>`,
      );
    }
  }
  return bits.join("");
}

/** A four-pointed glint. */
export function sparkle(x: number, y: number, size: number, fill: string): string {
  const s = size;
  return path(
    `M${x},${y - s}Q${x},${y} ${x + s},${y}Q${x},${y} ${x},${y + s}Q${x},${y} ${x - s},${y}Q${x},${y} ${x},${y - s}Z`,
    fill,
  );
}

/** A hand-drawn arrow that starts at 0,0 and points right and down, about 150×110 pixels. */
export function swoopArrow(
  x: number,
  y: number,
  degrees: number,
  colour: string,
  border: string,
  scale = 1,
): string {
  const d = "M0,0C50,-50 120,-30 140,60M104,34L142,66L162,22";
  return (
    `<g transform="translate(${x} ${y}) rotate(${degrees}) scale(${scale})">` +
    `${stroked(d, border, 34)}${stroked(d, colour, 18)}</g>`
  );
}

export { path as filled, stroked };
