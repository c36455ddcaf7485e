import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { iconClasses, iconClassOf, plainIcon } from "#contract/icons.ts";
import { defaultContactPage } from "#server/db/seed/content/contact-page.ts";
import { defaultFeatures } from "#server/db/seed/content/features.ts";

test("every class of the icon set has its drawing, and the shop's own content uses no other", async () => {
  const drawings = await readFile(new URL("../../../web/public/media/icons.svg", import.meta.url), "utf8");
  for (const name of iconClasses) expect(drawings).toContain(`<symbol id="${name}"`);
  for (const { icon } of [...defaultFeatures, ...defaultContactPage.contactInfo])
    expect(iconClasses).toContain(icon);
});

test("a class of another icon set shows the plain icon", () => {
  expect(iconClassOf("fas fa-robot")).toBe(plainIcon);
  expect(iconClassOf("icon icon-mail")).toBe("icon-mail");
  expect(iconClassOf("")).toBe(plainIcon);
});
