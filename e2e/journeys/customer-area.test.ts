import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { axeViolations, faultsInLooks, twoLooks } from "../helpers/axe.ts";
import type { Look } from "../helpers/browser.ts";
import { openShop } from "../helpers/open-shop.ts";
import { endOf, giveCredits, join, logIn } from "../helpers/people.ts";
import { openStranger } from "../helpers/settings.ts";
import { admin } from "../helpers/start-shop.ts";

const { browser, shop } = await openShop();

const visit = (look?: Look) => openStranger(browser, shop, look);

describe("the customer area", () => {
  it("asks a visitor to sign in and brings them back to where they were going", async () => {
    const { page, context } = await visit();
    const account = await join(page);
    await context.clearCookies();
    await page.goto("/user/credits?x=1");
    expect(new URL(page.url()).pathname).toBe("/login");
    await page.getByLabel("Email").fill(account.email);
    await page.getByLabel("Password", { exact: true }).fill(account.password);
    await page.locator("form").getByRole("button", { name: "Login" }).click();
    await page.waitForURL("**/user/credits?x=1");
  });

  it("leads from /user to the dashboard, says so where a page could not be fetched, which Retry brings, and keeps its shell around a page that is not there", async () => {
    const { page } = await visit();
    await join(page);
    await page.goto("/user");
    expect(new URL(page.url()).pathname).toBe("/user/dashboard");
    const menu = page.getByRole("navigation", { name: "Main" });
    await page.route("**/profile.data*", (route) => route.fulfill({ status: 500, body: "out of order" }));
    await menu.getByRole("link", { name: "Profile" }).click();
    await page.getByRole("heading", { name: "Something went wrong on our side." }).waitFor();
    await page.unroute("**/profile.data*");
    await page.getByRole("button", { name: "Retry" }).click();
    await page.getByRole("heading", { name: "Profile", exact: true }).waitFor();
    await menu.getByRole("link", { name: "Credit Statement" }).click();
    await page.getByRole("heading", { name: "Credit Statement" }).waitFor();

    const answer = await page.goto("/user/nowhere");
    expect(answer?.status()).toBe(404);
    await page.getByText("Oops! Page can't be found.").waitFor();
    await page.getByRole("navigation", { name: "Main" }).waitFor();
    // On a phone the menu closes for whatever is followed in it, also for the same screen without its search.
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/user/gallery?q=x");
    await page.getByRole("button", { name: "Open menu" }).click();
    const onPhone = page.getByRole("dialog", { name: "Menu" });
    await onPhone.getByRole("link", { name: "Gallery", exact: true }).click();
    await onPhone.waitFor({ state: "detached" });
    expect(new URL(page.url()).search).toBe("");
  });

  it("keeps the shelf of items in its shell, sells from there, and has the theme chosen in words", async () => {
    const { page } = await visit();
    await join(page);
    await page.goto("/user/dashboard");
    const menu = page.getByRole("navigation", { name: "Main" });
    await menu.getByRole("list", { name: "Create" }).getByRole("link", { name: "Items" }).click();
    await page.waitForURL("**/user/items");
    await page.getByRole("heading", { level: 1, name: "Items" }).waitFor();
    const buy = page.getByRole("link", { name: /^Buy: / }).first();
    expect(await faultsInLooks(page, twoLooks)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });

    const appearance = page.getByRole("complementary", { name: "Sidebar" }).getByLabel("Appearance");
    await page.getByText("Appearance: System").filter({ visible: true }).waitFor();
    await appearance.selectOption("Dark");
    await page.getByText("Appearance: Dark").filter({ visible: true }).waitFor();
    await page.reload();
    await expect.poll(() => appearance.inputValue()).toBe("dark");
    await buy.click();
    await page.getByRole("button", { name: "Proceed to Payment" }).waitFor();
  });

  it("leads the staff to the back office first, with the count of open tickets", async () => {
    const { page } = await visit();
    await join(page);
    const owner = await visit();
    await logIn(owner.page, admin);
    await owner.page.goto("/user/dashboard");
    const toBackOffice = owner.page.getByRole("navigation", { name: "Main" }).getByRole("link").first();
    const name = async () => (await toBackOffice.innerText()).replace(/\s+/g, " ");
    await expect.poll(name).toMatch(/^Admin Dashboard/);
    const before = Number(/(\d+) open tickets/.exec(await name())?.[1] ?? 0);
    const ticket = { subject: "Counted", message: "One more" };
    expect((await page.request.post("/new-support-message", { data: ticket })).status()).toBe(201);
    await expect.poll(name).toContain(`${before + 1} open tickets`);
  });

  it("lists every change of the balance, a page at a time, as a file, on paper and in high contrast", async () => {
    const { page } = await visit();
    const account = await join(page);
    await page.goto("/user/credits");
    await page.getByText("No entries yet").waitFor();
    for (let balance = 2; balance <= 24; balance += 2) await giveCredits(shop, account.email, balance);
    await page.reload();
    await page.getByText("You have 24 credits.").waitFor();
    const rows = page.getByRole("table").getByRole("row");
    await expect.poll(() => rows.count()).toBe(11);
    await expect
      .poll(() => rows.nth(1).innerText())
      .toMatch(/Adjusted by the shop\s+Given for a journey\s+\+2\s+24/);
    await page.getByRole("button", { name: "Next" }).click();
    await expect.poll(() => rows.count()).toBe(3);
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download CSV" }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toBe("credits.csv");
    expect((await readFile(await file.path(), "utf8")).trim().split("\n")).toHaveLength(13);

    const here = page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Credit Statement" });
    const present = page.getByRole("button", { name: "Page 2" });
    await page.emulateMedia({ forcedColors: "active" });
    for (const chosen of [here, present])
      expect(await chosen.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe("solid");
    await page.emulateMedia({ forcedColors: "none", media: "print" });
    expect(await here.isVisible()).toBe(false);
    expect(await present.isVisible()).toBe(false);
    const frame = page.getByRole("table").locator("..");
    expect(await frame.evaluate((element) => getComputedStyle(element).overflowX)).toBe("visible");
  });

  it("ends the session in every tab at once, also where its scripts are still on their way, and forgets what is typed there, also while the home page is on its way", async () => {
    const { page, context } = await visit();
    await join(page);
    await page.goto("/user/dashboard");
    const other = await context.newPage();
    await other.goto("/user/generate-image");
    await other.getByLabel("Video Title").fill("A secret title");
    const leaving = await context.newPage();
    await leaving.goto("/user/generate-image");
    // The page types by itself, once it has been told to leave: from outside nothing reaches it any more.
    await leaving.getByLabel("Video Title").evaluate((title) =>
      addEventListener("beforeunload", () => {
        title.focus();
        document.execCommand("insertText", false, "A secret title");
        localStorage.setItem("kept on leaving", JSON.stringify({ ...sessionStorage }));
      }),
    );
    const late = await context.newPage();
    const ended = Promise.withResolvers<void>();
    await late.route(/assets\/.*\.js$/, async (route) => {
      await ended.promise;
      await route.continue();
    });
    await late.goto("/user/generate-image", { waitUntil: "commit" });
    await late.getByLabel("Video Title").waitFor();
    // One that failed is told where it happened, since the session is still open.
    const entries = page.getByLabel("Sidebar").getByRole("listitem");
    const heights = () =>
      entries.evaluateAll((all) => [...new Set(all.map(({ clientHeight }) => clientHeight))]);
    expect(await heights(), "each label has one line").toHaveLength(1);
    await page.getByRole("button", { name: "Collapse sidebar" }).click();
    expect(await heights()).toHaveLength(1);
    await page.route("**/api/auth/sign-out", async (route) => {
      // Whose pointer is elsewhere by then reads it on the rail as well.
      await page.mouse.move(900, 400);
      await route.abort();
    });
    await page.getByRole("button", { name: "Logout" }).click();
    await page.getByLabel("Sidebar").getByRole("alert").getByText("You are still signed in.").waitFor();
    await page.unroute("**/api/auth/sign-out");
    await page.getByRole("button", { name: "Logout" }).click();
    await page.waitForURL(`${shop.url}/`);
    ended.resolve();
    await late.waitForURL(`${shop.url}/`);
    await other.waitForURL(`${shop.url}/`);
    await expect
      .poll(() => other.evaluate(() => JSON.stringify({ ...sessionStorage })))
      .not.toContain("A secret title");
    await leaving.waitForURL(`${shop.url}/`);
    expect(await leaving.evaluate(() => localStorage.getItem("kept on leaving"))).toContain("A secret title");
    expect(await leaving.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(
      "A secret title",
    );
    expect(await endOf(page, "/user/dashboard")).toBe("/login");
  });

  it("brings no part of the signed-in areas' elements to the home page", async () => {
    const { page } = await visit();
    await page.goto("/");
    const styled = await page.evaluate(() =>
      [...document.styleSheets].some((sheet) =>
        [...sheet.cssRules].some((rule) => rule.cssText.startsWith("@layer elements {")),
      ),
    );
    expect(styled).toBe(false);
  });

  it("is usable by everyone at 360 and 1280 px, in both themes", async () => {
    const { page, complaints } = await visit();
    await join(page);
    for (const path of ["/user/dashboard", "/user/credits", "/user/generate-image"]) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(await faultsInLooks(page), path).toEqual([]);
    }
    // Whatever the texts put below the bar with the button.
    for (const [width, height] of [
      [412, 823],
      [360, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const longer of [0, 12, 24, 36]) {
        await page.getByRole("form", { name: "Thumbnail" }).evaluate((form, px) => {
          form.style.paddingBlockStart = `${px}px`;
        }, longer);
        const found = await axeViolations(page, ["target-size"]);
        expect(found, `at ${width} px, ${longer} px longer`).toEqual([]);
      }
    }
    expect(complaints).toEqual([]);
  });
});

/** Which screens' data was asked for, as it happens. */
function askedOf(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".data")) asked.push(pathname);
  });
  return asked;
}

