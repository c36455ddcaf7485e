import { readFile } from "node:fs/promises";
import { unzipSync } from "fflate";
import type { Locator, Page } from "playwright-core";
import sharp from "sharp";
import { describe, expect, it, onTestFinished } from "vitest";
import type { PackFile } from "#contract/packs.ts";
import { isolated } from "#web/ui/isolated.ts";
import { recordAnnounced } from "../helpers/announced.ts";
import { faultsInLooks, phoneFirst, twoLooks } from "../helpers/axe.ts";
import { type Look, openVisitor, untilLoaded } from "../helpers/browser.ts";
import { openFaults, runSql } from "../helpers/database.ts";
import { openShop } from "../helpers/open-shop.ts";
import { giveCredits, join } from "../helpers/people.ts";
import { openMember } from "../helpers/settings.ts";

const { browser, shop } = await openShop({ standIns: ["gemini"] });

interface Run {
  id: string;
  images: { id: string; designId?: string }[];
}

/** A new person with credits, and what they make over the calls. */
async function openCreator(look: Look = {}) {
  const visitor = await openVisitor(browser, shop.url, look);
  const { page } = visitor;
  const { email } = await join(page);
  await giveCredits(shop, email, 30);
  onTestFinished(() => visitor.context.close());
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(path, { data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()).data;
  };
  const run = async (more: object): Promise<Run> => {
    const idempotencyKey = String(Math.random());
    const body = { title: "", niche: "food", style: "bold", customPrompt: "", idempotencyKey, ...more };
    const { id } = await post("/api/generations", body);
    const read = async () => (await (await page.request.get(`/api/generations/${id}`)).json()).data;
    await expect.poll(async () => (await read()).stage).toBe("done");
    return read();
  };
  const design = (name: string, from: object): Promise<{ id: string }> =>
    post("/api/designs", { name, from });
  return { ...visitor, run, design };
}

/** Runs of the person of `id` as many as `count`, each a minute older than the one before, with that run's pictures. */
async function addRuns(id: string, count: number): Promise<void> {
  await runSql(
    shop,
    `insert into generations (id, user_id, idempotency_key, stage, title, niche, style, custom_prompt, cost, created_at)
    select substr(md5(id || n), 1, 24), user_id, n, 'done', 'Episode ' || n, niche, style, '', 0,
      created_at - make_interval(mins => n)
    from generations, generate_series(1, ${count}) n where id = $1`,
    [id],
  );
  await runSql(
    shop,
    `insert into generation_images (id, generation_id, position, file_key, mime_type, bytes)
    select substr(md5(id || n), 1, 24), substr(md5(generation_id || n), 1, 24), position, file_key, mime_type, bytes
    from generation_images, generate_series(1, ${count}) n where generation_id = $1`,
    [id],
  );
}

const names = (page: Page) => page.getByRole("article").getByRole("heading").allInnerTexts();

async function actOn(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole("button", { name: action, exact: true }).click();
}

/** A pressed button does not get the focus, and takes it from what has it. In the page; answers how to end it. */
function likeSafari(): () => void {
  const press = (event: MouseEvent) => {
    event.preventDefault();
    (document.activeElement as HTMLElement | null)?.blur();
  };
  addEventListener("mousedown", press, true);
  return () => removeEventListener("mousedown", press, true);
}

/** Of the card with the focus. */
const focusedCard = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest("article")?.getAttribute("aria-label") ?? null);

