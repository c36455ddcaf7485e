import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Generation } from "#contract/generations.ts";
import { isolated } from "#web/ui/isolated.ts";
import { recordAnnounced } from "../helpers/announced.ts";
import { faultsInLooks, phoneFirst, twoLooks } from "../helpers/axe.ts";
import { holdNextWrite, openVisitor, untilItAnswers, untilLoaded, type Visitor } from "../helpers/browser.ts";
import { openShop } from "../helpers/open-shop.ts";
import {
  type Account,
  changeUser,
  giveCredits,
  join,
  logIn,
  newAccount,
  register,
} from "../helpers/people.ts";
import { readPng } from "../helpers/png.ts";
import { admin } from "../helpers/start-shop.ts";

const { browser, shop, gemini } = await openShop({ standIns: ["gemini"] });

/** A new person with credits, on the generator. */
async function openGenerator(
  credits: number,
  enter: (page: Page, account: Account) => Promise<unknown> = join,
): Promise<Visitor & { account: Account }> {
  const visitor = await openVisitor(browser, shop.url);
  const account = newAccount();
  await enter(visitor.page, account);
  await giveCredits(shop, account.email, credits);
  await visitor.page.goto("/user/generate-image");
  await visitor.page.getByText(`Credits: ${credits}`).waitFor();
  onTestFinished(async () => {
    await visitor.context.close();
    await gemini.heal();
  });
  return { ...visitor, account };
}

/** The owner tests each key, which ends its rest. */
async function endRests(): Promise<void> {
  const owner = await openVisitor(browser, shop.url);
  await logIn(owner.page, admin);
  const { data: keys } = await (await owner.page.request.get("/api/gemini-keys")).json();
  for (const { _id } of keys) {
    const answer = await owner.page.request.post(`/api/gemini-keys/${_id}/test`, { data: {} });
    expect((await answer.json()).data).toMatchObject({ ok: true });
  }
  await owner.context.close();
}

async function generate(page: Page, title: string): Promise<void> {
  await page.getByLabel("Video Title").fill(title);
  await page.getByRole("button", { name: "Generate Thumbnails" }).click();
}

/** A run has failed, and in its place another title is half typed. */
async function failAndTypeAnother(page: Page): Promise<void> {
  await gemini.fail("internal");
  await page.getByLabel("Custom Prompt").fill("A red door");
  await generate(page, "Failed at First");
  await page.getByRole("button", { name: "Try again" }).waitFor();
  await gemini.heal();
  await page.getByLabel("Video Title").fill("Half of Another Tit");
}

/** Puts each text into elements of its own, as a browser that translates a page does. In the page. */
function translateTexts(): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (texts.nextNode()) found.push(texts.currentNode as Text);
  for (const text of found) {
    if (!text.data.trim() || text.parentElement?.closest("[translate=no], script, style, textarea")) continue;
    const shown = document.createElement("font");
    shown.append(text.data);
    text.replaceWith(shown);
  }
}

/** Presses Tab until what is named has the focus, which is never out of sight or covered on the way. */
async function tabTo(page: Page, name: RegExp, mostPresses = 40): Promise<void> {
  const passed: string[] = [];
  while (passed.length < mostPresses) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(focusedInSight);
    expect(focused, `${page.url()} after ${passed.join(", ")}`).toMatchObject({ inSight: true });
    if (name.test(focused.name)) return;
    passed.push(focused.name);
  }
  throw new Error(`${name} was not reached: ${passed.join(", ")}`);
}

/** What has the focus, and whether a point of it can be seen. In the page. */
function focusedInSight(): { name: string; inSight: boolean } {
  let tree: Document | ShadowRoot = document;
  while (tree.activeElement?.shadowRoot) tree = tree.activeElement.shadowRoot;
  const element = tree.activeElement as HTMLElement & { labels?: NodeListOf<HTMLElement> };
  const { top, bottom, left, right } = element.getBoundingClientRect();
  const [x, width] = [Math.max(left, 0), Math.min(right, innerWidth) - Math.max(left, 0)];
  const [y, height] = [Math.max(top, 0), Math.min(bottom, innerHeight) - Math.max(top, 0)];
  const shares = [0.1, 0.5, 0.9];
  const inSight = shares.some((share) =>
    shares.some((other) => {
      return element.contains(tree.elementFromPoint(x + width * share, y + height * other));
    }),
  );
  return {
    name:
      element.labels?.[0]?.innerText ||
      element.getAttribute("aria-label") ||
      element.dataset.source ||
      element.innerText ||
      element.tagName,
    // A page that has just come has the focus as a whole.
    inSight: element === document.body || (width > 0 && height > 0 && inSight),
  };
}

/** Opens a card's actions and does one of them. */
async function actOn(card: Locator, action: string): Promise<void> {
  await card.getByRole("button", { name: /^Actions for/ }).click();
  await card.getByRole("button", { name: action, exact: true }).click();
}

async function download(page: Page, position: number): Promise<{ name: string; bytes: Buffer }> {
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: `Download Thumbnail ${position}` }).click();
  const file = await waiting;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

/** The newest run as the shop keeps it. */
async function lastRun(page: Page): Promise<Pick<Generation, "stage" | "title" | "prompt" | "customPrompt">> {
  const answer = await page.request.get("/api/generations?page=1&pageSize=1");
  return (await answer.json()).data[0];
}

const done = "Youtube Thumbnails generated successfully!";
const underWay = "AI is generating your thumbnails...";

/** The run that `ask` asks for begins, and its answer is lost on the way. */
async function loseAnswer(page: Page, ask: () => Promise<void>): Promise<void> {
  const calls = "**/api/generations";
  await page.route(calls, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await route.fetch();
    await route.abort();
  });
  await ask();
  await page.getByText("The same run is never charged twice.").waitFor();
  await page.unroute(calls);
}

const generateUnheard = (page: Page, title: string) => loseAnswer(page, () => generate(page, title));

const runsOf = async (page: Page): Promise<Generation[]> =>
  (await (await page.request.get("/api/generations?page=1&pageSize=50")).json()).data;

const thumbnailsOf = (page: Page, title: string) =>
  page.getByRole("list", { name: `Thumbnails for ${title}` });
const wishField = (page: Page) => page.getByLabel(/What shall be different/);
const changeIt = (page: Page) => page.getByRole("button", { name: /^Change it/ }).click();

/** After a run whose answer was lost, on the page that is loaded anew: the same press finds it, the next makes one. */
async function findAfterLoad(page: Page): Promise<void> {
  await generateUnheard(page, "Lost on the Way");
  await expect.poll(async () => (await lastRun(page)).title).toBe("Lost on the Way");
  await expect.poll(async () => (await lastRun(page)).stage).toBe("done");
  await page.goto("/user/dashboard");
  await page.goto("/user/generate-image");
  await page.getByText("Credits: 7").waitFor();
  await page.getByRole("button", { name: "Generate Thumbnails" }).click();
  await page.getByText(done).waitFor();
  expect(await runsOf(page)).toHaveLength(2);
  await page.getByRole("button", { name: "Generate Thumbnails" }).click();
  await page.getByText("Credits: 6").waitFor();
  await page.getByText(done).waitFor();
  expect(await runsOf(page)).toHaveLength(3);
}

