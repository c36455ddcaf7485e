import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { weighScreens } from "../../../scripts/weigh-screens.ts";

/** By the first that fits; in thousand bytes as they are sent. */
const limits: { of: RegExp; scripts: number; kB: number; styles: number }[] = [
  { of: /^\/(login|register|reset-password|forgot-password|signed-in)$/, scripts: 15, kB: 114, styles: 4 },
  { of: /^\/support\/reply$/, scripts: 17, kB: 156, styles: 8 },
  // With what is checked before it is sent; two of them with lists that are ordered by hand.
  {
    of: /^\/admin\/(coupons|dashboard|items|packages|support-messages|users)$/,
    scripts: 24,
    kB: 220,
    styles: 11,
  },
  { of: /^\/admin(\/|$)/, scripts: 22, kB: 172, styles: 10 },
  // A third of it is the prompts that the generator starts from.
  { of: /^\/user\/generate-image$/, scripts: 27, kB: 234, styles: 11 },
  // The editor's own scripts are at most 90 kB of these.
  { of: /^\/user\/designs\/:id$/, scripts: 29, kB: 229, styles: 12 },
  // What is sent from these is checked before.
  {
    of: /^\/(user\/(create-support|developers|pictures)|profile|update-profile)$/,
    scripts: 19,
    kB: 197,
    styles: 9,
  },
  { of: /^\/(item-)?(buy|pay-now)\//, scripts: 18, kB: 184, styles: 7 },
  { of: /^\/user\/(designs|gallery)$/, scripts: 18, kB: 163, styles: 9 },
  { of: /^\/user(\/|$)/, scripts: 18, kB: 155, styles: 9 },
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
