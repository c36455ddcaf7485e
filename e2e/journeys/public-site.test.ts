import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { openShop } from "../helpers/open-shop.ts";
import { endOf, giveCredits, join, newAccount } from "../helpers/people.ts";
import { openOwner, openStranger } from "../helpers/settings.ts";

const { browser, shop } = await openShop();

const phone = { width: 360, height: 740 };

/** Answers for the video's host, which a test must not ask; what was asked of it. */
async function emulatorForVideos(context: BrowserContext): Promise<string[]> {
  const asked: string[] = [];
  await context.route(/^https:\/\/[\w.-]*(youtube|ytimg)/, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: "text/html", body: "<title>A video</title>" });
  });
  return asked;
}

async function edit(owner: BrowserContext, path: string, data: object): Promise<void> {
  const answer = await owner.request.put(path, { data });
  if (!answer.ok()) throw new Error(`PUT ${path} answered ${answer.status()}: ${await answer.text()}`);
}

const header = (page: Page) => page.getByRole("banner");
const links = (page: Page) => header(page).getByRole("link").filter({ visible: true }).allInnerTexts();
const openMobileMenu = (page: Page) => header(page).locator("summary[aria-label=Menu]").click();
const sheet = (page: Page) => page.getByRole("navigation", { name: "Mobile" });

describe("the home page", () => {
  async function expectWholeFirstScreen(page: Page, width: number, height: number): Promise<void> {
    await page.setViewportSize({ width, height });
    for (const part of [
      page.getByRole("heading", { level: 1 }),
      page.getByRole("link", { name: "Make your first pair" }).first(),
      page.getByRole("button", { name: /^Keep thumbnail 1/ }),
      page.getByRole("button", { name: /^Keep thumbnail 2/ }),
    ]) {
      const box = (await part.boundingBox())!;
      expect(box.y, `at ${width} px`).toBeGreaterThanOrEqual(0);
      expect(box.y + box.height, `at ${width} px`).toBeLessThanOrEqual(height);
    }
  }

  it("has its sections in the documented order, each with its texts", async () => {
    const { page, complaints } = await openStranger(browser, shop);
    await page.goto("/");
    const headings = await page.locator("main h1, main h2").allInnerTexts();
    expect(headings.map((text) => text.replace(/\s+/g, " "))).toEqual([
      "Type the title. Get two thumbnails. Keep the better one.",
      "Everything between the title and the upload",
      "You made the video. The cover should not take all evening.",
      "If it doesn't work, it doesn't cost.",
      "Flexible Pricing Plans That Your Needs",
      "From the people who upload",
      "Talk to the people behind it",
    ]);
    await page.getByText("Choose the plan that best fits your needs.").waitFor();
    await page.getByText("Examples, invented for the demo.").waitFor();
    await expect.poll(() => page.getByRole("contentinfo").locator("img").count()).toBe(0);
    const promo = page.getByRole("region", { name: "Keep the better one.", exact: true });
    await expect
      .poll(() => promo.getByRole("link", { name: "Make your first pair" }).getAttribute("href"))
      .toBe("/register");
    const cards = page.locator("#pricing article");
    await expect.poll(() => cards.count()).toBe(3);
    await expect.poll(() => cards.getByText("Most Popular").count()).toBe(1);
    await expect.poll(() => cards.nth(1).getByText("Most Popular").count()).toBe(1);
    for (const card of await cards.all()) {
      expect((await card.innerText()).replace(/\s+/g, " ")).toMatch(/See Package Details|\$\d+\.\d\d USD/);
      await expect
        .poll(() => card.getByRole("link", { name: /^Get Started/ }).getAttribute("href"))
        .toMatch(/^\/buy\//);
    }
    const lines = await Promise.all((await cards.all()).map((card) => card.locator("li").allInnerTexts()));
    for (const line of lines[0]!)
      expect([line, lines[1], lines[2]]).toEqual([
        line,
        expect.not.arrayContaining([line]),
        expect.not.arrayContaining([line]),
      ]);
    expect(complaints).toEqual([]);
  });

  it("shows headline, button and both pictures whole on the first screen of a desk and a phone, lets a person keep the one or the other picture and take the next title, and loads only what is seen", async () => {
    const { page } = await openStranger(browser, shop, phone);
    await page.goto("/");
    await expectWholeFirstScreen(page, 360, 740);
    const contact = page.locator("#contact");
    await contact.getByRole("link", { name: "Write to us" }).waitFor();
    await expect.poll(() => contact.getByRole("button", { name: "Send Message" }).isVisible()).toBe(false);
    await expectWholeFirstScreen(page, 1366, 768);
    await page.setViewportSize(phone);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/#pricing");

    await page.setViewportSize({ width: 1280, height: 900 });
    const stage = page.getByRole("button", { name: /^Keep thumbnail/ });
    await expect.poll(() => stage.nth(0).getAttribute("aria-pressed")).toBe("true");
    await stage.nth(1).focus();
    const pressed = async () => {
      await page.keyboard.press("Enter");
      return stage.nth(1).getAttribute("aria-pressed");
    };
    await expect.poll(pressed).toBe("true");
    await page.getByRole("button", { name: "Another title" }).click();
    await page
      .getByRole("button", { name: /14 Hours on a Night Train/ })
      .first()
      .waitFor();
    await expect.poll(() => page.locator("img:not([loading=lazy])").count()).toBeLessThan(5);
  });

  it("embeds the video of its banner only once a person asks for it, and nothing without one", async () => {
    const { context: owner } = await openOwner(browser, shop);
    const { page, context } = await openStranger(browser, shop);
    const asked = await emulatorForVideos(context);
    onTestFinished(() => edit(owner, "/api/banner-section", { youtubeUrl: "" }));
    await edit(owner, "/api/banner-section", { youtubeUrl: "https://youtu.be/dQw4w9WgXcQ" });
    await page.goto("/");
    const play = page.getByRole("button", { name: /^Play the video/ });
    await play.waitFor();
    expect([await page.locator("iframe").count(), asked]).toEqual([0, []]);
    // A press before the banner's script is there does nothing.
    const frames = async () => {
      if ((await page.locator("iframe").count()) === 0) await play.click();
      return page.locator("iframe").count();
    };
    await expect.poll(frames).toBe(1);
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("IFRAME");
    const source = await page.locator("iframe").getAttribute("src");
    expect(source).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ\?/);
    await expect.poll(() => asked.length).toBe(1);
    await edit(owner, "/api/banner-section", { youtubeUrl: "" });
    await page.goto("/");
    await expect.poll(() => page.getByRole("button", { name: /^Play the video/ }).count()).toBe(0);
  });
});

