import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { axeViolations } from "../helpers/axe.ts";
import { loseAnswer, untilSo } from "../helpers/browser.ts";
import { htmlOf, textsOf } from "../helpers/html-of.ts";
import { openShop } from "../helpers/open-shop.ts";
import { picture } from "../helpers/picture.ts";
import {
  answer,
  lift,
  move,
  openOwner,
  openPanel,
  openStranger,
  saveUntilAnswered,
} from "../helpers/settings.ts";
import { coveredByToasts } from "../helpers/toasts.ts";
import { stayOnReload } from "../helpers/unload.ts";

const { browser, shop } = await openShop();

const save = (page: Page) => page.getByRole("button", { name: "Save Changes" }).click();
const title = (page: Page) => page.getByRole("textbox", { name: "Title", exact: true });
const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

const sources = (images: Element[]) =>
  images.map((image) => image.getAttribute("src")?.split("/").at(-1) ?? "");

const isFocused = (element: Element) => element === document.activeElement;

describe("the features list", () => {
  it("adds, orders by keyboard, edits, hides and deletes, and visitors see each at once", async () => {
    const { page } = await openOwner(browser, shop);
    await openPanel(page, "features", "Featured Section");
    await expect.poll(() => page.getByLabel("Category").inputValue()).toBe("AI Features");
    const next = await page.getByLabel("Order").inputValue();
    expect(next).toBe("8");
    await page.getByRole("button", { name: "Add Feature" }).click();
    await page.getByText("Title is required").first().waitFor();
    await title(page).fill("A feature of the journey");
    await page.getByLabel("Description").fill("It walks through the back office.");
    const preview = page.frameLocator('iframe[title="Preview of the features"]');
    await expect
      .poll(() => preview.getByRole("heading", { level: 3 }).allInnerTexts())
      .toEqual(["A feature of the journey"]);
    await page.getByText("Icon class", { exact: true }).click();
    await page.getByRole("button", { name: "Pick for Icon class" }).click();
    await page.getByLabel("Search icons").fill("rocket");
    await page.getByRole("button", { name: "rocket" }).click();
    await expect
      .poll(() => page.getByLabel("Icon class", { exact: true }).last().inputValue())
      .toBe("icon-rocket");
    await page.getByRole("button", { name: "Add Feature" }).click();
    await page.getByText("Feature added successfully!").waitFor();
    await row(page, "A feature of the journey").waitFor();
    expect(textsOf(await htmlOf(shop, "/"), "h3")).toContain("A feature of the journey");

    const orders: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "PUT") orders.push(new URL(request.url()).pathname);
    });
    await lift(page, "A feature of the journey");
    await move(page, "ArrowUp", /A feature of the journey over place 8/);
    await page.keyboard.press("Space");
    await page.getByText("Feature order updated successfully!").waitFor();
    await expect.poll(() => page.getByRole("row").nth(8).innerText()).toContain("A feature of the journey");

    expect(orders).toEqual(["/api/features-section/order"]);
    await page.getByRole("button", { name: "Move A feature of the journey up" }).click();
    await expect.poll(() => page.getByRole("row").nth(7).innerText()).toContain("A feature of the journey");

    await title(page).fill("Something new");
    await page.getByRole("button", { name: "Edit A feature of the journey" }).click();
    await answer(page, "hasn't been saved and will be lost", "Stay");
    await expect.poll(() => title(page).inputValue()).toBe("Something new");
    await page.getByRole("button", { name: "Edit A feature of the journey" }).click();
    await answer(page, "hasn't been saved and will be lost", "Leave without saving");
    await page.getByRole("button", { name: "Move A feature of the journey up" }).click();
    await title(page).fill("An edited feature");
    // A switch in the table below is the same admin's own doing, and no conflict with what is being typed.
    await page.getByRole("button", { name: "Deactivate A feature of the journey" }).click();
    await answer(page, "Visitors don't see it any more.", "Deactivate");
    await page.getByRole("button", { name: "Activate A feature of the journey", exact: true }).waitFor();
    await page.getByRole("button", { name: "Update Feature" }).click();
    await page.getByText("Feature updated successfully!").waitFor();
    await page.getByRole("button", { name: "Activate An edited feature", exact: true }).waitFor();
    expect(await htmlOf(shop, "/")).not.toContain("An edited feature");
    await page.getByRole("button", { name: "Delete An edited feature" }).click();
    await answer(page, "Are you sure you want to delete this feature?", "Delete feature");
    await page.getByText("Feature deleted successfully!").waitFor();
    await expect.poll(() => row(page, "An edited feature").count()).toBe(0);
  });
});

