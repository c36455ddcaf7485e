import { randomBytes, randomUUID } from "node:crypto";
import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { axeViolations } from "../helpers/axe.ts";
import { takeTableAway } from "../helpers/broken-table.ts";
import { htmlOf, textsOf } from "../helpers/html-of.ts";
import { openShop } from "../helpers/open-shop.ts";
import { join, newAccount } from "../helpers/people.ts";
import { openOwner, openStranger } from "../helpers/settings.ts";

const { browser, shop } = await openShop();
let owner: BrowserContext;

/** The parameter keeps the page out of the copies that all visitors share. */
const home = "/?fresh=1";

async function without(table: string, call = "/api/banner-section"): Promise<() => Promise<void>> {
  const bringBack = await takeTableAway(shop, table, call);
  let away = true;
  const heal = async () => {
    if (away) await bringBack();
    away = false;
  };
  onTestFinished(heal);
  return heal;
}

/** Saves a part of the content as the shop's admin, over the documented call. */
async function edit(path: string, data: object, method: "PUT" | "POST" = "PUT"): Promise<void> {
  const answer = await owner.request.fetch(path, { method, data });
  if (!answer.ok()) throw new Error(`${method} ${path} answered ${answer.status()}: ${await answer.text()}`);
}

async function openOwnersCalls(): Promise<void> {
  owner = (await openOwner(browser, shop)).context;
}

const alert = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text });

describe("a block that can't be read", () => {
  it("says so in the documented words while the rest of the page stands, and Retry loads the page anew", async () => {
    const { page } = await openStranger(browser, shop);
    const heal = await without("content_parts");
    await page.goto(home);
    await alert(page, "Error Loading Banner").getByText("HTTP error! Status: 500").waitFor();
    await alert(page, "Error Loading").getByText("HTTP error! Status: 500").nth(1).waitFor();
    await alert(page, "Error loading contact information: HTTP error! Status: 500").waitFor();
    await alert(page, "Error loading footer: HTTP error! Status: 500").waitFor();
    await page.getByRole("banner").getByText("Logo Error").waitFor();
    await page.getByRole("banner").getByText("Failed to fetch footer data").waitFor({ state: "attached" });
    await page.getByRole("heading", { name: "Flexible Pricing Plans That Your Needs" }).waitFor();
    await expect.poll(() => page.getByRole("link", { name: /^Get Started/ }).count()).toBeGreaterThan(1);
    expect(await axeViolations(page)).toEqual([]);
    await heal();
    await alert(page, "Error Loading Banner").getByRole("button", { name: "Retry" }).click();
    await page.getByRole("heading", { name: /Type the title/ }).waitFor();
    await page.getByRole("contentinfo").getByText("Quick Links").waitFor();
    await expect.poll(() => page.getByRole("alert").count()).toBe(0);
  });

  it("takes no other with it: features, packages or testimonials alone", async () => {
    const { page } = await openStranger(browser, shop);
    for (const [table, call, text, retry] of [
      ["features", "/api/features-section", "HTTP error! Status: 500", true],
      ["packages", "/packages", "Failed to fetch packages", false],
      ["testimonials", "/api/testimonials", "HTTP error! Status: 500", true],
    ] as const) {
      const heal = await without(table, call);
      await page.goto(home);
      await alert(page, text).waitFor();
      await expect.poll(() => page.getByRole("alert").count(), { message: table }).toBe(1);
      await expect.poll(() => page.getByRole("button", { name: "Retry" }).count()).toBe(retry ? 1 : 0);
      await page.getByRole("heading", { name: /Type the title/ }).waitFor();
      await heal();
      if (retry) await page.getByRole("button", { name: "Retry" }).click();
      else await page.reload();
      await expect.poll(() => page.getByRole("alert").count(), { message: table }).toBe(0);
    }
  });

  it("shows that it is loading, and names the network where that is what failed", async () => {
    const { page, context } = await openStranger(browser, shop);
    await without("content_parts");
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await context.route(/\/api\/(banner|about|footer)-section$|\/api\/contact-page$/, async (route) => {
      await held;
      await route.abort();
    });
    await page.goto(home);
    await page.getByRole("status").filter({ hasText: "Loading banner..." }).waitFor();
    await page.getByRole("status").filter({ hasText: "Loading contact information..." }).waitFor();
    letGo();
    await alert(page, "Error Loading Banner").getByText("Network error or server not responding").waitFor();
    await alert(page, "Error loading footer: Network error or server not responding").waitFor();
    await page.getByRole("banner").getByText("Error fetching footer data").waitFor({ state: "attached" });
  });

  it("on the contact page says so under the page's heading", async () => {
    const { page } = await openStranger(browser, shop);
    await without("content_parts");
    await page.goto("/contact?fresh=1");
    await alert(page, "Error loading contact information: HTTP error! Status: 500").waitFor();
    await page.getByRole("heading", { level: 1 }).waitFor();
  });

  it("reached from another page loads by itself where the page's own data can't come", async () => {
    const { page, context } = await openStranger(browser, shop);
    await page.goto("/about");
    await context.route(/_root\.data|\/\.data/, (route) => route.abort());
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" }).click();
    await page.getByRole("heading", { name: /Type the title/ }).waitFor();
    await page
      .getByRole("link", { name: /^Get Started/ })
      .first()
      .waitFor();
  });
});