/** The run of a lost answer is found among the others, ends, and the next press makes another pair. */
async function findAmongOthers(page: Page): Promise<void> {
  await gemini.fail("slow", { delayMs: 4_000, times: 2 });
  await generateUnheard(page, "Found Meanwhile");
  const places = page.getByRole("list", { name: "Your other runs" });
  await places.getByRole("button", { name: /Found Meanwhile/ }).click();
  await page.getByText(underWay).waitFor();
  await page.getByText(done).waitFor();
  const [found] = await runsOf(page);
  await page.getByRole("button", { name: "Generate Thumbnails" }).click();
  await page.getByText("Credits: 4").waitFor();
  await page.getByText(done).waitFor();
  expect((await runsOf(page)).map(({ id }) => id === found!.id)).toEqual([false, true, false, false, false]);
}

/** The answer to a start is a fault: the run that began is shown, and found by the same press. */
async function findAfterFault(page: Page): Promise<void> {
  await gemini.fail("slow", { delayMs: 8_000, times: 2 });
  const calls = "**/api/generations";
  await page.route(calls, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await route.fetch();
    await route.fulfill({ status: 500, json: { success: false, code: "INTERNAL", message: "Broken" } });
  });
  await generate(page, "Begun unseen");
  const failed = page.getByRole("alert").filter({ hasText: "Failed to deduct credits" });
  await failed.getByText("It may have begun all the same").waitFor();
  await page
    .getByRole("list", { name: "Your other runs" })
    .getByRole("button", { name: /Begun unseen/ })
    .waitFor();
  await page.getByText("Credits: 3").waitFor();
  await page.unroute(calls);
  await failed.getByRole("button", { name: "Try again" }).click();
  const [begun] = await runsOf(page);
  await page.waitForURL(`**run=${begun!.id}*`);
  await page.getByRole("list", { name: "Your other runs" }).waitFor({ state: "detached" });
  const titles = (await runsOf(page)).map(({ title }) => title);
  expect(titles.filter((title) => title === "Begun unseen")).toHaveLength(1);
  expect(titles).toHaveLength(6);
}

/** The answer to a change is lost: its picture and its words stay, and it is found also after a run of the form. */
async function findChange(page: Page): Promise<void> {
  await page.goto("/user/generate-image");
  await generate(page, "Changed Unheard");
  await page.getByText(done).waitFor();
  const pair = page.url();
  await page.getByRole("button", { name: "Change thumbnail 1" }).click();
  await wishField(page).fill("Darker background");
  await loseAnswer(page, () => changeIt(page));
  await page.getByRole("alert").getByText("Press Try again once you are back online.").waitFor();
  await thumbnailsOf(page, "Changed Unheard").waitFor();
  expect(await wishField(page).inputValue()).toBe("Darker background");
  await expect.poll(async () => (await lastRun(page)).stage).toBe("done");
  const [change] = await runsOf(page);
  await generate(page, "Of the Form Meanwhile");
  await page.getByText(done).waitFor();
  const before = await runsOf(page);
  await page.goto(pair);
  await page.getByRole("button", { name: "Change thumbnail 1" }).click();
  await expect.poll(() => wishField(page).inputValue()).toBe("Darker background");
  await changeIt(page);
  await page.waitForURL(`**run=${change!.id}*`);
  expect(await runsOf(page)).toHaveLength(before.length);
}

/**
 * A change that is refused, before it starts or by the model, leads to where it was asked for, with what was typed; also
 * on a page that is loaded anew, where that tells of no success. Each picture is a design, which knows no run.
 */
async function changeRefused(page: Page): Promise<void> {
  await page.goto("/user/generate-image");
  await page.getByLabel("Words", { exact: true }).selectOption("text");
  await generate(page, "Made to Be Changed");
  await page.getByText(done).waitFor();
  const typed = "Put a knife in my hand";
  await page.getByRole("button", { name: "Change thumbnail 2" }).click();
  await wishField(page).fill(typed);
  const calls = "**/api/generations";
  const tooMany = { success: false, code: "TOO_MANY_REQUESTS", message: "You have 3 runs under way." };
  await page.route(calls, (route) =>
    route.request().method() === "POST" ? route.fulfill({ status: 429, json: tooMany }) : route.continue(),
  );
  await changeIt(page);
  await page.getByRole("alert").getByText(tooMany.message).waitFor();
  await thumbnailsOf(page, "Made to Be Changed").waitFor();
  expect(await wishField(page).inputValue()).toBe(typed);
  await page.unroute(calls);

  await gemini.fail("image-safety");
  await changeIt(page);
  const banner = page.getByRole("alert").filter({ hasText: "Ask for it in other words" });
  await banner.getByText("Names, weapons or injuries are often the cause.").waitFor();
  const refused = page.url();
  for (const isLoadedAnew of [false, true]) {
    if (isLoadedAnew) await page.goto(refused);
    await banner.getByRole("button", { name: "Back to the thumbnail" }).click();
    await thumbnailsOf(page, "Made to Be Changed").waitFor();
    await page.getByRole("region", { name: "Change thumbnail 2" }).waitFor();
    expect(await wishField(page).inputValue()).toBe(typed);
    await expect.poll(() => wishField(page).evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await page.getByText(done).count()).toBe(0);
  }
}

/** The pair of a run is compared side by side and large, and the kept one is shown first. */
async function comparePair(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1366, height: 768 });
  const pair = page.getByRole("list", { name: "Thumbnails for How I Built a Cabin in 30 Days" });
  const tops = async () =>
    new Set(
      await pair.getByRole("img").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y)),
    );
  const sources = () =>
    pair.getByRole("img").evaluateAll((all) => all.map((one) => (one as HTMLImageElement).currentSrc));
  await expect.poll(async () => (await tops()).size).toBe(1);
  const small = expect.stringMatching(/\/preview\?width=\d+$/);
  await expect.poll(sources).toEqual([small, small]);

  await page.getByRole("button", { name: "One large" }).click();
  await page.keyboard.press("ArrowRight");
  await page.getByText("2 of 2").waitFor();
  await expect.poll(sources).toEqual([expect.stringMatching(/\/images\/2$/)]);
  await page.getByRole("button", { name: "Keep thumbnail 2" }).click();
  await page.getByRole("button", { name: "Keep thumbnail 2", pressed: true }).waitFor();
  await page.getByRole("button", { name: "Side by side" }).click();
  const card = page.getByRole("article", { name: "How I Built a Cabin in 30 Days" });
  const first = (place: Locator) => place.locator("img").first();
  await expect.poll(() => first(card).getAttribute("src")).toMatch(/\/images\/2\/preview/);

  await page.getByLabel("Video Title").fill("Another One");
  await page.getByRole("heading", { name: "Your last run" }).waitFor();

  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("button", { name: "View thumbnail 1 large" }).click();
  const dialog = page.getByRole("dialog");
  const large = dialog.getByRole("img", { name: "Thumbnail 1 for" });
  await expect.poll(async () => (await large.boundingBox())?.width).toBe(360);
  await dialog.getByRole("region").evaluate((strip) => strip.scrollTo({ left: strip.clientWidth }));
  await dialog.getByRole("button", { name: "Download Thumbnail 2" }).waitFor();
  const bar = await dialog.getByRole("button", { name: "Download Thumbnail 2" }).boundingBox();
  expect(bar!.y + bar!.height).toBeLessThanOrEqual(740);
  await page.keyboard.press("ArrowLeft");
  await dialog.getByRole("button", { name: "Download Thumbnail 1" }).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });

  await page.goto("/user/dashboard");
  const recent = page.getByRole("region", { name: "Recent thumbnails" });
  await expect.poll(() => first(recent).getAttribute("src")).toMatch(/\/images\/2\/preview/);
  await recent.getByRole("link", { name: "Gallery" }).click();
  await page.waitForURL("**/user/gallery");
}

