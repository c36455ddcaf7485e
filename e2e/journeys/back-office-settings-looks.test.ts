import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsInLooks, twoLooks, usabilityFaults } from "../helpers/axe.ts";
import { openBrowser, untilLoaded } from "../helpers/browser.ts";
import { openOwner, openPanel } from "../helpers/settings.ts";
import { type RunningShop, startShop } from "../helpers/start-shop.ts";

let browser: Browser;
let shop: RunningShop;

beforeAll(async () => {
  browser = await openBrowser();
  shop = await startShop();
});

afterAll(async () => {
  await browser?.close();
  await shop?.stop();
});

type Opener = { panel: string; heading: string; open: (page: Page) => Promise<void> };
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();

const states: Opener[] = [
  {
    panel: "features",
    heading: "Featured Section",
    async open(page) {
      await press(page, "Add Feature");
      await page.getByText("Title is required").first().waitFor();
    },
  },
  {
    panel: "features",
    heading: "Featured Section",
    async open(page) {
      await page.getByText("Icon class", { exact: true }).click();
      await press(page, "Pick for Icon class");
      await page.getByRole("dialog", { name: "Pick an icon" }).waitFor();
    },
  },
  {
    panel: "testimonials",
    heading: "Testimonials",
    async open(page) {
      await press(page, "Edit Odile Marrow");
      await page.getByText("Edit testimonial").waitFor();
    },
  },
  {
    panel: "contact",
    heading: "Contact Page Settings",
    async open(page) {
      await press(page, "Library for Image URL");
      await page.getByRole("dialog", { name: "Media library" }).getByText("No pictures yet").waitFor();
    },
  },
  {
    panel: "footer",
    heading: "Footer Section",
    async open(page) {
      await press(page, "Versions");
      await page.getByRole("dialog").getByText("Nothing has been saved yet.").waitFor();
    },
  },
  {
    panel: "banner",
    heading: "Banner Section Management",
    async open(page) {
      await press(page, "Enlarge");
      await page.getByRole("dialog", { name: "Preview of the banner" }).waitFor();
    },
  },
  {
    panel: "packages",
    heading: "Packages",
    async open(page) {
      await press(page, /^Edit Starter/);
      await page.getByRole("dialog", { name: "Edit Package" }).getByLabel("Package name").waitFor();
    },
  },
  {
    panel: "items",
    heading: "Items",
    async open(page) {
      await press(page, /^Edit Colour Grade/);
      await page.getByLabel("Item name").waitFor();
    },
  },
  {
    panel: "paypal",
    heading: "Paypal Setup",
    async open(page) {
      await press(page, "Reset to Default");
      await page.getByText("Are you sure you want to reset all PayPal settings to default?").waitFor();
    },
  },
];

async function panelAddresses(page: Awaited<ReturnType<typeof openOwner>>["page"]): Promise<string[]> {
  await page.goto("/admin/settings");
  const links = page.getByRole("navigation", { name: "Settings", includeHidden: true }).locator("a");
  await links.first().waitFor({ state: "attached" });
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  return hrefs.map((href) => new URL(href, `${shop.url}/admin/settings`).href);
}

describe("every panel of the settings", () => {
  it("is clean under axe and free of complaints at 360 and 1280 px", async () => {
    const { page, complaints } = await openOwner(browser, shop);
    for (const address of [...(await panelAddresses(page)), "/admin/packages", "/admin/items"]) {
      await page.goto(address);
      await page.locator("main h1").waitFor();
      await untilLoaded(page);
      expect(await faultsInLooks(page, twoLooks), address).toEqual([]);
    }
    expect(complaints).toEqual([]);
  });

  it("has clean dialogs, pickers, lists of problems and versions as well", async () => {
    for (const look of [
      { width: 360, colorScheme: "light" },
      { width: 1280, colorScheme: "dark" },
    ] as const) {
      const { page, complaints } = await openOwner(browser, shop, look);
      for (const { panel, heading, open } of states) {
        await openPanel(page, panel, heading);
        await open(page);
        expect(await usabilityFaults(page), `${panel} at ${look.width}`).toEqual([]);
      }
      expect(complaints).toEqual([]);
    }
  });
});