describe("the about section", () => {
  it("keeps one feature at least, needs both titles, and takes an uploaded picture with its text", async () => {
    const { page } = await openOwner(browser, shop);
    await openPanel(page, "about", "About Section");
    await page.getByRole("tab", { name: "Section 2" }).click();
    const second = await page.getByRole("textbox", { name: "Feature 2", exact: true }).inputValue();
    await page.getByRole("button", { name: "Move Feature 2 up" }).click();
    await expect
      .poll(() => page.getByRole("textbox", { name: "Feature 1", exact: true }).inputValue())
      .toBe(second);
    for (let left = 4; left > 1; left -= 1)
      await page.getByRole("button", { name: "Remove feature 1" }).click();
    await expect.poll(() => page.getByRole("button", { name: "Remove feature 1" }).isDisabled()).toBe(true);
    await title(page).fill("");
    await page.getByRole("tab", { name: "Section 1" }).click();
    await save(page);
    await page.getByText("Section titles are required").first().waitFor();
    await expect
      .poll(() => page.getByRole("tab", { name: "Section 2" }).getAttribute("aria-selected"))
      .toBe("true");
    await page.getByRole("tab", { name: "Section 1" }).click();
    await page.getByRole("link", { name: "Section titles are required" }).click();
    await expect
      .poll(() => page.getByRole("tab", { name: "Section 2" }).getAttribute("aria-selected"))
      .toBe("true");
    await expect.poll(() => title(page).evaluate((field) => field === document.activeElement)).toBe(true);
    await title(page).fill("A title from the journey");

    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles({
        name: "picture.png",
        mimeType: "image/png",
        buffer: await picture(),
      });
    const url = page.getByLabel("Image 1 URL");
    await expect.poll(() => url.inputValue()).toMatch(/^\/uploads\//);
    await page.getByLabel("Image 1 alternative text").fill("A square from the journey");
    await save(page);
    await page.getByText("About section updated successfully!").waitFor();
    const shown = await htmlOf(shop, "/");
    expect(textsOf(shown, "h2")).toContain("A title from the journey");
    expect(shown).toMatch(/<img[^>]* alt="A square from the journey"/);

    await page.getByRole("button", { name: "Library for Image 2 URL" }).click();
    const library = page.getByRole("dialog", { name: "Media library" });
    await library.getByRole("button", { name: /^Use/ }).first().click();
    await expect.poll(() => page.getByLabel("Image 2 URL").inputValue()).toMatch(/^\/uploads\//);
  });

  it("has as many points in its preview as in its form, also where two were alike for a while; is not saved without the picture that is on its way to it, which comes into its own slot; and refuses one of more than 2 MB before it is sent", async () => {
    const { page } = await openOwner(browser, shop);
    await openPanel(page, "about", "About Section");
    const preview = page.frameLocator('iframe[title="Preview of the about section"]');
    const points = () => preview.locator("section").first().getByRole("listitem").allInnerTexts();
    const fields = page.getByRole("textbox", { name: /^Feature \d$/ });
    const typed = () => fields.evaluateAll((all) => all.map((field) => (field as HTMLInputElement).value));
    await fields.nth(1).fill(await fields.nth(0).inputValue());
    await expect.poll(points).toEqual(await typed());
    await fields.nth(0).fill("Another point");
    await expect.poll(points).toEqual(await typed());

    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/upload", async (route) => {
      await held;
      await route.continue();
    });
    const urls = page.getByRole("textbox", { name: /^Image [12] URL/ });
    const [first, second] = [await urls.nth(0).inputValue(), await urls.nth(1).inputValue()];
    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles({ name: "late.png", mimeType: "image/png", buffer: await picture() });
    await page.getByRole("button", { name: "Move Image 1 down" }).click();
    await expect.poll(() => urls.nth(0).inputValue()).toBe(second);
    await save(page);
    await page.getByRole("button", { name: "Saving..." }).waitFor();
    release();
    await page.getByText("About section updated successfully!").waitFor();
    await page.reload();
    await expect.poll(() => urls.nth(1).inputValue()).not.toBe(first);
    await expect.poll(() => urls.nth(0).inputValue()).toBe(second);

    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles({
        name: "large.png",
        mimeType: "image/png",
        buffer: Buffer.alloc(2_097_153),
      });
    await page.getByText("File size exceeds 2 MB. Please upload a smaller image.").waitFor();
  });

  it("asks before what was typed is lost to what stood before a reset, or a picture's text to a search", async () => {
    const { page } = await openOwner(browser, shop);
    const changed = { section1: { subtitle: "Before the reset" } };
    expect((await page.request.put("/api/about-section", { data: changed })).status()).toBe(200);
    await openPanel(page, "about", "About Section");
    await page.getByRole("button", { name: "Reset to Default" }).click();
    await answer(page, "to default?", "Reset to Default");
    const subtitle = page.getByRole("textbox", { name: "Subtitle" });
    const back = page.getByRole("button", { name: "Bring back what stood before" });
    await back.waitFor();
    await subtitle.fill("Typed since");
    await back.click();
    await answer(page, "hasn't been saved and will be lost", "Stay");
    await expect.poll(() => subtitle.inputValue()).toBe("Typed since");
    await back.click();
    await answer(page, "hasn't been saved and will be lost", "Leave without saving");
    await back.waitFor({ state: "detached" });
    await expect.poll(() => subtitle.inputValue()).toBe(changed.section1.subtitle);

    const upload = async () => {
      const image = { name: "named.png", mimeType: "image/png", buffer: await picture() };
      expect((await page.request.post("/upload", { multipart: { image } })).ok()).toBe(true);
    };
    for (let count = 0; count < 12; count += 1) await upload();
    await page.getByRole("button", { name: "Library for Image 2 URL" }).click();
    const library = page.getByRole("dialog", { name: "Media library" });
    // The last one of the page comes to be on the next, and stays where its text is being typed until that is saved.
    const last = library.getByLabel("Alternative text").last();
    const id = await last.getAttribute("id");
    const field = library.locator(`#${id}`);
    await field.fill("Typed meanwhile");
    for (let count = 0; count < 2; count += 1) await upload();
    const size = library.getByText(/^\d+ pictures$/);
    const before = Number.parseInt(await size.innerText(), 10);
    await library
      .getByRole("button", { name: /^Delete/ })
      .first()
      .click();
    // Its answer is lost: the library is read anew all the same.
    await page.route("**/api/media/*", loseAnswer, { times: 1 });
    await answer(page, "Delete this picture?", "Delete picture");
    await library.getByText(`${before + 1} pictures`).waitFor({ state: "attached" });
    expect(await field.inputValue()).toBe("Typed meanwhile");
    const card = library.getByRole("listitem").filter({ has: page.locator(`#${id}`) });
    await card.getByRole("button", { name: /^Save text/ }).click();
    await field.waitFor({ state: "detached" });
    const saved = await page.request.get("/api/media?q=Typed%20meanwhile");
    expect((await saved.json()).map(({ _id }: { _id: string }) => `alt-${_id}`)).toEqual([id]);
    const text = library.getByLabel("Alternative text").first();
    await text.fill("A text of the journey");
    const search = library.getByRole("searchbox");
    const takesItAway = [
      () => search.fill("else"),
      () => page.keyboard.press("Escape"),
      () => library.getByRole("button", { name: /^Use/ }).first().click(),
    ];
    for (const act of takesItAway) {
      await act();
      await answer(page, "hasn't been saved and will be lost", "Stay");
      await expect.poll(() => text.inputValue()).toBe("A text of the journey");
    }
    expect(await stayOnReload(page)).toBe("beforeunload");
    await search.fill("nothing has this");
    await answer(page, "hasn't been saved and will be lost", "Leave without saving");
    await library.getByText("No picture has this text").waitFor();
    await page.keyboard.press("Escape");
    await library.waitFor({ state: "hidden" });
  });
});

