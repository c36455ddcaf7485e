const n = (value: number) => String(Math.round(value * 10) / 10);

function ellipse(cx: number, cy: number, rx: number, ry: number): string {
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
