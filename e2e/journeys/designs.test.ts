import { readFile } from "node:fs/promises";
import type { Page, Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import { faultsInLooks, phoneFirst, twoLooks } from "../helpers/axe.ts";
import { holdNextWrite, type Look } from "../helpers/browser.ts";
import { runSql } from "../helpers/database.ts";
import { openShop } from "../helpers/open-shop.ts";
import { giveCredits } from "../helpers/people.ts";
import { picture } from "../helpers/picture.ts";
import { openMember } from "../helpers/settings.ts";

const { browser, shop } = await openShop({ standIns: ["gemini"] });

/** A new person. */
const openPerson = (look?: Look) => openMember(browser, shop, look);

/** A new person with a design on a plain colour, in the editor. */
async function openDesign(name = "Noodles", { look, brand }: { look?: Look; brand?: object } = {}) {
  const visitor = await openPerson(look);
  if (brand) await visitor.page.request.put("/api/brand", { data: brand });
  const answer = await visitor.page.request.post("/api/designs", {
    data: { name, from: { kind: "colour", colour: "#1d4ed8" } },
  });
  const { id } = (await answer.json()).data as { id: string };
  await visitor.page.goto(`/user/designs/${id}`);
  return { ...visitor, id };
}

/** Px of the window to one of the picture, and where the picture begins. */
async function stageOf(page: Page) {
  const box = (await page.getByRole("application").boundingBox())!;
  const scale = box.width / 1280;
  return { scale, at: (x: number, y: number) => [box.x + x * scale, box.y + y * scale] as const };
}

async function drag(page: Page, from: readonly [number, number], to: readonly [number, number]) {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 3 });
  // As a hand does it: nothing is drawn between the last move and the lifting.
  const session = await page.context().newCDPSession(page);
  const [x, y] = to;
  const mouse = (type: "mouseMoved" | "mouseReleased") =>
    session.send("Input.dispatchMouseEvent", { type, x, y, button: "left", buttons: 1, clickCount: 1 });
  await Promise.all([mouse("mouseMoved"), mouse("mouseReleased")]);
  await session.detach();
  await page.mouse.up();
}

type Point = readonly [number, number];

/**
 * One finger, by the browser's own protocol: a page's scrolling takes it as it would a hand's. `other` is where a second
 * one comes down and goes on its own way.
 */
async function swipe(page: Page, from: Point, to: Point, other?: Point) {
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", points: readonly Point[]) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: points.map(([x, y], id) => ({ x, y, id })),
    });
  await touch("touchStart", [from]);
  if (other) {
    const [x, y] = other;
    await touch("touchStart", [from, other]);
    await touch("touchMove", [from, [x + 9, y + 9]]);
    await touch("touchEnd", [from]);
  }
  for (const part of [0.1, 0.3, 0.5, 0.7, 0.9, 1])
    await touch("touchMove", [[from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]]);
  await touch("touchEnd", []);
  await session.detach();
}

/** What a finger would miss: controls under 44 pixels, but for links in a sentence. A label is part of its control. */
async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main :is(button, input, select, summary, textarea)")]
      .filter((each) => each.checkVisibility() && !each.closest(".visually-hidden") && each.tabIndex >= 0)
      .flatMap((each) => {
        const boxes = [each, ...((each as HTMLInputElement).labels ?? [])].map((part) =>
          part.getBoundingClientRect(),
        );
        const side = (of: (box: DOMRect) => number) => Math.max(...boxes.map(of));
        const [width, height] = [side((box) => box.width), side((box) => box.height)];
        const name = each.getAttribute("aria-label") ?? each.textContent ?? each.id;
        return width < 43.5 || height < 43.5 ? [`${name}: ${width} × ${height}`] : [];
      }),
  );
}

type Kept = {
  version: number;
  runId?: string;
  document: {
    art: unknown;
    layers: {
      x: number;
      y: number;
      width?: number;
      height?: number;
      rotation: number;
      lines?: { text: string; fill?: string }[][];
    }[];
  };
};

async function kept(page: Page, id: string): Promise<Kept> {
  return (await (await page.request.get(`/api/designs/${id}`)).json()).data;
}

const words = ({ document }: Kept) =>
  document.layers.map(({ lines }) => lines?.map((spans) => spans.map(({ text }) => text).join("")).join("/"));

const saved = (page: Page) => page.getByRole("status").getByText("Saved", { exact: true }).waitFor();

/** The same after a tap, which is over before the click that follows from it: until then all is saved. */
async function keptWords(page: Page, id: string, expected: (string | undefined)[]): Promise<void> {
  await expect.poll(async () => words(await kept(page, id))).toEqual(expected);
}

/** The words that are set on a design, which are its title's. */
async function setWords(page: Page, id: string, title: string): Promise<string[]> {
  const set = words(await kept(page, id)).filter((line) => line !== undefined);
  expect(set.join(" ").replaceAll("/", " ").toLowerCase()).toBe(title.toLowerCase());
  return set;
}

/** The open design of a run's first thumbnail is rewritten, which the run shows, and deleted, which it says. */
async function rewrite(page: Page, title: string): Promise<void> {
  const id = new URL(page.url()).pathname.split("/").at(-1)!;
  const set = await setWords(page, id, title);

  await page.getByRole("button", { name: "Layers", exact: true }).click();
  await page.getByRole("button", { name: set[0]!.replaceAll("/", " "), exact: true }).click();
  await page.getByRole("application").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("SO LONG");
  await page.keyboard.press("Escape");
  await saved(page);
  expect(words(await kept(page, id))).toContain("SO LONG");

  await page.goBack();
  const shown = page.getByRole("region", { name: "Result" }).getByRole("img", { name: /^Thumbnail 1/ });
  await expect.poll(() => shown.getAttribute("src")).toMatch(`/api/designs/${id}/preview?version=2`);
  const file = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download Thumbnail 1" }).click();
  const saveAs = await (await file).path();
  const drawn = await page.request.get(`/api/designs/${id}/image?format=png`);
  expect((await readFile(saveAs)).equals(await drawn.body())).toBe(true);

  const wordless = page.getByText("There are no words on this picture. Edit it to add them.");
  expect(await wordless.count()).toBe(0);
  await page.request.delete(`/api/designs/${id}`);
  await page.reload();
  await wordless.waitFor();
  expect(await wordless.count()).toBe(1);
}

