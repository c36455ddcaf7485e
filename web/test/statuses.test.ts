import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const files = globSync("web/app/**/*.tsx").filter((file) => !file.endsWith("app/ui/status.tsx"));

/** Where an element comes only under a condition, as the source is formatted, and is a status: few screen readers read it out. */
const comesLate = /(?:&&|\?|:)\s*\(?\s*<\w+(?:[^<>]|=>)*\brole="status"/g;

it("no status comes under a condition, and with it its words, but the one that says them a moment later", () => {
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) =>
    Array.from(readFileSync(file, "utf8").matchAll(comesLate), ([text]) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});