describe("the gallery", () => {
  it("leaves no picture in the browser for whoever signs in there next", async () => {
    const { page, run, design } = await openCreator();
    const { id, images } = await run({ title: "Mine alone" });
    const { id: designId } = await design("Mine", { kind: "picture", id: images[0]!.id });
    await page.goto("/user/gallery");
    const statuses = () =>
      page.evaluate(
        (paths) => Promise.all(paths.map(async (path) => (await fetch(path)).status)),
        [
          `/api/generations/${id}/images/1/preview?width=320`,
          `/api/generations/${id}/images/2`,
          `/api/designs/${designId}/art?picture=${images[0]!.id}`,
        ],
      );
    expect(await statuses()).toEqual([200, 200, 200]);
    await page.getByRole("button", { name: "Logout" }).click();
    await page.waitForURL(`${shop.url}/`);
    await join(page);
    expect(await statuses()).toEqual([404, 404, 404]);
  });

  it("holds runs and designs in one place, searched, filtered and marked, and its address tells what it shows", async () => {
    const { page, run, design, complaints } = await openCreator();
    await page.goto("/user/gallery");
    await page.getByText("No thumbnails yet").waitFor();
    const noodles = await run({ title: "Noodles in Oslo" });
    await run({ title: "A Desk for 40 Euros", niche: "diy", style: "minimal" });
    await design("Noodles, big", { kind: "picture", id: noodles.images[0]!.id });
    await design("Plain", { kind: "colour", colour: "#1d4ed8" });
    await page.goto("/user/gallery");
    const all = ["Plain", "Noodles, big", "A Desk for 40 Euros", "Noodles in Oslo"];
    await expect.poll(() => names(page)).toEqual(all);
    await page.getByText("4 runs and designs").waitFor();
    // The picture that is seen first goes ahead of the scripts, which the others come after.
    expect(await page.locator("img[fetchpriority=high]").count()).toBe(1);

    const desk = page.getByRole("article", { name: "A Desk for 40 Euros" });
    await desk.getByRole("button", { name: "Favourite" }).click();
    await desk.getByRole("button", { name: "Favourite", pressed: true }).waitFor();
    // From one card to the next by the arrow keys, and marked by a key.
    await page.getByRole("article", { name: "Plain" }).getByRole("link").first().focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => focusedCard(page)).toBe("Noodles, big");
    await page.keyboard.press("f");
    const big = page.getByRole("article", { name: "Noodles, big" });
    await big.getByRole("button", { name: "Favourite", pressed: true }).waitFor();
    expect(await faultsInLooks(page, phoneFirst)).toEqual([]);

    await page.getByRole("button", { name: "Favourites" }).click();
    await page.waitForURL("**/user/gallery?favourite=true");
    await expect.poll(() => names(page)).toEqual(["Noodles, big", "A Desk for 40 Euros"]);
    await page.getByLabel("Niche").selectOption("Food");
    await expect.poll(() => names(page)).toEqual(["Noodles, big"]);
    await page.reload();
    await expect.poll(() => names(page)).toEqual(["Noodles, big"]);
    expect(new URL(page.url()).search).toBe("?favourite=true&niche=food");
    await page.getByLabel("Style").selectOption("minimal");
    await page.getByText("No thumbnails found").waitFor();
    await page.getByRole("link", { name: "Show all" }).click();
    await expect.poll(() => names(page)).toEqual(all);
    await page.getByLabel("Show", { exact: true }).selectOption("Designs");
    await page.getByText("2 designs").waitFor();
    await page.getByRole("searchbox", { name: "Search by title" }).fill("BIG");
    await expect.poll(() => names(page)).toEqual(["Noodles, big"]);
    await page.goBack();
    await expect.poll(() => names(page)).toEqual(all);

    await page.goto("/user/designs");
    await page.getByRole("heading", { name: "Designs", level: 1 }).waitFor();
    await expect.poll(() => names(page)).toEqual(["Plain", "Noodles, big"]);
    expect(complaints).toEqual([]);
  });

  it("keeps the buttons of the large view in their place while its picture comes, and closes it by a phone's Back", async () => {
    const { page, run } = await openCreator({ width: 360, height: 740, hasTouch: true });
    await run({ title: "Noodles in Oslo" });
    // A desktop has no such gesture; this is how the browser tells of it.
    await page.addInitScript(() => {
      const Watcher = (window as unknown as { CloseWatcher: new () => { requestClose(): void } })
        .CloseWatcher;
      const watching = class extends Watcher {
        constructor() {
          super();
          Object.assign(window, { goBack: () => this.requestClose() });
        }
      };
      Object.assign(window, { CloseWatcher: watching });
    });
    await page.goto("/user/gallery?kind=run");
    await untilLoaded(page);
    const arrives = Promise.withResolvers<void>();
    await page.route("**/*", async (route) => {
      if (route.request().resourceType() === "image") await arrives.promise;
      await route.continue();
    });
    await page.getByRole("button", { name: /^View thumbnail 1/ }).click();
    const dialog = page.getByRole("dialog");
    const rename = dialog.getByRole("button", { name: "Rename" });
    await rename.click();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    const before = await rename.boundingBox();
    arrives.resolve();
    await untilLoaded(page);
    expect(await rename.boundingBox()).toEqual(before);
    await page.waitForFunction(() => "goBack" in window);
    await page.evaluate(() => (window as unknown as { goBack(): void }).goBack());
    await dialog.waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe("/user/gallery");
  });

  it("tells from what a thumbnail came and by what words, back to the first run", async () => {
    const { page, run, design, complaints } = await openCreator();
    const first = await run({ title: "Noodles in Oslo" });
    const source = { kind: "picture", id: first.images[0]!.id };
    const change = await run({ source, instruction: "Darker background, larger me" });
    const words = await design("With words", { kind: "picture", id: change.images[1]!.id });
    await run({ source: { kind: "design", id: words.id }, vary: "light" });
    await page.goto("/user/gallery?kind=run");
    const card = page.getByRole("article", { name: "With words" });
    const line = card.getByRole("button", { name: "Made in 3 steps: how it came about" });
    await expect.poll(() => line.locator("img").count()).toBe(3);
    await line.click();
    const dialog = page.getByRole("dialog", { name: "How it came about" });
    const steps = dialog.getByRole("listitem");
    await expect
      .poll(() => steps.allInnerTexts())
      .toEqual([
        "A new run\nNoodles in Oslo",
        "“Darker background, larger me”\nNoodles in Oslo",
        "Made a design\nWith words",
        "Only the light differs\nThis run, With words",
      ]);
    await expect
      .poll(() =>
        steps
          .locator("img")
          .evaluateAll((all) => all.map((image) => (image as HTMLImageElement).naturalWidth > 0)),
      )
      .toEqual([true, true, true, true]);
    expect(await faultsInLooks(page, phoneFirst)).toEqual([]);
    await steps.getByRole("link", { name: /With words/ }).click();
    await page.waitForURL(`**/user/designs/${words.id}`);
    // A page that still loads would ask for the deleted design's pictures in vain.
    await page.goto("about:blank");
    await page.request.delete(`/api/designs/${words.id}`);
    await page.goto("/user/gallery?kind=run");
    await line.click();
    await dialog.getByText("Deleted").waitFor();
    expect(complaints).toEqual([]);
  });

  it("gives back what was deleted, a run as well as a design, alone or with others, and keeps a new name", async () => {
    const { page, run, design } = await openCreator();
    const { images } = await run({ title: "Once More" });
    await design("Words on it", { kind: "picture", id: images[0]!.id });
    await page.goto("/user/gallery");
    const opener = page.getByRole("button", { name: "Actions for Once More", exact: true });
    const menu = page.getByRole("list", { name: "Actions for Once More" });
    const leaveFocus = await page.evaluateHandle(likeSafari);
    await opener.click();
    await page.getByRole("heading", { name: "Gallery", exact: true }).click();
    await menu.waitFor({ state: "detached" });
    await opener.click();
    await opener.click();
    await menu.waitFor({ state: "detached" });
    await opener.press("Enter");
    await menu.getByRole("button", { name: "Rename" }).click();
    await page.keyboard.press("Escape");
    await leaveFocus.evaluate((end) => end());
    await actOn(page, "Words on it", "Rename");
    await page.keyboard.type("Other words");
    await page.keyboard.press("Enter");
    await expect.poll(() => names(page)).toEqual(["Other words", "Once More"]);
    await actOn(page, "Once More", "Delete");
    await page.getByText(`“${isolated("Once More")}” was deleted.`).waitFor();
    await expect.poll(() => names(page)).toEqual(["Other words"]);
    await actOn(page, "Other words", "Delete");
    await page.getByText("2 entries were deleted.").waitFor();
    await page.getByText("No thumbnails yet").waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => names(page)).toEqual(["Other words", "Once More"]);

    const choose = (name: string) => page.getByRole("button", { name: `Choose ${isolated(name)}` });
    await page.getByRole("button", { name: "Choose several" }).click();
    await choose("Once More").click();
    await page.getByLabel("Search by title").fill("o");
    await page.getByText("0 chosen").waitFor();
    for (const name of ["Once More", "Other words", "Once More", "Once More"]) await choose(name).click();
    await page.getByText("2 chosen").waitFor();
    expect(await faultsInLooks(page, twoLooks)).toEqual([]);
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByText("2 entries were deleted.").waitFor();
    await page.getByText("No thumbnails found").waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => names(page)).toEqual(["Other words", "Once More"]);
    expect(await choose("Once More").count()).toBe(0);
  });

  it("keeps a name that is being typed, and the caret, with its card wherever the list moves it, on either screen", async () => {
    const { page, run, design } = await openCreator();
    const first = await run({ title: "The First" });
    await addRuns(first.id, 30);
    const gone = await design("Gone soon", { kind: "colour", colour: "#1d4ed8" });
    const field = page.getByLabel("New title");
    const cardOf = (name: string) => page.getByRole("article", { name, exact: true });
    const readAnew = async (count: string) => {
      await page.evaluate(() => dispatchEvent(new Event("visibilitychange")));
      await page.getByText(count).waitFor();
    };
    const typeInto = async (name: string) => {
      await actOn(page, name, "Rename");
      await field.fill("Epsode");
      await page.keyboard.press("Home");
      for (const _ of "Ep") await page.keyboard.press("ArrowRight");
    };
    // The last one of the first page goes to the second, and back.
    await page.goto("/user/gallery");
    await page.getByText("32 runs and designs").waitFor();
    await page.evaluate(() => scrollTo(0, 1500));
    await typeInto("Episode 22");
    await run({ title: "The Newest" });
    await readAnew("33 runs and designs");
    await page.keyboard.type("i");
    await page.request.delete(`/api/designs/${gone.id}`);
    await readAnew("32 runs and designs");
    await page.keyboard.type("-");
    expect(await field.inputValue()).toBe("Epi-sode");
    await page.getByRole("heading", { name: "Gallery", exact: true }).click();
    await page.setViewportSize({ width: 360, height: 740 });
    await page.evaluate(() => scrollTo(0, 0));
    await cardOf("Episode 12").waitFor({ state: "detached" });
    expect(await field.inputValue()).toBe("Epi-sode");
    await field.press("Enter");
    await cardOf("Epi-sode").waitFor();
    // What a search does not find is not among its cards, whatever is typed into it.
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.evaluate(() => scrollTo(0, 1500));
    await typeInto("Epi-sode");
    await page.getByRole("searchbox").fill("The F");
    await cardOf("The First").waitFor();
    await page.getByText("1 entry").waitFor();
    expect(await page.getByRole("article").count()).toBe(1);

    // Below the generator it stays on its page.
    await page.goto("/user/generate-image");
    await typeInto("Episode 7");
    await run({ title: "Newer Still" });
    await cardOf("Episode 6").getByRole("button", { name: "Favourite" }).click();
    await cardOf("Newer Still").waitFor();
    expect(await field.inputValue()).toBe("Epsode");
    await field.focus();
    await page.keyboard.press("Escape");
    await cardOf("Episode 7").waitFor({ state: "detached" });

    // One that is deleted while its name is on its way is gone, and so is the name.
    await typeInto("Episode 5");
    const deleted = Promise.withResolvers<void>();
    await page.route("**/api/generations/*", async (route) => {
      if (route.request().method() === "PATCH") await deleted.promise;
      await route.continue();
    });
    await field.press("Enter");
    await actOn(page, "Epsode", "Delete");
    await cardOf("Episode 7").waitFor();
    await cardOf("Epsode").waitFor({ state: "detached" });
    deleted.resolve();
  });

  it("scrolls through ten thousand runs with a few dozen cards, and finds its place again", async () => {
    const { page, run, complaints } = await openCreator();
    const { id } = await run({ title: "The Newest" });
    await addRuns(id, 10_000);
    await page.goto("/user/gallery");
    await page.getByText("10,001 runs and designs").waitFor();
    const cards = page.getByRole("article");
    const length = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(length).toBeGreaterThan(500_000);
    expect(await cards.count()).toBeLessThan(60);

    await page.evaluate(() => scrollTo(0, 300_000));
    const inSight = () =>
      page.evaluate(
        () =>
          [...document.querySelectorAll("article")]
            .find((card) => card.getBoundingClientRect().top > 0)
            ?.getAttribute("aria-label") ?? null,
      );
    await expect.poll(inSight).toMatch(/^Episode \d{4}$/);
    const place = (await inSight())!;
    expect(await cards.count()).toBeLessThan(60);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(length);
    await page
      .getByRole("article", { name: place, exact: true })
      .getByRole("button", { name: "Use again" })
      .click();
    await page.waitForURL("**/user/generate-image");
    await page.goBack();
    await expect.poll(inSight).toBe(place);
    await page.reload();
    await expect.poll(inSight).toBe(place);

    // By keyboard: the focus goes on where the next cards are still to be read, and stays with what is out of sight.
    await page.getByRole("article", { name: place, exact: true }).getByRole("button").first().focus();
    for (let press = 0; press < 12; press += 1) await page.keyboard.press("ArrowDown");
    const next = `Episode ${Number(place.slice(8)) + 12 * 3}`;
    await expect.poll(() => focusedCard(page)).toBe(next);
    await page.mouse.wheel(0, 50_000);
    await expect.poll(inSight).not.toBe(next);
    expect(await focusedCard(page)).toBe(next);
    await page.keyboard.press("Tab");
    await expect.poll(() => focusedCard(page)).toBe(next);

    // A part that cannot be read says so where it belongs, and is read later.
    await page.route("**/api/gallery?*page=9&*", (route) => route.abort());
    const unread = page.getByText("This part could not be loaded.");
    // What the wheel and the Tab began may end after the first jump, elsewhere.
    await expect
      .poll(async () => {
        await page.evaluate(() => scrollTo(0, 22_500));
        return unread.isVisible();
      })
      .toBe(true);
    await page.unroute("**/api/gallery?*page=9&*");
    await page.getByRole("button", { name: "Retry" }).click();
    const readLater = page.getByRole("article", { name: "Episode 200", exact: true });
    await expect
      .poll(async () => {
        await page.evaluate(() => scrollTo(0, 22_500));
        return readLater.isVisible();
      })
      .toBe(true);
    await page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(inSight).toMatch(/^Episode \d+$/);
    expect(await cards.count()).toBeLessThan(60);
    expect(await faultsInLooks(page, twoLooks)).toEqual([]);
    expect(complaints.filter((text) => !/ERR_FAILED/.test(text))).toEqual([]);
  });

  it("says that it could not be loaded, and loads when it is asked again", async () => {
    const { page, design } = await openCreator();
    await design("Plain", { kind: "colour", colour: "#1d4ed8" });
    const faults = await openFaults(shop);
    const mend = await faults.hide("designs");
    await page.goto("/user/gallery");
    await page.getByText("Your gallery could not be loaded.").waitFor();
    expect(await faultsInLooks(page, twoLooks)).toEqual([]);
    await mend();
    await faults.close();
    await page.getByRole("button", { name: "Retry" }).click();
    await expect.poll(() => names(page)).toEqual(["Plain"]);
  });
});

