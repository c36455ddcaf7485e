import { expect, test } from "vitest";
import { type TextLayer, textLayer } from "#contract/design-document.ts";
import { loadFont } from "#drawing/test/load-fonts.ts";
import { fitted } from "#web/features/designs/editor/fit-text.ts";

const layer: TextLayer = {
  ...{ id: "words", kind: "text", x: 0, y: 40, rotation: 0, opacity: 1, hidden: false, locked: false },
  ...{ font: "Montserrat", size: 41.3, weight: 800, letterSpacing: 0, lineHeight: 1, align: "left" },
  lines: [[{ text: "I" }]],
  fill: "#ffffff",
};

test.each([1, 20, 100, 200])("a text of %d letters that is fitted can be saved", (count) => {
  const fit = fitted({ ...layer, lines: [[{ text: "W".repeat(count) }]] }, loadFont);
  expect(textLayer.safeParse({ ...layer, ...fit }).error).toBeUndefined();
});
