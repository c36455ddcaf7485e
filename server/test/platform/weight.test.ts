import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { weighScreens } from "../../../scripts/weigh-screens.ts";

/** By the first that fits; in thousand bytes as they are sent. */
const limits: { of: RegExp; scripts: number; kB: number; styles: number }[] = [
  { of: /^\/(login|register|reset-password|forgot-password|signed-in)$/, scripts: 14, kB: 114, styles: 3 },
  { of: /^\/support\/reply$/, scripts: 16, kB: 158, styles: 8 },
  // With what is checked before it is sent; two of them with lists that are ordered by hand.
  {
    of: /^\/admin\/(coupons|dashboard|items|packages|settings|support-messages|users)$/,
    scripts: 22,
    kB: 221,
    styles: 10,
  },
  { of: /^\/admin(\/|$)/, scripts: 19, kB: 172, styles: 9 },
  // A seventh of it is the prompts that the generator starts from.
  { of: /^\/user\/generate-image$/, scripts: 24, kB: 232, styles: 10 },
  // The editor's own scripts are at most 90 kB of these.
  { of: /^\/user\/designs\/:id$/, scripts: 26, kB: 226, styles: 10 },
  // What is sent from these is checked before.
  {
    of: /^\/(user\/(create-support|developers|pictures)|profile|update-profile)$/,
    scripts: 17,
    kB: 194,
    styles: 8,
  },
  { of: /^\/(item-)?(buy|pay-now)\//, scripts: 15, kB: 183, styles: 6 },
  { of: /^\/user\/(designs|gallery)$/, scripts: 16, kB: 162, styles: 8 },
  { of: /^\/user(\/|$)/, scripts: 17, kB: 156, styles: 8 },
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
