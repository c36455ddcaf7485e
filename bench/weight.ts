import { readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type ModuleSizes, moduleSizesFile } from "../scripts/module-sizes.ts";
import { compressedSize, weighScreens } from "../scripts/weigh-screens.ts";
import { table } from "./support/print.ts";

/**
 * What each screen asks for before it can be used, compressed; the limits are in weight.test.ts. Run it with
 * `npm run bench -- weight`; with --screen /user/orders it tells that screen's files, and the packages in them.
 */
const { values } = parseArgs({ options: { screen: { type: "string" } } });
const kB = (bytes: number) => (bytes / 1000).toFixed(1);
const build = resolve(process.env.BUILD_DIR || "build");
const screens = weighScreens(build);

if (values.screen) {
  const screen = screens.find(({ path }) => path === values.screen);
  if (!screen) throw new Error(`No screen has the address ${values.screen}.`);
  const files = screen.files.map((file) => ({ file, bytes: compressedSize(join(build, "client", file)) }));
  console.log(`${table([["file", "kB"], ...files.map(({ file, bytes }) => [basename(file), kB(bytes)])])}\n`);
  console.log(`${table([["from", "kB"], ...packagesOf(files).map(([name, bytes]) => [name, kB(bytes)])])}\n`);
}
console.log(
  table([
    ["screen", "scripts", "kB", "styles", "kB"],
    ...screens.map(({ path, scripts, scriptBytes, styles, styleBytes }) => [
      path,
      String(scripts),
      kB(scriptBytes),
      String(styles),
      kB(styleBytes),
    ]),
  ]),
);

/** A file's compressed bytes, shared out by what its modules come to before they are minified. The heaviest first. */
function packagesOf(files: { file: string; bytes: number }[]): [string, number][] {
  const sizes: ModuleSizes = JSON.parse(readFileSync(join(build, moduleSizesFile), "utf8"));
  const sums = new Map<string, number>();
  for (const { file, bytes } of files) {
    const of = Object.entries(sizes[file] ?? {});
    const whole = of.reduce((sum, [, size]) => sum + size, 0);
    for (const [name, size] of of) sums.set(name, (sums.get(name) ?? 0) + (bytes * size) / whole);
  }
  return [...sums].toSorted(([, a], [, b]) => b - a);
}
