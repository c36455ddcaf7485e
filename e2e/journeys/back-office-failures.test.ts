import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeViolations } from "../helpers/axe.ts";
import { type Faults, openFaults } from "../helpers/database.ts";
import { openShop } from "../helpers/open-shop.ts";
import { answer, openOwner, openPanel, turnToPanel } from "../helpers/settings.ts";

const { browser, shop } = await openShop();
let faults: Faults;

beforeAll(async () => {
  faults = await openFaults(shop);
});

afterAll(async () => {
  await faults?.close();
});

const detail = "Something went wrong on our side. Please try again.";
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();
const says = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();
const title = (page: Page) => page.getByRole("textbox", { name: "Title", exact: true });

/** A step that types leaves something unsaved, which the next one would be asked about. */
type Step = { text: string; types?: true; act: (page: Page) => Promise<void> };

/** Presses the button, then answers the product's own question with the same or another one. */
const asked = (button: string | RegExp, question: string, yes: string) => async (page: Page) => {
  await press(page, button);
  await answer(page, question, yes);
};

const bannerSteps = (saveText: string, resetText: string): Step[] => [
  {
    text: saveText,
    types: true,
    async act(page) {
      await page.getByLabel("Main title").fill("Kept through a failure");
      await press(page, "Save Changes");
    },
  },
  {
    text: "Failed to toggle banner status",
    act: asked("Deactivate", "the banner is deactivated", "Deactivate"),
  },
  {
    text: "Failed to deactivate banner",
    act: asked("Delete Banner", "the banner is deactivated", "Delete Banner"),
  },
  {
    text: resetText,
    act: asked("Reset to Default", "reset the banner section to default", "Reset to Default"),
  },
];

/** A part's save, with something typed first, and its reset. */
const partSteps = (field: string, saveText: string, resetText: string): Step[] => [
  {
    text: saveText,
    types: true,
    async act(page) {
      await page.getByRole("textbox", { name: field, exact: true }).fill("Kept through a failure");
      await press(page, "Save Changes");
    },
  },
  { text: resetText, act: asked("Reset to Default", "to default?", "Reset to Default") },
];

const typingLast = (a: Step, b: Step) => Number(a.types ?? false) - Number(b.types ?? false);

