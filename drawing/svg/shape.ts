import type { ShapeLayer } from "#contract/design-document.ts";
import { element, px } from "./markup.ts";

type Point = readonly [x: number, y: number];

const polygon = (points: readonly Point[]) => `M${points.map(([x, y]) => `${px(x)} ${px(y)}`).join("L")}Z`;

/** Points right; head and shaft take their shares of the height, so that a long one has no longer head. */
function arrow(width: number, height: number): string {
  const head = Math.min(width * 0.6, height * 0.9);
  const [upper, lower] = [height * 0.3, height * 0.7];
  return polygon([
    [0, upper],
    [width - head, upper],
    [width - head, 0],
    [width, height / 2],
    [width - head, height],
    [width - head, lower],
    [0, lower],
  ]);
}

function ellipse(cx: number, cy: number, rx: number, ry: number): string {
  const arc = (x: number) => `A${px(rx)} ${px(ry)} 0 1 1 ${px(x)} ${px(cy)}`;
  return `M${px(cx - rx)} ${px(cy)}${arc(cx + rx)}${arc(cx - rx)}Z`;
}

/** A band as wide as a tenth of the shorter side; what is inside shines through. */
function ring(width: number, height: number): string {
  const [rx, ry] = [width / 2, height / 2];
  const band = Math.min(width, height) / 10;
  return ellipse(rx, ry, rx, ry) + ellipse(rx, ry, rx - band, ry - band);
}

function burst(width: number, height: number): string {
  const spikes = 16;
  const points = Array.from({ length: 2 * spikes }, (_, index): Point => {
    const reach = index % 2 === 0 ? 0.5 : 0.39;
    const angle = (Math.PI * index) / spikes - Math.PI / 2;
    return [width * (0.5 + reach * Math.cos(angle)), height * (0.5 + reach * Math.sin(angle))];
  });
  return polygon(points);
}

function rounded(width: number, height: number, radius: number): string {
  const r = px(radius);
  const corner = (x: number, y: number) => `A${r} ${r} 0 0 1 ${px(x)} ${px(y)}`;
  return (
    `M${r} 0H${px(width - radius)}${corner(width, radius)}V${px(height - radius)}` +
    `${corner(width - radius, height)}H${r}${corner(0, height - radius)}V${r}${corner(radius, 0)}Z`
  );
}

const outlines: Record<ShapeLayer["shape"], (width: number, height: number) => string> = {
  arrow,
  ring,
  burst,
  bar: (width, height) => rounded(width, height, Math.min(width, height) * 0.08),
  badge: (width, height) => rounded(width, height, Math.min(width, height) / 2),
};

/** As a text's, the outline grows outwards from under the fill. */
export function drawShape({ shape, x, y, width, height, fill, outline }: ShapeLayer): string {
  const d = outlines[shape](width, height);
  const place = { d, transform: `translate(${px(x)} ${px(y)})`, "fill-rule": "evenodd" };
  const under =
    outline && outline.width > 0
      ? element("path", {
          ...place,
          fill: outline.colour,
          stroke: outline.colour,
          "stroke-width": 2 * outline.width,
          "stroke-linejoin": "round",
        })
      : "";
  return under + element("path", { ...place, fill });
}
