import { describe, expect, it } from "vitest";
import { designDocument } from "#contract/design-document.ts";
import * as commands from "#web/features/designs/editor/commands.ts";
import {
  changed,
  historyOf,
  mostSteps,
  redone,
  settled,
  undone,
} from "#web/features/designs/editor/history.ts";
import { layersOf } from "#web/features/designs/editor/read-kept.ts";
import { asCopies, copied } from "#web/features/designs/editor/selection.ts";
import { documentOf, ids, orderOf, shape, text } from "./documents.ts";

describe("every command", () => {
  const start = documentOf(shape("a"), text("b"), shape("c", { locked: true }));
  const cases: [string, commands.Command][] = [
    ["move", commands.moveBy(ids("a", "b"), 5, -3)],
    ["resize", commands.resizeTo("a", { x: 0, y: 0, width: 50, height: 60 })],
    ["size a text", commands.sizeText("b", 200, 10, 20)],
    ["turn", commands.turnTo(ids("a"), 30)],
    ["change", commands.change(ids("a", "b"), { fill: "#00ff00", opacity: 0.5 })],
    ["outline", commands.change(ids("b"), { outline: { colour: "#000000", width: 8 } })],
    ["add", commands.add(shape("d"))],
    ["remove", commands.remove(ids("a", "c"))],
    ["order", commands.order(ids("a"), 1)],
    ["put in order", commands.inOrder(["c", "a", "b"])],
    ["art", commands.changeArt({ crop: { x: 0.1, y: 0.1, width: 0.5, height: 0.5 } })],
    ["adjust", commands.adjustArt({ blur: 10 })],
  ];
  it.each(cases)(
    "%s leaves the document of before as it was, is undone and done again, and may be saved",
    (_, command) => {
      const before = JSON.stringify(start);
      const next = command(start);
      expect(JSON.stringify(start)).toBe(before);
      expect(JSON.stringify(next)).not.toBe(before);
      expect(designDocument.safeParse(next).error).toBeUndefined();
      const history = changed(historyOf(start), next);
      expect(undone(history).present).toBe(start);
      expect(redone(undone(history)).present).toBe(next);
    },
  );

  it.each(cases)("%s of what is not there changes nothing but what it adds", (name, command) => {
    const empty = documentOf();
    const next = command(empty);
    if (["add", "art", "adjust"].includes(name)) expect(next).not.toBe(empty);
    else expect(next).toBe(empty);
  });
});

describe("commands", () => {
  it("hold a locked layer against the hand, not against the panel", () => {
    const start = documentOf(shape("a", { locked: true }));
    expect(commands.moveBy(ids("a"), 10, 0)(start)).toBe(start);
    expect(commands.turnTo(ids("a"), 10)(start)).toBe(start);
    expect(commands.resizeTo("a", { x: 0, y: 0, width: 5, height: 5 })(start)).toBe(start);
    expect(commands.change(ids("a"), { locked: false })(start).layers[0]).toMatchObject({ locked: false });
  });

  it("keep every number within what a document may hold", () => {
    let document = documentOf(shape("a"), text("b"));
    document = commands.moveBy(ids("a", "b"), 99_999, -99_999)(document);
    document = commands.resizeTo("a", { x: 0, y: 0, width: 1e6, height: -5 })(document);
    document = commands.sizeText("b", 9_999, 0, 0)(document);
    document = commands.turnTo(ids("a"), 725.04)(document);
    expect(designDocument.safeParse(document).error).toBeUndefined();
    expect(document.layers[0]).toMatchObject({ width: 3840, height: 1, rotation: 5 });
  });

  it("give a layer only what its kind has, and take an outline away", () => {
    const start = documentOf(shape("a"), text("b", { outline: { colour: "#000000", width: 4 } }));
    const next = commands.change(ids("a", "b"), { size: 50, outline: undefined })(start);
    expect(next.layers[0]).toBe(start.layers[0]);
    expect(next.layers[1]).toMatchObject({ size: 50 });
    expect("outline" in next.layers[1]!).toBe(false);
  });

  it("add thirty layers at most, all or none", () => {
    const full = documentOf(...Array.from({ length: 29 }, (_, at) => shape(`s${at}`)));
    expect(commands.roomFor(full)).toBe(1);
    expect(commands.add(shape("x"), shape("y"))(full)).toBe(full);
    expect(commands.add(shape("x"))(full).layers).toHaveLength(30);
  });

  it("order several layers as one, keeping their own order", () => {
    const start = documentOf(...[..."abcde"].map((id) => shape(id)));
    expect(orderOf(commands.order(ids("b", "d"), 1)(start))).toBe("acbde");
    expect(orderOf(commands.order(ids("b", "d"), -1)(start))).toBe("bdace");
    expect(orderOf(commands.order(ids("b"), 1)(start))).toBe("acbde");
    expect(orderOf(commands.order(ids("c"), -1)(start))).toBe("acbde");
    expect(commands.order(ids("a"), -1)(start)).toBe(start);
    expect(commands.order(ids("e"), 1)(start)).toBe(start);
  });
});

describe("the history", () => {
  it("takes a drag as one step, until it is settled", () => {
    let history = historyOf(0);
    for (const at of [1, 2, 3]) history = changed(history, at, "drag");
    history = changed(settled(history), 4, "drag");
    expect(undone(history).present).toBe(3);
    expect(undone(undone(history)).present).toBe(0);
  });

  it("leads back two hundred steps and no further, and a new change ends what was undone", () => {
    let history = historyOf(0);
    for (let at = 1; at <= 250; at += 1) history = changed(history, at);
    for (let at = 0; at < 300; at += 1) history = undone(history);
    expect(history.present).toBe(250 - mostSteps);
    expect(redone(changed(history, 999)).present).toBe(999);
  });
});

describe("the clipboard", () => {
  it("brings copies with ids of their own, aside and unlocked, and refuses what is no layer", () => {
    const document = documentOf(shape("a", { locked: true }), text("b"));
    const clip = copied(document, ids("a", "b"));
    let count = 0;
    const copies = asCopies(layersOf(clip, document)!, () => `n${++count}`);
    expect(copies).toMatchObject([
      { id: "n1", x: 124, y: 74, locked: false },
      { id: "n2", kind: "text" },
    ]);
    const strange = ["", "hello", '{"layers":[]}', '{"layers":[{"kind":"script"}]}', '{"layers":[', "null"];
    for (const other of strange) expect(layersOf(other, document), other).toBeNull();
  });
});
