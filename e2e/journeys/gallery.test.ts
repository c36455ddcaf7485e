import type { Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { isolated } from "#web/ui/isolated.ts";
import { faultsInLooks, phoneFirst, twoLooks } from "../helpers/axe.ts";
import { type Look, openVisitor, untilLoaded } from "../helpers/browser.ts";
import { openFaults, runSql } from "../helpers/database.ts";
import { openShop } from "../helpers/open-shop.ts";
import { giveCredits, join } from "../helpers/people.ts";

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
    expect(await faultsInLooks(page)).toEqual([]);

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
    await page.getByRole("article", { name: "Episode 200", exact: true }).waitFor();
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