/** On a run: its second thumbnail is changed by a sentence, which is not lost, and the change is shown. */
async function changeBySentence(page: Page): Promise<void> {
  const result = page.getByRole("region", { name: "Result" });
  await result.getByRole("button", { name: "Change thumbnail 2" }).click();
  const panel = page.getByRole("region", { name: "Change thumbnail 2" });
  await panel.getByRole("button", { name: /^Change it/ }).click();
  await panel.getByText("Please say what to change.").waitFor();
  await page.getByRole("button", { name: "Change thumbnail 2" }).click();
  await page.getByRole("button", { name: "Change thumbnail 2" }).click();
  // The field is there at once: no key is lost, nor by leaving the page.
  await page.keyboard.type("Darker background");
  await page.reload();
  await result.getByRole("button", { name: "Change thumbnail 2" }).click();
  await expect.poll(() => panel.getByRole("textbox").inputValue()).toBe("Darker background");
  await page.keyboard.press("Control+Enter");
  await result.getByText("“Darker background”").waitFor();
  await expect
    .poll(() => result.getByRole("img", { name: "What it was made from" }).getAttribute("src"))
    .toMatch(/^\/api\/designs\/.+\/preview/);
}

/** A changed run's first thumbnail is varied in one thing; of the run of `source` nothing is wished any more. */
async function varyInOne(page: Page, source: string): Promise<void> {
  const result = page.getByRole("region", { name: "Result" });
  await page.goBack();
  await result.getByRole("button", { name: "Change thumbnail 1" }).click();
  await page.getByLabel("Or let only one thing differ").selectOption({ label: "Light" });
  await page.getByRole("button", { name: /^Vary it/ }).click();
  await result.getByText("Only the light differs").waitFor();
  await page.getByText("Credits: 2").first().waitFor();
  await result.getByRole("button", { name: "Change thumbnail 1" }).click();
  // What was done of the first run is wished no more.
  await page.goto(source);
  await result.getByRole("button", { name: "Change thumbnail 2" }).click();
  const panel = page.getByRole("region", { name: "Change thumbnail 2" });
  expect(await panel.getByRole("textbox").inputValue()).toBe("");
}

/** The art of a design is changed under its run's title and niche, or not at all while the run can't be read. */
async function changeArt(page: Page, id: string, asked: object): Promise<void> {
  const sent: object[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/generations"))
      sent.push(request.postDataJSON());
  });
  await page.goto(`/user/designs/${id}`);
  const wish = page.getByLabel("What shall be different in this picture?");
  await page.getByRole("button", { name: "Picture", exact: true }).click();
  await wish.fill("Warmer light");
  const run = `**/api/generations/${(await kept(page, id)).runId}`;
  await page.route(run, (route) => route.abort());
  await page.reload();
  await page.getByRole("button", { name: "Picture", exact: true }).click();
  await expect.poll(() => wish.inputValue()).toBe("Warmer light");
  const change = page.getByRole("button", { name: /^Change it/ });
  await change.click();
  const refusal = page
    .getByRole("alert")
    .filter({ hasText: "What this design was made from could not be read." });
  await refusal.getByText("Nothing was charged.").waitFor();
  expect(sent).toEqual([]);
  await page.unroute(run);
  // What a screen reader is to say comes into a part that was there before.
  const status = (await page.getByRole("group").filter({ has: wish }).getByRole("status").elementHandle())!;
  await change.click();
  await expect.poll(() => status.textContent()).toContain("Two new designs are here");
  expect(sent).toEqual([expect.objectContaining(asked)]);
}

/** In the field that is pressed right after words were typed on the picture, keys write, and remove no layer. */
async function typeInPressedField(page: Page, id: string): Promise<void> {
  const size = page.getByLabel("Size", { exact: true });
  await size.click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("90");
  expect(await size.inputValue()).toBe("90");
  await expect.poll(async () => (await kept(page, id)).document.layers).toMatchObject([{ size: 90 }]);
}

/** A swatch is known by its ground alone, which high contrast takes from other buttons. */
async function seeSwatchInHighContrast(page: Page, name: string, colour: string): Promise<void> {
  await page.emulateMedia({ forcedColors: "active" });
  const swatch = page.getByRole("button", { name, exact: true });
  expect(await swatch.evaluate((each) => getComputedStyle(each).backgroundColor)).toBe(colour);
  await page.emulateMedia({ forcedColors: "none" });
}

/** A part of a new text gets a colour of its own, and is told how well it is read. */
async function colourPart(page: Page, id: string): Promise<void> {
  await page.getByRole("button", { name: "Add text" }).click();
  await page.keyboard.type("HOT SOUP");
  await typeInPressedField(page, id);
  const field = page.getByRole("textbox", { name: "Words", exact: true });
  await field.focus();
  await page.keyboard.press("Home");
  for (let letters = 0; letters < 3; letters += 1) await page.keyboard.press("Shift+ArrowRight");
  await page.getByRole("button", { name: "Colour of “HOT”: #000000" }).click();
  await expect
    .poll(async () => (await kept(page, id)).document.layers[0]!.lines)
    .toEqual([[{ text: "HOT", fill: "#000000" }, { text: " SOUP" }]]);
  await page.getByText("Contrast 1.0 : 1, hard to read").waitFor();
  await seeSwatchInHighContrast(page, "Colour of “HOT”: #12ab34", "rgb(18, 171, 52)");
  await page.getByRole("button", { name: "As the rest" }).click();
  await expect.poll(async () => words(await kept(page, id))).toEqual(["HOT SOUP"]);
  await page.getByText(/^Contrast [12]\d\.\d : 1$/).waitFor();
}

