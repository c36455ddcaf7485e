import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { PackageRecord } from "../../contract/packages.ts";
import { faultsInLooks, twoLooks } from "../helpers/axe.ts";
import { holdNextWrite } from "../helpers/browser.ts";
import { htmlOf, textsOf } from "../helpers/html-of.ts";
import { openShop } from "../helpers/open-shop.ts";
import { placeOrder } from "../helpers/orders.ts";
import { picture } from "../helpers/picture.ts";
import { answer, lift, move, openOwner, openPanel } from "../helpers/settings.ts";
import { admin } from "../helpers/start-shop.ts";

const { browser, shop } = await openShop();

const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
const cards = (page: Page) => page.getByRole("listitem").filter({ has: page.getByRole("heading") });

describe("packages", () => {
  async function expectNoValidityWhereEmptied(page: Page): Promise<void> {
    const shown = cards(page).filter({ hasText: "Timeless" });
    const validity = async () => {
      const found = (await (await fetch(`${shop.url}/packages`)).json()) as PackageRecord[];
      return found.find(({ packageName }) => packageName === "Timeless")?.validity;
    };
    const [name] = await cards(page).getByRole("heading").allInnerTexts();
    await archive(page, name!);
    const add = page.getByRole("button", { name: "Add Package" });
    await expect.poll(() => add.isEnabled()).toBe(true);
    await add.click();
    const added = page.getByRole("dialog", { name: "Add New Package" });
    await added.getByLabel("Package name").fill("Timeless");
    await added.getByLabel("Price").fill("5");
    await added.getByRole("textbox", { name: "Credit" }).fill("5");
    await added.getByLabel("Validity").fill("");
    await added.getByRole("button", { name: "Add Package" }).click();
    await added.waitFor({ state: "hidden" });
    await shown.waitFor();
    expect(await validity()).toBe(0);

    for (const days of ["30", " "]) {
      await page.getByRole("button", { name: "Edit Timeless" }).click();
      const edit = page.getByRole("dialog", { name: "Edit Package" });
      await edit.getByLabel("Validity").fill(days);
      await edit.getByRole("button", { name: "Save Changes" }).click();
      await edit.waitFor({ state: "hidden" });
      expect(await validity()).toBe(Number(days));
    }
    await expect.poll(() => shown.innerText()).not.toContain("days");
  }

  async function archive(page: Page, name: string): Promise<void> {
    await page.getByRole("button", { name: `Archive ${name}` }).click();
    await answer(page, "Nobody can buy it any more", "Archive package");
  }

  /** The last archived one, behind the others. */
  async function expectBackOnSale(page: Page, name: string): Promise<void> {
    await page.getByText("Archived packages (1)").click();
    await page.getByRole("button", { name: `Put back on sale ${name}` }).click();
    await page.getByText("is on sale again.").waitFor();
    await expect.poll(async () => (await cards(page).getByRole("heading").allInnerTexts()).at(-1)).toBe(name);
    await page.getByText("Archived packages").waitFor({ state: "hidden" });
  }

  async function expectNoneBackWhereFull(page: Page, name: string): Promise<void> {
    await page.getByText("Archived packages (2)").click();
    const back = page.getByRole("button", { name: `Put back on sale ${name}` });
    expect(await back.isDisabled()).toBe(true);
    expect(await back.getAttribute("aria-describedby")).toBe("archived-full");
    expect(await faultsInLooks(page, twoLooks)).toEqual([]);
  }

  it("are three at most, and archived, put back on sale, added, edited and ordered by keyboard; an emptied validity is none, as the preview says, in one that is added and in one that is changed", async () => {
    const { page } = await openOwner(browser, shop);
    await page.route("**/packages/archived", (route) => route.abort());
    await page.goto("/admin/packages");
    await page.getByText("Maximum 3 packages allowed").waitFor();
    await page.getByText("The archived packages could not be loaded.").waitFor();
    await page.unroute("**/packages/archived");
    await page.getByRole("button", { name: "Retry" }).click();
    await page.getByText("The archived packages could not be loaded.").waitFor({ state: "hidden" });
    const add = page.getByRole("button", { name: "Add Package" });
    await expect.poll(() => add.isDisabled()).toBe(true);
    const names = await cards(page).getByRole("heading").allInnerTexts();
    expect(names).toHaveLength(3);

    await archive(page, names[2]!);
    await expectBackOnSale(page, names[2]!);
    await archive(page, names[2]!);
    await expect.poll(() => add.isEnabled()).toBe(true);
    await add.click();
    const dialog = page.getByRole("dialog", { name: "Add New Package" });
    await dialog.getByRole("button", { name: "Add Package" }).click();
    await dialog.getByText("Please enter a package name.").first().waitFor();
    await dialog.getByLabel("Package name").fill("Journey");
    await dialog.getByLabel("Price").fill("12.345");
    await dialog.getByRole("textbox", { name: "Credit" }).fill("ten");
    await dialog.getByRole("button", { name: "Add Package" }).click();
    await dialog.getByText("Credit must be a whole number from 0 to 1,000,000.").first().waitFor();
    // No price is shown that is not going to be one.
    const shown = page.frameLocator('iframe[title="Preview of the package"]');
    await shown.getByRole("heading", { name: "Journey" }).waitFor();
    expect(await shown.locator(".price").count()).toBe(0);
    await dialog.getByLabel("Price").fill("12.34");
    await dialog.getByRole("textbox", { name: "Credit" }).fill("10");
    await dialog.getByLabel("Line 1", { exact: true }).fill("A line of the journey");
    await dialog.getByRole("button", { name: "Add Package" }).click();
    await dialog.waitFor({ state: "hidden" });
    await page.getByRole("heading", { name: "Journey" }).waitFor();
    expect(await htmlOf(shop, "/")).toContain("A line of the journey");

    await page.getByRole("button", { name: "Edit Journey" }).click();
    const edit = page.getByRole("dialog", { name: "Edit Package" });
    await edit.getByLabel("Price").fill("1,250.00");
    await shown.getByText("$1,250.00").first().waitFor();
    await edit.getByLabel("Price").fill("1,250");
    await edit.getByLabel("Line 3", { exact: true }).fill("A line after it");
    await shown.getByText("A line after it").waitFor();
    await shown.getByText("$1,250.00").first().waitFor();
    await edit.getByLabel("Price").fill("20");
    await shown.getByText("$20.00").first().waitFor();
    await page.keyboard.press("Escape");
    await answer(page, "hasn't been saved and will be lost", "Stay");
    const isOfList = (url: URL) => url.pathname === "/packages";
    await page.route(isOfList, (route) => route.abort());
    await edit.getByRole("button", { name: "Save Changes" }).click();
    await edit.waitFor({ state: "hidden" });
    await page.getByText("$20.00 USD").waitFor();
    // The list can't be read anew, and what is edited next is all the same what was saved.
    await page.getByText("Failed to fetch packages").waitFor();
    await page.getByRole("button", { name: "Edit Journey" }).click();
    await edit.getByLabel("Line 2", { exact: true }).fill("Another line");
    await edit.getByRole("button", { name: "Save Changes" }).click();
    await edit.waitFor({ state: "hidden" });
    await page.unroute(isOfList);

    await lift(page, "Journey");
    await move(page, "ArrowLeft", /Journey over place 2/);
    await page.keyboard.press("Space");
    await page.getByText("Package order updated successfully!").waitFor();
    await expect
      .poll(() => cards(page).getByRole("heading").allInnerTexts())
      .toEqual([names[0], "Journey", names[1]]);
    await expectNoValidityWhereEmptied(page);
    await expectNoneBackWhereFull(page, names[2]!);
  });
});

