import { expect, test } from "vitest";
import { excerpt } from "#web/features/shell/site-meta.ts";
import { linesOf } from "#web/ui/lines-of-text.ts";

test("a description ends with a whole word, and is a short text as it stands", () => {
  expect(excerpt(" Two  words\n")).toBe("Two words");
  expect(excerpt("word ".repeat(40))).toBe(`${"word ".repeat(30)}word…`);
  expect(excerpt("word ".repeat(40)).length).toBeLessThanOrEqual(155);
});

test.each([
  ["Japanese", "題".repeat(400), `${"題".repeat(154)}…`],
  ["a name before it", `Thumbsmith ${"題".repeat(400)}`, `Thumbsmith ${"題".repeat(143)}…`],
  ["emoji", "🎬".repeat(400), `${"🎬".repeat(154)}…`],
])(
  "a description of a text with few blanks is as long as it may be, and breaks no letter: %s",
  (_, text, cut) => {
    expect(excerpt(text)).toBe(cut);
  },
);

test("a legal text is read as its page shows it, block by block", () => {
  const html =
    "<h2>R&amp;D</h2><p>See <strong>this</strong>.<br />Less: &lt;b&gt;, &amp;lt;</p><ul><li>One</li></ul>";
  expect(linesOf(html)).toEqual(["R&D", "See this.", "Less: <b>, &lt;", "One"]);
});