describe("the other parts", () => {
  it("cuts a long quote at 50 characters in the table and shows the testimonial to visitors", async () => {
    const { page } = await openOwner(browser, shop);
    await openPanel(page, "testimonials", "Testimonials");
    const quote = "This quote has rather more than fifty characters, so the table cuts it short.";
    await page.getByLabel("Quote").fill(quote);
    await page.getByLabel("Author name").fill("Jo Journey");
    await page.getByLabel("Author title").fill("Walks through shops");
    await page.getByRole("button", { name: "Add Testimonial" }).click();
    await page.getByText("Testimonial created successfully!").waitFor();
    await row(page, "Jo Journey")
      .getByText(`${quote.slice(0, 50)}...`)
      .waitFor();
    expect(await htmlOf(shop, "/")).toContain(quote);

    const authors = async () =>
      (await htmlOf(shop, "/"))
        .split("<figcaption")
        .slice(1)
        .map((caption) => textsOf(caption, "strong")[0]);
    expect((await authors()).at(-1)).toBe("Jo Journey");
    await page.getByRole("button", { name: "Move Jo Journey up" }).click();
    await page.getByText("Testimonial order updated successfully!").waitFor();
    expect((await authors()).at(-2)).toBe("Jo Journey");
    await lift(page, "Jo Journey");
    for (const [key, place] of [
      ["ArrowUp", 5],
      ["ArrowDown", 6],
      ["ArrowUp", 5],
    ] as const)
      await move(page, key, `Jo Journey over place ${place}`);
    await page.keyboard.press("Space");
    await expect.poll(async () => (await authors()).at(-3)).toBe("Jo Journey");
    await page.getByRole("searchbox", { name: "Search testimonials..." }).fill("jo journey");
    await page.waitForURL(/panel=testimonials.*q=jo/);
    await page.getByRole("button", { name: "Move Jo Journey up" }).waitFor({ state: "hidden" });
    await expect
      .poll(() => page.getByRole("searchbox", { name: "Search testimonials..." }).evaluate(isFocused))
      .toBe(true);
    await page.getByRole("button", { name: "Show in their order" }).click();
    await page.getByRole("button", { name: "Move Jo Journey up" }).waitFor();
  });

  it("needs a logo, and shows a new one to visitors", async () => {
    const { page } = await openOwner(browser, shop);
    const { page: visitor } = await openStranger(browser, shop);
    await openPanel(page, "logo", "Logo Update");
    await page.getByLabel("Logo URL").fill(" ");
    await save(page);
    await page.getByText("Please enter a logo URL").first().waitFor();
    const shown = page.locator("form img");
    await page.getByLabel("Logo URL").fill("/uploads/there-is-none");
    await shown.waitFor({ state: "detached" });
    await page.getByLabel("Logo URL").fill("/media/defaults/voice-teo.webp");
    await shown.waitFor();
    expect((await shown.boundingBox())!.width).toBeLessThanOrEqual(200);
    await save(page);
    await page.getByText("Logo updated successfully!").waitFor();
    expect(await coveredByToasts(page)).toEqual([]);
    await visitor.goto("/");
    const logos = (place: string, on = visitor) => on.locator(`${place} img:visible`).evaluateAll(sources);
    await expect.poll(() => logos("header")).toEqual(["voice-teo.webp"]);
    await expect.poll(() => logos("footer")).toContain("voice-teo.webp");
    await expect.poll(() => logos("aside", page), { message: "on the rail" }).toEqual(["voice-teo.webp"]);
    await page.getByRole("button", { name: "Expand sidebar" }).click();
    await expect.poll(() => logos("aside", page)).toEqual(["voice-teo.webp"]);

    await page.getByLabel("Dark logo").fill("/media/defaults/voice-odile.webp");
    for (const [scheme, source] of Object.entries({ light: "voice-teo", dark: "voice-odile" }))
      await page
        .frameLocator(`iframe[title="Preview of the logo, ${scheme}"]`)
        .locator(`header img[src*="${source}"]:visible`)
        .waitFor();
    const grounds = () =>
      page
        .locator("form img")
        .evaluateAll((images) => images.map((image) => getComputedStyle(image).backgroundColor));
    await expect.poll(async () => (await grounds()).length).toBe(2);
    const inLight = await grounds();
    await page.emulateMedia({ colorScheme: "dark" });
    await untilSo(page, () => getComputedStyle(document.documentElement).colorScheme.includes("dark"));
    expect(await grounds(), "each on the ground that it is for").toEqual(inLight);
    await page.emulateMedia({ colorScheme: "light" });

    const saved = page.waitForResponse((response) => response.request().method() === "PUT");
    await page.setViewportSize({ width: 360, height: 740 });
    await save(page);
    expect((await saved).status()).toBe(200);
    // The former toast goes as the new one comes.
    await expect.poll(() => coveredByToasts(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await visitor.reload();
    await expect.poll(() => logos("header")).toEqual(["voice-teo.webp"]);
    await expect.poll(() => logos("footer")).toContain("voice-odile.webp");
    await visitor.emulateMedia({ colorScheme: "dark" });
    await expect.poll(() => logos("header")).toEqual(["voice-odile.webp"]);
    await visitor.goto("/login");
    await expect.poll(() => logos("main")).toEqual(["voice-odile.webp"]);
    await page.goto("/user/dashboard");
    await expect.poll(() => logos("aside", page)).toEqual(["voice-odile.webp"]);
  });

  async function deleteFromLibrary(page: Page, url: string): Promise<void> {
    const pictures: { _id: string; url: string }[] = await (await page.request.get("/api/media")).json();
    const id = pictures.find((each) => each.url === url)?._id;
    expect((await page.request.delete(`/api/media/${id}`)).status()).toBe(200);
  }

  it("says at its field that a picture was deleted while the form was open, and in the list of versions that one of a version was", async () => {
    const { page } = await openOwner(browser, shop);
    const uploadTo = async (field: Locator) => {
      const file = { name: "picture.png", mimeType: "image/png", buffer: await picture() };
      await page.locator('input[type="file"]').first().setInputFiles(file);
      await expect.poll(() => field.inputValue()).toMatch(/^\/uploads\//);
      return field.inputValue();
    };
    await openPanel(page, "logo", "Logo Update");
    const logo = page.getByLabel("Logo URL");
    const former = await logo.inputValue();
    await deleteFromLibrary(page, await uploadTo(logo));
    await save(page);
    await page.getByRole("link", { name: "This picture is gone. Please upload it again." }).click();
    await expect.poll(() => logo.evaluate(isFocused)).toBe(true);
    expect(await logo.getAttribute("aria-invalid")).toBe("true");
    expect(await axeViolations(page)).toEqual([]);
    await logo.fill(former);
    await page.getByText("Not saved yet").waitFor({ state: "detached" });

    await openPanel(page, "contact", "Contact Page Settings");
    const shown = page.getByLabel("Image URL");
    const url = await uploadTo(shown);
    for (const value of [url, ""]) {
      await shown.fill(value);
      await saveUntilAnswered(page);
    }
    await deleteFromLibrary(page, url);
    await page.getByRole("button", { name: "Versions" }).click();
    const drawer = page.getByRole("dialog", { name: "Versions: Contact page" });
    const first = drawer.getByRole("button", { name: /Compare/ }).first();
    await first.click();
    await drawer.getByRole("button", { name: /^Bring back version/ }).click();
    await answer(page, "Visitors see it at once", "Bring back");
    const refusal = drawer.getByRole("alert");
    await refusal.getByText("A picture of this version was deleted since. Nothing was changed.").waitFor();
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "hidden" });
    expect(await shown.inputValue()).toBe("");
  });

  it("says of a version that was brought back that it is, also where the form cannot be read anew", async () => {
    const { page } = await openOwner(browser, shop);
    await openPanel(page, "contact", "Contact Page Settings");
    const subtitle = page.getByRole("textbox", { name: "Subtitle" });
    for (const text of ["The former words", "The present words"]) {
      await subtitle.fill(text);
      await saveUntilAnswered(page);
    }
    await page.getByRole("button", { name: "Versions" }).click();
    const drawer = page.getByRole("dialog", { name: "Versions: Contact page" });
    await drawer
      .getByRole("button", { name: /Compare/ })
      .first()
      .click();
    await page.route("**/api/contact-page", (route) => route.abort());
    await drawer.getByRole("button", { name: /^Bring back version/ }).click();
    await answer(page, "Visitors see it at once", "Bring back");
    const notice = drawer.getByRole("alert");
    await notice.getByText(/^Version \d+ is back; the form could not be read anew\./).waitFor();
    expect(await drawer.getByText("could not be brought back").count()).toBe(0);
    await page.unroute("**/api/contact-page");
    await page.reload();
    await expect.poll(() => subtitle.inputValue()).toBe("The former words");
  });

  it("saves the footer, and resets the contact page after asking, whose preview has as many ways to reach the shop as its form, also while two are blank", async () => {
    const { page } = await openOwner(browser, shop);
    await openPanel(page, "footer", "Footer Section");
    await page.getByLabel("E-mail").fill("no address");
    await save(page);
    await page.getByText("Please enter a valid email address.").first().waitFor();
    await page.getByLabel("E-mail").fill("hello@example.com");
    await page.getByRole("button", { name: "Add quick link" }).click();
    await page.getByRole("group", { name: "Quick link 8" }).getByLabel("Text").fill("A link of the journey");
    await page.getByRole("group", { name: "Quick link 8" }).getByLabel("URL").fill("/contact");
    await save(page);
    await page.getByText("Footer section updated successfully!").waitFor();
    expect(textsOf(await htmlOf(shop, "/"), "a")).toContain("A link of the journey");

    await openPanel(page, "contact", "Contact Page Settings");
    const before = await title(page).inputValue();
    await title(page).fill("Write to us");
    await save(page);
    await page.getByText("Contact page updated successfully!").waitFor();
    await page.getByRole("button", { name: "Reset to Default" }).click();
    await answer(page, "reset the contact page to default", "Reset to Default");
    await page.getByText("Contact page reset to default successfully!").waitFor();
    await expect.poll(() => title(page).inputValue()).toBe(before);

    const preview = page.frameLocator('iframe[title="Preview of the contact page"]');
    const shown = () => preview.locator("#contact").getByRole("listitem").count();
    const values = page.getByRole("textbox", { name: "Value", exact: true });
    const present = await values.count();
    for (const more of [1, 2]) {
      await page.getByRole("button", { name: "Add contact item" }).click();
      await expect.poll(shown).toBe(present + more);
    }
    await values.nth(present).fill("desk@example.com");
    await preview.getByText("desk@example.com").waitFor();
    expect(await shown()).toBe(present + 2);
  });

  async function expectLinkRefused(page: Page, text: Locator): Promise<void> {
    await text.click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Shift+End");
    await page.getByRole("button", { name: "Link", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Link" });
    const address = dialog.getByRole("textbox", { name: "Enter URL" });
    await address.fill("example.com/offer");
    await page.keyboard.press("Enter");
    await dialog.getByRole("alert").filter({ hasText: "Please enter a whole address" }).waitFor();
    await expect.poll(() => address.evaluate(isFocused)).toBe(true);
    expect(await axeViolations(page)).toEqual([]);
    await address.fill(" /premium");
    await expect.poll(() => dialog.getByRole("alert").count()).toBe(0);
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "hidden" });
    await text.locator('a[href="/premium"]').waitFor();
  }

  async function expectAskedOnce(page: Page): Promise<void> {
    const tab = (name: string) => page.getByRole("tab", { name });
    await tab("Privacy").click();
    await page.waitForURL("**text=privacy");
    await expect.poll(() => title(page).inputValue()).toBe("Privacy");
    await title(page).fill("Half a title");
    for (const leave of [() => page.goBack(), () => tab("Refund policy").click()]) {
      await leave();
      await answer(page, "haven't been saved", "Stay");
      await expect.poll(() => title(page).inputValue()).toBe("Half a title");
    }
    await tab("Refund policy").click();
    await answer(page, "haven't been saved", "Leave without saving");
    await page.waitForURL("**text=refund-policy");
    await expect.poll(() => title(page).inputValue()).toBe("Refund policy");
  }

  it("edits a legal text as rich text, which visitors then read; asks, once, before Back or a tab leads from one that is being written to another; and refuses a link that would lead nowhere where it is entered", async () => {
    const { page } = await openOwner(browser, shop);
    await openPanel(page, "legal-pages", "Legal pages");
    await page.getByRole("tab", { name: "Refund policy" }).click();
    await page.waitForURL("**text=refund-policy");
    const text = page.getByRole("textbox", { name: "Text" });
    await text.click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("Typed in the journey. ");
    await text.evaluate((element) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/html", "<p>Before.</p><h1>Pasted from Word</h1><p>After.</p>");
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    });
    await save(page);
    await page.getByText("Page updated successfully!").waitFor();
    const read = await htmlOf(shop, "/refund-policy");
    expect(textsOf(read, "h2")).toContain("Pasted from Word");
    // The description's beginning is the text's.
    expect(read.slice(read.indexOf("<main"))).toContain("Typed in the journey.");

    await expectAskedOnce(page);
    await expectLinkRefused(page, text);
  });
});