const dock = (page: Page) => page.getByRole("complementary", { name: "Pack" });
const entries = (page: Page) =>
  dock(page).getByRole("list", { name: "Thumbnails of the pack" }).getByRole("listitem");
/** Both measured in one moment: the dock gets another line once the shop has told what differs. */
const isAbove = async (upper: Locator, lower: Locator, overlap = 0) => {
  const lowerOne = await lower.elementHandle();
  const between = await upper.evaluate(
    (above, below) => below!.getBoundingClientRect().top - above.getBoundingClientRect().bottom,
    lowerOne,
  );
  return between >= -overlap;
};
const opener = (page: Page) => dock(page).getByRole("button", { name: /^Pack, \d of 3$/ });

/** What the download holds. */
async function openPack(page: Page) {
  const saved = page.waitForEvent("download");
  await dock(page).getByRole("button", { name: "Download pack" }).click();
  const download = await saved;
  const files = unzipSync(await readFile(await download.path()));
  const told = JSON.parse(Buffer.from(files["pack.json"]!).toString()) as PackFile;
  return { name: download.suggestedFilename(), files, told };
}

describe("a pack", () => {
  it("is chosen in a run's results, the gallery and the editor, ordered, named, kept, and downloaded as what it says", async () => {
    const { page, design, complaints } = await openCreator();
    await page.goto("/user/generate-image");
    expect(await dock(page).count()).toBe(0);
    await page.getByLabel("Video Title").fill("Winter Is Coming");
    await page.getByRole("button", { name: "Generate Thumbnails" }).click();
    const result = page.getByRole("region", { name: "Result" });
    const comparing = Promise.withResolvers<void>();
    await page.route("**/api/packs/preview?*", async (route) => {
      await comparing.promise;
      await route.continue();
    });
    await result.getByRole("button", { name: "Pack thumbnail 1" }).click();
    await dock(page).getByText("Add one more to compare.").waitFor();
    await dock(page).getByRole("button", { name: "Download pack" }).focus();
    await page.keyboard.press("Enter");
    const tooFew = dock(page).getByText("A pack has two or three thumbnails: add another one.");
    await tooFew.waitFor();
    // What the shop tells of the thumbnail, a moment later, takes nothing of it back.
    comparing.resolve();
    await dock(page).locator("img").waitFor();
    expect(await tooFew.count()).toBe(1);
    await page.unroute("**/api/packs/preview?*");

    // In the large view the same is told, and taken back.
    await result.getByRole("button", { name: "View thumbnail 2 large" }).click();
    const large = page.getByRole("dialog");
    await large.getByRole("button", { name: "Pack thumbnail 2" }).click();
    await large.getByRole("button", { name: "Pack thumbnail 2", pressed: true }).waitFor();
    expect(await faultsInLooks(page, twoLooks)).toEqual([]);
    await large.getByRole("button", { name: "Close" }).click();
    await dock(page)
      .getByText(/^More than one thing differs\./)
      .waitFor();
    await result.getByRole("button", { name: "Pack thumbnail 2" }).click();
    await opener(page).getByText("1 of 3").waitFor();

    // A design of the first picture, with words on it.
    await result.getByRole("button", { name: "Edit thumbnail 1" }).click();
    await page.waitForURL(/\/user\/designs\/.+/);
    await page.getByRole("button", { name: "Add text" }).click();
    await page.getByLabel("Words of the text").pressSequentially("30 DAYS");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Download", exact: true }).click();
    await page.getByRole("menuitem", { name: "Add to pack" }).click();
    await page.getByRole("status").getByText("Saved", { exact: true }).waitFor();
    await opener(page).click();
    await expect
      .poll(() => entries(page).locator("p").allInnerTexts())
      .toEqual([
        "1. Winter Is Coming 1",
        "The others are compared with this one.",
        "2. Winter Is Coming",
        "Only the words differ.",
      ]);
    expect(await faultsInLooks(page, phoneFirst)).toEqual([]);

    const { id: blue } = await design("Blue", { kind: "colour", colour: "#1d4ed8" });
    await design("Red", { kind: "colour", colour: "#c02010" });
    await page.goto("/user/gallery");
    await opener(page).getByText("2 of 3").waitFor();
    await actOn(page, "Blue", "Add to pack");
    await dock(page)
      .getByText(/^More than one thing differs\./)
      .waitFor();
    await actOn(page, "Red", "Add to pack");
    const red = page.getByRole("article", { name: "Red" });
    await red.getByText("A pack has 3 thumbnails at most. Take one out of it first.").waitFor();
    await opener(page).getByText("3 of 3").waitFor();

    // By keyboard: the last to the front and back again, then out; the focus stays with what is left.
    await opener(page).focus();
    await page.keyboard.press("Enter");
    const names = () => entries(page).locator("p:first-child").allInnerTexts();
    await expect.poll(names).toEqual(["1. Winter Is Coming 1", "2. Winter Is Coming", "3. Blue"]);
    await dock(page).getByRole("button", { name: "Move Blue to the front" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await expect.poll(names).toEqual(["1. Blue", "2. Winter Is Coming 1", "3. Winter Is Coming"]);
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    expect(await focused()).toBe("Move Blue to the front");
    expect(await faultsInLooks(page, phoneFirst)).toEqual([]);
    await page.reload();
    await opener(page).click();
    await expect.poll(names).toEqual(["1. Blue", "2. Winter Is Coming 1", "3. Winter Is Coming"]);
    await dock(page).getByRole("button", { name: "Take Blue out of the pack" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(names).toEqual(["1. Winter Is Coming 1", "2. Winter Is Coming"]);
    expect(await focused()).toBe("Take Winter Is Coming 1 out of the pack");
    await entries(page).getByText("Only the words differ.").waitFor();
    await dock(page).getByLabel("Title of the pack").fill("Words or none?");
    await page.keyboard.press("Escape");
    expect(await opener(page).getAttribute("aria-expanded")).toBe("false");

    const { name, files, told } = await openPack(page);
    await dock(page).getByText("Your pack was downloaded.").waitFor();
    expect(name).toBe("Words-or-none-pack.zip");
    const pictures = ["1-Winter-Is-Coming-1.png", "2-Winter-Is-Coming.png"];
    expect(Object.keys(files)).toEqual([...pictures, "pack.json", "how-to-upload.txt"]);
    for (const picture of pictures) {
      expect(files[picture]!.length).toBeLessThan(2_000_000);
      const { format, width, height } = await sharp(files[picture]).metadata();
      expect([format, width, height]).toEqual(["png", 1280, 720]);
    }
    expect(told).toMatchObject({
      title: "Words or none?",
      entries: [
        { file: pictures[0], kind: "picture", differsIn: [] },
        { file: pictures[1], kind: "design", differsIn: ["words"] },
      ],
    });
    expect(told.entries[1]!.id).not.toBe(blue);
    expect(complaints).toEqual([]);
  });

  it("names what was deleted, loses nothing when it fails, and is forgotten with the sign-out", async () => {
    const { page, design, complaints } = await openCreator();
    for (const name of ["One", "Two <b>", "Three"]) await design(name, { kind: "colour", colour: "#1d4ed8" });
    await page.goto("/user/designs");
    for (const name of ["One", "Two <b>", "Three"]) await actOn(page, name, "Add to pack");
    await dock(page).getByText("Two of these show the same. There is nothing to compare.").waitFor();
    await opener(page).getByText("3 of 3").waitFor();
    const shown = await page.request.get("/api/designs");
    const two = ((await shown.json()).data as { id: string; name: string }[]).find(
      ({ name }) => name === "Two <b>",
    )!;

    await page.route("**/api/packs", (route) => route.abort());
    await dock(page).getByRole("button", { name: "Download pack" }).click();
    await dock(page)
      .getByText("The download failed. Network error or server not responding Your pack is as it was.")
      .waitFor();
    await page.unroute("**/api/packs");
    await page.request.delete(`/api/designs/${two.id}`);
    await dock(page).getByRole("button", { name: "Download pack" }).click();
    await dock(page)
      .getByText(`“${isolated("Two <b>")}” was deleted. Take it out of the pack.`)
      .waitFor();
    await opener(page).click();
    expect(await faultsInLooks(page, twoLooks)).toEqual([]);
    await dock(page).getByRole("button", { name: "Take Two <b> out of the pack" }).click();
    // Begun on one screen, and saved on the next one, where the bar tells of it.
    const made = Promise.withResolvers<void>();
    await page.route("**/api/packs", async (route) => {
      await made.promise;
      await route.continue();
    });
    await dock(page).getByRole("button", { name: "Download pack" }).click();
    await dock(page).getByText("Making your pack…").waitFor();
    await page.getByRole("link", { name: "Gallery", exact: true }).first().click();
    await page.waitForURL("**/user/gallery");
    await dock(page).getByText("Making your pack…").waitFor();
    const announced = await recordAnnounced(page);
    const saved = page.waitForEvent("download");
    made.resolve();
    await saved;
    await dock(page).getByText("Your pack was downloaded.").waitFor();
    const said = await announced();
    expect(said).toContain("Your pack was downloaded.");
    expect(said.filter((text) => text.includes("%"))).toEqual([]);
    await page.unroute("**/api/packs");
    await opener(page).click();
    const { told } = await openPack(page);
    expect(told.entries.map(({ file }) => file)).toEqual(["1-One.png", "2-Three.png"]);

    // On a phone: above the form's own bar and the editor's, with targets for a finger, over nothing at the page's end.
    await page.setViewportSize({ width: 360, height: 740 });
    for (const control of await dock(page).getByRole("button").all()) {
      const { height } = (await control.boundingBox())!;
      expect(height).toBeGreaterThanOrEqual(44);
    }
    await dock(page).getByRole("button", { name: "Close" }).click();
    await page.goto("/user/generate-image");
    const generate = page.getByRole("button", { name: "Generate Thumbnails" });
    await expect.poll(() => isAbove(generate, dock(page))).toBe(true);
    expect(await faultsInLooks(page, twoLooks)).toEqual([]);
    await page.goto(`/user/designs/${told.entries[0]!.id}`);
    await expect
      .poll(() => isAbove(dock(page), page.getByRole("navigation", { name: "Tools" }), 1))
      .toBe(true);
    expect(complaints.filter((text) => !/ERR_FAILED|404/.test(text))).toEqual([]);

    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto("/user/gallery");
    await opener(page).waitFor();
    await page.getByRole("button", { name: "Logout" }).click();
    await page.waitForURL(shop.url);
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("pack"))),
    ).toEqual([]);
  });
});

/** A new person. */
const openPerson = () => openMember(browser, shop);

/** A picture with something on it, as a person would have one. */
async function drawn(
  width: number,
  height: number,
  format: "png" | "jpeg" | "webp" = "png",
): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 90" width="${width}" height="${height}"
    preserveAspectRatio="none"><rect width="90" height="90" fill="#9cc"/><circle cx="45" cy="30" r="22" fill="#b34"/></svg>`;
  return sharp(Buffer.from(svg))[format]().toBuffer();
}

const choose = (page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.locator("input[type=file][accept*=png]").setInputFiles(files);

const jpeg = async (name: string, width = 600, height = 400) => ({
  name,
  mimeType: "image/jpeg",
  buffer: await drawn(width, height, "jpeg"),
});

/** Adds a picture over the screen, as what it shows. */
async function addPicture(page: Page, name: string, kind: "face" | "product" | "logo" | "style") {
  const form = page.getByRole("form", { name: `Add ${name}` });
  await form.getByLabel("What it shows").selectOption(kind);
  if (kind === "face") await form.getByLabel("I may use this person's face.").check();
  await form.getByRole("button", { name: "Add picture" }).click();
  await page.getByRole("article", { name, exact: true }).waitFor();
}

/** The same over the call, for what is about something else. */
async function addOverCall(page: Page, name: string, kind = "product"): Promise<string> {
  const file = { name: "picture.png", mimeType: "image/png", buffer: await drawn(120, 80) };
  const answer = await page.request.post("/api/references", { multipart: { name, kind, file } });
  return (await answer.json()).data.id;
}

/** Hands a file to the page as a drop or a paste does. */
async function hand(page: Page, how: "drop" | "paste", name: string, type: string, bytes: Buffer) {
  await page.evaluate(
    ([event, fileName, mimeType, base64]) => {
      const data = new DataTransfer();
      const file = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      data.items.add(new File([file], fileName, { type: mimeType }));
      document.body.dispatchEvent(
        event === "drop"
          ? new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true })
          : new ClipboardEvent("paste", { clipboardData: data, bubbles: true }),
      );
    },
    [how, name, type, bytes.toString("base64")] as const,
  );
}

/** Keeps the page's videos from going to another place, as a slow device would; answers how to let them. */
async function holdSeeks(page: Page): Promise<() => Promise<void>> {
  const own = await page.evaluateHandle(() => {
    const { prototype } = HTMLMediaElement;
    const place = Object.getOwnPropertyDescriptor(prototype, "currentTime")!;
    Object.defineProperty(prototype, "currentTime", { ...place, set: () => {} });
    return place;
  });
  return () =>
    own.evaluate((place) => void Object.defineProperty(HTMLMediaElement.prototype, "currentTime", place));
}

/** No picture of the page's videos comes before a place is sought, as on an iPhone. */
function holdFirstFrames(page: Page): Promise<void> {
  return page.evaluate(() => {
    const { addEventListener } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.addEventListener = function (name: string, ...rest: unknown[]) {
      if (name !== "loadeddata") Reflect.apply(addEventListener, this, [name, ...rest]);
    };
  });
}

/** Two seconds of video, made by the browser itself: a card of another colour every half second. */
async function recordVideo(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 640, height: 360 });
    const context = canvas.getContext("2d")!;
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: "video/webm" });
    const pieces: Blob[] = [];
    recorder.ondataavailable = ({ data }) => pieces.push(data);
    const stopped = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start();
    const colours = ["#b01818", "#18b018", "#1818b0", "#b0b018"];
    for (let frame = 0; frame < 40; frame += 1) {
      context.fillStyle = colours[Math.floor(frame / 10)]!;
      context.fillRect(0, 0, 640, 360);
      context.fillStyle = "#ffffff";
      context.fillRect(60 + frame * 4, 80, 200, 200);
      await new Promise((next) => setTimeout(next, 50));
    }
    recorder.stop();
    await stopped;
    const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  });
  return Buffer.from(base64, "base64");
}

describe("a member's own pictures", () => {
  it("are added, renamed, shown in a design, and deleted with an undo; the design keeps what it shows", async () => {
    const { page, complaints } = await openPerson();
    await page.goto("/user/dashboard");
    await page.getByRole("link", { name: "Pictures" }).click();
    await page.getByText("No pictures yet").waitFor();

    await choose(page, [await jpeg("me.jpg", 600, 900), await jpeg("Mug <b>.jpg")]);
    const form = page.getByRole("form", { name: "Add me" });
    await form.getByRole("button", { name: "Add picture" }).click();
    await form.getByRole("alert").getByText("Please say what the picture shows.").waitFor();
    await form.getByLabel("What it shows").selectOption("face");
    await form.getByRole("button", { name: "Add picture" }).click();
    await form.getByRole("alert").getByText("Please confirm for a face").waitFor();
    const announced = await recordAnnounced(page);
    await addPicture(page, "me", "face");
    const told = await announced();
    expect(told).toContain("Uploading");
    expect(told.filter((text) => text.includes("%"))).toEqual([]);
    await addPicture(page, "Mug <b>", "product");
    await page.getByText("2 of 30").waitFor();

    await page.getByRole("button", { name: "Actions for Mug <b>" }).click();
    await page.getByRole("button", { name: "Rename or change" }).click();
    const rename = page.getByRole("form", { name: "Change Mug <b>" });
    await rename.getByLabel("Name").fill(" ");
    await page.keyboard.press("Enter");
    await rename.getByRole("alert").waitFor();
    await rename.getByLabel("Name").fill("Tea mug");
    await page.keyboard.press("Enter");
    await page.getByRole("article", { name: "Tea mug" }).waitFor();
    await untilLoaded(page);
    expect(await faultsInLooks(page, phoneFirst)).toEqual([]);

    await page.getByRole("button", { name: "Actions for me" }).click();
    await page.getByRole("button", { name: "Make a design of it" }).click();
    await page.waitForURL(/\/user\/designs\/.+/);
    await page.getByRole("button", { name: "Add Tea mug" }).click();
    await page.getByLabel("Mirror it").check();
    await page.getByRole("button", { name: "Picture", exact: true }).click();
    // A face's portrait is higher than a thumbnail: which part is seen can be said without zooming in.
    await page.getByLabel("Downwards").fill("20");
    await page.getByRole("status").getByText("Saved", { exact: true }).waitFor();
    expect(await page.locator("svg image").count()).toBe(2);
    expect(await faultsInLooks(page, twoLooks)).toEqual([]);
    const id = new URL(page.url()).pathname.split("/").at(-1)!;
    const image = async () => (await page.request.get(`/api/designs/${id}/image`)).body();
    const before = await image();

    await page.goto("/user/pictures");
    const mug = page.getByRole("article", { name: "Tea mug" });
    await mug.getByText("Shown in me").waitFor();
    await page.route("**/api/{designs,references/*}", (route) => route.abort());
    for (const [item, said] of [
      ["Delete", `“${isolated("Tea mug")}” could not be deleted.`],
      ["Make a design of it", "This could not be opened."],
    ] as const) {
      await page.getByRole("button", { name: "Actions for Tea mug" }).click();
      await page.getByRole("button", { name: item, exact: true }).click();
      await mug.getByRole("alert").filter({ hasText: said }).waitFor();
    }
    await page.unroute("**/api/{designs,references/*}");
    await page.getByRole("button", { name: "Actions for Tea mug" }).click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByText("It stays in the design that shows it.").waitFor();
    await page.getByText("1 of 30").waitFor();
    await page.route("**/restore", (route) => route.abort());
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("main").getByRole("alert").getByText("This could not be brought back.").waitFor();
    await page.unroute("**/restore");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("2 of 30").waitFor();
    await page.getByRole("button", { name: "Actions for Tea mug" }).click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByText("1 of 30").waitFor();
    await page.goto(`/user/designs/${id}`);
    await expect.poll(() => page.locator("svg image").count()).toBe(2);
    await page.getByRole("button", { name: "Layers", exact: true }).click();
    await page.getByRole("button", { name: "Hide Tea mug" }).click();
    await page.getByRole("button", { name: "Hide Tea mug" }).click();
    await page.getByRole("status").getByText("Saved", { exact: true }).waitFor();
    expect((await image()).equals(before)).toBe(true);
    // What was aborted, and the name that was refused.
    expect(complaints.filter((line) => !/ERR_FAILED|400/.test(line))).toEqual([]);
  });

  it("come by drop and paste as well; what can't be taken is told in a sentence, and nothing typed is lost", async () => {
    const { page, complaints } = await openPerson();
    await page.goto("/user/pictures");
    const other = { mimeType: "image/heic", buffer: Buffer.from("x") };
    await choose(page, [
      { name: "IMG_1.HEIC", ...other },
      { ...(await jpeg("big.jpg")), buffer: Buffer.alloc(8_388_609) },
    ]);
    await page
      .getByText(`“${isolated("IMG_1.HEIC")}”: This is a HEIC picture, as iPhones save them.`)
      .waitFor();
    await page.getByText(`“${isolated("big.jpg")}”: This picture is larger than 8 MB.`).waitFor();
    expect(await faultsInLooks(page, twoLooks)).toEqual([]);

    await hand(page, "drop", "Dropped.png", "image/png", await drawn(300, 200));
    await page.getByRole("form", { name: "Add Dropped" }).waitFor();
    await hand(page, "paste", "Pasted.webp", "image/webp", Buffer.from("no picture at all"));
    const pasted = page.getByRole("form", { name: "Add Pasted" });
    await pasted.getByLabel("Name").fill("From a page");
    await page
      .getByRole("form", { name: "Add From a page" })
      .getByLabel("What it shows")
      .selectOption("style");
    await page
      .getByRole("form", { name: "Add From a page" })
      .getByRole("button", { name: "Add picture" })
      .click();
    await page.getByRole("alert").getByText("Please choose a PNG, JPEG or WebP picture.").waitFor();
    const refused = page.getByRole("form", { name: "Add From a page" });
    expect(await refused.getByLabel("Name").inputValue()).toBe("From a page");
    await refused.getByRole("button", { name: "Remove" }).click();

    await page.getByRole("link", { name: "Gallery" }).click();
    await page.getByRole("dialog", { name: "Leave without saving?" }).waitFor();
    await page.getByRole("button", { name: "Stay" }).click();
    await addPicture(page, "Dropped", "logo");
    await page.getByRole("link", { name: "Gallery" }).click();
    await page.waitForURL("**/user/gallery");
    expect(complaints.filter((text) => !text.includes("415"))).toEqual([]);
  });

  it("can be taken from a video, which stays on the device: its best frames are offered with their times, also where none comes before a place is sought; one that does not go on is told of", async () => {
    const { page, complaints } = await openPerson();
    await page.goto("/user/pictures");
    const chooser = page.locator("input[type=file][accept='video/*']");
    await chooser.setInputFiles({
      name: "talk.mov",
      mimeType: "video/quicktime",
      buffer: Buffer.from("no video at all"),
    });
    await page.getByText(`“${isolated("talk.mov")}” can't be played by your browser.`).waitFor();
    await page.getByRole("button", { name: "Close", exact: true }).click();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Take from a video");

    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() !== "GET") sent.push(request.url());
    });
    const video = { name: "My talk.webm", mimeType: "video/webm", buffer: await recordVideo(page) };
    await holdFirstFrames(page);
    const letSeek = await holdSeeks(page);
    await page.clock.install();
    await chooser.setInputFiles(video);
    const frames = page.getByRole("region", { name: "Frames of My talk.webm" });
    await frames.getByRole("progressbar", { name: "Looking through the video" }).waitFor();
    await frames.getByRole("button", { name: "Cancel" }).click();
    expect(await frames.count()).toBe(0);
    await chooser.setInputFiles(video);
    const refused = frames.getByRole("alert").getByText("can't be played by your browser.");
    await expect
      .poll(async () => {
        await page.clock.fastForward(21_000);
        return refused.count();
      })
      .toBe(1);
    await frames.getByRole("button", { name: "Close" }).click();
    await letSeek();

    await chooser.setInputFiles(video);
    await frames.getByText(/frames of “My talk\.webm”/).waitFor();
    const stills = frames.getByRole("button", { name: /^Use the frame at 0:0[0-2]\.\d$/ });
    const count = await stills.count();
    expect(count).toBeGreaterThanOrEqual(4);
    expect(count).toBeLessThanOrEqual(12);
    expect(await faultsInLooks(page, phoneFirst)).toEqual([]);
    await stills.nth(1).focus();
    await page.keyboard.press("Enter");
    expect(sent).toEqual([]);
    await page.getByRole("form", { name: /^Add My talk at 0:0/ }).waitFor();
    await page.getByLabel("Name").fill("Me, talking");
    await addPicture(page, "Me, talking", "face");
    const { data } = await (await page.request.get("/api/references")).json();
    expect(data).toMatchObject([{ name: "Me, talking", kind: "face", width: 640, height: 360 }]);
    await frames.getByRole("button", { name: "Close" }).click();
    expect(await frames.count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it("are chosen for a run, kept in the form over a reload, told by the run, and left out once they are deleted", async () => {
    const { page, account, complaints } = await openPerson();
    await giveCredits(shop, account.email, 2);
    for (const name of ["me", "mug", "room", "sign"]) await addOverCall(page, name);
    await page.goto("/user/generate-image");
    await page.getByRole("button", { name: "Choose", exact: true }).click();
    for (const name of ["mug", "me", "room"]) await page.getByRole("button", { name, exact: true }).click();
    await page.getByText("3 of 3 chosen.").waitFor();
    expect(await page.getByRole("button", { name: "sign", exact: true }).isDisabled()).toBe(true);
    expect(await faultsInLooks(page, twoLooks)).toEqual([]);
    await page.getByRole("button", { name: "room", exact: true }).click();
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByLabel("Video Title").fill("Tea at Home");
    await page.reload();
    const pressed = () => page.locator("button[aria-pressed=true]").allTextContents();
    await expect.poll(pressed).toEqual(["mug", "me"]);
    await page.getByRole("button", { name: "Generate Thumbnails" }).click();
    await page.getByRole("button", { name: "Edit thumbnail 2" }).waitFor();
    const { data } = await (await page.request.get("/api/generations")).json();
    const all = (await (await page.request.get("/api/references")).json()).data as {
      id: string;
      name: string;
    }[];
    const nameOf = (id: string) => all.find((each) => each.id === id)?.name;
    expect(data[0].references.map(nameOf)).toEqual(["mug", "me"]);

    await page.request.delete(`/api/references/${data[0].references[0]}`);
    await page.reload();
    await page.getByText("A picture that was chosen here is gone by now.").waitFor();
    await expect.poll(pressed).toEqual(["me"]);
    expect(complaints).toEqual([]);
  });

  it("have a brand beside them, kept with each press, in which new words and designs begin", async () => {
    const { page, account, complaints } = await openPerson();
    await addOverCall(page, "Steam logo", "logo");
    await page.goto("/user/generate-image");
    await page.getByRole("link", { name: "Choose its colours and fonts" }).click();
    const brand = page.getByRole("region", { name: "Your brand" });
    await expect.poll(() => brand.getByLabel("Use my brand in new runs").isDisabled()).toBe(true);

    await brand.getByText("Choose up to 3 fonts").click();
    for (const font of ["Bangers", "Oswald", "Rubik"])
      await brand.getByRole("button", { name: font, exact: true }).click();
    await brand.getByText("Fonts: Bangers, Oswald, Rubik").waitFor();
    expect(await brand.getByRole("button", { name: "Anton", exact: true }).isDisabled()).toBe(true);
    const hex = brand.getByLabel("Colour as hex");
    await hex.fill("reddish");
    await page.keyboard.press("Enter");
    await brand.getByRole("alert").getByText("Please write it as #rrggbb.").waitFor();
    for (const colour of ["C81E1E", "#ffe11a"]) {
      await hex.fill(colour);
      await page.keyboard.press("Enter");
      await brand.getByRole("button", { name: `Take out #${colour.slice(-6).toLowerCase()}` }).waitFor();
    }
    await hex.fill("#c81e1e");
    await page.keyboard.press("Enter");
    await brand.getByText("Your brand has this colour already.").waitFor();
    await brand.getByRole("button", { name: "Steam logo" }).click();
    await brand.getByRole("button", { name: "Style Red plate" }).click();
    await brand.getByLabel("Use my brand in new runs").check();
    await brand.getByRole("status").getByText("Saved", { exact: true }).waitFor();
    // That word may be an earlier press's.
    const kept = async () => (await (await page.request.get("/api/brand")).json()).data;
    await expect.poll(kept).toMatchObject({ useInRuns: true });
    await untilLoaded(page);
    expect(await faultsInLooks(page, phoneFirst)).toEqual([]);

    // Another tab.
    await page.request.put("/api/brand", { data: { colours: ["#0b63d8"] } });
    await brand.getByRole("button", { name: "Take out #c81e1e" }).click();
    await brand.getByRole("alert").getByText("Your brand was changed elsewhere meanwhile.").waitFor();
    await brand.getByRole("button", { name: "Take out #0b63d8" }).waitFor();
    expect(await brand.getByRole("button", { name: /^Take out/ }).count()).toBe(1);

    await giveCredits(shop, account.email, 5);
    await page.goto("/user/generate-image");
    await expect.poll(() => page.getByLabel("Use my brand").isChecked()).toBe(true);

    // Pressed before the brand is there.
    const comes = Promise.withResolvers<void>();
    await page.route("**/api/brand", (route) => comes.promise.then(() => route.continue()));
    await page.goto("/user/designs");
    await page.getByRole("button", { name: "New design" }).click();
    comes.resolve();
    await page.waitForURL(/\/user\/designs\/.+/);
    await page.unroute("**/api/brand");
    await page.getByRole("button", { name: "Add your logo" }).click();
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("button", { name: "Add text" }).click();
    await page.getByLabel("Words of the text").fill("WOK");
    await page.keyboard.press("Escape");
    await page.getByRole("status").getByText("Saved", { exact: true }).waitFor();
    const id = new URL(page.url()).pathname.split("/").at(-1)!;
    const { document } = (await (await page.request.get(`/api/designs/${id}`)).json()).data;
    expect(document.art).toMatchObject({ kind: "colour", colour: "#0b63d8" });
    expect(document.layers).toMatchObject([
      { kind: "picture", source: { kind: "logo" } },
      { kind: "text", font: "Bangers", plate: { colour: "#d3121f" } },
    ]);
    // The browser's own word for the press that came after the other tab's.
    expect(complaints.filter((line) => !line.includes("409"))).toEqual([]);
  });
});
