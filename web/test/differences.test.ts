import { expect, test } from "vitest";
import { bothChanged, lineChanges, mergedValues } from "#web/ui/editing/differences.ts";

const base = { title: "A", text: "B", inner: { link: "/", list: [{ text: "1" }] }, isActive: true };

test("fields that only they changed are theirs, fields that I changed are mine", () => {
  const mine = { ...base, title: "Mine" };
  const theirs = { ...base, text: "Theirs", inner: { ...base.inner, link: "/theirs" }, isActive: false };
  expect(mergedValues(base, mine, theirs)).toEqual({
    title: "Mine",
    text: "Theirs",
    inner: { link: "/theirs", list: [{ text: "1" }] },
    isActive: false,
  });
});

test("where both changed a field or a list, nothing that I typed is lost", () => {
  const mine = { ...base, title: "Mine", inner: { link: "/", list: [{ text: "1" }, { text: "2" }] } };
  const theirs = { ...base, title: "Theirs", inner: { link: "/", list: [] } };
  expect(mergedValues(base, mine, theirs)).toEqual(mine);
});

test("equal edits and no edits leave what stands now", () => {
  expect(mergedValues(base, base, base)).toEqual(base);
  expect(mergedValues(base, { ...base, title: "Same" }, { ...base, title: "Same" }).title).toBe("Same");
});

test("a field that both changed differently is found, however deep; equal and separate edits are none", () => {
  const inner = { ...base.inner, link: "/mine" };
  expect(bothChanged(base, { ...base, inner }, { ...base, inner: { ...inner, link: "/theirs" } })).toBe(true);
  expect(bothChanged(base, { ...base, inner }, { ...base, inner: { ...base.inner, list: [] } })).toBe(false);
  expect(bothChanged(base, { ...base, title: "Same" }, { ...base, title: "Same" })).toBe(false);
  expect(bothChanged(base, { ...base, title: "Mine" }, { ...base, isActive: false })).toBe(false);
});

test("the difference of two legal texts is told in lines as their page shows them", () => {
  expect(
    lineChanges("<p>R&amp;D</p><p>One<br />two</p>", "<p>R&amp;D</p><p>One<br />&lt;three&gt;</p>"),
  ).toEqual([
    { kind: "same", text: "R&D" },
    { kind: "same", text: "One" },
    { kind: "removed", text: "two" },
    { kind: "added", text: "<three>" },
  ]);
});
