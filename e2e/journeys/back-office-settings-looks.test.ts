import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { faultsInLooks, phoneFirst, twoLooks } from "../helpers/axe.ts";
import { openVisitor, untilLoaded, type Visitor } from "../helpers/browser.ts";
import { openShop } from "../helpers/open-shop.ts";
import { logIn } from "../helpers/people.ts";
import { untilPanelAnswers } from "../helpers/settings.ts";
import { admin } from "../helpers/start-shop.ts";

const { browser, shop } = await openShop();
/** The owner, who looks and changes nothing: every test has the same browser. */
let owner: Visitor;

beforeAll(async () => {
  owner = await openVisitor(browser, shop.url);
  await logIn(owner.page, admin);
});

type Opener = { panel: string; heading: string; shows: string; open: (page: Page) => Promise<void> };
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();

const states: Opener[] = [
  {
    panel: "features",
    heading: "Featured Section",
    shows: "a new feature",
    async open(page) {
      await press(page, "Add Feature");
      await page.getByText("Title is required").first().waitFor();
    },
  },
  {
    panel: "features",
    heading: "Featured Section",
    shows: "the icon picker",
    async open(page) {
      await page.getByText("Icon class", { exact: true }).click();
      await press(page, "Pick for Icon class");
      await page.getByRole("dialog", { name: "Pick an icon" }).waitFor();
    },
  },
  {
    panel: "testimonials",
    heading: "Testimonials",
    shows: "an editor",
    async open(page) {
      await press(page, "Edit Odile Marrow");
      await page.getByText("Edit testimonial").waitFor();
    },
  },
  {
    panel: "contact",
    heading: "Contact Page Settings",
    shows: "the media library",
    async open(page) {
      await press(page, "Library for Image URL");
      await page.getByRole("dialog", { name: "Media library" }).getByText("No pictures yet").waitFor();
    },
  },
  {
    panel: "footer",
    heading: "Footer Section",
    shows: "the versions",
    async open(page) {
      await press(page, "Versions");
      await page.getByRole("dialog").getByText("Nothing has been saved yet.").waitFor();
    },
  },
  {
    panel: "banner",
    heading: "Banner Section Management",
    shows: "the enlarged preview",
    async open(page) {
      await press(page, "Enlarge");
      await page.getByRole("dialog", { name: "Preview of the banner" }).waitFor();
    },
  },
  {
    panel: "packages",
    heading: "Packages",
    shows: "a package's dialog",
    async open(page) {
      await press(page, /^Edit Starter/);
      await page.getByRole("dialog", { name: "Edit Package" }).getByLabel("Package name").waitFor();
    },
  },
  {
    panel: "items",
    heading: "Items",
    shows: "an item's editor",
    async open(page) {
      await press(page, /^Edit Colour Grade/);
      await page.getByLabel("Item name").waitFor();
    },
  },
  {
    panel: "paypal",
    heading: "Paypal Setup",
    shows: "a question",
    async open(page) {
      await press(page, "Reset to Default");
      await page.getByText("Are you sure you want to reset all PayPal settings to default?").waitFor();
    },
  },
];

const panels = [
  "account",
  "logo",
  "banner",
  "features",
  "about",
  "contact",
  "gemini-keys",
  "paypal",
  "packages",
  "footer",
  "testimonials",
  "legal-pages",
  "generator",
  "items",
].map((key) => `/admin/settings?panel=${key}`);

describe("every panel of the settings", () => {
  it("is looked at below", async () => {
    const answer = await owner.page.request.get("/admin/settings", { headers: { accept: "text/html" } });
    const nav = /<nav[^>]*aria-label="Settings".*?<\/nav>/s.exec(await answer.text())?.[0] ?? "";
    const hrefs = [...nav.matchAll(/<a[^>]*href="([^"]*)"/g)].map(([, href]) =>
      href!.replaceAll("&amp;", "&"),
    );
    const { origin } = new URL(shop.url);
    expect(hrefs.map((href) => new URL(href, `${origin}/admin/settings`).href)).toEqual(
      panels.map((path) => origin + path),
    );
  });

  it.each([...panels, "/admin/packages", "/admin/items"])(
    "%s is clean under axe and free of complaints at 360 and 1280 px, and so is what opens in it",
    async (path) => {
      const { page, complaints } = owner;
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(path);
      await page.locator("main h1").waitFor();
      await untilLoaded(page);
      expect(await faultsInLooks(page, twoLooks)).toEqual([]);
      for (const { heading, shows, open } of states.filter(({ panel }) => path.endsWith(`=${panel}`))) {
        await page.setViewportSize({ width: 360, height: 900 });
        await untilPanelAnswers(page, heading);
        await open(page);
        expect(await faultsInLooks(page, phoneFirst), shows).toEqual([]);
      }
      expect(complaints.splice(0)).toEqual([]);
    },
  );
});