const panels: { panel: string; heading: string; steps: Step[] }[] = [
  {
    panel: "banner",
    heading: "Banner Section Management",
    steps: bannerSteps("Failed to update banner section", "Failed to reset banner section"),
  },
  {
    panel: "home-banner",
    heading: "Banner Section Management",
    steps: bannerSteps("Failed to update banner", "Failed to reset banner"),
  },
  {
    panel: "about",
    heading: "About Section",
    steps: [
      ...partSteps("Subtitle", "Failed to update about section", "Failed to reset about section"),
      {
        text: "Failed to toggle about section status",
        act: asked("Deactivate", "the section is deactivated", "Deactivate"),
      },
      {
        text: "Failed to deactivate about section",
        act: asked("Delete About Section", "the section is deactivated", "Delete About Section"),
      },
    ],
  },
  {
    panel: "footer",
    heading: "Footer Section",
    steps: partSteps("Copyright text", "Failed to update footer", "Failed to reset footer"),
  },
  {
    panel: "contact",
    heading: "Contact Page Settings",
    steps: partSteps(
      "Title",
      `Failed to update contact page: ${detail}`,
      `Failed to reset contact page: ${detail}`,
    ),
  },
  {
    panel: "legal-pages",
    heading: "Legal pages",
    steps: partSteps("Title", "Failed to update page", "Failed to reset page"),
  },
  {
    panel: "logo",
    heading: "Logo Update",
    steps: [
      {
        text: `Failed to update logo: ${detail}`,
        types: true,
        async act(page) {
          await page.getByLabel("Logo text").fill("Another name");
          await press(page, "Save Changes");
        },
      },
    ],
  },
  {
    panel: "features",
    heading: "Featured Section",
    steps: [
      {
        text: "Failed to add feature",
        types: true,
        async act(page) {
          await title(page).fill("Never stored");
          await page.getByLabel("Description").fill("It fails.");
          await press(page, "Add Feature");
        },
      },
      {
        text: "Failed to toggle feature status",
        act: asked(/^Deactivate Two ideas/, "Visitors don't see it any more", "Deactivate"),
      },
      {
        text: "Failed to delete feature",
        act: asked(/^Delete Two ideas/, "delete this feature", "Delete feature"),
      },
      {
        text: "Failed to update feature",
        act: (page) => press(page, /^Move Two ideas.* down$/),
      },
      {
        text: "Failed to update feature",
        types: true,
        async act(page) {
          await title(page).fill("Typed before");
          await press(page, /^Edit Two ideas/);
          await answer(page, "will be lost", "Leave without saving");
          await title(page).fill("Never stored");
          await press(page, "Update Feature");
        },
      },
    ],
  },
  {
    panel: "testimonials",
    heading: "Testimonials",
    steps: [
      {
        text: "Failed to create testimonial",
        types: true,
        async act(page) {
          await page.getByLabel("Quote").fill("Never stored");
          await page.getByLabel("Author name").fill("Nobody");
          await page.getByLabel("Author title").fill("Nothing");
          await press(page, "Add Testimonial");
        },
      },
      {
        text: "Failed to toggle testimonial status",
        act: asked("Deactivate Odile Marrow", "Visitors don't see this testimonial", "Deactivate"),
      },
      {
        text: "Failed to delete testimonial",
        act: asked("Delete Odile Marrow", "delete this testimonial", "Delete testimonial"),
      },
      { text: "Failed to update testimonial", act: (page) => press(page, "Move Odile Marrow down") },
    ],
  },
  {
    panel: "gemini-keys",
    heading: "Gemini Keys",
    steps: [
      {
        text: "Failed to add key",
        types: true,
        async act(page) {
          await page.getByLabel("Name").fill("Never stored");
          await page.getByRole("textbox", { name: "Key" }).fill("AIzaSyNeverStoredKeyOfSomeLength");
          await press(page, "Add Key");
        },
      },
      { text: "Failed to delete key", act: asked("Delete Demo", "delete this key", "Delete key") },
      {
        text: "Failed to toggle key status",
        async act(page) {
          await page.getByRole("switch", { name: "Demo active" }).click({ force: true });
          await answer(page, "the last active key", "Deactivate");
        },
      },
      {
        text: "Failed to update key",
        types: true,
        async act(page) {
          await page.getByLabel("Name").fill("Typed before");
          await press(page, "Edit Demo");
          await answer(page, "will be lost", "Leave without saving");
          await page.getByLabel("Name").fill("Renamed");
          await press(page, "Update Key");
        },
      },
    ],
  },
  {
    panel: "paypal",
    heading: "Paypal Setup",
    steps: [
      {
        text: "Failed to update PayPal settings",
        types: true,
        async act(page) {
          await page.getByLabel("Color").selectOption("gold");
          await press(page, "Save Settings");
        },
      },
      {
        text: "Failed to reset PayPal settings",
        act: asked("Reset to Default", "reset all PayPal settings to default?", "Reset all settings"),
      },
    ],
  },
  {
    panel: "packages",
    heading: "Packages",
    steps: [
      {
        text: "Failed to add package",
        types: true,
        async act(page) {
          await press(page, "Add Package");
          const dialog = page.getByRole("dialog");
          await dialog.getByLabel("Package name").fill("Never stored");
          await dialog.getByLabel("Price").fill("1");
          await dialog.getByRole("textbox", { name: "Credit" }).fill("1");
          await dialog.getByRole("button", { name: "Add Package" }).click();
        },
      },
      {
        text: "Failed to update package",
        types: true,
        async act(page) {
          await press(page, /^Edit Starter/);
          await page.getByRole("dialog").getByLabel("Package name").fill("Renamed");
          await page.getByRole("dialog").getByRole("button", { name: "Save Changes" }).click();
        },
      },
    ],
  },
  {
    panel: "items",
    heading: "Items",
    steps: [
      {
        text: "Failed to add item",
        types: true,
        async act(page) {
          await press(page, "Add Item");
          await page.getByLabel("Item name").fill("Never stored");
          await page.getByLabel("Price").fill("1");
          await press(page, "Add Item");
        },
      },
      {
        text: "Failed to update item",
        act: asked("Deactivate Colour Grade Recipes", "Nobody sees or buys it", "Deactivate"),
      },
      {
        text: "Failed to archive item",
        act: asked("Archive Colour Grade Recipes", "leaves the shop for good", "Archive item"),
      },
    ],
  },
  {
    panel: "generator",
    heading: "Generator",
    steps: [
      {
        text: "Failed to update generator settings",
        types: true,
        async act(page) {
          await page.getByRole("textbox", { name: "Daily cap", exact: true }).fill("7");
          await press(page, "Save Changes");
        },
      },
    ],
  },
];