describe("the main job", () => {
  it("has a prompt enhanced, leads whoever has no credit to the packages before anything is typed, says why a last one waits, and sees what another tab has bought", async () => {
    const { page, account } = await openGenerator(1);
    const announced = await recordAnnounced(page);
    await page.getByRole("button", { name: "Enhance Prompt" }).click();
    await page.getByText("Prompt enhanced successfully!").waitFor();
    expect(await announced()).toContain("Prompt enhanced successfully!");
    await giveCredits(shop, account.email, 0);
    await page.getByRole("button", { name: "Enhance Prompt" }).click();
    await page.getByText("Error enhancing prompt: Enhancing a prompt needs a credit").waitFor();
    await page.getByRole("link", { name: "See the packages" }).click();
    await page.waitForURL("**/user/select-package");

    await page.goto("/user/generate-image");
    const packages = page.getByRole("link", { name: "Packages and prices" });
    await page.getByText("You have no credits. Choose a package, then type a title.").waitFor();
    await packages.waitFor();
    await page.goto("/user/dashboard");
    await page.getByText("Choose a package, then type a title.", { exact: true }).waitFor();
    const offers = page.getByRole("region", { name: "Packages" }).getByRole("link", { name: /^Get Started/ });
    await expect.poll(() => offers.count()).toBe(3);
    await expect.poll(() => offers.first().getAttribute("href")).toMatch(/^\/buy\//);
    await expect.poll(() => page.getByText("one video title away").count()).toBe(0);
    await page.locator("main").getByRole("link", { name: "Choose a package" }).click();
    await page.waitForURL("**/user/select-package");

    await giveCredits(shop, account.email, 1);
    await page.goto("/user/generate-image");
    await page.getByText("A run needs a balance of 2; your last credit waits for the next top-up.").waitFor();
    await packages.click();
    await page.waitForURL("**/user/select-package");

    await page.goto("/user/generate-image");
    await page.getByLabel("Video Title").fill("Ten Knots in Ten Minutes");
    await packages.waitFor();
    await giveCredits(shop, account.email, 26);
    await page.getByText("Credits: 1").waitFor();
    await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    await page.getByText("Credits: 26").waitFor();
    await expect.poll(() => packages.count()).toBe(0);
  });

  it("sends no enhanced prompt that was made for another title or niche, also after a reload", async () => {
    const { page } = await openGenerator(5);
    const title = page.getByLabel("Video Title");
    const enhanced = page.getByLabel("Enhanced Prompt");
    const oneLine = (await title.boundingBox())!.height;
    await title.fill("I Ate Only Gas Station Food for a Whole Week (It Went Worse Than You Think)");
    expect((await title.boundingBox())!.height).toBeGreaterThan(oneLine);
    await expect.poll(() => title.evaluate((field) => field.scrollHeight <= field.clientHeight)).toBe(true);
    await title.fill("Bread");
    await page.getByRole("button", { name: "Enhance Prompt" }).click();
    await enhanced.waitFor();
    await title.fill("Soup");
    await expect.poll(() => enhanced.inputValue()).toContain("“Soup”");
    await expect.poll(() => enhanced.inputValue()).not.toContain("Bread");

    await page.getByLabel("Niche").selectOption("cooking");
    await page.getByText("Made for the earlier niche").waitFor();
    await page.reload();
    await page.getByText("Made for the earlier niche").waitFor();
    await expect.poll(() => enhanced.count()).toBe(0);
    await generate(page, "Soup");
    await page.getByText(done).waitFor();
    const custom = await page.getByLabel("Custom Prompt").inputValue();
    expect((await lastRun(page)).prompt).toBe(custom);

    await page.getByRole("button", { name: "Use it" }).click();
    await expect.poll(() => enhanced.inputValue()).toContain("“Soup”");
    await expect.poll(() => enhanced.evaluate((field) => field === document.activeElement)).toBe(true);
    await title.fill("A Quite Different Thing");
    await page.getByRole("button", { name: "Enhance again" }).or(enhanced).waitFor();
    await generate(page, "A Quite Different Thing");
    await page.getByText(done).waitFor();
    await expect.poll(async () => (await lastRun(page)).title).toBe("A Quite Different Thing");
    expect((await lastRun(page)).prompt).not.toContain("Soup");
  });

  it("brings a prompt that is enhanced while its person is elsewhere into the form as it is by then, asked for once", async () => {
    const { page } = await openGenerator(5);
    const title = page.getByLabel("Video Title");
    const menu = page.getByRole("navigation", { name: "Main" });
    const screen = (name: string) => menu.getByRole("link", { name, exact: true }).click();
    await title.fill("Bread");
    const { started, release } = await holdNextWrite(page, "**/api/enhance-prompt");
    await page.getByRole("button", { name: "Enhance Prompt" }).click();
    await started;
    await screen("Dashboard");
    await page.waitForURL("**/user/dashboard");
    await screen("YouTube Thumbnail Generator");
    await title.fill("Soup");
    const again = page.getByRole("button", { name: "Enhancing..." });
    await expect.poll(() => again.getAttribute("aria-disabled")).toBe("true");
    release();
    const enhanced = page.getByLabel("Enhanced Prompt");
    await expect.poll(() => enhanced.inputValue()).toContain("“Soup”");
    await page.getByText("Prompt enhanced successfully!").waitFor();
    await page.reload();
    await expect.poll(() => enhanced.inputValue()).toContain("“Soup”");
    expect(await title.inputValue()).toBe("Soup");

    const lost = await holdNextWrite(page, "**/api/enhance-prompt", (route) => route.abort());
    await page.getByRole("button", { name: "Enhance Prompt" }).click();
    await lost.started;
    await screen("Dashboard");
    await page.waitForURL("**/user/dashboard");
    const failed = page.waitForEvent("requestfailed");
    lost.release();
    await failed;
    await screen("YouTube Thumbnail Generator");
    await page.getByText(/^Error enhancing prompt/).waitFor();
    await page.getByRole("button", { name: "Enhance Prompt" }).waitFor();
  });

  it("leads nobody to packages who may not buy them", async () => {
    const { page, account } = await openGenerator(0);
    const owner = await openVisitor(browser, shop.url);
    onTestFinished(() => owner.context.close());
    await logIn(owner.page, admin);
    await changeUser(owner.page, account.email, { userRole: "Seller" });
    await logIn(page, account);
    await page.goto("/user/dashboard");
    const main = page.locator("main");
    await main.getByRole("link", { name: "YouTube Thumbnail Generator" }).first().waitFor();
    await expect.poll(() => main.getByRole("link", { name: "Choose a package" }).count()).toBe(0);
    await expect.poll(() => page.getByRole("link", { name: "Get more" }).count()).toBe(0);
    const ways = main.locator("a[href='/user/select-package'], a[href='/user/items']");
    const ask = main.getByRole("link", { name: "Ask the shop for credits" });
    for (const [path, text, asks] of [
      ["/user/credits", "No entries yet", 1],
      ["/user/orders", "No orders found", 0],
      ["?show=items", "No orders found", 0],
      ["/user/subscription-history", "No orders found", 0],
      ["/user/pending-payment/", "No Pending Orders", 0],
      ["/user/item-pending-payment", "No Pending Orders", 0],
      ["/user/generate-image", "You have no credits. Ask the shop for credits", 1],
    ] as const) {
      const entry = page.locator(`nav a[href$="${path}"]:visible`).first();
      await entry.click();
      await expect.poll(() => entry.getAttribute("aria-current")).toBe("page");
      await main.getByText(text).first().waitFor();
      expect([path, await ways.count(), await ask.count()]).toEqual([path, 0, asks]);
    }
    await main.getByRole("textbox", { name: "Video Title" }).fill("Ten Knots");
    await page.keyboard.press("Control+Enter");
    await main.getByRole("alert").filter({ hasText: "Insufficient credits." }).waitFor();
    expect([await ways.count(), await ask.count()]).toEqual([0, 2]);
    await ask.first().click();
    await page.waitForURL("**/user/create-support");
  });

  it("goes on with a title of the dashboard whose scripts are gone, sent before that is known or after", async () => {
    const { page } = await openGenerator(5);
    await generate(page, "Made Before");
    await page.getByText(done).waitFor();
    for (const [when, title] of [
      ["before", "Ten Knots"],
      ["after", "Ten More Knots"],
    ] as const) {
      const held = Promise.withResolvers<void>();
      // Of the page that was open; the next one has its own.
      await page.route(
        "**/assets/entry.client-*.js",
        async (route) => {
          await held.promise;
          await route.fulfill({ status: 404, json: {} });
        },
        { times: 1 },
      );
      const lost = page.waitForResponse("**/assets/entry.client-*.js");
      await page.goto("/user/dashboard", { waitUntil: "commit" });
      await page.getByLabel("Video title").fill(title);
      const send = page.locator("main form").getByRole("button", { name: "Generate" });
      if (when === "before") await send.click();
      held.resolve();
      expect((await lost).status()).toBe(404);
      if (when === "after") await send.click();
      await page.waitForURL("**/user/generate-image*");
      await expect.poll(() => page.getByRole("textbox", { name: "Video Title" }).inputValue()).toBe(title);
      await page.getByText("Credits: 4").waitFor();
    }
  });

  it("raises no alarm about a run in its usual time, says what became of the credit, and goes on while its owner is elsewhere, with form and thumbnails", async () => {
    const { page } = await openGenerator(5);
    await generate(page, "Quick As Ever");
    await page.getByText(done).waitFor();
    await gemini.fail("slow", { delayMs: 2500, times: 2 });
    await generate(page, "A Little Slower");
    await page.getByText("Credits: 3").waitFor();
    await page.getByText("One credit is set aside and comes back if the run fails.").waitFor();
    await page.getByText("2 s", { exact: true }).waitFor();
    expect(await page.getByText("longer than usual").count()).toBe(0);
    expect(await page.getByText("only charged").count()).toBe(0);
    await page.getByText(done).waitFor();

    const former = page.url();
    await gemini.fail("slow", { delayMs: 4000, times: 2 });
    await generate(page, "I Left in the Middle of It");
    await page.getByText(underWay).waitFor();
    await page.waitForURL((url) => url.searchParams.has("run") && url.href !== former);
    const address = page.url();

    await page.goto("/user/dashboard");
    await page.goto("/user/generate-image");
    await page.getByText(done).waitFor();
    await page.getByRole("button", { name: "Download Thumbnail 2" }).waitFor();
    await expect.poll(() => page.getByLabel("Video Title").inputValue()).toBe("I Left in the Middle of It");
    expect(page.url()).toBe(address);
    await page.getByText("Credits: 2").waitFor();

    // Where it is only listed it is seen to end as well, and the balance is asked for.
    await gemini.fail("slow", { delayMs: 14_000, times: 2 });
    await generate(page, "Seen From Elsewhere");
    await page.getByText("Credits: 1").waitFor();
    const gallery = await page.context().newPage();
    const lists = [
      [page, "/user/dashboard"],
      [gallery, "/user/gallery"],
    ] as const;
    await Promise.all(
      lists.map(async ([screen, path]) => {
        await screen.goto(path);
        const goesOn = screen.getByText("In progress");
        await goesOn.waitFor();
        await Promise.all([screen.waitForResponse("**/api/viewer"), goesOn.waitFor({ state: "detached" })]);
      }),
    );
  });

  it("leads from registering to two different thumbnails, ready for YouTube, which are compared side by side and large, the kept one first", async () => {
    const { page, complaints } = await openGenerator(5, register);
    await generate(page, "How I Built a Cabin in 30 Days");
    await page.getByText(done).waitFor();
    await page.getByText("Credits: 4").waitFor();

    const files = [await download(page, 1), await download(page, 2)];
    for (const [index, { name, bytes }] of files.entries()) {
      expect(name).toMatch(new RegExp(`^youtube-thumbnail-${index + 1}-\\d{13}\\.png$`));
      const picture = readPng(bytes);
      expect(picture).toMatchObject({ width: 1280, height: 720 });
      expect(picture.bytes).toBeLessThan(2_000_000);
    }
    expect(files[0]!.bytes.equals(files[1]!.bytes)).toBe(false);
    await comparePair(page);
    expect(complaints).toEqual([]);
  });

  it("survives the shop's sudden end in the middle of a run", async () => {
    const { page } = await openGenerator(5);
    await gemini.fail("slow", { delayMs: 6000, times: 2 });
    const before = await gemini.calls();
    await generate(page, "The Plug Was Pulled");
    await page.getByText(underWay).waitFor();
    await expect.poll(() => gemini.calls()).toBeGreaterThan(before);
    await shop.crashAndRestart();
    await page.getByText(done).waitFor({ timeout: 100_000 });
    await page.getByText("Credits: 4").waitFor();
    expect(readPng((await download(page, 1)).bytes)).toMatchObject({ width: 1280, height: 720 });
  });

  it("gives the credit back when the model refuses, says that nothing was charged, and leads from a refused change back to its thumbnail", async () => {
    const { page } = await openGenerator(5);
    await gemini.fail("image-safety");
    await generate(page, "Refused for a Reason");
    const banner = page.getByRole("alert").filter({ hasText: "Error: " });
    await banner.waitFor();
    await expect.poll(() => banner.innerText()).toContain("Nothing was charged.");
    await page.getByText("Credits: 5").waitFor();
    await banner.getByText("Names, weapons or injuries are often the cause.").waitFor();
    await banner.getByRole("button", { name: "Edit the prompt" }).click();
    const prompt = page.getByLabel("Custom Prompt");
    await expect.poll(() => prompt.evaluate((field) => field === document.activeElement)).toBe(true);

    // Opened later, with nothing typed, it brings its own prompt along.
    const failed = page.url();
    await prompt.fill("A quiet desk");
    await page.getByRole("button", { name: "Reset" }).click();
    await page.goto(failed);
    await banner.getByRole("button", { name: "Edit the prompt" }).click();
    await expect.poll(() => page.getByLabel("Video Title").inputValue()).toBe("Refused for a Reason");
    await expect.poll(() => prompt.evaluate((field) => field === document.activeElement)).toBe(true);

    await page.goto("/user/credits");
    await page.getByRole("row").nth(1).waitFor();
    await expect.poll(() => page.getByRole("row").nth(1).innerText()).toContain("5");
    await gemini.heal();
    await changeRefused(page);
  });

  it("tries the run again that failed, whatever the form says: also where the try itself did not start, and one named by a link", async () => {
    const { page } = await openGenerator(5);
    const again = page.getByRole("button", { name: "Try again" });
    const isFailedOne = async (credits: string) => {
      await page.getByText(credits).waitFor();
      expect(await lastRun(page)).toMatchObject({ title: "Failed at First", customPrompt: "A red door" });
      expect(await page.getByLabel("Video Title").inputValue()).toBe("Half of Another Tit");
    };
    await failAndTypeAnother(page);
    await page.getByLabel("Custom Prompt").fill("A blue door");
    await again.click();
    await page.getByText(done).waitFor();
    await isFailedOne("Credits: 4");
    expect(await page.getByLabel("Custom Prompt").inputValue()).toBe("A blue door");

    await failAndTypeAnother(page);
    const calls = "**/api/generations";
    await page.route(calls, (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
    await again.click();
    await page.getByText("The same run is never charged twice.").waitFor();
    await page.unroute(calls);
    await again.click();
    await page.getByText(done).waitFor();
    await isFailedOne("Credits: 3");

    await gemini.fail("internal");
    const link = "https://youtu.be/dQw4w9WgXcQ";
    const asked = { title: link, niche: "food", style: "bold", idempotencyKey: "of before" };
    const begun = await page.request.post("/api/generations", { data: asked });
    const { id } = (await begun.json()).data;
    await page.getByLabel("Video Title").fill("Half of Another Tit");
    await page.goto(`/user/generate-image?run=${id}`);
    await again.waitFor();
    await gemini.heal();
    await again.click();
    await page.getByText(done).waitFor();
    expect(await lastRun(page)).toMatchObject({ title: link, stage: "done" });
  });

  it("counts down to another try as long as the keys rest, and makes the thumbnails then", async () => {
    const { page } = await openGenerator(5);
    await page.clock.install();
    await gemini.fail("rate-limited-plain");
    await generate(page, "Busy at First");
    const banner = page.getByRole("alert").filter({ hasText: "The image service is busy." });
    const again = banner.getByRole("button", { name: "Try again" });
    await again.waitFor();
    await expect.poll(() => again.innerText()).toMatch(/^Try again\s+in (1 min|5\d s)$/);
    await expect.poll(() => again.isDisabled()).toBe(true);
    await gemini.heal();
    await endRests();
    await page.clock.runFor(61_000);
    await again.and(page.locator(":not([aria-disabled])")).click();
    await page.getByText(done).waitFor();
    await page.getByText("Credits: 4").waitFor();
  });

  it("leads from the home page over the payment to the download by keyboard alone at 200 % zoom, and at 400 % where the thumbnails are made", async () => {
    const { page, context } = await openVisitor(browser, shop.url, { width: 640, height: 450 });
    onTestFinished(() => context.close());
    const { keyboard } = page;
    const account = newAccount();
    const enter = async (name: RegExp, url: string | RegExp) => {
      await tabTo(page, name);
      await keyboard.press("Enter");
      await page.waitForURL(url);
      await untilItAnswers(page);
      expect(await page.evaluate(focusedInSight), page.url()).toMatchObject({ inSight: true });
    };
    const type = async (name: RegExp, text: string) => {
      await tabTo(page, name);
      await keyboard.type(text);
    };
    await page.goto("/");
    await enter(/^Make your first pair/, "**/register*");
    await expect.poll(() => page.evaluate(focusedInSight)).toEqual({ name: "Full Name", inSight: true });
    await keyboard.type(account.name);
    await type(/^Email/, account.email);
    await type(/^Password/, account.password);
    await type(/^Confirm Password/, account.password);
    await tabTo(page, /^I agree/);
    await keyboard.press("Space");
    await enter(/^Create Account/, "**/user/dashboard");
    await enter(/^Get Started/, "**/buy/*");
    await type(/^Address/, "1 Anvil Street");
    await type(/^Country/, "Germ");
    await enter(/^Proceed to Payment/, "**/user/package-pending-payment/");
    await expect.poll(async () => (await page.evaluate(focusedInSight)).name).toMatch(/^Pay /);
    expect(await page.evaluate(focusedInSight)).toMatchObject({ inSight: true });
    await keyboard.press("Enter");
    await page.waitForURL("**/pay-now/*");
    await page.locator("[data-source=paypal]").waitFor();
    await tabTo(page, /^paypal$/);
    const opening = page.waitForEvent("popup");
    await keyboard.press("Enter");
    const popup = await opening;
    await popup.waitForURL(/token=/);
    await tabTo(popup, /^Pay now/i);
    await popup.keyboard.press("Enter");
    await page.waitForURL("**/user/subscription-history*");
    await untilItAnswers(page);
    await enter(/^Make thumbnails/, "**/user/generate-image");
    await page.setViewportSize({ width: 320, height: 256 });
    await type(/^Video Title/, "By Keyboard Alone");
    await keyboard.press("Control+Enter");
    await page.getByText(done).waitFor();
    const result = page.getByRole("region", { name: "Result" });
    await expect.poll(() => result.evaluate((region) => region.contains(document.activeElement))).toBe(true);
    expect(await page.evaluate(focusedInSight)).toMatchObject({ inSight: true });
    await tabTo(page, /Download Thumbnail 1/, 6);
    const file = page.waitForEvent("download");
    await keyboard.press("Enter");
    expect((await file).suggestedFilename()).toMatch(/^youtube-thumbnail-1-/);
    await page.setViewportSize({ width: 360, height: 640 });
    await page.getByLabel("Style").focus();
    await tabTo(page, /^Custom Prompt/);
    const isCut = await page.getByRole("button", { name: "Generate Thumbnails" }).evaluate((button) => {
      const words = button.lastElementChild!;
      words.textContent = "Miniaturansichtenerzeugung ".repeat(3);
      return words.scrollWidth > words.clientWidth || button.scrollHeight > button.clientHeight;
    });
    expect(isCut, "words as long as a translation's").toBe(false);
  });

  it("keeps a title that was typed before the page's scripts were there, and takes one over from the address by whole characters", async () => {
    const { page } = await openGenerator(5);
    const scripts = Promise.withResolvers<void>();
    await page.route("**/assets/*.js", async (route) => {
      await scripts.promise;
      await route.continue();
    });
    const came = page.goto("/user/generate-image");
    await page.getByLabel("Video Title").pressSequentially("Typed Early");
    scripts.resolve();
    await came;
    await page.getByText("11/100").waitFor();
    await page.getByRole("button", { name: "Generate Thumbnails" }).click();
    await page.getByText(done).waitFor();
    expect(await page.getByLabel("Video Title").inputValue()).toBe("Typed Early");

    await page.unroute("**/assets/*.js");
    await page.goto(`/user/generate-image?title=${encodeURIComponent(`${"n".repeat(99)}🦊 and more`)}`);
    await expect.poll(() => page.getByLabel("Video Title").inputValue()).toBe("n".repeat(99));
  });

  it("takes a title over from the dashboard while a run goes on, once: the address keeps the run alone, and what is typed then stays over a reload", async () => {
    const { page } = await openGenerator(5);
    // The dashboard asks for the next title once something was made.
    await generate(page, "Made Before");
    await page.getByText(done).waitFor();
    const former = page.url();
    await gemini.fail("slow", { delayMs: 15_000, times: 2 });
    await generate(page, "Under Way");
    await page.waitForURL((url) => url.searchParams.has("run") && url.href !== former);
    const address = page.url();
    await page.goto("/user/dashboard");
    await page.getByLabel("Video title").fill("Foo");
    await page.locator("main form").getByRole("button", { name: "Generate" }).click();
    await page.waitForURL((url) => url.searchParams.has("run"));
    await expect.poll(() => page.url()).toBe(address);
    expect(await page.getByLabel("Video Title").inputValue()).toBe("Foo");
    await page.getByLabel("Video Title").fill("Foo and Bar");
    await page.reload();
    await page.getByText(underWay).waitFor();
    expect(await page.getByLabel("Video Title").inputValue()).toBe("Foo and Bar");
  });

  it("makes one run where the answer was lost or a fault: found by 'Try again', by the page that is loaded anew, among the other runs, or by the same press, also of a change", async () => {
    const { page, account } = await openGenerator(9);
    await generateUnheard(page, "Asked For");
    await page.getByLabel("Video Title").fill("Half of Another Tit");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText(done).waitFor();
    expect((await runsOf(page)).map(({ title }) => title)).toEqual(["Asked For"]);
    await findAfterLoad(page);
    await findAmongOthers(page);
    await findAfterFault(page);
    await gemini.heal();
    await giveCredits(shop, account.email, 9);
    await findChange(page);
  });

  it("takes no more for a run than its screen said", async () => {
    const { page } = await openGenerator(9);
    const owner = await openVisitor(browser, shop.url);
    await logIn(owner.page, admin);
    const settings = "/api/shop-settings";
    const { data: before } = await (await owner.page.request.get(settings)).json();
    const save = async (changes: object) => {
      const answer = await owner.page.request.put(settings, { data: changes });
      expect(answer.status(), await answer.text()).toBe(200);
    };
    onTestFinished(async () => {
      await save({ cost: before.cost });
      await owner.context.close();
    });
    await save({ cost: 2 });
    await generate(page, "At Yesterday's Price");
    const refused = page.getByRole("alert").filter({ hasText: "A run now takes 2 credits." });
    await refused.getByText("Nothing was charged.").waitFor();
    await page.getByText("2 credits a run, you have 9.").waitFor();
    expect(await runsOf(page)).toEqual([]);
    await refused.getByRole("button", { name: "Try again" }).click();
    await page.getByText(done).waitFor();
    await page.getByText("Credits: 7").waitFor();
  });

  it("leaves whoever goes elsewhere before the start is answered where they went", async () => {
    const { page } = await openGenerator(5);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const { started, release } = await holdNextWrite(page);
    await generate(page, "Left at Once");
    await started;
    await page.getByRole("link", { name: "Gallery", exact: true }).first().click();
    await page.getByRole("heading", { name: "Gallery", level: 1 }).waitFor();
    release();
    await page
      .getByText(/^4 credits|Credits: 4/)
      .first()
      .waitFor();
    expect(asked.filter((url) => /generate-image.*run=/.test(url))).toEqual([]);
    expect(new URL(page.url()).pathname).toBe("/user/gallery");
    await page.goBack();
    await page.waitForURL("**/user/generate-image**");
  });

  it("offers no second run at any moment of a first, and makes one of a double click", async () => {
    const { page } = await openGenerator(5);
    await gemini.fail("slow", { delayMs: 1500, times: 4 });
    for (const title of ["The First of Two", "The Second of Two"]) {
      await page.getByLabel("Video Title").fill(title);
      await page.evaluate(() => {
        const button = document.querySelector("button[type=submit]")!;
        const seen = [button.textContent];
        const look = () => seen.at(-1) !== button.textContent && seen.push(button.textContent);
        new MutationObserver(look).observe(button, { childList: true, characterData: true, subtree: true });
        Object.assign(window, { seenOnButton: seen });
      });
      await page.getByRole("button", { name: "Generate Thumbnails" }).dblclick();
      await page.getByText(done).waitFor();
      await page.getByRole("button", { name: "Generate Thumbnails" }).waitFor();
      const seen = await page.evaluate(() => (window as unknown as { seenOnButton: string[] }).seenOnButton);
      expect(seen).toEqual(["Generate Thumbnails", "Generating...", "Generate Thumbnails"]);
      expect(await page.getByRole("article", { name: title }).count()).toBe(1);
    }
    await page.getByText("Credits: 3").waitFor();
  });

  it("lets three runs go on at once, each with its own place, and shows each when it is ready", async () => {
    const { page, complaints } = await openGenerator(9);
    await generate(page, "The Source of All");
    await page.getByText(done).waitFor();
    await page.clock.install();
    await gemini.fail("slow", { delayMs: 12_000, times: 6 });
    await page.getByRole("button", { name: "Change thumbnail 2" }).click();
    await page.getByLabel(/What shall be different/).fill("Darker background");
    await page.getByRole("button", { name: /^Change it/ }).click();
    const result = page.getByRole("region", { name: "Result" });
    const source = result.getByRole("img", { name: "What it is made from" });
    await result.getByText("“Darker background”").waitFor();
    await expect
      .poll(() => source.evaluate((image) => (image as HTMLImageElement).naturalWidth > 0))
      .toBe(true);

    const another = page.getByRole("button", { name: "Start another meanwhile" });
    const places = page.getByRole("list", { name: "Your other runs" }).getByRole("button");
    await another.click();
    await expect
      .poll(() => page.getByLabel("Video Title").evaluate((field) => field === document.activeElement))
      .toBe(true);
    await expect.poll(() => places.allInnerTexts()).toEqual([expect.stringMatching(/Source of All/)]);
    await generate(page, "The Second at Once");
    await another.click();
    await generate(page, "The Third at Once");
    await page.getByText("Credits: 5").waitFor();
    await expect.poll(() => another.count()).toBe(0);
    await expect
      .poll(() => places.allInnerTexts())
      .toEqual([expect.stringMatching(/Second at Once/), expect.stringMatching(/Source of All/)]);
    // Whoever has the form free all the same, in another tab, is told the limit.
    const tab = await page.context().newPage();
    await tab.goto("/user/generate-image");
    await tab.getByText(underWay).waitFor();
    const refused = await tab.request.post("/api/generations", {
      data: { title: "A Fourth", niche: "food", style: "bold", idempotencyKey: "fourth" },
    });
    expect([refused.status(), (await refused.json()).message]).toEqual([
      429,
      "You have 3 runs under way, which is the most at once. Please wait until one of them has ended.",
    ]);
    await tab.close();
    await page.getByText(done).waitFor();
    await page.getByText("Credits: 5").waitFor();
    await places.filter({ hasText: "Ready" }).nth(1).waitFor();
    let asked = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/api/generations?page=1&pageSize=20")) asked += 1;
    });
    await page.clock.fastForward(10_000);
    await untilLoaded(page);
    expect(asked, "once all have ended").toBe(0);
    expect(await faultsInLooks(page, twoLooks)).toEqual([]);
    await places.filter({ hasText: "Source of All" }).click();
    await page.getByRole("list", { name: "Thumbnails for The Source of All" }).waitFor();
    await expect.poll(() => places.count()).toBe(1);
    await page.reload();
    await page.getByRole("list", { name: "Thumbnails for The Source of All" }).waitFor();
    expect(await places.count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it("uses a past run again, deletes it, and brings it back as long as the undo is offered: ten seconds from when it is left", async () => {
    const { page, complaints } = await openGenerator(5);
    await page.evaluate(translateTexts);
    await generate(page, "Once More With Feeling");
    await page.getByText(done).waitFor();
    await page.getByText("1 credit a run, you have 4.").waitFor();
    await page.getByText("Credits: 4").waitFor();
    await page.getByRole("button", { name: "Reset" }).click();
    await expect.poll(() => page.getByLabel("Video Title").inputValue()).toBe("");
    const card = page.getByRole("article", { name: "Once More With Feeling" });
    // What is pressed before its script is there acts then, whatever is typed meanwhile.
    const script = Promise.withResolvers<void>();
    await page.route("**/generation-list-*.js", async (route) => {
      await script.promise;
      await route.continue();
    });
    await page.reload();
    const again = card.getByRole("button", { name: "Use again" });
    await again.click();
    expect(await again.getAttribute("data-late"), "a press that waits").not.toBeNull();
    await page.getByLabel("Video Title").fill("Another one");
    expect(await again.count(), "the list that the server rendered").toBe(1);
    script.resolve();
    await expect.poll(() => page.getByLabel("Video Title").inputValue()).toBe("Once More With Feeling");
    await actOn(card, "Delete");
    await card.waitFor({ state: "detached" });
    await page.getByText(`“${isolated("Once More With Feeling")}” was deleted.`).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await card.waitFor();
    await page.getByText("was deleted.").waitFor({ state: "detached" });
    await page.clock.install();
    await actOn(card, "Delete");
    await card.waitFor({ state: "detached" });
    const told = page.getByText("was deleted.");
    await told.waitFor();
    await page.clock.fastForward(11_000);
    expect(await told.count(), "while the focus is at it").toBe(1);
    await told.hover();
    await page.getByLabel("Video Title").focus();
    await page.clock.fastForward(11_000);
    expect(await told.count(), "while the pointer is at it").toBe(1);
    await page.getByLabel("Video Title").hover();
    await page.clock.fastForward(9_000);
    expect(await told.count(), "ten seconds from when it was left").toBe(1);
    await page.clock.fastForward(2_000);
    await told.waitFor({ state: "detached" });
    expect(complaints).toEqual([]);
  });

  it("reads a misspelt thumbnail, and makes one free new take of it that the statement tells of, asked for in the large view, beside another run and while a prompt is enhanced", async () => {
    const { page } = await openGenerator(5);
    const title = "The Honest Truth";
    await gemini.fail("misspelt", { contains: "different variation", times: 1 });
    const reading = { model: "gemini-3.5-flash-lite", contains: "Read the lettering", times: 2 };
    await gemini.fail("slow", { ...reading, delayMs: 1_000 });
    // Some of the templates that the form begins with want no more letters than they name themselves.
    await page.getByLabel("Custom Prompt").fill("A desk with a laptop");
    await page.setViewportSize({ width: 1280, height: 768 });
    await page.getByRole("button", { name: "Enhance Prompt" }).click();
    await page.getByText("Prompt enhanced successfully!").waitFor();
    await generate(page, title);
    await page.getByText(done).waitFor();
    const results = page.getByRole("list", { name: `Thumbnails for ${title}` });
    // What is pressed while the words are being read stays under the hand.
    const place = async () => {
      const large = results.getByRole("button", { name: "View thumbnail 1 large" });
      const [button, list] = await Promise.all([large.boundingBox(), results.boundingBox()]);
      return button!.y - list!.y;
    };
    const before = await place();
    await results.getByText(`Words read: ${title}`).waitFor();
    await results.getByText("That is not your title.").waitFor();
    expect(await place()).toBe(before);
    // What is read makes the result higher than it was when it took the focus: its beginning stays in the window.
    const result = page.getByRole("region", { name: "Result" });
    await expect.poll(async () => (await result.boundingBox())!.y).toBeGreaterThanOrEqual(0);
    const free = results.getByRole("button", { name: /Take it anew, free: thumbnail \d/ });
    expect(await free.count()).toBe(1);
    expect(await faultsInLooks(page, phoneFirst)).toEqual([]);
    const first = page.url();

    await page.route("**/retake", (route) => route.abort());
    await free.click();
    await page.getByRole("alert").getByText("Press Try again once you are back online.").waitFor();
    await page.unroute("**/retake");
    const card = page.getByRole("article", { name: title });
    const takeAnew = async () => {
      await card.getByRole("button", { name: /^View thumbnail 2/ }).click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: /^Take it anew, free/ })
        .click();
    };
    // Beside a run that is under way it shows the picture's own, of which there is nothing to tell.
    await gemini.fail("internal", { contains: "Failed Meanwhile", delayMs: 8_000 });
    await generate(page, "Failed Meanwhile");
    await page.getByText(underWay).waitFor();
    await takeAnew();
    await free.waitFor();
    await expect.poll(async () => (await result.boundingBox())!.y).toBeGreaterThanOrEqual(0);
    expect(await page.getByText(done).count()).toBe(0);

    const enhanced = Promise.withResolvers<void>();
    await page.route("**/api/enhance-prompt", async (route) => {
      await enhanced.promise;
      await route.continue();
    });
    await page.getByRole("button", { name: "Enhance Prompt" }).click();
    // A run of the form waits for what is being written; the free take does not.
    const others = page.getByRole("list", { name: "Your other runs" });
    await others.getByRole("button", { name: /Failed Meanwhile/ }).click();
    await page.getByRole("alert").getByRole("button", { name: "Try again" }).click();
    await takeAnew();
    await page.getByText("A free take, its words drawn anew").waitFor();
    enhanced.resolve();
    await expect.poll(() => results.getByText(`Words read: ${title}`).count()).toBe(2);
    expect(await free.count()).toBe(0);
    await page.getByText("Credits: 4").waitFor();
    expect(await runsOf(page)).toHaveLength(3);
    // The thumbnail stays as it was, and brings no second one.
    await page.goto(first);
    await results.getByText("Its free new take is in your gallery.").waitFor();
    expect(await free.count()).toBe(0);
    expect(await page.getByText(done).count(), "of a past run there is nothing to tell").toBe(0);
    const again = `/api/generations/${new URL(first).searchParams.get("run")}/images/2/retake`;
    const second = await page.request.post(again, { data: { idempotencyKey: "once more" } });
    expect(second.status()).toBe(409);

    await page.goto("/user/credits");
    const line = page.getByRole("row").filter({ hasText: "Free new take of a misspelt thumbnail" });
    expect((await line.allInnerTexts()).map((text) => text.split(/\s{2,}|\t|\n/).slice(-2))).toEqual([
      ["0", "4"],
    ]);
    const show = line.getByRole("link", { name: /^Show run/ });
    const [, run] = /run=(\w+)/.exec((await show.getAttribute("href"))!)!;
    expect((await page.request.delete(`/api/generations/${run}`)).status()).toBe(200);
    await page.reload();
    await line.getByText("This run was deleted.").waitFor();
    expect(await show.count()).toBe(0);
  });

  it("finds what was made in a gallery, from a dashboard that asks for the next title", async () => {
    const { page, complaints } = await openGenerator(9);
    for (const title of ["Noodles in Oslo", "A Desk for 40 Euros"]) {
      await generate(page, title);
      await page.getByRole("article", { name: title }).waitFor();
      await page.getByText(done).waitFor();
    }
    await page.getByRole("link", { name: "Gallery", exact: true }).click();
    const cards = page.getByRole("article");
    await expect.poll(() => cards.count()).toBe(2);
    await page.getByRole("searchbox", { name: "Search by title" }).fill("noodle");
    await page.waitForURL("**/user/gallery?q=noodle");
    await expect.poll(() => cards.count()).toBe(1);
    await cards.getByRole("button", { name: "Favourite" }).click();
    await cards.getByRole("button", { name: "Favourite", pressed: true }).waitFor();
    // Renamed with the keyboard alone, shown at once, and told where it was refused.
    const again = cards.getByRole("button", { name: /^Actions for/ });
    const rename = async () => {
      await again.press("Enter");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await cards.getByRole("textbox", { name: "New title" }).waitFor();
    };
    await rename();
    await page.keyboard.type("  ");
    await page.keyboard.press("Enter");
    await cards.getByRole("alert").filter({ hasText: "Video title is required" }).waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => again.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.route("**/api/generations/*", (route) =>
      route.request().method() === "PATCH" ? route.abort() : route.fallback(),
    );
    await rename();
    await page.keyboard.type("Noodles in Bergen");
    await page.keyboard.press("Enter");
    await cards.getByRole("alert").filter({ hasText: "could not be saved" }).waitFor();
    await expect
      .poll(() => cards.getByRole("textbox", { name: "New title" }).inputValue())
      .toBe("Noodles in Bergen");
    await page.unroute("**/api/generations/*");
    const { release } = await holdNextWrite(page);
    await cards.getByRole("button", { name: "Save", exact: true }).click();
    await cards.getByRole("heading", { name: "Noodles in Bergen" }).waitFor();
    await cards.getByRole("button", { name: /^View thumbnail 1/ }).click();
    const large = page.getByRole("dialog");
    await page.getByRole("dialog", { name: "Noodles in Bergen" }).waitFor();
    release();
    await large.getByRole("button", { name: "Rename" }).click();
    await page.keyboard.type("Noodles in Oslo");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Noodles in Oslo" }).waitFor();
    await large.getByRole("button", { name: "Close" }).click();
    await cards.getByRole("heading", { name: "Noodles in Oslo" }).waitFor();
    complaints.splice(0, complaints.length, ...complaints.filter((text) => !/ERR_FAILED/.test(text)));

    const saving = page.waitForEvent("download");
    await actOn(cards, "Save thumbnail 2");
    expect((await saving).suggestedFilename()).toMatch(/^youtube-thumbnail-2-\d+\.png$/);
    await page.goto("/user/gallery?favourite=true");
    await expect.poll(() => cards.getByRole("heading").allInnerTexts()).toEqual(["Noodles in Oslo"]);
    await page.getByLabel("Show").selectOption("Runs with a kept one");
    await page.getByText("No thumbnails found").waitFor();
    await page.getByRole("link", { name: "Show all" }).click();
    await expect.poll(() => cards.count()).toBe(2);
    expect(await faultsInLooks(page, phoneFirst)).toEqual([]);
    await cards.first().getByRole("button", { name: "Use again" }).click();
    await page.waitForURL("**/user/generate-image");
    await expect.poll(() => page.getByLabel("Video Title").inputValue()).toBe("A Desk for 40 Euros");

    await page.goto("/user/dashboard");
    expect(await faultsInLooks(page, twoLooks)).toEqual([]);
    await page.setViewportSize({ width: 1366, height: 768 });
    for (const action of ["Generate Now", "View payments"])
      expect((await page.getByText(action).boundingBox())!.height, `${action} on one line`).toBeLessThan(32);
    await page.getByRole("textbox", { name: "Video title" }).fill("The Third & Last");
    await page.getByRole("button", { name: "Generate", exact: true }).click();
    await page.waitForURL((url) => url.pathname === "/user/generate-image" && url.search === "");
    await expect.poll(() => page.getByLabel("Video Title").inputValue()).toBe("The Third & Last");
    await page.getByText("Credits: 7").waitFor();
    expect(complaints).toEqual([]);
  });
});
