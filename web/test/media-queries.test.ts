import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("a screen gives way to larger letters of the browser as it does to zoom: no style sheet asks for a window's pixels", () => {
  const asked = globSync("web/app/**/*.css").flatMap((file) =>
    (readFileSync(file, "utf8").match(/@media[^{]*\dpx[^{]*/g) ?? []).map((query) => `${file}: ${query}`),
  );
  expect(asked).toEqual([]);
});