/** Where the failure is told by a form, beside a list and in a dialog; it is the same line on the others. */
const differing = ["banner", "features", "packages"];
/** Those that are not come to by the menu: the first, the one that it has no entry of, and those after a dialog. */
const byAddress = ["banner", "home-banner", "items", "generator"];

describe("when the server can't write", () => {
  it("each panel says so in its own text, keeps what was typed, and nothing has changed", async () => {
    const { page } = await openOwner(browser, shop);
    // What was typed for a step is left where the next one loads the panel anew.
    page.on("dialog", (dialog) => dialog.accept());
    const packages = await (await page.request.get("/packages")).json();
    await page.request.delete(`/package/${packages[2]._id}`);
    const mend = await faults.freeze("audit_log");
    try {
      let isClean = true;
      for (const { panel, heading, steps } of panels) {
        if (byAddress.includes(panel)) await openPanel(page, panel, heading);
        else await turnToPanel(page, panel, heading, !isClean);
        isClean = true;
        for (const { text, act, types } of steps.toSorted(typingLast)) {
          // The words are those of this step, not of the one before.
          if (!isClean || (await page.getByText(text, { exact: true }).count()))
            await openPanel(page, panel, heading);
          await act(page);
          await says(page, text);
          isClean = !types;
        }
        if (differing.includes(panel)) expect(await axeViolations(page), panel).toEqual([]);
      }
      await openPanel(page, "banner", "Banner Section Management");
      await expect.poll(() => page.getByLabel("Main title").inputValue()).not.toBe("Kept through a failure");
    } finally {
      await mend();
    }
  });
});

/** The account's panel says why a profile was refused, and what was typed is left for another panel then. */
async function refuseProfile(page: Page): Promise<void> {
  await page.getByLabel("City").fill("Kept through a failure");
  for (const [json, reason] of [
    [{}, "Unknown error"],
    [{ message: "Down for repair." }, "Down for repair."],
  ] as const) {
    await page.route("**/update-user-profile/*", (route) => route.fulfill({ status: 500, json }), {
      times: 1,
    });
    await press(page, "Save Changes");
    await says(page, `Failed to update profile: ${reason}`);
  }
  await expect.poll(() => page.getByLabel("City").inputValue()).toBe("Kept through a failure");
}

const loads: { panel: string; table: string; text: string }[] = [
  { panel: "Logo Update", table: "content_parts", text: "Failed to fetch logo data" },
  { panel: "Banner Section", table: "content_parts", text: "Failed to fetch banner data" },
  { panel: "Featured Section", table: "features", text: "Failed to fetch features data" },
  { panel: "About Section", table: "content_parts", text: "Failed to fetch about data" },
  { panel: "Contact Page Settings", table: "content_parts", text: "Failed to fetch contact page data" },
  { panel: "Gemini Keys", table: "ai_keys", text: "Failed to fetch keys" },
  { panel: "Paypal Setup", table: "settings", text: "Failed to fetch PayPal data" },
  { panel: "Packages", table: "packages", text: "Failed to fetch packages" },
  { panel: "Footer Section", table: "content_parts", text: "Failed to fetch footer data" },
  { panel: "Testimonials", table: "testimonials", text: "Failed to fetch testimonials" },
  { panel: "Generator", table: "settings", text: "Failed to fetch generator settings" },
  { panel: "Items", table: "items", text: "Failed to fetch items" },
];

describe("when the server can't read", () => {
  it("each panel says so in its own text, with a Retry that loads the page anew; a refused profile says why, also where the answer gives no reason", async () => {
    const { page } = await openOwner(browser, shop);
    // Before the page comes: what it brings along for its logo is the record of two of the panels.
    const mendContent = await faults.hide("content_parts");
    await page.goto("/admin/settings");
    await page.getByRole("heading", { name: "Account Settings" }).waitFor();
    await refuseProfile(page);
    const nav = page.getByRole("navigation", { name: "Settings" });
    const others = loads.map(({ table }) => table).filter((table) => table !== "content_parts");
    const mend = await faults.hide(...new Set(others));
    try {
      for (const [index, { panel, text }] of loads.entries()) {
        await nav.getByRole("link", { name: panel, exact: true }).click();
        if (index === 0) await answer(page, "haven't been saved", "Leave without saving");
        await says(page, text);
      }
      expect(await axeViolations(page)).toEqual([]);
    } finally {
      await mend();
      await mendContent();
    }
    await press(page, "Retry");
    await page.getByRole("row").filter({ hasText: "Colour Grade Recipes" }).waitFor();
  });
});
