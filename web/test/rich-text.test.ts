import { expect, test } from "vitest";
import { pastedHtml } from "#web/ui/editing/rich-text.tsx";

const dot = "<![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp; </span></span><![endif]>";
const bare = "<span style='mso-list:Ignore'>o<span style='font:7.0pt'>&nbsp;&nbsp; </span></span>";
const number = (n: number) => `<!--[if !supportLists]--><span>${n}.<span>&nbsp; </span></span><!--[endif]-->`;
const word = (before: string, text: string) =>
  `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'>${before}${text}</p>\n`;

test("a heading of the page's own rank stays a heading", () => {
  expect(pastedHtml("<h1 style='mso-x:1'>Terms</h1><h2>Scope</h2><h6>Small</h6>")).toBe(
    "<h2 style='mso-x:1'>Terms</h2><h2>Scope</h2><h4>Small</h4>",
  );
  expect(pastedHtml("<header><hr></header>")).toBe("<header><hr></header>");
});

test("Word's lists become lists, without the bullets and numbers that are written before them", () => {
  const pasted = `<p>Before</p>${word(dot, "First")}${word(dot, "<b>Second</b>")}${word(bare, "Third")}${word(number(1), "One")}${word(number(2), "Two")}<p>After</p>`;
  expect(pastedHtml(pasted)).toBe(
    "<p>Before</p><ul><li>First</li><li><b>Second</b></li><li>Third</li></ul><ol><li>One</li><li>Two</li></ol><p>After</p>",
  );
});

test("a table's cells do not run together", () => {
  const table =
    "<table border=1><thead><tr><th>Cookie</th><th>Why</th></tr></thead><tr><td><p>a</p></td><td>b</td></tr></table>";
  expect(pastedHtml(table)).toBe("<div>Cookie</div><div>Why</div><div><p>a</p></div><div>b</div>");
});
