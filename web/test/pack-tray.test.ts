import { describe, expect, it } from "vitest";
import { differenceText, type ShownEntry, warningOf } from "#web/features/packs/pack-words.ts";
import { parseTray, type Tray, withEntry, withMoved, withoutEntry } from "#web/features/shell/pack-tray.ts";
import { isolated } from "#web/ui/isolated.ts";

const entry = (id: string, more: Partial<ShownEntry> = {}): ShownEntry => ({
  kind: "picture",
  id,
  name: id.toUpperCase(),
  ...more,
});
const trayOf = (...ids: string[]): Tray => ({ title: "T", entries: ids.map((id) => entry(id)) });
const ids = ({ entries }: Tray) => entries.map(({ id }) => id);

describe("the tray", () => {
  it("takes three, each once, and no fourth", () => {
    const full = trayOf("a", "b", "c");
    expect(ids(withEntry(trayOf("a", "b"), entry("c"))!)).toEqual(["a", "b", "c"]);
    expect(withEntry(full, entry("d"))).toBe(null);
    expect(withEntry(full, entry("b"))).toBe(full);
    expect(ids(withEntry(trayOf("a"), { ...entry("a"), kind: "design" })!)).toEqual(["a", "a"]);
  });

  it("is put in another order, and not beyond its ends", () => {
    expect(ids(withMoved(trayOf("a", "b", "c"), 2, -1))).toEqual(["a", "c", "b"]);
    expect(ids(withMoved(trayOf("a", "b", "c"), 0, 1))).toEqual(["b", "a", "c"]);
    expect(ids(withMoved(trayOf("a", "b"), 0, -1))).toEqual(["a", "b"]);
    expect(ids(withMoved(trayOf("a", "b"), 1, 1))).toEqual(["a", "b"]);
  });

  it("forgets its title with the last that is taken out", () => {
    expect(withoutEntry(trayOf("a", "b"), entry("a"))).toMatchObject({ title: "T", entries: [{ id: "b" }] });
    expect(withoutEntry(trayOf("a"), entry("a"))).toEqual({ title: "", entries: [] });
  });

  it("is read back as it was kept, and from nonsense is empty", () => {
    const kept = trayOf("a", "b");
    expect(parseTray(JSON.stringify(kept))).toEqual(kept);
    const more = { title: 7, entries: [...trayOf("a", "a", "b", "c", "d").entries, null, { id: "../x" }] };
    expect(parseTray(JSON.stringify(more))).toEqual({ ...trayOf("a", "b", "c"), title: "" });
    for (const text of ["", "null", "[]", "{", '{"entries":7}', '{"entries":[1]}'])
      expect(parseTray(text), text).toEqual({ title: "", entries: [] });
  });
});

describe("what is said of a pack", () => {
  it("names the one thing that differs, and says where several do, or none", () => {
    const told = (...differsIn: ShownEntry["differsIn"] & object) =>
      differenceText(entry("b", { differsIn }));
    expect(told("background")).toBe("Only the background differs.");
    expect(told("words")).toBe("Only the words differ.");
    expect(told("several things")).toBe("Several things differ.");
    expect(told()).toBe("Shows the same as the first.");
    expect(differenceText(entry("b"))).toBe("Comparing…");
  });

  it("warns of a test that teaches nothing, and of what is gone before that", () => {
    const first = entry("a", { differsIn: [] });
    expect(warningOf([first, entry("b", { differsIn: ["light"] })])).toBe(null);
    expect(warningOf([first, entry("b")])).toBe(null);
    expect(warningOf([first, entry("b", { differsIn: ["several things"] })])).toMatch(/^More than one thing/);
    expect(warningOf([first, entry("b", { differsIn: [] })])).toMatch(/^Two of these show the same/);
    const gone = [entry("a", { isGone: true }), entry("b", { isGone: true }), first];
    expect(warningOf(gone)).toBe(
      `“${isolated("A")}” and “${isolated("B")}” were deleted. Take them out of the pack.`,
    );
  });
});