describe("two admins at once", () => {
  it("are told who saved first, on packages, items, PayPal's and the generator's settings", async () => {
    const { page: first } = await openOwner(browser, shop);
    const { page: second } = await openOwner(browser, shop);
    const cases: { open: (page: Page) => Promise<void>; field: string; save: string }[] = [
      {
        async open(page) {
          await page.goto("/admin/packages");
          await page
            .getByRole("button", { name: /^Edit / })
            .first()
            .click();
        },
        field: "Package name",
        save: "Save Changes",
      },
      {
        async open(page) {
          await page.goto("/admin/items");
          await page.getByRole("button", { name: "Edit Colour Grade Recipes" }).click();
        },
        field: "Description",
        save: "Save Changes",
      },
      {
        open: (page) => openPanel(page, "paypal", "Paypal Setup"),
        field: "Webhook ID",
        save: "Save Settings",
      },
      { open: (page) => openPanel(page, "generator", "Generator"), field: "Shop name", save: "Save Changes" },
    ];
    for (const { open, field, save } of cases) {
      const input = (page: Page) => page.getByRole("textbox", { name: field, exact: true });
      await open(first);
      await open(second);
      const before = await input(second).inputValue();
      await input(second).fill("MINE");
      await input(first).fill("THEIRS");
      await first.getByRole("button", { name: save }).click();
      await first
        .getByText(/updated/)
        .first()
        .waitFor();
      await second.getByRole("button", { name: save }).click();
      await second.getByText(new RegExp(`${admin.email} saved this on .*, while you were editing`)).waitFor();
      await expect.poll(() => input(second).inputValue()).toBe("MINE");
      await second.getByRole("button", { name: "Load theirs" }).click();
      await expect.poll(() => input(second).inputValue()).toBe("THEIRS");
      await second.getByRole("button", { name: "Put back what I typed" }).click();
      await expect.poll(() => input(second).inputValue()).toBe("MINE");
      await input(second).fill(before);
      await second.getByRole("button", { name: save }).click();
      await second
        .getByText(/updated/)
        .first()
        .waitFor();
    }
  });

  it("are told on a picture's text, a canned reply, a ticket and the own profile too", async () => {
    const { page: first } = await openOwner(browser, shop);
    const { page: second } = await openOwner(browser, shop);
    const { request } = first;
    await request.post("/upload", {
      multipart: { image: { name: "one.png", mimeType: "image/png", buffer: await picture() } },
    });
    const reply = { title: "Greeting", body: "Hello." };
    const made = await (await request.post("/api/support/canned-replies", { data: reply })).json();
    const ticket = { subject: "Fought over", message: "By two." };
    const opened = await (await request.post("/new-support-message", { data: ticket })).json();
    const [media] = await (await request.get("/api/media")).json();
    const [own] = await (await request.get(`/users?userEmail=${admin.email}`)).json();
    const conflict = second.getByRole("alert").filter({ hasText: "while you were editing" });

    async function isTold(field: Locator, save: Locator) {
      await save.click();
      await conflict.waitFor();
      await expect.poll(() => field.inputValue()).toBe("MINE");
      await conflict.getByRole("button", { name: "Keep both" }).click();
      await save.click();
      await conflict.waitFor({ state: "hidden" });
    }

    await openPanel(second, "banner", "Banner Section Management");
    await second.getByRole("button", { name: /^Library/ }).click();
    const library = second.getByRole("dialog", { name: "Media library" });
    const alt = library.getByRole("textbox", { name: "Alternative text" }).first();
    await alt.fill("MINE");
    await request.patch(`/api/media/${media._id}`, { data: { alt: "THEIRS" } });
    await library
      .getByRole("button", { name: /^Save text/ })
      .first()
      .click();
    await conflict.getByText("THEIRS").first().waitFor();
    await conflict.getByRole("button", { name: "Overwrite with mine" }).click();
    await expect.poll(async () => (await (await request.get("/api/media")).json())[0].alt).toBe("MINE");

    await second.goto(`/admin/support-messages?ticket=${opened.data._id}`);
    const conversation = second.getByRole("region", { name: "Conversation" });
    const priority = conversation.getByLabel("Priority");
    await second.route(
      "**/support-message-status/*",
      async (route) => {
        await request.put(`/support-message-status/${opened.data._id}`, { data: { priority: "medium" } });
        await route.continue();
      },
      { times: 1 },
    );
    await priority.selectOption("high");
    const told = second.getByRole("alert").filter({ hasText: "You chose “high”" });
    await told.getByText("“medium”").waitFor();
    await told.getByRole("button", { name: "Set to “high”" }).click();
    await told.waitFor({ state: "hidden" });
    await expect.poll(() => priority.inputValue()).toBe("high");

    await second.getByRole("button", { name: "Canned replies" }).click();
    await second.getByRole("menuitem", { name: "Manage canned replies" }).click();
    await second.getByRole("button", { name: "Edit Greeting" }).click();
    const text = second.getByRole("textbox", { name: "Text" });
    await text.fill("MINE");
    // A draft that is kept knows the text that it was made from.
    await second.reload();
    await second.getByRole("button", { name: "Canned replies" }).click();
    await second.getByRole("menuitem", { name: "Manage canned replies" }).click();
    await request.put(`/api/support/canned-replies/${made.data._id}`, {
      data: { ...reply, body: "THEIRS" },
    });
    await second.reload();
    await second.getByRole("button", { name: "Canned replies" }).click();
    await second.getByRole("menuitem", { name: "Manage canned replies" }).click();
    await second.getByRole("button", { name: "Edit Greeting" }).click();
    await isTold(text, second.getByRole("dialog").getByRole("button", { name: "Save" }));

    await second.goto("/profile");
    const city = second.getByLabel("City");
    await city.fill("MINE");
    // What is changed beside the form is in nobody's way.
    await request.put(`/api/users/${own._id}`, { data: { balanceChange: 1, reason: "Beside" } });
    await second.getByRole("button", { name: "Save Changes" }).click();
    await second.getByText("Profile updated successfully!").first().waitFor();
    await request.put(`/update-user-profile/${own._id}`, { data: { city: "THEIRS" } });
    await city.fill("MINE");
    await second.getByLabel("Phone").fill("1");
    await second.getByRole("button", { name: "Save Changes" }).click();
    await conflict.getByRole("button", { name: "Load theirs" }).click();
    await expect.poll(() => city.inputValue()).toBe("THEIRS");
    await second.getByRole("button", { name: "Put back what I typed" }).click();
    await expect.poll(() => city.inputValue()).toBe("MINE");
  });
});

