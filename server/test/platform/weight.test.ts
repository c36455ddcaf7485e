import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { weighScreens } from "../../../scripts/weigh-screens.ts";

/** By the first that fits; in thousand bytes as they are sent. */
const limits: { of: RegExp; scripts: number; kB: number; styles: number }[] = [
  { of: /^\/(login|register|reset-password|forgot-password|signed-in)$/, scripts: 13, kB: 112, styles: 2 },
  // With lists that are ordered by hand, and a text editor at hand.
  { of: /^\/admin\/(items|packages)$/, scripts: 24, kB: 183.5, styles: 12 },
  { of: /^\/admin\/(dashboard|support-messages)$/, scripts: 21, kB: 171, styles: 13 },
  { of: /^\/admin(\/|$)/, scripts: 21, kB: 164.5, styles: 12 },
  { of: /^\/user\/generate-image$/, scripts: 20, kB: 162.5, styles: 8 },
  // The editor's own scripts are at most 90 kB of these; it places letters of every script as the server does.
  { of: /^\/user\/designs\/:id$/, scripts: 25, kB: 221, styles: 11 },
  {
    of: /^\/((update-)?profile|user|(item-)?(buy|pay-now)|support\/reply)(\/|$)/,
    scripts: 16,
    kB: 150,
    styles: 8,
  },
  // A guide to read, whose words are in its script.
  { of: /^\/developers$/, scripts: 9, kB: 115, styles: 5 },
  { of: /./, scripts: 10, kB: 113, styles: 5 },
];

test("no screen asks for more script and style files, or heavier ones, than its kind may", () => {
  const screens = weighScreens(fileURLToPath(new URL("../../../build", import.meta.url)));
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
