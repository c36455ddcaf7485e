import { globSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { expect, test } from "vitest";
import { classNameOf, refuseUnknownClasses } from "../../../scripts/lean-markup.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** The classes of each style sheet of the sources, by the file's path. */
const sheets = globSync("web/app/**/*.module.css", { cwd: root }).map((file) => {
  const text = readFileSync(join(root, file), "utf8")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/:global\([^)]*\)|"[^"]*"|url\([^)]*\)/g, "");
  const names = text.matchAll(/\.([a-zA-Z_][\w-]*)/g);
  return { file: resolve(root, file), classes: new Set(Array.from(names, ([, name]) => name!)) };
});
const built = sheets.flatMap(({ file, classes }) => [...classes].map((name) => classNameOf(name, file)));

test("no class of one style sheet is styled by another", () => {
  expect(sheets.length).toBeGreaterThan(100);
  expect(built.filter((name, at) => built.indexOf(name) !== at)).toEqual([]);
});

test("each class of the sources is styled in the built shop", () => {
  const assets = join(root, "build/client/assets");
  const styles = readdirSync(assets).filter((name) => name.endsWith(".css"));
  const text = styles.map((name) => readFileSync(join(assets, name), "utf8")).join("\n");
  expect(built.filter((name) => !text.includes(`.${name}`))).toEqual([]);
});

test.each([
  ["a package that is not there", 'import "no-such-package-here"', /no-such-package-here/],
  [
    "a class that its style sheet has not",
    'import * as css from "./a.css.js"; console.log(css.head)',
    /head/,
  ],
])("%s ends the build", async (_what, code, told) => {
  const modules: Record<string, string> = { entry: code, "./a.css.js": 'export const title = "title-abc"' };
  const ends = build({
    root,
    configFile: false,
    logLevel: "silent",
    plugins: [{ name: "modules", resolveId: (id) => (id in modules ? id : null), load: (id) => modules[id] }],
    build: { write: false, rolldownOptions: { input: "entry", onLog: refuseUnknownClasses } },
  });
  await expect(ends).rejects.toThrow(told);
});