describe("what an admin wrote", () => {
  it("keeps its lines and the direction of its letters, and where an icon's picture is gone a plain icon stands", async () => {
    await openOwnersCalls();
    const { page } = await openStranger(browser, shop);
    const [mainTitle, lines] = ["שלום. עולם.", "שורה ראשונה\nקצרה"];
    onTestFinished(() => edit("/api/about-section/reset", {}, "POST"));
    onTestFinished(() => edit("/api/banner-section/reset", {}, "POST"));
    await edit("/api/banner-section", { mainTitle, highlightText: "" });
    const about = (await (await owner.request.get("/api/about-section")).json()).data;
    await edit("/api/about-section", { section1: { ...about.section1, description: lines } });
    const gone = { title: "Gone", category: "Icons", description: "None.", icon: "/media/gone.webp" };
    await edit("/api/features-section", gone, "POST");
    await page.goto("/");
    const text = page.getByText("שורה ראשונה");
    expect(await text.innerText()).toBe(lines);
    for (const [whole, first] of [
      [text, text],
      [page.locator("h1"), page.getByText("שלום.", { exact: true })],
    ] as const) {
      const lastEnd = await first.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return [...range.getClientRects()].at(-1)!.right;
      });
      const box = (await whole.boundingBox())!;
      expect(lastEnd).toBeCloseTo(box.x + box.width, 0);
    }
    const feature = page.getByRole("listitem").filter({ hasText: "Gone" });
    await feature.scrollIntoViewIfNeeded();
    await expect.poll(() => feature.locator("use").getAttribute("href")).toContain("#icon-sparkles");
    await expect.poll(() => feature.locator("img").count()).toBe(0);
  });
});

