import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { weighScreens } from "../../../scripts/weigh-screens.ts";

/** By the first that fits; in thousand bytes as they are sent. */
const limits: { of: RegExp; scripts: number; kB: number; styles: number }[] = [
  { of: /^\/(login|register|reset-password|forgot-password|signed-in)$/, scripts: 7, kB: 109.3, styles: 2 },
  // With lists that are ordered by hand.
  { of: /^\/admin\/(items|packages)$/, scripts: 10, kB: 174, styles: 3 },
  { of: /^\/admin(\/|$)/, scripts: 10, kB: 169.3, styles: 3 },
  { of: /^\/user\/generate-image$/, scripts: 9, kB: 150.5, styles: 3 },
  // The picture; the editor comes right behind.
  { of: /^\/user\/designs\/:id$/, scripts: 9, kB: 139.5, styles: 3 },
  {
    of: /^\/((update-)?profile|user|(item-)?(buy|pay-now)|support\/reply)(\/|$)/,
    scripts: 10,
    kB: 148.7,
    styles: 3,
  },
  // A guide to read, whose words are in its script.
  { of: /^\/developers$/, scripts: 8, kB: 116.4, styles: 3 },
  { of: /./, scripts: 9, kB: 114.1, styles: 3 },
];

const build = fileURLToPath(new URL("../../../build", import.meta.url));
const screens = weighScreens(build);

test("no screen asks for more script and style files, or heavier ones, than its kind may", () => {
  expect(screens.length).toBeGreaterThan(40);
  const beyond = screens.flatMap(({ path, scripts, scriptBytes, styles }) => {
    const limit = limits.find(({ of }) => of.test(path))!;
    const kB = scriptBytes / 1000;
    return scripts > limit.scripts || kB > limit.kB || styles > limit.styles
      ? `${path}: ${scripts} scripts of ${kB.toFixed(1)} kB, ${styles} styles`
      : [];
  });
  expect(beyond).toEqual([]);
});

test("no screen asks for another screen's own script", () => {
  const beyond = screens.flatMap(({ path, ofOthers }) => (ofOthers.length ? `${path}: ${ofOthers}` : []));
  expect(beyond).toEqual([]);
});

test("no two scripts wait for each other", () => {
  const files = globSync("client/assets/*.js", { cwd: build });
  const waiting = new Map(
    files.map((file) => {
      const imports = readFileSync(`${build}/${file}`, "utf8").matchAll(/(?:import|from)"\.\/([^"]+)"/g);
      return [basename(file), new Set(Array.from(imports, ([, name]) => name!))];
    }),
  );
  expect(waiting.size).toBeGreaterThan(100);
  const isReady = (names: Set<string>) => [...names].every((name) => !waiting.has(name));
  for (;;) {
    const ready = [...waiting].filter(([, names]) => isReady(names));
    if (ready.length === 0) break;
    for (const [name] of ready) waiting.delete(name);
  }
  expect([...waiting.keys()]).toEqual([]);
});