/** Adds a shape, whichever panel is open. */
async function add(page: Page, shape: string): Promise<void> {
  const panel = page.getByRole("button", { name: "Add", exact: true });
  if ((await panel.getAttribute("aria-expanded")) === "false") await panel.click();
  await page.getByRole("button", { name: `Add ${shape}`, exact: true }).click();
}

/** A burst, then a ring; the version of the burst alone is brought back, and that undone. */
async function bringBackVersion(page: Page, id: string): Promise<void> {
  for (const shape of ["burst", "ring"]) {
    await add(page, shape);
    await expect
      .poll(async () => JSON.stringify((await kept(page, id)).document))
      .toContain(`"shape":"${shape}"`);
  }
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Versions" }).click();
  await page.getByRole("dialog", { name: "Versions" }).getByText("As it is now").waitFor();
  await page.getByRole("button", { name: "Bring back version 2" }).click();
  await page.getByRole("dialog", { name: "Versions" }).waitFor({ state: "hidden" });
  expect((await kept(page, id)).version).toBe(4);
  expect((await kept(page, id)).document.layers).toMatchObject([{ shape: "burst" }]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => (await kept(page, id)).document.layers.length).toBe(2);
}

/** Words and names that are pasted with signs which turn the direction are saved, in lines of their own. */
async function pasteWithSigns(page: Page, id: string): Promise<void> {
  await page.getByRole("button", { name: "Add text" }).click();
  await page.getByLabel("Words of the text").fill("\u2066MY\u2069 \u202aCAT\u202c\u2028SLEEPS");
  await page.keyboard.press("Escape");
  await saved(page);
  await page.getByText("Place", { exact: true }).click();
  await page.getByLabel("Name of the layer").fill("\u202aThe headline\u202c");
  await page.getByLabel("Name of the design").fill("\u202aCats\u202c");
  await page.keyboard.press("Enter");
  await saved(page);
  await expect
    .poll(async () => kept(page, id))
    .toMatchObject({
      name: "Cats",
      document: {
        layers: [
          { shape: "burst" },
          { name: "The headline", lines: [[{ text: "MY CAT" }], [{ text: "SLEEPS" }]] },
        ],
      },
    });
}

/** What a browser kept that the shop would refuse is brought back, and what can't be read is not erased. */
async function bringBackKept(page: Page, id: string): Promise<void> {
  const { version, document } = await kept(page, id);
  const viewer = (await (await page.request.get("/api/viewer")).json()).data;
  const place = `design-draft:${viewer.user._id}:${id}`;
  const refused = JSON.stringify({ version, document, unanswered: null }).replace("CAT", "\u202aDOG\u202c");
  const unknown = JSON.stringify({ version, document: { ...document, format: 2 }, unanswered: null });
  await page.evaluate(([at, text]) => localStorage.setItem(at!, text!), [place, refused]);
  await page.reload();
  await keptWords(page, id, [undefined, "MY DOG/SLEEPS"]);
  await page.evaluate(([at, text]) => localStorage.setItem(at!, text!), [place, unknown]);
  await page.reload();
  await page.getByRole("button", { name: "Add ring" }).click();
  await keptWords(page, id, [undefined, "MY DOG/SLEEPS", undefined]);
  await saved(page);
  await page.reload();
  await page.getByRole("application").waitFor();
  expect(await page.evaluate((at) => localStorage.getItem(at), place)).toBe(unknown);
}

/** What one tab holds stays over the saves of another, also over a reload. */
async function keepOverAnotherTab(page: Page, other: Page, id: string): Promise<void> {
  const { version } = await kept(page, id);
  await other.goto(`/user/designs/${id}`);
  await other.getByRole("button", { name: "Add ring" }).click();
  await expect.poll(async () => (await kept(page, id)).document.layers).toMatchObject([{ shape: "ring" }]);
  await add(page, "burst");
  await page.getByText("This design was changed elsewhere meanwhile.").waitFor();
  await other.getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => (await kept(page, id)).version).toBe(version + 2);
  await saved(other);
  await page.reload();
  await page.getByRole("button", { name: "Keep mine" }).click();
  await saved(page);
  expect((await kept(page, id)).document.layers).toMatchObject([{ shape: "burst" }]);
}

/** One with a burst that is deleted elsewhere comes back with what was done to it since, also once it is gone for good. */
async function bringBackDeleted(page: Page, id: string): Promise<void> {
  const back = page.getByRole("button", { name: "Bring it back" });
  const { version } = await kept(page, id);
  await page.request.delete(`/api/designs/${id}`);
  await add(page, "ring");
  await page.getByRole("status").getByText("This design is not here.").waitFor();
  expect(await faultsInLooks(page, phoneFirst)).toEqual([]);
  await back.click();
  await saved(page);
  expect(await back.count()).toBe(0);
  expect(await kept(page, id)).toMatchObject({
    version: version + 1,
    document: { layers: [{ shape: "burst" }, { shape: "ring" }] },
  });

  await page.request.delete(`/api/designs/${id}`);
  await runSql(shop, "update designs set deleted_at = deleted_at - interval '1 hour' where id = $1", [id]);
  await add(page, "badge");
  await back.click();
  await page.waitForURL((url) => !url.pathname.endsWith(id));
  await saved(page);
  const anew = await kept(page, new URL(page.url()).pathname.split("/").at(-1)!);
  expect(anew).toMatchObject({
    name: "Noodles",
    document: { layers: [{ shape: "burst" }, { shape: "ring" }, { shape: "badge" }] },
  });
  expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain("design-draft");
}

/** Presses 'Bring back' of the first version, and closes the dialog before the answer. */
async function leaveBringingBack(page: Page, started: Promise<void>): Promise<void> {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Versions" }).click();
  await page.getByRole("button", { name: "Bring back version 1" }).click();
  await started;
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Versions" }).waitFor({ state: "hidden" });
}