describe("what an admin switched off or emptied", () => {
  it("is gone for visitors at once, from the page that was kept for all as well, and back as soon", async () => {
    await openOwnersCalls();
    const { page } = await openStranger(browser, shop);
    const usual = "Type the title. Get two thumbnails. Keep the better one.";
    expect(textsOf(await htmlOf(shop, "/"), "h1")).toEqual([usual]);

    await edit("/api/banner-section", { isActive: false });
    const bare = await htmlOf(shop, "/");
    expect(textsOf(bare, "h1")).toEqual(["Thumbsmith: YouTube thumbnails from your title"]);
    expect(bare).not.toContain("Keep the better one.");
    await edit("/api/banner-section", { isActive: true, mainTitle: "A heading of this very moment" });
    expect(textsOf(await htmlOf(shop, "/"), "h1")).toEqual([
      expect.stringMatching(/^A heading of this very moment/),
    ]);
    await edit("/api/banner-section/reset", {}, "POST");

    const sending = /<button[^>]*>[^/]*Send Message/;
    expect(await htmlOf(shop, "/")).toMatch(sending);
    await edit("/api/contact-page", { isActive: false });
    await page.goto("/contact");
    await page.getByText("No contact information available.").waitFor();
    const home = await htmlOf(shop, "/");
    expect(home.slice(home.indexOf('id="contact"'))).toContain("No contact information available.");
    expect(home).not.toMatch(sending);
    await edit("/api/contact-page", { isActive: true });

    const footer = (await (await owner.request.get("/api/footer-section")).json()).data;
    await edit("/api/footer-section", { isActive: false });
    await page.goto("/");
    await expect.poll(() => page.getByRole("contentinfo").count()).toBe(0);
    await page.getByRole("banner").getByText(footer.topSection.logoText).waitFor();
    await edit("/api/footer-section", { isActive: true });
    expect(await htmlOf(shop, "/")).toMatch(/<footer[\s\S]*Quick Links[\s\S]*<\/footer>/);
  });

  it("about's two parts come and go each by itself, the second mirrored", async () => {
    await openOwnersCalls();
    const { page } = await openStranger(browser, shop);
    const about = (await (await owner.request.get("/api/about-section")).json()).data;
    const [first, second] = [about.section1.title, about.section2.title];
    await page.goto("/");
    const side = async (title: string) => {
      const section = page.locator("section").filter({ has: page.getByRole("heading", { name: title }) });
      const picture = (await section.getByRole("img").first().boundingBox())!;
      return picture.x < (await section.getByRole("heading").boundingBox())!.x
        ? "picture left"
        : "picture right";
    };
    expect([await side(first), await side(second)]).toEqual(["picture left", "picture right"]);
    const images = ["about-bread", "contact", "footer"].map((name) => ({
      url: `/media/defaults/${name}.webp`,
      alt: `Picture ${name}`,
    }));
    await edit("/api/about-section", { section1: { ...about.section1, images } });
    const shown = await htmlOf(shop, "/");
    expect(textsOf(shown, "h2")).toEqual(expect.arrayContaining([first, second]));
    for (const { alt } of images) expect(shown.split(`alt="${alt}"`), alt).toHaveLength(2);
    await edit("/api/about-section", { section1: { ...about.section1, isActive: false } });
    const headings = async () => textsOf(await htmlOf(shop, "/"), "h2");
    expect(await headings()).toContain(second);
    expect(await headings()).not.toContain(first);
    await edit("/api/about-section", { isActive: false });
    expect(await headings()).not.toContain(second);
    await edit("/api/about-section/reset", {}, "POST");
  });

  it("without any package the pricing says so, and a new one shows up to ten points in their order", async () => {
    await openOwnersCalls();
    const { page } = await openStranger(browser, shop);
    const packages = (await (await owner.request.get("/packages")).json()) as { _id: string }[];
    for (const { _id } of packages) {
      const answer = await owner.request.delete(`/package/${_id}`);
      expect(answer.ok()).toBe(true);
    }
    await page.goto("/");
    await page.getByText("No packages available. Please add packages to display.").waitFor();
    const numbers = ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];
    const points = Object.fromEntries(
      numbers.map((number, at) => [`point${number}`, at === 4 ? " " : `Point ${at + 1}`]),
    );
    for (const [packageName, price] of [
      ["Small", 5],
      ["Large", 12.5],
    ] as const) {
      await edit("/add-package", { packageName, price, credit: 10, validity: 30, ...points }, "POST");
    }
    await page.goto("/");
    const cards = page.locator("#pricing article");
    await expect.poll(() => cards.count()).toBe(2);
    expect((await cards.nth(1).innerText()).replace(/\s+/g, " ")).toContain("$12.50 USD");
    await expect.poll(() => cards.nth(0).getByText("Most Popular").count()).toBe(0);
    await expect.poll(() => cards.nth(1).getByText("Most Popular").count()).toBe(1);
    await expect
      .poll(() => cards.nth(0).locator("ul li").allInnerTexts())
      .toEqual([1, 2, 3, 4, 6, 7, 8, 9, 10].map((at) => `Point ${at}`));
    await cards.nth(0).getByText("$0.25 a thumbnail").waitFor();
    await cards.nth(0).getByText("See Package Details").click();
    await cards.nth(0).getByText("2 thumbnails for 1 credit").waitFor();
    await cards.nth(0).getByText("9 runs").getByText("1 credit left").waitFor();
    await cards
      .nth(0)
      .getByText(/until \d\d\/\d\d\/\d{4} if bought today, or added to one that still runs/)
      .waitFor();
    await cards.nth(0).getByRole("link", { name: "Refund policy" }).waitFor();
    onTestFinished(() => edit("/api/shop-settings", { cost: 1, minimumBalance: 2 }));
    await edit("/api/shop-settings", { cost: 3, minimumBalance: 3 });
    await page.goto("/");
    await cards.nth(0).getByText("$0.75 a thumbnail").waitFor();
    await cards.nth(0).getByText("See Package Details").click();
    await cards.nth(0).getByText("2 thumbnails for 3 credits").waitFor();
    await expect.poll(() => cards.nth(0).getByText("A run needs a balance").count()).toBe(0);
    const href = await cards
      .nth(0)
      .getByRole("link", { name: "Get Started with Small" })
      .getAttribute("href");
    expect(href).toMatch(/^\/buy\/[0-9a-f]{24}$/);
    await cards.nth(0).getByRole("link", { name: "Get Started with Small" }).click();
    await page.waitForURL(/\/login\?from=%2Fbuy%2F/);
  });
});

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const send = (page: Page) => page.getByRole("button", { name: "Send Message" });

