import { circle, polygon } from "./shapes.ts";

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

export { path as filled };
