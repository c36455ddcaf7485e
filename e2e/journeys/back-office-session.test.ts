import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openShop } from "../helpers/open-shop.ts";
import { openOwner, openPanel } from "../helpers/settings.ts";

const { browser, shop } = await openShop();

/** So long after a screen was opened whatever it has read counts as old, who is signed in as well. */
const laterMs = 6 * 60_000;

/** Has the person come back to the tab after a while, so that its screen reads everything anew. */
async function comeBack(page: Page): Promise<void> {
  await page.clock.fastForward(laterMs);
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
}

const ended = (page: Page) => page.getByText("You have been signed out", { exact: true });

/** An owner's browser at a panel; `end` and `renew` do what an hour away and a sign-in in another tab do. */
async function openAt(panel: string, heading: string) {
  const { page, context } = await openOwner(browser, shop);
  await page.clock.install();
  await openPanel(page, panel, heading);
  const cookies = await context.cookies();
  const end = async () => {
    await context.clearCookies();
    await comeBack(page);
    await ended(page).waitFor();
  };
  const renew = async () => {
    await context.addCookies(cookies);
    await comeBack(page);
    await ended(page).waitFor({ state: "hidden" });
  };
  return { page, end, renew };
}

const read = async (page: Page, path: string) => (await page.request.get(path)).json();
const write = async (page: Page, path: string, data: object) =>
  expect((await page.request.put(path, { data })).status(), path).toBe(200);

/** One field of each panel, by its name; of a list what is read, and what is said where that fails. */
const fields: {
  panel: string;
  heading: string;
  field: string;
  list?: { path: string; failed: string; entryIsOpened?: true };
}[] = [
  { panel: "account", heading: "Account Settings", field: "Name" },
  { panel: "logo", heading: "Logo Update", field: "Logo text" },
  { panel: "banner", heading: "Banner Section Management", field: "Main title" },
  {
    panel: "features",
    heading: "Featured Section",
    field: "Title",
    list: { path: "/api/features-section", failed: "Failed to fetch features data" },
  },
  { panel: "about", heading: "About Section", field: "Subtitle" },
  { panel: "contact", heading: "Contact Page Settings", field: "Title" },
  {
    panel: "gemini-keys",
    heading: "Gemini Keys",
    field: "Name",
    list: { path: "/api/gemini-keys", failed: "Failed to fetch keys" },
  },
  { panel: "paypal", heading: "Paypal Setup", field: "Client ID" },
  {
    panel: "packages",
    heading: "Packages",
    field: "Package name",
    list: { path: "/packages", failed: "Failed to fetch packages", entryIsOpened: true },
  },
  { panel: "footer", heading: "Footer Section", field: "Copyright text" },
  {
    panel: "testimonials",
    heading: "Testimonials",
    field: "Author name",
    list: { path: "/api/testimonials", failed: "Failed to fetch testimonials" },
  },
  { panel: "legal-pages", heading: "Legal pages", field: "Title" },
  { panel: "generator", heading: "Generator", field: "Daily cap" },
];
const typed = "71";

/** A list that can't be read again says so until it can, and leaves what is typed beside it. */
async function failToRead(page: Page, { path, failed }: { path: string; failed: string }, input: Locator) {
  const isOfList = (url: URL) => url.pathname === path;
  await page.route(isOfList, (route) => route.fulfill({ status: 500, json: {} }));
  await comeBack(page);
  const said = page.getByText(failed, { exact: true }).first();
  await said.waitFor();
  await expect.poll(() => input.inputValue(), { message: path }).toBe(typed);
  await page.unroute(isOfList);
  await comeBack(page);
  await said.waitFor({ state: "hidden" });
  await expect.poll(() => input.inputValue(), { message: path }).toBe(typed);
}

describe("when the session has ended behind a screen of the back office", () => {
  it("no editor loses what was typed, nor while its list can't be read again, which is said until it can", async () => {
    const { page, end } = await openAt("account", "Account Settings");
    // What is typed in the panel before is left.
    page.on("dialog", (dialog) => dialog.accept());
    const [about, banner, contact] = ["about-section", "banner-section", "contact-page"].map(
      (name) => `/api/${name}`,
    );
    await write(page, about!, { section1: { isActive: false } });
    await write(page, banner!, { isActive: false });
    await write(page, contact!, { isActive: false });
    const cookies = await page.context().cookies();
    for (const { panel, heading, field, list } of fields) {
      await page.context().addCookies(cookies);
      await openPanel(page, panel, heading);
      if (list?.entryIsOpened)
        await page
          .getByRole("button", { name: /^Edit / })
          .first()
          .click();
      const input = page.getByRole("textbox", { name: field, exact: true }).first();
      await input.fill(typed);
      if (list) await failToRead(page, list, input);
      await end();
      await expect.poll(() => input.inputValue(), { message: panel }).toBe(typed);
    }
    await page.context().addCookies(cookies);
    await write(page, about!, { section1: { isActive: true } });
    await write(page, banner!, { isActive: true });
    await write(page, contact!, { isActive: true });
  });

  it("a footer that was opened then keeps the links that visitors don't see", async () => {
    const { page, end, renew } = await openAt("account", "Account Settings");
    const { data } = await read(page, "/api/footer-section");
    const quickLinks = [
      ...data.middleSection.quickLinks,
      { text: "Kept aside", url: "/about", isActive: false },
    ];
    await write(page, "/api/footer-section", { middleSection: { quickLinks } });
    await end();
    await page.getByRole("link", { name: "Footer Section", exact: true }).click();
    // More than one part of the screen says so.
    await page
      .getByText("Please log in to continue.")
      .or(page.getByLabel("Copyright text"))
      .first()
      .waitFor();
    await renew();
    // The panel may have opened over what the shell knew of the footer: what is typed over that meets a conflict.
    const texts = page.getByLabel("Text", { exact: true });
    const held = () =>
      texts.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
    await expect.poll(held).toContain("Kept aside");
    await page.getByLabel("Copyright text").fill("© Another");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await page.getByText("Footer section updated successfully!").waitFor();
    const saved = (await read(page, "/api/footer-section")).data;
    expect(saved.middleSection.quickLinks.map(({ text }: { text: string }) => text)).toContain("Kept aside");
  });

  it("an item's goods stay where its editor was opened then", async () => {
    const { page, end, renew } = await openAt("items", "Items");
    const [before] = await read(page, "/items");
    expect(before.accessUrl).not.toBe("");
    await page.getByRole("button", { name: `Edit ${before.itemName}`, exact: true }).waitFor();
    await end();
    await page.getByRole("button", { name: `Edit ${before.itemName}`, exact: true }).click();
    await page.getByLabel("Price").fill("17");
    await renew();
    await page.getByRole("button", { name: "Save Changes" }).click();
    await page.getByText("Item updated.").waitFor();
    const { accessUrl, guidelines } = before;
    const now = (await read(page, "/items")).find(({ _id }: { _id: string }) => _id === before._id);
    expect(now).toMatchObject({ price: 17, accessUrl, guidelines });
  });
});
