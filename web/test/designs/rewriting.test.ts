import { describe, expect, it } from "vitest";
import { designDocument, type TextLayer } from "#contract/design-document.ts";
import { colourLetters, rewriteLines, textOf } from "#web/features/designs/editor/rewrite-lines.ts";
import { documentOf, text } from "./documents.ts";

describe("a text typed anew", () => {
  const lines: TextLayer["lines"] = [
    [{ text: "How I " }, { text: "Won", fill: "#ffcc00" }],
    [{ text: "Twice" }],
  ];

  it("keeps the colours of what stands, and gives what is put in the colour before it", () => {
    expect(rewriteLines(lines, "How I Wonder\nTwice")).toEqual([
      [{ text: "How I " }, { text: "Wonder", fill: "#ffcc00" }],
      [{ text: "Twice" }],
    ]);
    expect(textOf(rewriteLines(lines, "How You Won\nTwice"))).toBe("How You Won\nTwice");
    expect(rewriteLines(lines, "How You Won\nTwice")[0]![1]).toEqual({ text: "Won", fill: "#ffcc00" });
    expect(rewriteLines(lines, textOf(lines))).toEqual(lines);
    expect(rewriteLines(lines, "")).toEqual([[]]);
  });

  it("colours a part of it, and takes the colour away again", () => {
    const red = colourLetters(lines, 0, 3, "#ff0000");
    expect(red[0]![0]).toEqual({ text: "How", fill: "#ff0000" });
    expect(colourLetters(red, 0, 3, undefined)).toEqual(lines);
  });

  it("is one that the shop takes, whatever signs were pasted with it", () => {
    const ends = ["\n", "\r\n", "\r", "\v", "\f", "\u0085", "\u2028", "\u2029"];
    for (const end of ends) expect(textOf(rewriteLines([[]], `HELLO${end}THERE`))).toBe("HELLO\nTHERE");
    for (const sign of ["\u202a", "\u202c", "\u2066", "\u2069", "\u0007", "\u0000", "\uffff", "\ud800"]) {
      const rewritten = rewriteLines(lines, `${sign}How I ${sign}Won\nTwice`);
      const layer = text("t", { lines: rewritten });
      expect(designDocument.safeParse(documentOf(layer)).error, JSON.stringify(sign)).toBeUndefined();
      if (sign !== "\ud800") expect(rewritten).toEqual(lines);
    }
  });

  it("never goes beyond what a document may hold", () => {
    for (const typed of ["x".repeat(500), "a\n".repeat(40), "👍🏽".repeat(300), "tab\there\r\nline"]) {
      const layer = text("t", { lines: rewriteLines(lines, typed) });
      expect(designDocument.safeParse(documentOf(layer)).error, typed.slice(0, 9)).toBeUndefined();
    }
  });
});