describe("the focus", () => {
  it("comes back to what opened a dialog, a menu, a drawer or an editor, when that is closed", async () => {
    const { page } = await openOwner(browser, shop);
    const order = await placeOrder(page.request, "Paula Focus");
    const ticket = { subject: "Of the focus", message: "Where is it?" };
    await page.request.post("/new-support-message", { data: ticket });
    const button = (name: string | RegExp) => page.getByRole("button", { name }).first();
    const dialog = page.getByRole("dialog");
    const pressEscape = () => page.keyboard.press("Escape");

    async function comesBack(opener: Locator, open: () => Promise<unknown>, close = pressEscape) {
      await opener.focus();
      await open();
      await close();
      await dialog.waitFor({ state: "hidden" });
      await expect.poll(() => opener.evaluate((each) => each === document.activeElement)).toBe(true);
    }
    const opens = (opener: Locator, close = pressEscape) =>
      comesBack(
        opener,
        async () => {
          await page.keyboard.press("Enter");
          await dialog.waitFor();
        },
        close,
      );
    // A menu takes the focus a moment after it is seen, from an entry that had it before that as well.
    const openMenu = async () => {
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => document.activeElement?.closest("[role=menu]"));
    };
    const opensFromMenu = (opener: Locator, entry: string) =>
      comesBack(opener, async () => {
        await openMenu();
        await page.getByRole("menuitem", { name: entry }).press("Enter");
        await dialog.waitFor();
      });

    await page.goto("/admin/packages");
    await opens(button(/^Edit /));
    await opens(button(/^Archive /));
    await opens(button("Enlarge"));
    await comesBack(button(/^Edit /), async () => {
      await page.keyboard.press("Control+k");
      await dialog.waitFor();
    });

    await page.goto("/admin/items");
    await comesBack(
      button("Edit Colour Grade Recipes"),
      async () => {
        await page.keyboard.press("Enter");
        await page.getByRole("textbox", { name: "Item name" }).waitFor();
      },
      () => button("Cancel").press("Enter"),
    );

    await page.goto(`/admin/users?q=${encodeURIComponent(admin.email)}`);
    await opens(button("Send Message"));
    await opens(button("Message Log History"));
    const more = button(/^More actions for /);
    for (const entry of ["Send Message", "Disable account", "Delete"]) await opensFromMenu(more, entry);
    await comesBack(more, openMenu);
    await comesBack(
      button(/^Edit /),
      () => page.keyboard.press("Enter"),
      () => button("Cancel").press("Enter"),
    );

    await openPanel(page, "banner", "Banner Section Management");
    for (const name of ["Versions", "Reset to Default", /^Library/]) await opens(button(name));
    await openPanel(page, "features", "Featured Section");
    await page.getByText("Icon class", { exact: true }).click();
    await opens(button(/^Pick/));

    await page.goto("/admin/orders");
    await opens(button(order.packageName));

    await page.goto("/admin/support-messages");
    await opens(button(/^Shortcuts/));
    await page.getByText(ticket.subject).first().click();
    await opensFromMenu(button("Canned replies"), "Manage canned replies");

    await page.goto("/profile");
    await opens(button("Delete account"));
    const upload = button("Upload photo");
    await comesBack(upload, async () => {
      const [chooser] = await Promise.all([page.waitForEvent("filechooser"), upload.press("Enter")]);
      await chooser.setFiles("web/public/media/defaults/about-night-train-640.webp");
      await dialog.waitFor();
    });

    await page.setViewportSize({ width: 360, height: 740 });
    await opens(button("Open menu"));
  });
});