describe("moving between screens", () => {
  it("asks for a screen's data when the pointer rests on its link, and shows it at the click without asking again; at the keyboard's focus too, and anew where something was written in between", async () => {
    const { page } = await visit();
    await join(page);
    await page.goto("/user/dashboard");
    const asked = askedOf(page);
    const linkTo = (name: string) =>
      page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });
    const credits = linkTo("Credit Statement");
    await Promise.all([page.waitForResponse("**/user/credits.data"), credits.hover()]);
    await credits.click();
    await page.getByRole("heading", { name: "Credit Statement" }).waitFor();
    expect(asked.splice(0)).toEqual(["/user/credits.data"]);

    const gallery = linkTo("Gallery");
    await Promise.all([page.waitForResponse("**/user/gallery.data"), gallery.focus()]);
    await page.evaluate(() => fetch("/api/credits/hold", { method: "POST" }));
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Gallery", exact: true }).waitFor();
    expect(asked).toEqual(["/user/gallery.data", "/user/gallery.data"]);
  });

  it("asks for a screen's scripts and styles too where its link was meant before the router knew of it", async () => {
    const { page } = await visit();
    await join(page);
    const discovery = Promise.withResolvers<void>();
    await page.route("**/__manifest*", async (route) => {
      await discovery.promise;
      await route.continue();
    });
    await page.goto("/user/dashboard");
    const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Gallery" });
    await Promise.all([page.waitForResponse("**/user/gallery.data"), link.focus()]);
    await Promise.all([
      page.waitForResponse("**/assets/gallery-*.js"),
      page.waitForResponse((answer) => new URL(answer.url()).pathname.endsWith(".css")),
      discovery.resolve(),
    ]);
  });

  it("leaves nothing behind that the browser would warn of where the screen is not gone to", async () => {
    const { page } = await visit();
    await join(page);
    await page.goto("/user/dashboard");
    const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Gallery" });
    await Promise.all([
      page.waitForResponse((answer) => answer.url().endsWith(".css") && answer.ok()),
      page.waitForResponse("**/user/gallery.data"),
      link.focus(),
    ]);
    expect(await page.locator("link[rel=preload][as=style]").count()).toBe(0);
  });

  it("does so for the links of a table", async () => {
    const { page } = await visit();
    await logIn(page, admin);
    const script = Promise.withResolvers<void>();
    await page.route("**/assets/at-rest-*.js", async (route) => {
      await script.promise;
      await route.continue();
    });
    await page.goto("/admin/users");
    const asked = askedOf(page);
    const link = page.locator("table a[href^='/admin/users/']").first();
    // The pointer may rest there before what hears of it has come.
    await link.hover();
    await Promise.all([page.waitForResponse("**/admin/users/*.data"), script.resolve()]);
    await link.click();
    await page.waitForURL("**/admin/users/*");
    expect(asked).toHaveLength(1);
  });
});
