import { expect, test } from "vitest";
import { brandLine, colourName } from "#server/features/generations/prompts.ts";

test("a brand's colours are named in digits and in words", () => {
  expect(brandLine([])).toBe("");
  expect(brandLine(["#e3121f"])).toBe(
    "The channel's own colour is #e3121f (red): use it for clothes, objects and ground where it suits.",
  );
  expect(brandLine(["#ffffff", "#0b2a66"])).toBe(
    "The channel's own colours are #ffffff (white) and #0b2a66 (dark blue): use them for clothes, objects and ground where it suits.",
  );
});

test.each([
  ["#ff7a1a", "orange"],
  ["#ffe11a", "yellow"],
  ["#16a34a", "green"],
  ["#2ec4b6", "turquoise"],
  ["#7a0cc4", "purple"],
  ["#ff3ea5", "pink"],
  ["#fbd0e0", "light pink"],
  ["#808080", "grey"],
  ["#000000", "black"],
])("%s is %s", (colour, name) => {
  expect(colourName(colour)).toBe(name);
});