describe("items", () => {
  it("are added and hidden, and visitors see it at once, but never the goods", async () => {
    const { page } = await openOwner(browser, shop);
    await page.goto("/admin/items");
    await page.getByRole("button", { name: "Add Item" }).click();
    await page.getByLabel("Item name").fill("Journey Kit");
    await page.getByLabel("Price").fill("5");
    await page.getByLabel("Access URL").fill("https://example.com/the-goods");
    await page.getByRole("button", { name: "Add Item" }).click();
    await row(page, "Journey Kit").waitFor();
    await page.getByRole("button", { name: "Move Journey Kit down" }).click();
    await page.getByText("Item order updated successfully!").waitFor();
    const list = await htmlOf(shop, "/premium");
    expect(textsOf(list, "h2").indexOf("Journey Kit")).toBe(1);
    const link = /<a[^>]* href="([^"]+)"[^>]*>Journey Kit</.exec(list)![1]!;
    expect(textsOf(await htmlOf(shop, link), "h1")).toEqual(["Journey Kit"]);
    expect(await (await fetch(shop.url + link)).text(), "nor in its data").not.toContain("the-goods");
    // The answer to a save that was left closes no other editor, and brings the list up to date.
    const name = page.getByLabel("Item name");
    await page.getByRole("button", { name: "Edit Journey Kit" }).click();
    await page.getByLabel("Price").fill("6");
    const slow = await holdNextWrite(page);
    await page.getByRole("button", { name: "Save Changes" }).click();
    await slow.started;
    await page.getByRole("button", { name: "Cancel" }).click();
    await answer(page, "hasn't been saved and will be lost", "Leave without saving");
    await page.getByRole("button", { name: "Add Item" }).click();
    await name.fill("Typed meanwhile");
    const reloaded = page.waitForResponse((response) => response.url().includes("/items?"));
    slow.release();
    await (await reloaded).finished();
    await name.press("!");
    await expect.poll(() => name.inputValue()).toBe("Typed meanwhile!");
    await page.unroute("**/*");
    await page.getByRole("button", { name: "Cancel" }).click();
    await answer(page, "hasn't been saved and will be lost", "Leave without saving");
    await row(page, "Journey Kit").getByText("$6.00").waitFor();
    await page.getByRole("button", { name: "Deactivate Journey Kit" }).click();
    await answer(page, "Nobody sees or buys it any more", "Deactivate");
    await page.getByRole("button", { name: "Activate Journey Kit", exact: true }).waitFor();
    expect(await htmlOf(shop, "/premium")).not.toContain("Journey Kit");
  });
});

