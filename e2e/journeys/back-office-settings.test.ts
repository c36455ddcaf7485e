import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { axeViolations } from "../helpers/axe.ts";
import { holdNextWrite } from "../helpers/browser.ts";
import { proveLongAgo } from "../helpers/database.ts";
import { htmlOf, textsOf } from "../helpers/html-of.ts";
import { openShop } from "../helpers/open-shop.ts";
import {
  answer,
  openOwner,
  openPanel,
  saveUntilAnswered,
  turnToPanel,
  untilPanelAnswers,
} from "../helpers/settings.ts";
import { admin } from "../helpers/start-shop.ts";

const { browser, shop } = await openShop();

const menu = [
  "Account",
  "Logo Update",
  "Banner Section",
  "Featured Section",
  "About Section",
  "Contact Page Settings",
  "Gemini Keys",
  "Paypal Setup",
  "Packages",
  "Footer Section",
  "Testimonials",
  "Legal pages",
  "Generator",
  "Items",
];

describe("the settings screen", () => {
  it("has every entry in its order, shows who is signed in, names the panel in its title, comes with its panel in place, keeps it in the address, and asks before one with unsaved changes is left", async () => {
    const { page } = await openOwner(browser, shop);
    await page.goto("/settings");
    await page.waitForURL("**/admin/settings");
    const nav = page.getByRole("navigation", { name: "Settings" });
    await expect.poll(() => nav.getByRole("link").allInnerTexts()).toEqual(menu);
    await page.getByText(admin.email).first().waitFor();
    await nav.getByRole("link", { name: "Banner Section" }).click();
    await page.waitForURL("**/admin/settings?panel=banner");
    await page.getByRole("heading", { name: "Banner Section Management" }).waitFor();
    expect(await page.title()).toMatch(/^Banner Section · Settings · /);
    await page.getByRole("status").getByText("Banner Section · Settings").waitFor({ state: "attached" });
    await page.goBack();
    await page.getByRole("heading", { name: "Account Settings" }).waitFor();

    const answered = await page.request.get("/admin/settings", { headers: { accept: "text/html" } });
    const html = await answered.text();
    expect(html).toContain("Who you are here, and how you sign in.");
    expect(html, "a panel whose scripts nothing has to wait for").not.toMatch(
      /<!--\$\?-->|Loading Account\.\.\./,
    );

    // The menu folds over the link that was pressed.
    await page.setViewportSize({ width: 800, height: 900 });
    const toggle = page.locator("[aria-controls=settings-menu]");
    await toggle.click();
    await nav.getByRole("link", { name: "Footer Section" }).click();
    await untilPanelAnswers(page, "Footer Section");
    await expect.poll(() => toggle.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByLabel("Copyright text").fill("Not saved");
    await page.getByRole("link", { name: "Testimonials" }).click();
    await answer(page, "haven't been saved", "Stay");
    await expect.poll(() => page.getByLabel("Copyright text").inputValue()).toBe("Not saved");
    await page.getByRole("link", { name: "Testimonials" }).click();
    await answer(page, "haven't been saved", "Leave without saving");
    await page.getByRole("heading", { name: "Testimonials", level: 2 }).waitFor();
  });

  it("asks for the password also once the account with its passkeys was left for another panel", async () => {
    const { page } = await openOwner(browser, shop);
    await page.goto("/admin/settings");
    const addPasskey = page.getByRole("button", { name: "Add a passkey" });
    await addPasskey.waitFor();
    await turnToPanel(page, "generator", "Generator");
    await addPasskey.waitFor({ state: "detached" });
    await proveLongAgo(shop, admin.email);
    await page.getByLabel("Shop name").fill("Proven Thumbs");
    await page.getByRole("button", { name: "Save Changes" }).click();
    const proof = page.getByRole("dialog", { name: "Is it still you?" });
    await proof.getByLabel("Password", { exact: true }).fill(admin.password);
    await page.keyboard.press("Enter");
    await page.getByText("Generator settings updated successfully!").waitFor();
  });
});

describe("the banner", () => {
  it("shows what is typed in the preview, and what is saved to a visitor at once; is deactivated, deleted, reset and brought back, each after its question", async () => {
    const { page } = await openOwner(browser, shop);
    await openPanel(page, "banner", "Banner Section Management");
    const save = page.getByRole("button", { name: "Save Changes" });
    await page.getByLabel("Main title").fill("");
    await expect.poll(() => save.isDisabled()).toBe(true);
    await page.getByLabel("Main title").fill("Struck while hot");
    const preview = page.frameLocator('iframe[title="Preview of the banner"]');
    await preview.getByText("Struck while hot").waitFor();

    await page.getByLabel("YouTube URL").fill("https://example.com/video");
    await page.getByLabel("Background image").fill("https://example.com/picture.bmp");
    await save.click();
    await page.getByText("Please enter a valid YouTube URL").first().waitFor();
    await page.getByText("Please enter a valid image URL (jpg, jpeg, png, gif, webp)").first().waitFor();
    await page.getByLabel("YouTube URL").fill("https://youtu.be/dQw4w9WgXcQ");
    await page.getByLabel("Background image").fill("");
    await save.click();
    const done = page.getByText("Banner section updated successfully!");
    await done.waitFor();
    expect(textsOf(await htmlOf(shop, "/"), "h1")).toEqual([expect.stringContaining("Struck while hot")]);
    await done.waitFor({ state: "hidden" });

    await page.getByRole("button", { name: "Delete Banner" }).click();
    await answer(page, "Nothing is deleted", "Delete Banner");
    await page.getByRole("button", { name: "Activate", exact: true }).waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Delete Banner" }).isDisabled()).toBe(true);
    expect(await htmlOf(shop, "/")).not.toContain("Struck while hot");
    await page.getByRole("button", { name: "Activate", exact: true }).click();
    await page.getByRole("button", { name: "Deactivate", exact: true }).waitFor();

    await page.getByRole("button", { name: "Reset to Default" }).click();
    await answer(
      page,
      "Are you sure you want to reset the banner section to default? This action cannot be undone.",
      "Reset to Default",
    );
    await page.getByText("Banner section reset to default successfully!").waitFor();
    await expect.poll(() => page.getByLabel("Main title").inputValue()).not.toBe("Struck while hot");
    await page.getByRole("button", { name: "Bring back what stood before" }).click();
    await expect.poll(() => page.getByLabel("Main title").inputValue()).toBe("Struck while hot");
  });

  it("tells the later of two admins, keeps what was typed, and lets both ways on", async () => {
    const { page: first } = await openOwner(browser, shop);
    const { page: second } = await openOwner(browser, shop);
    await openPanel(first, "banner", "Banner Section Management");
    await openPanel(second, "banner", "Banner Section Management");
    const title = (page: typeof first) => page.getByLabel("Main title");
    const save = (page: typeof first) => page.getByRole("button", { name: "Save Changes" }).click();
    await title(second).fill("Mine, typed slowly");
    await title(first).fill("Theirs, saved first");
    await saveUntilAnswered(first);

    await save(second);
    await second.getByText(new RegExp(`${admin.email} saved this on .*, while you were editing`)).waitFor();
    expect(await axeViolations(second)).toEqual([]);
    await expect.poll(() => title(second).inputValue()).toBe("Mine, typed slowly");
    await second.getByRole("button", { name: "Load theirs" }).click();
    await expect.poll(() => title(second).inputValue()).toBe("Theirs, saved first");
    await second.getByRole("button", { name: "Put back what I typed" }).click();
    await expect.poll(() => title(second).inputValue()).toBe("Mine, typed slowly");

    await title(first).fill("Theirs again");
    await saveUntilAnswered(first);
    await first.getByLabel("Sub title").fill("Their sub title");
    await saveUntilAnswered(first);
    await save(second);
    await second.getByRole("button", { name: "Keep both" }).click();
    await expect.poll(() => title(second).inputValue()).toBe("Mine, typed slowly");
    await expect.poll(() => second.getByLabel("Sub title").inputValue()).toBe("Their sub title");

    await title(first).fill("Theirs a third time");
    await saveUntilAnswered(first);
    await save(second);
    await second.getByRole("button", { name: "Overwrite with mine" }).click();
    await second.getByText("Banner section updated successfully!").waitFor();
    await expect.poll(() => title(second).inputValue()).toBe("Mine, typed slowly");
  });

  async function bringFormerVersionBack(page: Page): Promise<void> {
    for (const text of ["The older title", "The newer title"]) {
      await page.getByLabel("Main title").fill(text);
      await saveUntilAnswered(page);
    }
    await page.getByRole("button", { name: "Versions" }).click();
    const drawer = page.getByRole("dialog", { name: "Versions: Banner Section" });
    await drawer
      .getByRole("button", { name: /Compare/ })
      .first()
      .click();
    await drawer.getByText("The older title").waitFor();
    await drawer.getByText("The newer title").waitFor();
    await drawer.getByRole("button", { name: /^Bring back version/ }).click();
    await answer(page, "Visitors see it at once", "Bring back");
    await expect.poll(() => page.getByLabel("Main title").inputValue()).toBe("The older title");
  }

  it("keeps what is typed while a save is on its way, as something still to be saved; brings a former version back after comparing it; and says so when the server can't be reached or refuses", async () => {
    const { page, context } = await openOwner(browser, shop);
    await openPanel(page, "banner", "Banner Section Management");
    const write = await holdNextWrite(page);
    await page.getByLabel("Main title").fill("The first of two");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await write.started;
    await page.getByLabel("Sub title").fill("Typed meanwhile");
    write.release();
    await page.getByText("Banner section updated successfully!").waitFor();
    await expect.poll(() => page.getByLabel("Sub title").inputValue()).toBe("Typed meanwhile");
    await page.getByText("Not saved yet").waitFor();
    await saveUntilAnswered(page);
    await page.unroute("**/*");
    await page.reload();
    await expect.poll(() => page.getByLabel("Main title").inputValue()).toBe("The first of two");
    await expect.poll(() => page.getByLabel("Sub title").inputValue()).toBe("Typed meanwhile");

    await bringFormerVersionBack(page);

    await page.getByLabel("Main title").fill("Kept through a failure");
    await context.setOffline(true);
    await page.getByRole("button", { name: "Save Changes" }).click();
    await page.getByText("Failed to save changes").waitFor();
    await page.getByText("Network error or server not responding").waitFor();
    await context.setOffline(false);
    await context.clearCookies();
    await page.getByRole("button", { name: "Save Changes" }).click();
    await page.getByText("Failed to update banner section").waitFor();
    await page.getByText("Please log in to continue.").waitFor();
    await expect.poll(() => page.getByLabel("Main title").inputValue()).toBe("Kept through a failure");
  });

  it("takes nothing more into a form that closes when it is saved, since that would go with it", async () => {
    const { page } = await openOwner(browser, shop);
    await openPanel(page, "testimonials", "Testimonials");
    const quote = page.getByLabel("Quote");
    const name = page.getByLabel("Author name");
    await quote.fill("Two pictures, one evening saved.");
    await page.getByLabel("Author title").fill("Film maker");
    await name.fill("Signe Dahl");
    const write = await holdNextWrite(page);
    await name.press("Enter");
    await write.started;
    await expect.poll(() => quote.evaluate((field) => field.closest("[inert]") !== null)).toBe(true);
    await page.keyboard.type("lost?");
    await expect.poll(() => name.inputValue()).toBe("Signe Dahl");
    write.release();
    await page.getByText("Testimonial created successfully!").waitFor();
    await expect.poll(() => name.inputValue()).toBe("");
  });
});

describe("PayPal's settings", () => {
  it("tell of the webhook that another admin registered for the mode that is being chosen", async () => {
    const { page } = await openOwner(browser, shop);
    const put = async (data: object) => {
      const answer = await page.request.put("/api/paypal-settings", { data });
      expect(answer.status(), await answer.text()).toBe(200);
    };
    const live = { mode: "live", clientId: "a-live-client", clientSecret: "a live secret" };
    await put({ ...live, webhookId: "" });
    await put({ mode: "sandbox" });
    await openPanel(page, "paypal", "Paypal Setup");
    const mode = page.getByLabel("Mode", { exact: true });
    await mode.selectOption("Live");

    await put({ ...live, webhookId: "REGISTERED-MEANWHILE" });
    await put({ mode: "sandbox" });
    await page.getByRole("button", { name: "Save Settings" }).click();
    await page.getByText(/saved this on .*, while you were editing/).waitFor();
    await page.getByRole("button", { name: "Load theirs" }).click();
    await mode.selectOption("Live");
    await expect.poll(() => page.getByLabel("Webhook ID").inputValue()).toBe("REGISTERED-MEANWHILE");
  });
});
