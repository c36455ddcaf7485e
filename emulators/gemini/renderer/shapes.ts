/** One filled or stroked outline of an illustration; `d` is SVG path data. */
export type Shape = {
  d: string;
  fill?: string;
  stroke?: string;
  width?: number;
  opacity?: number;
  transform?: string;
};

const n = (value: number) => String(Math.round(value * 10) / 10);

export function ellipse(cx: number, cy: number, rx: number, ry: number): string {
  return `M${n(cx - rx)},${n(cy)}a${n(rx)},${n(ry)} 0 1,1 ${n(rx * 2)},0a${n(rx)},${n(ry)} 0 1,1 ${n(-rx * 2)},0Z`;
}

export const circle = (cx: number, cy: number, r: number) => ellipse(cx, cy, r, r);

export function rect(x: number, y: number, width: number, height: number, radius = 0): string {
  const r = Math.min(radius, width / 2, height / 2);
  if (r === 0) return `M${n(x)},${n(y)}h${n(width)}v${n(height)}h${n(-width)}Z`;
  return (
    `M${n(x + r)},${n(y)}h${n(width - 2 * r)}a${n(r)},${n(r)} 0 0,1 ${n(r)},${n(r)}v${n(height - 2 * r)}` +
    `a${n(r)},${n(r)} 0 0,1 ${n(-r)},${n(r)}h${n(2 * r - width)}a${n(r)},${n(r)} 0 0,1 ${n(-r)},${n(-r)}` +
    `v${n(2 * r - height)}a${n(r)},${n(r)} 0 0,1 ${n(r)},${n(-r)}Z`
  );
}

export function polygon(points: readonly (readonly [number, number])[]): string {
  return `M${points.map(([x, y]) => `${n(x)},${n(y)}`).join("L")}Z`;
}

/** A star or burst: `spikes` points on `outer`, as many notches on `inner`; the first point looks up. */
export function star(cx: number, cy: number, spikes: number, outer: number, inner: number, turn = 0): string {
  const points = Array.from({ length: spikes * 2 }, (_, index): [number, number] => {
    const radius = index % 2 === 0 ? outer : inner;
    const angle = (Math.PI * index) / spikes - Math.PI / 2 + (turn * Math.PI) / 180;
    return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)];
  });
  return polygon(points);
}

/** The dark side of a form. */
export const shade = (d: string, opacity = 0.16): Shape => ({ d, fill: "#05060f", opacity });
/** The lit side of a form. */
export const shine = (d: string, opacity = 0.32): Shape => ({ d, fill: "#ffffff", opacity });
export const fill = (d: string, colour: string, transform?: string): Shape =>
  transform === undefined ? { d, fill: colour } : { d, fill: colour, transform };
export const line = (d: string, stroke: string, width: number): Shape => ({ d, stroke, width });

export function paintShapes(shapes: readonly Shape[]): string {
  return shapes.map((shape) => markup(shape, shape.fill ?? "none", shape.stroke, shape.width ?? 0)).join("");
}

/**
 * The silhouette of an illustration, grown by `grow` pixels on every side: a sticker's white border, a cut-out
 * edge, a hard shadow. It repeats every outline in one colour, which costs no filter.
 */
export function silhouette(shapes: readonly Shape[], colour: string, grow: number): string {
  return shapes
    .map((shape) =>
      markup({ ...shape, opacity: 1 }, shape.fill ? colour : "none", colour, (shape.width ?? 0) + grow * 2),
    )
    .join("");
}

function markup(shape: Shape, fillColour: string, stroke: string | undefined, width: number): string {
  const parts = [`<path d="${shape.d}" fill="${fillColour}"`];
  if (stroke && width > 0) {
    parts.push(
      ` stroke="${stroke}" stroke-width="${n(width)}" stroke-linejoin="round" stroke-linecap="round"`,
    );
  }
  if (shape.opacity !== undefined && shape.opacity < 1) parts.push(` opacity="${shape.opacity}"`);
  if (shape.transform) parts.push(` transform="${shape.transform}"`);
  return `${parts.join("")}/>`;
}
