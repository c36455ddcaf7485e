import { expect, test } from "vitest";
import { isEqual, movedErrors, withAt } from "#web/ui/editing/form-values.ts";

const form = { title: "Links", links: [{ url: "/a" }, { url: "/b" }], look: { colour: "red" } };

test("a field of an entry is changed, and all beside it stays what it was", () => {
  const changed = withAt(form, "links.1.url", "/c");
  expect(changed).toEqual({ ...form, links: [{ url: "/a" }, { url: "/c" }] });
  expect(changed.look).toBe(form.look);
  expect(changed.links[0]).toBe(form.links[0]);
  expect(form.links[1]).toEqual({ url: "/b" });
});

test("what is wrong with an entry goes along when it is moved, and goes with it", () => {
  const errors = { title: "Too long", "links.0.url": "First", "links.1.url": "Second", "links.2": "Third" };
  expect(movedErrors(errors, "links", [2, 0, 1])).toEqual({
    title: "Too long",
    "links.1.url": "First",
    "links.2.url": "Second",
    "links.0": "Third",
  });
  expect(movedErrors(errors, "links", [0, 2])).toEqual({
    title: "Too long",
    "links.0.url": "First",
    "links.1": "Third",
  });
});

test("what was typed and taken back is no change, whatever the order of the fields; no number is another than none", () => {
  expect(
    isEqual(form, { look: { colour: "red" }, links: [{ url: "/a" }, { url: "/b" }], title: "Links" }),
  ).toBe(true);
  expect(isEqual(form, { ...form, links: [{ url: "/b" }, { url: "/a" }] })).toBe(false);
  expect(isEqual({ limit: Number.NaN }, { limit: null })).toBe(false);
  expect(isEqual({ limit: Number.NaN }, { limit: Number.NaN })).toBe(true);
  expect(isEqual({ a: undefined }, { b: undefined })).toBe(false);
  expect(isEqual([], {})).toBe(false);
});
