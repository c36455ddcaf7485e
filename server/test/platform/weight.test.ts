import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { weighScreens } from "../../../scripts/weigh-screens.ts";

/** By the first that fits; in thousand bytes as they are sent. */
const limits: { of: RegExp; scripts: number; kB: number; styles: number }[] = [
  { of: /^\/(login|register|reset-password|forgot-password|signed-in)$/, scripts: 15, kB: 138, styles: 4 },
  { of: /^\/support\/reply$/, scripts: 17, kB: 259, styles: 8 },
  { of: /^\/admin(\/|$)/, scripts: 26, kB: 296, styles: 11 },
  { of: /^\/user\/generate-image$/, scripts: 26, kB: 318, styles: 11 },
  // The editor's own scripts are at most 90 kB of these.
  { of: /^\/user\/designs\/:id$/, scripts: 27, kB: 355, styles: 11 },
  // Two panels, each with its forms.
  { of: /^\/user\/developers$/, scripts: 20, kB: 283, styles: 9 },
  {
    of: /^\/(user|buy|item-buy|pay-now|item-pay-now|profile|update-profile)(\/|$)/,
    scripts: 20,
    kB: 274,
    styles: 9,
  },
  // A guide to read, whose words are in its script.
  { of: /^\/developers$/, scripts: 11, kB: 117, styles: 6 },
  { of: /./, scripts: 11, kB: 114, styles: 6 },
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