describe("Gemini keys", () => {
  async function expectLaterOneIsTold(first: Page, second: Page): Promise<void> {
    for (const page of [first, second]) await page.getByRole("button", { name: "Edit Demo" }).click();
    await second.getByLabel("Name").fill("Mine");
    await first.getByLabel("Name").fill("Theirs");
    await first.getByRole("textbox", { name: "Key" }).fill("AIzaSyTheKeyOfTheOther5678");
    await first.getByRole("button", { name: "Update Key" }).click();
    await row(first, "Theirs").getByText("AIzaSyTh…5678").waitFor();

    await second.getByRole("button", { name: "Update Key" }).click();
    await second.getByText(`${admin.email} saved this on`).waitFor();
    await expect.poll(() => second.getByLabel("Name").inputValue()).toBe("Mine");
    await second.getByRole("button", { name: "Overwrite with mine" }).click();
    await row(second, "Mine").getByText("AIzaSyTh…5678").waitFor();
    await row(second, "Theirs").waitFor({ state: "hidden" });
  }

  it("are required, masked, tested, switched and deleted, and never come back whole; the later of two admins is told, overwrites the name and leaves the key that the other entered", async () => {
    const { page } = await openOwner(browser, shop);
    await openPanel(page, "gemini-keys", "Gemini Keys");
    await page.getByRole("button", { name: "Add Key" }).click();
    await page.getByText("Name and key are required").first().waitFor();
    await page.getByLabel("Name").fill("Journey key");
    await page.getByRole("textbox", { name: "Key" }).fill("AIzaSyJourneyKeyOfSomeLength1234");
    await page.getByRole("button", { name: "Add Key" }).click();
    await row(page, "Journey key").getByText("AIzaSyJo…1234").waitFor();
    expect(await page.content()).not.toContain("AIzaSyJourneyKeyOfSomeLength1234");
    await page.getByRole("button", { name: "Test Journey key" }).click();
    for (const state of ["Images: Works", "Text: Works"])
      await row(page, "Journey key").getByText(state).waitFor();
    await page.getByRole("button", { name: "Edit Journey key" }).click();
    await page.getByLabel("Name").fill("Renamed key");
    await page.getByRole("button", { name: "Update Key" }).click();
    await row(page, "Renamed key").getByText("AIzaSyJo…1234").waitFor();
    const active = page.getByRole("switch", { name: "Renamed key active" });
    await active.click({ force: true });
    await page.route("**/api/gemini-keys/*", async (route) => {
      // While it is being switched another press asks nothing.
      await active.click({ force: true });
      await route.continue();
    });
    await answer(page, "It takes no more turns.", "Deactivate");
    await expect.poll(() => active.isChecked()).toBe(false);
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.unroute("**/api/gemini-keys/*");
    await page.getByRole("button", { name: "Delete Renamed key" }).click();
    await answer(page, "Are you sure you want to delete this key?", "Delete key");
    await row(page, "Renamed key").waitFor({ state: "hidden" });

    const { page: second } = await openOwner(browser, shop);
    await openPanel(second, "gemini-keys", "Gemini Keys");
    await expectLaterOneIsTold(page, second);
  });
});

