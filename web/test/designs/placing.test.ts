import { describe, expect, it } from "vitest";
import { boundsOf, normalTurn, resized, turned } from "#web/features/designs/editor/geometry.ts";
import {
  everything,
  following,
  layerAt,
  nothing,
  only,
  present,
} from "#web/features/designs/editor/selection.ts";
import { snap, snapLine } from "#web/features/designs/editor/snapping.ts";
import { boxOf, documentOf, ids, shape, text } from "./documents.ts";

describe("a choice", () => {
  const document = documentOf(
    shape("a"),
    shape("b", { hidden: true }),
    text("c"),
    shape("d", { locked: true }),
  );

  it("goes from layer to layer by Tab, front to back and round, past the hidden", () => {
    const seen = [nothing];
    for (let step = 0; step < 4; step += 1) seen.push(following(seen.at(-1)!, document, 1));
    expect(seen.slice(1).map((one) => [...one][0])).toEqual(["d", "c", "a", "d"]);
    expect([...following(nothing, document, -1)]).toEqual(["a"]);
    expect(following(nothing, documentOf(), 1)).toBe(nothing);
  });

  it("holds what can be taken hold of, and loses what an undo took away", () => {
    expect([...everything(document)]).toEqual(["a", "c"]);
    expect([...present(ids("a", "gone"), document)]).toEqual(["a"]);
    const chosen = only("a");
    expect(present(chosen, document)).toBe(chosen);
  });

  it("is the layer in front under the pointer, also when that is turned", () => {
    expect(layerAt({ x: 150, y: 80 }, document, boxOf)).toBe("c");
    expect(layerAt({ x: 1000, y: 700 }, document, boxOf)).toBeNull();
    const upright = documentOf(shape("t", { x: 0, y: 0, width: 400, height: 20, rotation: 90 }));
    expect(layerAt({ x: 200, y: 150 }, upright, boxOf)).toBe("t");
    expect(layerAt({ x: 20, y: 10 }, upright, boxOf)).toBeNull();
  });
});

describe("sizing by a handle", () => {
  const box = { x: 100, y: 100, width: 200, height: 100 };
  const usual = { keepRatio: false, least: 8 };
  const corner = (of: typeof box, x: number, y: number, rotation: number) =>
    turned(
      { x: of.x + (of.width * (x + 1)) / 2, y: of.y + (of.height * (y + 1)) / 2 },
      { x: of.x + of.width / 2, y: of.y + of.height / 2 },
      rotation,
    );

  it.each([0, 30, -75, 180])(
    "at %i degrees leaves the opposite corner where it is, and follows the pointer",
    (rotation) => {
      const to = turned({ x: 350, y: 260 }, { x: 200, y: 150 }, rotation);
      const next = resized(box, rotation, { x: 1, y: 1 }, to, usual);
      const [was, is] = [corner(box, -1, -1, rotation), corner(next, -1, -1, rotation)];
      expect([is.x - was.x, is.y - was.y].map((by) => Math.abs(by) < 1e-9)).toEqual([true, true]);
      const led = corner(next, 1, 1, rotation);
      expect([led.x - to.x, led.y - to.y].map((by) => Math.abs(by) < 1e-9)).toEqual([true, true]);
    },
  );

  it("keeps the ratio where it is asked to, and the least size", () => {
    const wide = resized(box, 0, { x: 1, y: 1 }, { x: 500, y: 210 }, { ...usual, keepRatio: true });
    expect([wide.width, wide.height]).toEqual([400, 200]);
    const small = resized(box, 0, { x: -1, y: -1 }, { x: 900, y: 900 }, usual);
    expect(small).toEqual({ x: 292, y: 192, width: 8, height: 8 });
  });

  it("tells the upright box around a turned one, and angles within half a turn", () => {
    const around = boundsOf({ x: 0, y: 0, width: 200, height: 100 }, 90);
    expect([around.x, around.y, around.width, around.height].map(Math.round)).toEqual([50, -50, 100, 200]);
    expect([normalTurn(190), normalTurn(-190), normalTurn(360), normalTurn(12.34)]).toEqual([
      -170, 170, 0, 12.3,
    ]);
  });
});

describe("snapping", () => {
  it("stands at the middle, a third, a margin or another layer, whichever is nearest", () => {
    expect(snap({ x: 537, y: 20, width: 200, height: 100 }, [], 8)).toEqual({
      dx: 3,
      dy: 0,
      guides: [{ axis: "x", at: 640 }],
    });
    expect(snap({ x: 44, y: 300, width: 77, height: 77 }, [], 8)).toMatchObject({ dx: -4 });
    const other = { x: 300, y: 500, width: 90, height: 60 };
    expect(snap({ x: 305, y: 433, width: 50, height: 70 }, [other], 8)).toMatchObject({ dx: -5, dy: -3 });
    expect(snap({ x: 200, y: 190, width: 33, height: 33 }, [], 8)).toEqual({ dx: 0, dy: 0, guides: [] });
    expect(snapLine(643, "x", [], 8)).toBe(640);
    expect(snapLine(700, "y", [], 8)).toBe(700);
  });
});
