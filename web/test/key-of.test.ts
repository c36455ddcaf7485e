import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { keyOf } from "#web/ui/key-of.ts";

const pressed = (more: Partial<KeyboardEvent>) =>
  keyOf({ key: "Enter", isComposing: false, keyCode: 13, ...more } as KeyboardEvent);

test("a key with which an input method composes a word is no key of the shop's, by Safari's account of it too", () => {
  expect(pressed({})).toBe("Enter");
  expect(pressed({ isComposing: true })).toBe("");
  expect(pressed({ keyCode: 229 })).toBe("");
});

test("no Enter and no Escape is taken from a word that is being composed: whoever asks for them asks by keyOf", () => {
  const asksItself = /"(Enter|Escape)"(?=[\s\S]*\bevent\.key\b)|\bevent\.key\b(?=[\s\S]*"(Enter|Escape)")/;
  const files = globSync("web/app/**/*.{ts,tsx}").filter((file) =>
    asksItself.test(readFileSync(file, "utf8")),
  );
  expect(files).toEqual([]);
});