describe("a design", () => {
  it("is made of a run's picture, gets words by mouse, and is still there later", async () => {
    const { page, account, complaints } = await openPerson();
    await giveCredits(shop, account.email, 2);
    await page.goto("/user/generate-image");
    await page.getByLabel("Video Title").fill("I Built a Shop");
    await page.getByRole("button", { name: "Generate Thumbnails" }).click();
    await page.getByRole("button", { name: "Edit thumbnail 2" }).click();
    await page.waitForURL(/\/user\/designs\/.+/);
    const id = new URL(page.url()).pathname.split("/").at(-1)!;
    expect(await page.getByLabel("Name of the design").inputValue()).toBe("I Built a Shop");

    await page.getByRole("button", { name: "Add text" }).click();
    await page.getByLabel("Words of the text").pressSequentially("30 DAYS");
    await page.keyboard.press("Escape");
    await saved(page);
    const before = await kept(page, id);
    expect(words(before)).toEqual(["30 DAYS"]);

    const box = (await page.getByRole("application").boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 30, y + 40, { steps: 4 });
    await page.mouse.move(x + 60, y + 83, { steps: 4 });
    await page.mouse.up();
    await expect
      .poll(async () => (await kept(page, id)).document.layers[0]!.y)
      .toBeGreaterThan(before.document.layers[0]!.y);
    const after = await kept(page, id);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(async () => (await kept(page, id)).document).toEqual(before.document);
    await page.getByRole("button", { name: "Redo" }).click();
    await expect.poll(async () => (await kept(page, id)).document).toEqual(after.document);

    await page.goto("/user/designs");
    await page.getByRole("link", { name: "Edit I Built a Shop" }).click();
    await page.getByRole("button", { name: "Layers", exact: true }).click();
    await page.getByRole("button", { name: "30 DAYS", exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  it("comes with its words from a run that sets them as text, is rewritten, changed by a sentence and varied in one thing under the run's title and niche, and tells what it was made from", async () => {
    const { page, account, complaints } = await openPerson();
    await giveCredits(shop, account.email, 5);
    const title = "Why I Quit My $10,000 Job";
    await page.goto("/user/generate-image");
    await page.getByLabel("Video Title").fill(title);
    await page.getByLabel("Niche").selectOption("cooking");
    await page.getByLabel("Style").selectOption("bold");
    await page.getByLabel("Words", { exact: true }).selectOption({ label: "Set as text you can edit" });
    await page.getByRole("button", { name: "Generate Thumbnails" }).click();
    await page.getByRole("button", { name: "Edit thumbnail 1" }).click();
    await page.waitForURL(/\/user\/designs\/.+/);
    await rewrite(page, title);
    const source = page.url();
    await changeBySentence(page);
    await page
      .getByRole("region", { name: "Result" })
      .getByRole("button", { name: "Edit thumbnail 1" })
      .click();
    await page.waitForURL(/\/user\/designs\/.+/);
    const id = new URL(page.url()).pathname.split("/").at(-1)!;
    await setWords(page, id, title);
    await varyInOne(page, source);
    await changeArt(page, id, { title, niche: "cooking", style: "bold" });
    const { data: runs } = await (await page.request.get("/api/generations")).json();
    expect(runs.map(({ title }: { title: string }) => title)).toEqual(Array(4).fill(title));
    await page.reload();
    await page.getByRole("button", { name: "Picture", exact: true }).click();
    await page.getByRole("link", { name: /New design 2/ }).click();
    await page.waitForURL((url) => url.pathname.startsWith("/user/designs/") && !url.pathname.endsWith(id));
    const remade = await kept(page, new URL(page.url()).pathname.split("/").at(-1)!);
    expect(words(remade)).toEqual(words(await kept(page, id)));
    expect(remade.document.art).not.toEqual((await kept(page, id)).document.art);
    await page.goto(`/user/designs/${id}`);
    await page.getByRole("button", { name: "Picture", exact: true }).click();
    await page.getByRole("button", { name: /^Vary it/ }).click();
    await page.getByText("Insufficient credits.").waitFor();
    await page.getByRole("link", { name: "See the packages" }).waitFor();
    expect(await faultsInLooks(page, phoneFirst)).toEqual([]);
    expect(complaints.filter((line) => !line.includes("ERR_FAILED"))).toEqual([]);
  });

  it("has its art changed once by one press, and what became of it is said, also where the panel is closed before the answer", async () => {
    const { page, account } = await openPerson();
    await giveCredits(shop, account.email, 2);
    const file = { name: "mug.png", mimeType: "image/png", buffer: await picture() };
    const multipart = { name: "Mug", kind: "product", file };
    const { data: reference } = await (await page.request.post("/api/references", { multipart })).json();
    const data = { name: "Mug", from: { kind: "reference", id: reference.id } };
    const { data: design } = await (await page.request.post("/api/designs", { data })).json();
    await page.goto(`/user/designs/${design.id}`);
    const panel = page.getByRole("button", { name: "Picture", exact: true });
    const wish = page.getByLabel("What shall be different in this picture?");
    const runs = "**/api/generations";

    await panel.click();
    await wish.fill("Warmer light");
    const lost = await holdNextWrite(page, runs, (route) => route.abort());
    await wish.press("Control+Enter");
    await lost.started;
    await panel.click();
    const failed = page.waitForEvent("requestfailed");
    lost.release();
    await failed;
    await panel.click();
    await page.getByRole("alert").filter({ hasText: "Press it again" }).waitFor();

    const slow = await holdNextWrite(page, runs);
    await wish.press("Control+Enter");
    await slow.started;
    await page.getByRole("button", { name: "Layers", exact: true }).click();
    await panel.click();
    await wish.press("Control+Enter");
    await page.getByRole("button", { name: "Layers", exact: true }).click();
    slow.release();
    await page.waitForURL(/[?&]run=/);
    await panel.click();
    await page.getByText("Two new designs are here").waitFor();
    const { data: begun } = await (await page.request.get("/api/generations")).json();
    expect(begun.length).toBe(1);
  });

  it("is sized and turned by its handles, draws itself to the middle, is copied and pasted, and put in another order by its grip", async () => {
    const { page, id } = await openDesign();
    const layers = async () => (await kept(page, id)).document.layers;
    // What has just changed never stands there as saved: the next microtask sees it drawn.
    const status = await page
      .getByRole("button", { name: "Add burst" })
      .evaluate(async (add: HTMLElement) => {
        add.click();
        await null;
        return document.querySelector("[data-status]")!.textContent;
      });
    expect(status).toBe("Saving…");
    await saved(page);
    const [start] = await layers();
    const { scale, at } = await stageOf(page);
    const corner = at(start!.x + start!.width!, start!.y + start!.height!);
    await drag(page, corner, [corner[0] + 50 * scale, corner[1] + 50 * scale]);
    await expect.poll(async () => (await layers())[0]!.width).toBeGreaterThan(start!.width! + 30);

    const [sized] = await layers();
    const [middle, top] = at(sized!.x + sized!.width! / 2, sized!.y);
    await drag(page, [middle, top - 28], [middle + 200 * scale, top + (sized!.height! * scale) / 2]);
    await expect.poll(async () => (await layers())[0]!.rotation).toBe(90);

    // Eight pixels beside the middle of the picture: it is drawn there.
    const [turned] = await layers();
    const from = at(turned!.x + turned!.width! / 2, turned!.y + turned!.height! / 2);
    await drag(page, from, at(640 + 6, 360 + 6));
    await expect
      .poll(async () => {
        const { x, y, width = 0, height = 0 } = (await layers())[0]!;
        return [x + width / 2, y + height / 2].map(Math.round);
      })
      .toEqual([640, 360]);

    await page.getByRole("application").focus();
    await page.keyboard.press("Control+c");
    await page.keyboard.press("Control+v");
    await expect.poll(async () => (await layers()).length).toBe(2);
    await page.keyboard.press("Control+x");
    await expect.poll(async () => (await layers()).length).toBe(1);
    await page.keyboard.press("Control+v");
    await expect.poll(async () => (await layers()).length).toBe(2);

    const [back, front] = (await layers()).map(({ x }) => x);
    expect(back).not.toBe(front);
    await page.getByRole("button", { name: "Layers", exact: true }).click();
    const grips = page.getByRole("button", { name: "Move Burst", exact: true });
    const middleOf = async (row: number): Promise<[number, number]> => {
      const box = (await grips.nth(row).boundingBox())!;
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [first, second] = [await middleOf(0), await middleOf(1)];
    // A list lets go where it was drawn last: a drop that comes before it has measured its entries moves nothing.
    const dragDown = async () => {
      await page.mouse.move(...first);
      await page.mouse.down();
      await page.mouse.move(first[0], second[1] + 8, { steps: 3 });
      await page.getByText("Burst over place 2 of 2.").waitFor();
    };
    await dragDown();
    await page.keyboard.press("Escape");
    await page.getByText("Burst is back in its place.").waitFor();
    await page.mouse.up();
    await dragDown();
    await page.mouse.up();
    await expect.poll(async () => (await layers()).map(({ x }) => x)).toEqual([front, back]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(async () => (await layers()).map(({ x }) => x)).toEqual([back, front]);
    await page.getByRole("button", { name: "Move Burst down", exact: true }).first().click();
    await expect.poll(async () => (await layers()).map(({ x }) => x)).toEqual([front, back]);
  });

  it("gives a part of its words a colour of its own, says how well they are read, and is downloaded as the picture that the shop draws", async () => {
    const { page, id } = await openDesign("Noodle / soup", { brand: { colours: ["#12ab34"] } });
    await colourPart(page, id);
    await page.getByText("Saved", { exact: true }).waitFor();
    // What is typed and pressed before the editor is there counts then.
    const editor = Promise.withResolvers<void>();
    await page.route("**/design-editor-*.js", async (route) => {
      await editor.promise;
      await route.continue();
    });
    await page.reload();
    const named = page.getByLabel("Name of the design");
    await named.fill("Noodle / stew");
    await named.press("Enter");
    await Promise.all([page.waitForResponse(`**/api/designs/${id}`), editor.resolve()]);
    await page.getByRole("button", { name: "Download" }).click();
    const waiting = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: /^PNG/ }).click();
    const file = await waiting;
    expect(file.suggestedFilename()).toBe("Noodle stew.png");
    const drawn = await page.request.get(`/api/designs/${id}/image?format=png`);
    expect(await readFile(await file.path())).toEqual(await drawn.body());

    await page.clock.install();
    await page.route("**/design-editor-*.js", (route) => route.abort());
    await page.reload();
    const failure = page.getByText("The editor could not be loaded.");
    await expect.poll(() => page.clock.fastForward(5_000).then(() => failure.count())).toBe(1);
    await page.unroute("**/design-editor-*.js");
    await page.getByRole("button", { name: "Load the page anew" }).click();
    await page.getByRole("button", { name: "Add text" }).waitFor();
  });

  it("is moved by a finger on a phone where it is chosen, and scrolls with the page where it is not", async () => {
    const phone = { width: 360, height: 480, hasTouch: true };
    const { page, id, complaints } = await openDesign("Noodles", { look: phone });
    await page.getByRole("button", { name: "Add", exact: true }).tap();
    await page.getByRole("button", { name: "Add burst" }).tap();
    await keptWords(page, id, [undefined]);
    const place = async () => (await kept(page, id)).document.layers[0]!;
    const before = await place();
    const { scale, at } = await stageOf(page);
    const middle = at(before.x + before.width! / 2, before.y + before.height! / 2);
    await swipe(page, middle, [middle[0] - 60 * scale, middle[1] + 100 * scale]);
    await expect.poll(async () => (await place()).y).toBeGreaterThan(before.y + 80);
    const lower: Point = [middle[0] - 60 * scale, middle[1] + 100 * scale];
    await swipe(page, lower, middle, at(90, 90));
    // Where lines draw it to.
    await expect.poll(async () => Math.abs((await place()).y - before.y)).toBeLessThan(60);

    const corner = at(40, 40);
    await page.touchscreen.tap(...corner);
    const moved = await place();
    const top = () => page.evaluate(() => window.scrollY);
    await swipe(page, [corner[0], corner[1] + 60], [corner[0], corner[1] - 40]);
    await expect.poll(top).toBeGreaterThan(0);
    expect(await place()).toEqual(moved);
    expect(complaints).toEqual([]);
  });

  it("is made on a phone by touch alone: rewritten, dragged, sized, coloured, undone, moved with another", async () => {
    const { page, id, complaints } = await openDesign("Noodles", {
      look: { width: 360, height: 740, hasTouch: true },
    });
    const tool = (name: string) =>
      page.getByRole("navigation", { name: "Tools" }).getByRole("button", { name, exact: true });
    /** Looks whether it is open, and taps until it is: once after a drag it was not, for a reason that is not known. */
    const opened = (name: string) => {
      const open = async () => {
        const isOpen = (await tool(name).getAttribute("aria-expanded")) === "true";
        if (!isOpen) await tool(name).tap();
        return isOpen;
      };
      // Longer than a tap takes to arrive, so that none closes what the one before has opened.
      return expect.poll(open, { interval: 500 }).toBe(true);
    };
    const layers = async () => (await kept(page, id)).document.layers;
    await tool("Add").tap();
    await page.getByRole("button", { name: "Add text" }).tap();
    await page.getByLabel("Words of the text").fill("SOUP");
    await tool("Layers").tap();
    await page.getByRole("button", { name: "SOUP", exact: true }).tap();
    await keptWords(page, id, ["SOUP"]);
    const text = async () => (await layers())[0] as unknown as { y: number; size: number; fill: string };
    const before = await text();

    const { scale, at } = await stageOf(page);
    const middle = at(640, 360);
    await swipe(page, middle, [middle[0], middle[1] - 150 * scale]);
    await expect.poll(async () => (await text()).y).toBeLessThan(before.y - 100);
    const corner = (await page.locator('[data-handle="1 1"]').boundingBox())!;
    const grip = [corner.x + corner.width / 2, corner.y + corner.height / 2] as const;
    await swipe(page, grip, [grip[0] + 40, grip[1] + 30]);
    await expect.poll(async () => (await text()).size).toBeGreaterThan(before.size * 1.2);
    await opened("Edit");
    await page.getByRole("button", { name: "Colour: #ffe11a" }).tap();
    await expect.poll(async () => (await text()).fill).toBe("#ffe11a");
    await page.getByRole("button", { name: "Undo" }).tap();
    await expect.poll(async () => (await text()).fill).toBe("#ffffff");
    await page.getByRole("button", { name: "Redo" }).tap();
    await expect.poll(async () => (await text()).fill).toBe("#ffe11a");

    await tool("Add").tap();
    await page.getByRole("button", { name: "Add badge" }).tap();
    await tool("Layers").tap();
    await page.getByRole("button", { name: "Choose several" }).tap();
    await page.getByRole("button", { name: "SOUP", exact: true }).tap();
    await page.getByText("2 layers chosen").waitFor({ state: "attached" });
    await saved(page);
    const apart = await layers();
    const badge = at(640, 360);
    await swipe(page, badge, [badge[0], badge[1] + 170 * scale]);
    await expect.poll(async () => (await layers())[1]!.y).toBeGreaterThan(apart[1]!.y + 120);
    const together = await layers();
    expect(together[0]!.y - apart[0]!.y).toBeCloseTo(together[1]!.y - apart[1]!.y, 1);

    for (const name of ["Add", "Edit", "Layers", "Picture", "Check"]) {
      await opened(name);
      await page.getByRole("region", { name, exact: true }).waitFor();
      expect(await smallTargets(page), name).toEqual([]);
    }
    expect(complaints).toEqual([]);
  });

  it("has its earlier versions at hand, is duplicated, and says what was refused where it was asked for, for as long as it is so; a name that was typed stays", async () => {
    const { page, id } = await openDesign();
    await bringBackVersion(page, id);
    await saved(page);
    const said = page.getByRole("main").getByRole("alert");
    const name = page.getByLabel("Name of the design");
    const isAway = (url: URL) =>
      /^\/api\/designs(\/[^/]+(\/(image|duplicate))?)?$|restore/.test(url.pathname);
    await page.route(isAway, (route) => route.abort());
    const menu = async (opener: string, item: string) => {
      await page.getByRole("button", { name: opener, exact: true }).click();
      await page.getByRole("menuitem", { name: item }).click();
    };

    await name.fill("Soup");
    await page.keyboard.press("Enter");
    await said.filter({ hasText: "The name could not be saved." }).waitFor();
    expect(await name.inputValue()).toBe("Soup");
    expect(await name.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.press("Escape");
    expect(await name.inputValue()).toBe("Noodles");
    await menu("Download", "PNG, sharpest");
    await said.filter({ hasText: "The download failed." }).waitFor();
    await menu("More", "Duplicate this design");
    await said.filter({ hasText: "This could not be duplicated." }).waitFor();
    expect(await faultsInLooks(page, phoneFirst)).toEqual([]);
    await menu("More", "Versions");
    await page.getByRole("button", { name: "Bring back version 1" }).click();
    const versions = page.getByRole("dialog", { name: "Versions" });
    await versions.getByRole("alert").filter({ hasText: "This could not be brought back." }).waitFor();
    await page.keyboard.press("Escape");
    await versions.waitFor({ state: "hidden" });

    // By itself the browser would leave the design and show the file.
    const isTaken = await page.getByRole("application").evaluate((picture) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(["x"], "logo.png", { type: "image/png" }));
      const init = { dataTransfer, bubbles: true, cancelable: true };
      return !picture.dispatchEvent(new DragEvent("drop", init));
    });
    expect(isTaken).toBe(true);
    await said.filter({ hasText: "A new one is uploaded under Pictures first." }).waitFor();

    // Doubled four times, two layers come to more than a design may have.
    await page.getByRole("application").focus();
    for (const key of Array.from({ length: 4 }, () => ["a", "d"]).flat())
      await page.keyboard.press(`Control+${key}`);
    await said.filter({ hasText: "A design has at most 30 layers." }).waitFor();
    await page.unroute(isAway);
    await menu("More", "Duplicate this design");
    await expect.poll(() => name.inputValue()).toBe("Noodles (copy)");
    expect(await said.count()).toBe(0);

    await page.route(isAway, (route) => route.abort());
    await page.goto("/user/designs");
    await page.getByRole("button", { name: "New design" }).click();
    await said.filter({ hasText: "This could not be made." }).waitFor();
  });

  it("shows what the shop has where it was edited before an earlier version was back, and the edit can be had again", async () => {
    const { page, id } = await openDesign();
    const shapes = async () =>
      (await kept(page, id)).document.layers.map((layer) => (layer as { shape?: string }).shape);
    const undo = page.getByRole("button", { name: "Undo" });
    const restore = "**/restore";
    const saves = "**/api/designs/*";
    await add(page, "burst");
    await expect.poll(shapes).toEqual(["burst"]);

    // The edit waits for its save.
    const back = await holdNextWrite(page, restore);
    await leaveBringingBack(page, back.started);
    const lose = (route: Route) => (route.request().method() === "PUT" ? route.abort() : route.continue());
    await page.route(saves, lose);
    await add(page, "ring");
    await page.getByText("Not saved yet: kept on this device").waitFor();
    await page.unroute(saves, lose);
    back.release();
    await saved(page);
    expect(await shapes()).toEqual([]);
    expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain("design-draft");
    await undo.click();
    await expect.poll(shapes).toEqual(["burst", "ring"]);
    await saved(page);

    // Its save is on the way.
    const again = await holdNextWrite(page, restore);
    const save = await holdNextWrite(page, saves);
    await leaveBringingBack(page, again.started);
    await add(page, "badge");
    await save.started;
    again.release();
    await saved(page);
    const answered = page.waitForResponse((answer) => answer.status() === 409);
    save.release();
    await answered;
    await add(page, "bar");
    await expect.poll(shapes).toEqual(["bar"]);
    await saved(page);

    // Its save has passed the answer by.
    const release = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    await page.route(restore, async (route) => {
      const response = await route.fetch();
      started.resolve();
      await release.promise;
      await route.fulfill({ response });
    });
    await leaveBringingBack(page, started.promise);
    await add(page, "ring");
    await page.getByRole("button", { name: "Keep mine" }).click();
    await saved(page);
    const late = page.waitForEvent("requestfinished", (request) => request.url().endsWith("/restore"));
    release.resolve();
    await late;
    await add(page, "badge");
    await expect.poll(shapes).toEqual(["bar", "ring", "badge"]);
  });

  it("is worked on by keyboard alone", async () => {
    const { page, id } = await openDesign();
    // Tabs of several designs are told apart.
    expect(await page.title()).toMatch(/^Noodles · /);
    await page.getByRole("button", { name: "Add text" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.type("SOUP");
    await page.keyboard.press("Escape");
    await expect
      .poll(() => page.getByRole("application").evaluate((stage) => stage === document.activeElement))
      .toBe(true);
    await saved(page);
    const { x, y } = (await kept(page, id)).document.layers[0]!;
    for (const key of ["ArrowRight", "ArrowRight", "Shift+ArrowDown", "ArrowUp"])
      await page.keyboard.press(key);
    await expect
      .poll(async () => (await kept(page, id)).document.layers[0])
      .toMatchObject({ x: x + 2, y: y + 9 });
    for (const key of ["Control+z", "Control+z", "Control+Shift+z"]) await page.keyboard.press(key);
    await expect
      .poll(async () => (await kept(page, id)).document.layers[0])
      .toMatchObject({ x: x + 2, y: y + 10 });
    // What a slider changed is undone by the key, with the slider focused.
    const layer = async () => (await kept(page, id)).document.layers[0];
    const before = await layer();
    const slider = page.getByRole("slider").first();
    await slider.press("ArrowRight");
    await expect.poll(layer).not.toEqual(before);
    await slider.press("Control+z");
    await expect.poll(layer).toEqual(before);
    await page.getByRole("application").focus();
    await page.keyboard.press("Control+d");
    await expect.poll(async () => (await kept(page, id)).document.layers.length).toBe(2);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.keyboard.type("STEW");
    await page.keyboard.press("Escape");
    await expect.poll(async () => words(await kept(page, id))).toEqual(["STEW", "SOUP"]);
    await page.keyboard.press("Delete");
    await expect.poll(async () => words(await kept(page, id))).toEqual(["SOUP"]);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect
      .poll(() => page.getByRole("application").evaluate((stage) => stage === document.activeElement))
      .toBe(false);
  });

  it("takes undo and redo also after a press beside the picture, but no single letter there, and nothing while a dialog lies over it; in the panel a locked layer is moved and turned", async () => {
    const { page, id } = await openDesign();
    const shapes = async () => (await kept(page, id)).document.layers.length;
    await page.getByRole("button", { name: "Add burst" }).click();
    await expect.poll(shapes).toBe(1);
    const box = (await page.getByRole("application").boundingBox())!;
    await page.mouse.click(box.x + 5, box.y + box.height + 40);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("MAIN");
    await page.keyboard.press("Control+z");
    await expect.poll(shapes).toBe(0);
    await page.keyboard.press("Control+y");
    await expect.poll(shapes).toBe(1);

    // The last press of each uses it up, and leaves the focus where it is.
    for (const [name, left] of [
      ["Undo", 0],
      ["Redo", 1],
    ] as const) {
      const button = page.getByRole("button", { name, exact: true });
      await button.press("Enter");
      await expect.poll(shapes).toBe(left);
      expect(await button.isDisabled()).toBe(true);
      expect(await button.evaluate((each) => each === document.activeElement)).toBe(true);
    }

    // Of a single letter speech and slips make many: it acts on the picture alone.
    await page.keyboard.press("?");
    const help = page.getByRole("dialog", { name: "Keys" });
    expect(await help.count()).toBe(0);
    await page.getByRole("application").focus();
    await page.keyboard.press("?");
    await help.waitFor();
    await page.keyboard.press("Control+z");
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Escape");
    await help.waitFor({ state: "hidden" });
    expect(await page.getByRole("button", { name: "Redo" }).isDisabled()).toBe(true);

    // What is typed by its name is meant, where a hand may slip.
    await page.getByRole("button", { name: "Layers", exact: true }).click();
    await page.getByRole("button", { name: "Burst", exact: true }).click();
    await page.getByRole("button", { name: "Lock Burst" }).click();
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await page.getByLabel("X", { exact: true }).fill("40");
    await page.getByLabel("Turn, in °").fill("30");
    await page.keyboard.press("Tab");
    await expect
      .poll(async () => (await kept(page, id)).document.layers[0])
      .toMatchObject({ locked: true, x: 40, rotation: 30 });
  });

  it("keeps what is changed without a connection on the device, also over a reload, and sends it later; signs that turn the direction keep nothing from being saved", async () => {
    const { page, id } = await openDesign();
    await page.route("**/api/designs/*", (route) =>
      route.request().method() === "PUT" ? route.abort() : route.continue(),
    );
    await page.getByRole("button", { name: "Add burst" }).click();
    await page.getByText("Not saved yet: kept on this device").waitFor();
    // What goes out as a page ends passes the route by.
    await page.evaluate(() => {
      window.fetch = () => Promise.reject(new TypeError("offline"));
    });
    await page.reload();
    await page.getByText("Not saved yet: kept on this device").waitFor();
    expect((await kept(page, id)).document.layers).toEqual([]);
    await page.unroute("**/api/designs/*");
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await saved(page);
    expect((await kept(page, id)).document.layers).toMatchObject([{ shape: "burst" }]);
    await pasteWithSigns(page, id);
    await bringBackKept(page, id);
  });

  it("that was changed elsewhere shows both and takes the one that is chosen, also from another tab and over a reload; deleted there, it comes back with what was done to it since, also once it is gone for good", async () => {
    const { page, context, id } = await openDesign();
    const { version, document } = await kept(page, id);
    const elsewhere = {
      ...document,
      art: { ...(document as unknown as { art: object }).art, colour: "#aa0000" },
    };
    await page.request.put(`/api/designs/${id}`, { data: { version, document: elsewhere } });
    await page.getByRole("button", { name: "Add burst" }).click();
    await page.getByText("This design was changed elsewhere meanwhile.").waitFor();
    await page.getByRole("button", { name: "Keep mine" }).click();
    await saved(page);
    expect((await kept(page, id)).document).toMatchObject({
      art: { colour: "#1d4ed8" },
      layers: [{ shape: "burst" }],
    });
    await page.request.put(`/api/designs/${id}`, { data: { version: version + 2, document: elsewhere } });
    await add(page, "ring");
    await page.getByRole("button", { name: "Take theirs" }).click();
    await saved(page);
    expect((await kept(page, id)).document).toEqual(elsewhere);
    await keepOverAnotherTab(page, await context.newPage(), id);
    await bringBackDeleted(page, id);
  });

  it("is saved where it is left by a link or another address right after a change, and no conflict where it was changed elsewhere since", async () => {
    const { page, id } = await openDesign();
    const layers = async () => (await kept(page, id)).document.layers;
    for (const leave of [
      () => page.getByRole("link", { name: "Dashboard", exact: true }).click(),
      () => page.goto("/user/dashboard"),
    ]) {
      const before = await layers();
      await add(page, "burst");
      await leave();
      await expect.poll(layers).toMatchObject([...before, { shape: "burst" }]);
      const { version, document } = await kept(page, id);
      const elsewhere = { ...document, layers: [...before, { ...document.layers.at(-1), x: 7 }] };
      await page.request.put(`/api/designs/${id}`, { data: { version, document: elsewhere } });
      await page.goto(`/user/designs/${id}`);
      await expect
        .poll(() => page.evaluate(() => Object.keys(localStorage).join()))
        .not.toContain("design-draft");
      await add(page, "ring");
      await expect.poll(layers).toMatchObject([...before, { shape: "burst", x: 7 }, { shape: "ring" }]);
    }
  });

  it("can be used by everyone, at a desk and on a phone, and is renamed, deleted and brought back in the list", async () => {
    const { page } = await openDesign('<b>"Noodles"</b> & '.padEnd(100, "n"));
    await page.getByRole("button", { name: "Add text" }).click();
    await page.keyboard.press("Escape");
    for (const panel of ["Add", "Edit", "Layers", "Picture"]) {
      const tab = page.getByRole("button", { name: panel, exact: true });
      if ((await tab.getAttribute("aria-expanded")) === "false") await tab.click();
      expect(await faultsInLooks(page, twoLooks), panel).toEqual([]);
    }
    await page.goto("/user/designs");
    // Its cards in the other two looks are the gallery's.
    expect(await faultsInLooks(page, twoLooks)).toEqual([]);
    await page.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("button", { name: "Rename" }).click();
    await page.getByLabel("New name").fill("Soup");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Soup" }).waitFor();
    await page.getByRole("button", { name: "Actions for Soup" }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByText("No designs yet").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("heading", { name: "Soup" }).waitFor();
  });
});