describe("the navbar", () => {
  it("shows a visitor where to go, and where one is", async () => {
    const { page } = await openStranger(browser, shop);
    await page.goto("/about");
    expect((await links(page)).slice(1)).toEqual([
      "Home",
      "About Us",
      "Contact",
      "Pricing",
      "Login",
      "Register",
    ]);
    await expect.poll(() => header(page).locator("[aria-current=page]").innerText()).toBe("About Us");
    await header(page).getByRole("link", { name: "Pricing" }).click();
    await page.waitForURL("**/#pricing");
    await expect
      .poll(() => page.locator("#pricing").evaluate((section) => section.getBoundingClientRect().top))
      .toBeLessThan(200);
  });

  it("shows a member the dashboard, the credits and the way out, in a menu that keys can work", async () => {
    const { page } = await openStranger(browser, shop);
    await join(page, newAccount("Ida Berg"));
    await page.goto("/");
    const menu = header(page).locator("summary").filter({ hasText: "Ida Berg" });
    await menu.focus();
    await page.keyboard.press("Enter");
    await header(page).getByText("Credits: 0").filter({ visible: true }).waitFor();
    await header(page).getByRole("link", { name: "Dashboard" }).filter({ visible: true }).waitFor();
    await expect.poll(() => header(page).getByRole("link", { name: "Admin Panel" }).count()).toBe(0);
    const logout = header(page).getByRole("button", { name: "Logout" }).filter({ visible: true });
    const closed = async () => {
      await page.keyboard.press("Escape");
      return logout.count();
    };
    await expect.poll(closed).toBe(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("SUMMARY");
    await menu.click();
    await logout.click();
    await header(page).getByRole("link", { name: "Login", exact: true }).filter({ visible: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/");
    expect(await endOf(page, "/user/dashboard")).toBe("/login");
  });

  it("keeps a menu open that was opened before the page's scripts came", async () => {
    const { page } = await openStranger(browser, shop, phone);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.goto("/terms");
    await page.route("**/assets/*.js", (route) => held.then(() => route.continue()));
    await page.evaluate(() => location.assign("/about"));
    await page.waitForURL("**/about", { waitUntil: "commit" });
    await openMobileMenu(page);
    await sheet(page).getByRole("link", { name: "Home" }).focus();
    release();
    // Escape is the script's own way to close it, and leads back to the button that opened it.
    await expect
      .poll(async () => {
        await page.keyboard.press("Escape");
        return sheet(page).isHidden();
      })
      .toBe(true);
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("SUMMARY");
  });

  /** Neither navbar nor footer of the public site. */
  async function expectOwnFrame(page: Page): Promise<void> {
    await page.getByRole("heading", { level: 1 }).waitFor();
    await expect.poll(() => page.getByRole("contentinfo").count()).toBe(0);
    const main = page.getByRole("navigation", { name: "Main", exact: true });
    expect(await main.getByText("About Us").count()).toBe(0);
  }

  it("leads an admin into the back office, on a phone to the settings too, is absent there and in the customer area as the footer is, and leaves the page as it looks when the parts of their area are loaded ahead", async () => {
    const { page } = await openOwner(browser, shop, phone);
    await page.goto("/");
    await openMobileMenu(page);
    await sheet(page).getByRole("link", { name: "Admin Panel" }).waitFor();
    await sheet(page).getByRole("link", { name: "Settings" }).click();
    await page.waitForURL("**/admin/settings");

    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto("/");
    await page.locator('link[rel=stylesheet][href*="/assets/shell-"]').waitFor({ state: "attached" });
    expect(await page.getByRole("link", { name: "Write to us" }).isVisible()).toBe(false);
    await header(page).locator("summary").filter({ visible: true }).click();
    await header(page).getByRole("link", { name: "Admin Panel" }).filter({ visible: true }).click();
    await page.waitForURL("**/admin/dashboard");
    await expectOwnFrame(page);
    await page.goto("/user/dashboard");
    await expectOwnFrame(page);
    await page.getByRole("link", { name: "Gallery", exact: true }).first().click();
    await page.waitForURL("**/user/gallery");
    // What a route has, React Router marks by a '#'.
    const sheetsTwice = () =>
      page.evaluate(() => {
        const sheets = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];
        const hrefs = sheets.map(({ href }) => href);
        const copies = hrefs.filter((href) => hrefs.includes(`${href}#`));
        return { ofRoute: copies.map((href) => hrefs[hrefs.indexOf(href) - 1]), copies };
      });
    // The second comes once the browser is at rest.
    await expect.poll(async () => (await sheetsTwice()).copies.length).toBeGreaterThan(0);
    const { ofRoute, copies } = await sheetsTwice();
    expect(ofRoute).toEqual(copies.map((href) => `${href}#`));
  });

  it("on a phone offers a visitor the same, and a member profile, credits and more of them at a balance of 0", async () => {
    const { page } = await openStranger(browser, shop, phone);
    await page.goto("/");
    await openMobileMenu(page);
    await expect
      .poll(() => sheet(page).getByRole("link").allInnerTexts())
      .toEqual(["Home", "About Us", "Contact", "Pricing", "Login", "Register"]);
    const account = newAccount();
    await join(page, account);
    await page.goto("/about");
    await openMobileMenu(page);
    await expect
      .poll(() => sheet(page).getByRole("link").allInnerTexts())
      .toEqual(["Home", "About Us", "Contact", "Pricing", "My Profile", "Buy Credits", "Dashboard"]);
    await sheet(page).getByRole("link", { name: "Home" }).click();
    await page.waitForURL(`${shop.url}/`);
    await sheet(page).waitFor({ state: "hidden" });
    await giveCredits(shop, account.email, 3);
    await page.goto("/");
    await openMobileMenu(page);
    await sheet(page).getByText("Credits: 3").waitFor();
    await expect.poll(() => sheet(page).getByRole("link", { name: "Buy Credits" }).count()).toBe(0);
    await expect.poll(() => sheet(page).getByRole("link", { name: "Settings" }).count()).toBe(0);
    await sheet(page).getByRole("link", { name: "My Profile" }).click();
    await page.waitForURL("**/profile");
  });
});

describe("a name that begins with an emoji", () => {
  it("shows it whole, on the server and after", async () => {
    const { context: owner } = await openOwner(browser, shop);
    const { page, complaints } = await openStranger(browser, shop);
    await join(page, newAccount("🦊 Fox"));
    const added = await owner.request.post("/api/testimonials", {
      data: { authorName: "🐙 Octavia", authorTitle: "Diver", quote: "Eight arms up.", isActive: true },
    });
    expect(added.status()).toBe(201);
    const { data } = (await added.json()) as { data: { _id: string } };
    onTestFinished(async () => {
      await owner.request.delete(`/api/testimonials/${data._id}`);
    });
    const html = await (await page.request.get("/")).text();
    const initials = ["🦊", "🐙", "\ufffd"].map((letter) => html.includes(`>${letter}</span>`));
    expect(initials).toEqual([true, true, false]);
    await page.goto("/");
    await header(page).locator("summary").getByText("🦊", { exact: true }).waitFor();
    await page.getByText("🐙", { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });
});

describe("the footer", () => {
  it("opens its video in a dialog of at most 800 px, which the overlay, the button and Escape close", async () => {
    const { context: owner } = await openOwner(browser, shop);
    const { topSection, middleSection } = (await (await owner.request.get("/api/footer-section")).json())
      .data;
    await edit(owner, "/api/footer-section", {
      topSection: {
        ...topSection,
        videoUrl: "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
        tooltipText: "See how it is made",
        socialLinks: [
          { platform: "youtube", url: "https://www.youtube.com/@shop", isActive: true },
          { platform: "x", url: "https://x.com/shop", isActive: false },
        ],
      },
      middleSection: {
        ...middleSection,
        quickLinks: [
          { text: "A shown link", url: "/about", isActive: true },
          { text: "A hidden link", url: "/contact", isActive: false },
        ],
      },
    });
    onTestFinished(async () => {
      await owner.request.post("/api/footer-section/reset", { data: {} });
    });
    const { page, context } = await openStranger(browser, shop);
    const asked = await emulatorForVideos(context);
    await page.goto("/about");
    const footer = page.getByRole("contentinfo");
    await footer.getByRole("link", { name: "YouTube" }).waitFor();
    await footer.getByRole("link", { name: "A shown link" }).waitFor();
    await expect.poll(() => footer.getByText(/^X$|A hidden link/).count()).toBe(0);
    await footer.getByText("12 Anvil Yard, Exampleton").waitFor();
    for (const name of ["Terms", "Privacy", "Refund policy"])
      await footer.getByRole("link", { name }).waitFor();
    const play = footer.getByRole("button", { name: "See how it is made" });
    const dialog = page.getByRole("dialog");
    const closings = [
      () => page.mouse.click(5, 5),
      () => dialog.getByRole("button", { name: "Close" }).click(),
      () => page.keyboard.press("Escape"),
    ];
    for (const close of closings) {
      expect(asked).toEqual([]);
      await play.click();
      await dialog.locator("iframe").waitFor();
      expect((await dialog.boundingBox())!.width).toBeLessThanOrEqual(800);
      await close();
      await dialog.waitFor({ state: "hidden" });
      await expect.poll(() => page.locator("iframe").count()).toBe(0);
      asked.length = 0;
    }
  });
});
