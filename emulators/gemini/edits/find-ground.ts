import type { Raw } from "./layers.ts";

const grid = { width: 172, height: 96 };
const cells = grid.width * grid.height;
/** Of 255 a channel, summed: a place out of focus changes less from cell to cell, an outline more. */
const step = 20;

/**
 * What of a picture seems to lie behind its subject, 0 to 255 a pixel: what can be reached from the upper edges without
 * crossing an outline. Where that is nearly nothing or nearly all, it is whatever lies off the middle.
 */
export async function findGround({ data, raw }: Raw): Promise<Buffer> {
  const { default: sharp } = await import("sharp");
  const small = await sharp(data, { raw }).resize(grid.width, grid.height, { fit: "fill" }).raw().toBuffer();
  const reached = flooded(small);
  const share = reached.reduce((sum, one) => sum + one, 0) / cells;
  const mask = share > 0.12 && share < 0.95 ? reached : offTheMiddle();
  return sharp(Buffer.from(mask.map((one) => one * 255)), { raw: { ...grid, channels: 1 } })
    .blur(1.2)
    .resize(raw.width, raw.height, { fit: "fill" })
    .toColourspace("b-w")
    .raw()
    .toBuffer();
}

function flooded(pixels: Buffer): Uint8Array {
  const reached = new Uint8Array(cells);
  const next: number[] = [];
  const reach = (cell: number) => {
    if (reached[cell]) return;
    reached[cell] = 1;
    next.push(cell);
  };
  for (const cell of longestRun(pixels)) reach(cell);
  for (let cell = next.pop(); cell !== undefined; cell = next.pop()) {
    const x = cell % grid.width;
    const around = [
      x > 0 ? cell - 1 : -1,
      x < grid.width - 1 ? cell + 1 : -1,
      cell - grid.width,
      cell + grid.width,
    ];
    for (const other of around)
      if (other >= 0 && other < cells && difference(pixels, cell, other) < step) reach(other);
  }
  return reached;
}

/** Up the left edge, along the top and down the right one: of what an outline parts there, the longest. */
function longestRun(pixels: Buffer): number[] {
  const { width } = grid;
  const side = Array.from({ length: Math.round(grid.height * 0.6) }, (_, y) => y);
  const top = Array.from({ length: width }, (_, x) => x);
  const edge = [...side.map((y) => y * width).reverse(), ...top, ...side.map((y) => y * width + width - 1)];
  const runs: number[][] = [[]];
  for (const [at, cell] of edge.entries()) {
    if (at > 0 && difference(pixels, edge[at - 1]!, cell) >= step) runs.push([]);
    runs.at(-1)!.push(cell);
  }
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest));
}

function difference(pixels: Buffer, cell: number, other: number): number {
  const channel = (at: number) => Math.abs(pixels[cell * 3 + at]! - pixels[other * 3 + at]!);
  return channel(0) + channel(1) + channel(2);
}

function offTheMiddle(): Uint8Array {
  return Uint8Array.from({ length: cells }, (_, cell) => {
    const x = (cell % grid.width) / grid.width - 0.5;
    const y = Math.floor(cell / grid.width) / grid.height - 0.55;
    return Number(Math.hypot(x / 0.34, y / 0.46) > 1);
  });
}