async function write(page: Page, subject: string): Promise<void> {
  await field(page, "Name").fill("Vera Holm");
  await field(page, "Email").fill("vera@example.com");
  await field(page, "Subject").fill(subject);
  await field(page, "Phone").fill("+47 55 51 23 45");
  await field(page, "Message").fill("Does a run cost one credit?");
}

/** The way back to a visitor's conversation, as the mail of its first answer brings it. */
async function mailedLink(): Promise<string> {
  const ticketUserEmail = `${randomUUID()}@example.com`;
  const message = {
    ticketUserName: "Vera Holm",
    ticketUserEmail,
    subject: "Prices",
    phone: "1",
    message: "?",
  };
  const { context } = await openOwner(browser, shop);
  const written = await fetch(`${shop.url}/new-support-message`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(message),
  });
  const { data } = (await written.json()) as { data: { _id: string } };
  const answer = { message: "One credit.", sender: "admin", key: randomBytes(12).toString("hex") };
  const answered = await context.request.post(`/api/support/tickets/${data._id}/replies`, { data: answer });
  expect(answered.status()).toBe(201);
  const read = async (path: string) => (await context.request.get(path)).text();
  const list = await read(`/demo/mail?q=${ticketUserEmail}`);
  const mail = /<a href="([^"]+)">Re: Prices/.exec(list)![1]!;
  return /<pre>.*?<a href="([^"]*support\/reply[^"]*)"/s.exec(await read(mail))![1]!;
}

/** Name and e-mail of each ticket of the subject. */
async function senders(subject: string): Promise<string[][]> {
  const { context } = await openOwner(browser, shop);
  type Ticket = { subject: string; ticketUserName: string; ticketUserEmail: string };
  const tickets = (await (await context.request.get("/support-messages")).json()) as Ticket[];
  return tickets
    .filter((ticket) => ticket.subject === subject)
    .map(({ ticketUserName, ticketUserEmail }) => [ticketUserName, ticketUserEmail]);
}

