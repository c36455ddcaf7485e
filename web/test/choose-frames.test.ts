import { describe, expect, it } from "vitest";
import type { Pixels } from "#drawing/check/pixels.ts";
import {
  cellsOf,
  chooseFrames,
  differenceOf,
  type MeasuredFrame,
  sharpnessOf,
} from "#web/features/references/choose-frames.ts";

const [width, height] = [160, 90];
type Paint = (x: number, y: number) => readonly [number, number, number];

function painted(paint: Paint): Pixels {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at += 1)
    data.set([...paint(at % width, Math.floor(at / width)), 255], at * 4);
  return { data, width, height };
}

/** A bright disc on a dark ground, its edge as wide as it is blurred. */
const disc =
  (blur: number, middle = 80): Paint =>
  (x, y) => {
    const distance = Math.hypot(x - middle, y - 45) - 25;
    const share = Math.min(1, Math.max(0, 0.5 - distance / Math.max(1, blur)));
    return [40 + 200 * share, 30 + 120 * share, 60];
  };

const frame = (at: number, pixels: Pixels, hasFace = false): MeasuredFrame => ({
  at,
  sharpness: sharpnessOf(pixels),
  cells: cellsOf(pixels),
  hasFace,
});

describe("how sharp a frame is", () => {
  it("grows with the steepness of its edges, and is nothing for an even one, whatever its colour", () => {
    const [sharp, soft, blurred] = [1, 8, 40].map((blur) => sharpnessOf(painted(disc(blur))));
    expect(sharp).toBeGreaterThan(4 * soft!);
    expect(soft).toBeGreaterThan(4 * blurred!);
    for (const level of [0, 128, 255])
      expect(sharpnessOf(painted(() => [level, level, level]))).toBeCloseTo(0);
    expect(sharpnessOf({ data: [1, 2, 3, 255], width: 1, height: 1 })).toBe(0);
  });
});

describe("how much two frames differ", () => {
  it("is nothing for the same, all for black and white, and more for what moved further", () => {
    const cells = (paint: Paint) => cellsOf(painted(paint));
    const [here, near, far] = [disc(1), disc(1, 84), disc(1, 130)].map(cells);
    expect(differenceOf(here!, here!)).toBe(0);
    expect(
      differenceOf(
        cells(() => [0, 0, 0]),
        cells(() => [255, 255, 255]),
      ),
    ).toBeCloseTo(1);
    expect(differenceOf(here!, far!)).toBeGreaterThan(2 * differenceOf(here!, near!));
  });
});

describe("the frames that are offered", () => {
  const scene = (colour: readonly [number, number, number], blur = 1): Pixels =>
    painted((x, y) => (disc(blur)(x, y)[0] > 140 ? [250, 250, 250] : colour));

  it("are of each scene the sharpest one, in the order of the video", () => {
    const soft = painted((x, y) => disc(12)(x, y));
    const frames = [
      frame(1, scene([200, 20, 20])),
      frame(2, painted(disc(30))),
      frame(3, painted(disc(1))),
      frame(4, soft),
      frame(5, scene([20, 20, 200])),
    ];
    expect(chooseFrames(frames, 3).map(({ at }) => at)).toEqual([1, 3, 5]);
  });

  it("are those with a face before all others", () => {
    const frames = [
      frame(1, scene([200, 20, 20])),
      frame(2, scene([20, 200, 20]), true),
      frame(3, scene([20, 20, 200])),
      frame(4, scene([200, 200, 20]), true),
    ];
    expect(chooseFrames(frames, 3).map(({ hasFace }) => hasFace)).toEqual([true, true, false]);
    expect(chooseFrames(frames, 2).map(({ at }) => at)).toEqual([2, 4]);
    expect(chooseFrames(frames, 1).map(({ hasFace }) => hasFace)).toEqual([true]);
  });

  it("are never two of a still picture, no fade to black, and no more than asked for", () => {
    const still = Array.from({ length: 20 }, (_, at) => frame(at, scene([200, 20, 20])));
    expect(chooseFrames(still, 12)).toHaveLength(1);
    const faded = [
      ...still.slice(0, 1),
      frame(
        30,
        painted(() => [2, 2, 2]),
      ),
    ];
    expect(chooseFrames(faded, 12).map(({ at }) => at)).toEqual([0]);
    const many = Array.from({ length: 40 }, (_, at) =>
      frame(at, scene([6 * at, 255 - 6 * at, (at % 5) * 60])),
    );
    expect(chooseFrames(many, 12)).toHaveLength(12);
    expect(chooseFrames([], 12)).toEqual([]);
  });

  it("of an even video is one of its even frames", () => {
    expect(
      chooseFrames(
        [
          frame(
            1,
            painted(() => [9, 9, 9]),
          ),
        ],
        12,
      ),
    ).toHaveLength(1);
  });
});
