import { readdir } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { isAllowedUrl } from "#contract/urls.ts";
import { defaultAbout } from "#server/db/seed/content/about.ts";
import { defaultBanner } from "#server/db/seed/content/banner.ts";
import { defaultContactPage } from "#server/db/seed/content/contact-page.ts";
import { defaultFeatures } from "#server/db/seed/content/features.ts";
import { defaultFooter } from "#server/db/seed/content/footer.ts";
import { demoGoods } from "#server/db/seed/content/goods.ts";
import { demoItems } from "#server/db/seed/content/items.ts";
import { demoPackages } from "#server/db/seed/content/packages.ts";
import { defaultPages } from "#server/db/seed/content/pages.ts";
import { demoTestimonials } from "#server/db/seed/content/testimonials.ts";
import { cleanPageHtml } from "#server/features/content/page-html.ts";

const all = [
  defaultBanner,
  defaultFeatures,
  defaultAbout,
  demoTestimonials,
  defaultFooter,
  defaultContactPage,
  defaultPages,
  demoPackages,
  demoItems,
  demoGoods,
];

function stringsIn(value: unknown): [key: string, text: string][] {
  return Object.entries(value ?? {}).flatMap(([key, inner]): [string, string][] =>
    typeof inner === "string" ? [[key, inner]] : typeof inner === "object" ? stringsIn(inner) : [],
  );
}

describe("the shop's own content", () => {
  it("has addresses that an admin could enter as well, and pictures in one folder", () => {
    const addresses = stringsIn(all).filter(([key, text]) => /(url|link|image)$/i.test(key) && text !== "");
    expect(addresses.length).toBeGreaterThan(40);
    for (const [key, text] of addresses) {
      expect(isAllowedUrl(text), `${key}: ${text}`).toBe(true);
      if (text.startsWith("/media/")) expect(text).toMatch(/^\/media\/defaults\/[a-z0-9-]+\.webp$/);
    }
  });

  it("keeps the lengths of what can be edited: 500 in a line, 5,000 in a text", () => {
    const long = new Set(["description", "quote", "guidelines", "body", "intro"]);
    for (const [key, text] of stringsIn(all)) {
      expect(text.trim(), key).toBe(text);
      expect(text.length, key).toBeLessThanOrEqual(key === "body" ? 100_000 : long.has(key) ? 5000 : 500);
    }
  });

  it("uses icons that the bundled set has", async () => {
    const folder = new URL("../../node_modules/lucide-react/dist/esm/icons/", import.meta.url);
    const bundled = new Set((await readdir(folder)).map((file) => file.replace(/\.m?js$/, "")));
    for (const { icon } of [...defaultFeatures, ...defaultContactPage.contactInfo]) {
      expect(bundled, icon).toContain(icon.replace(/^icon-/, ""));
    }
  });

  it("orders the features from 0 without a gap", () => {
    expect(defaultFeatures.map((feature) => feature.order)).toEqual(defaultFeatures.map((_, n) => n));
  });

  it("links the three legal pages from the footer, and their HTML passes the sanitiser unchanged", () => {
    expect(defaultFooter.bottomSection.legalLinks.map((link) => link.url)).toEqual(
      defaultPages.map((page) => `/${page.slug}`),
    );
    for (const { slug, body } of defaultPages) expect(cleanPageHtml(body), slug).toBe(body);
  });

  it("sells three packages whose lines speak of their own credits and days, and of nothing that everyone has", () => {
    expect(demoPackages).toHaveLength(3);
    for (const { credit, validityDays, membershipLevel, points } of demoPackages) {
      const level = membershipLevel.replace(/^./, (letter) => letter.toUpperCase());
      expect(points).toEqual([`${credit} credits`, `${level} membership for ${validityDays} days`]);
    }
  });

  it("has goods behind every item", () => {
    expect(demoItems.map((item) => item.accessUrl).sort()).toEqual(
      demoGoods.map((goods) => `/demo/goods/${goods.slug}`).sort(),
    );
  });
});