describe("payment and generator settings", () => {
  it("tests credentials, keeps a pair for each mode, and resets after the documented question", async () => {
    const { page } = await openOwner(browser, shop);
    await openPanel(page, "paypal", "Paypal Setup");
    await page.getByRole("button", { name: "Test connection" }).click();
    await page.getByText("PayPal accepts these credentials.").waitFor();
    const preview = page.frameLocator('iframe[title="PayPal buttons preview"]');
    await preview.getByText("PayPal's own buttons, as buyers see them.").waitFor();
    await preview.locator("[data-source=paypal]").waitFor();
    await expect.poll(() => preview.locator("[inert]").count()).toBe(1);
    const framed = await preview.locator("html").innerHTML();
    expect(framed, "what PayPal's script could read").not.toMatch(/clientSecret|webhookId|webhookUrl/);
    const entries = await page.evaluate(() => history.length);
    await page.getByLabel("Color").selectOption("gold");
    await page.locator('iframe[src*="color=gold"]').waitFor();
    await page.route("**/sdk/js**", (route) => route.abort());
    await page.getByLabel("Label").selectOption("buynow");
    await preview.getByText("An approximation: PayPal's script could not be loaded.").waitFor();
    await preview.getByText("PayPal Buy Now").waitFor();
    expect(await page.evaluate(() => history.length), "Back leads out of the settings").toBe(entries);
    await page.unroute("**/sdk/js**");
    await page.getByRole("button", { name: "Save Settings" }).click();
    await page.getByText("PayPal settings updated successfully").waitFor();
    await page.getByLabel("Mode", { exact: true }).selectOption("live");
    await expect.poll(() => page.getByLabel("Client ID").inputValue()).toBe("");
    await page.getByRole("button", { name: "Save Settings" }).click();
    await page.getByText("Failed to update PayPal settings").waitFor();
    await page.getByText("Enter the client ID before you enable PayPal.").first().waitFor();
    await page.getByRole("button", { name: "Reset to Default" }).click();
    await answer(
      page,
      "Are you sure you want to reset all PayPal settings to default?",
      "Reset all settings",
    );
    await page.getByText("PayPal settings reset successfully").waitFor();
    await expect.poll(() => page.getByLabel("Color").inputValue()).toBe("blue");
    await preview.getByText("PayPal draws the real buttons once a client ID is saved.").waitFor();
    await page.getByText("Payments are off").waitFor();
    await expect.poll(() => page.getByRole("switch", { name: "Enable PayPal" }).isChecked()).toBe(false);
  });

  it("saves what a run costs, and refuses a model that is none", async () => {
    const { page } = await openOwner(browser, shop);
    await openPanel(page, "generator", "Generator");
    await page.getByLabel("Text model").fill("no model/at all");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await page.getByText("Please enter a model id such as gemini-3.5-flash-lite.").first().waitFor();
    await page.getByLabel("Text model").fill("gemini-3.5-flash-lite");
    const unspent = page.getByText("the last credit of every balance can't be spent until the next top-up");
    await unspent.waitFor();
    await page.getByLabel("Cost of a run").fill("2");
    await expect.poll(() => unspent.count()).toBe(0);
    await page.getByRole("button", { name: "Save Changes" }).click();
    await page.getByText("Generator settings updated successfully!").waitFor();
    const cost = await page.evaluate(
      async () => (await (await fetch("/api/shop-settings")).json()).data.cost,
    );
    expect(cost).toBe(2);
  });
});
