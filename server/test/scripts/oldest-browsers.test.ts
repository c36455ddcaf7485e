import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";
import { expect, test } from "vitest";
import { projectRoot } from "#server/project-root.ts";
import { refuseNewerNames } from "../../../scripts/oldest-browsers.ts";

test.each([
  'console.log(Map.groupBy(["a"], (name) => name))',
  "console.log(Promise.withResolvers())",
  'console.log(URL.canParse("https://example.com"))',
  "console.log(document.body.checkVisibility())",
])("what the oldest browsers lack ends the build: %s", async (code) => {
  await expect(browsersBuild(code)).rejects.toThrow("is newer than chrome111");
});

test("what they have does not", async () => {
  await expect(browsersBuild("console.log([2, 1].toSorted().at(-1))")).resolves.toBeDefined();
});

/** One of them takes away the whole declaration that it stands in. */
const newerFunctions =
  /\b(?:abs|anchor|anchor-size|calc-size|contrast-color|exp|hypot|if|light-dark|log|mod|pow|progress|rem|round|shape|sibling-count|sibling-index|sign|sqrt)\(/g;

test("the built styles need no function that they lack, and tell an older browser that it is too old", () => {
  const files = globSync(join(projectRoot, "build/client/assets/*.css"));
  const styles = files.map((file) => readFileSync(file, "utf8")).join("\n");
  expect(styles.match(newerFunctions) ?? []).toEqual([]);
  expect(styles).toMatch(
    /@supports not \(color:\s*color-mix\([^{]*\{body:before\{content:"This browser is too old/,
  );
});

const browsersBuild = (code: string) =>
  build({
    configFile: false,
    logLevel: "silent",
    plugins: [
      { name: "modules", resolveId: (id) => (id === "entry" ? id : null), load: () => code },
      refuseNewerNames(),
    ],
    build: { write: false, rolldownOptions: { input: "entry" } },
  });