describe("without script a contact message is refused in words, and never stands in an address", () => {
  it("on the contact page, the home page and behind the mailed link", async () => {
    const context = await browser.newContext({ baseURL: shop.url, javaScriptEnabled: false });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    for (const path of ["/contact", "/", await mailedLink()]) {
      await page.goto(path);
      const form = page.locator("form");
      expect(await form.innerText(), path).toMatch(
        /^This form needs scripts, .+ Please write to \S+@\S+ instead\.$/,
      );
      expect(await form.locator("noscript a").getAttribute("href"), path).toMatch(/^mailto:.+@/);
      expect(await form.getAttribute("method"), path).toBe("post");
    }
  });

  it.each([
    ["before", "root-"],
    ["after", "entry.client-"],
  ])("where they are gone, as after an update: sent %s that is known", async (when, gone) => {
    const { context } = await openStranger(browser, shop, { isNew: true });
    const page = await context.newPage();
    const held = Promise.withResolvers<void>();
    await page.route(`**/assets/${gone}*.js`, async (route) => {
      await held.promise;
      await route.fulfill({ status: 404, json: {} });
    });
    await page.goto("/contact", { waitUntil: "commit" });
    await write(page, "Sent too late");
    if (when === "before") await send(page).click();
    const lost = page.waitForResponse(`**/assets/${gone}*.js`);
    held.resolve();
    expect((await lost).status()).toBe(404);
    if (when === "after") await send(page).click();
    await page.getByRole("alert").filter({ hasText: "This was not sent" }).waitFor();
    expect(page.url()).toBe(`${shop.url}/contact`);
    expect(await field(page, "Message").inputValue()).toBe("Does a run cost one credit?");
  });
});

describe("a contact message", () => {
  it("whose answer was lost is sent once, over a reload too", async () => {
    const { page } = await openStranger(browser, shop);
    await page.goto("/contact");
    await write(page, "An answer that is lost");
    await page.route("**/new-support-message", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await send(page).click();
    await page.getByRole("alert").filter({ hasText: "Failed to send message." }).waitFor();
    await page.unroute("**/new-support-message");
    await page.reload();
    await write(page, "An answer that is lost");
    await send(page).click();
    await page.getByText("Message Sent Successfully! We answer by mail.").waitFor();
    expect(await senders("An answer that is lost")).toEqual([["Vera Holm", "vera@example.com"]]);
  });

  it("that was answered is another one when it is written again", async () => {
    const { page } = await openStranger(browser, shop);
    await page.goto("/contact");
    for (const times of [1, 2]) {
      await write(page, "Written twice");
      await send(page).click();
      await page.getByText("Message Sent Successfully! We answer by mail.").waitFor();
      await expect.poll(() => field(page, "Message").inputValue()).toBe("");
      expect(await senders("Written twice")).toHaveLength(times);
    }
    // What is not sent does not stand beside the word that it was.
    await send(page).click();
    await page.getByText("Please enter your message").waitFor();
    expect(await page.getByText("Message Sent Successfully! We answer by mail.").count()).toBe(0);
  });

  it("of a member shows whose it is, and lets nobody change what is not taken from it", async () => {
    const { page } = await openStranger(browser, shop);
    const { email } = await join(page, newAccount("Ida Berg"));
    await page.goto("/contact");
    for (const name of ["Name", "Email"]) {
      expect(await field(page, name).isEditable()).toBe(false);
      expect(await field(page, name).getAttribute("aria-describedby")).toMatch(/-hint$/);
    }
    expect(await page.getByText("From your account").count()).toBe(2);
    expect(await axeViolations(page)).toEqual([]);
    await field(page, "Subject").fill("A member's question");
    await field(page, "Phone").fill("+47 55 51 23 45");
    await field(page, "Message").fill("Does a run cost one credit?");
    await send(page).click();
    await page.getByText("Message Sent Successfully! We answer by mail.").waitFor();
    expect(await senders("A member's question")).toEqual([["Ida Berg", email]]);
  });
});
