import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { weighScreens } from "../../../scripts/weigh-screens.ts";

/** By the first that fits; in thousand bytes as they are sent. */
const limits: { of: RegExp; scripts: number; kB: number; styles: number }[] = [
  { of: /^\/(login|register|reset-password|forgot-password|signed-in)$/, scripts: 13, kB: 114, styles: 2 },
  { of: /^\/support\/reply$/, scripts: 12, kB: 152, styles: 7 },
  // With lists that are ordered by hand, and a text editor at hand.
  { of: /^\/admin\/(items|packages)$/, scripts: 22, kB: 192.5, styles: 12 },
  { of: /^\/admin\/(dashboard|support-messages)$/, scripts: 19, kB: 180, styles: 13 },
  { of: /^\/admin(\/|$)/, scripts: 19, kB: 173, styles: 12 },
  { of: /^\/user\/generate-image$/, scripts: 20, kB: 168, styles: 8 },
  // The editor's own scripts are at most 90 kB of these.
  { of: /^\/user\/designs\/:id$/, scripts: 24, kB: 224, styles: 10 },
  { of: /^\/(profile|update-profile)$/, scripts: 15, kB: 157.5, styles: 6 },
  { of: /^\/user\/developers$/, scripts: 15, kB: 149, styles: 7 },
  { of: /^\/user\/(designs|gallery)$/, scripts: 13, kB: 156, styles: 6 },
  { of: /^\/((item-)?pay-now\/|user\/(create-)?support$)/, scripts: 13, kB: 151, styles: 7 },
  { of: /^\/(user|(item-)?buy)(\/|$)/, scripts: 14, kB: 150.5, styles: 6 },
  // A guide to read, whose words are in its script.
  { of: /^\/developers$/, scripts: 9, kB: 117, styles: 5 },
  { of: /./, scripts: 10, kB: 116, styles: 5 },
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
