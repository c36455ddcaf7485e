import { readFile } from "node:fs/promises";
import { unzipSync } from "fflate";
import type { Locator, Page } from "playwright-core";
import sharp from "sharp";
import { describe, expect, it, onTestFinished } from "vitest";
import type { PackFile } from "#contract/packs.ts";
import { isolated } from "#web/ui/isolated.ts";
import { faultsInLooks, phoneFirst, twoLooks } from "../helpers/axe.ts";
import { openVisitor } from "../helpers/browser.ts";
import { openShop } from "../helpers/open-shop.ts";
import { giveCredits, join } from "../helpers/people.ts";

const { browser, shop } = await openShop({ standIns: ["gemini"] });

/** A new person, and what they make over the calls. */
async function openCreator() {
  const visitor = await openVisitor(browser, shop.url);
  const account = await join(visitor.page);
  onTestFinished(() => visitor.context.close());
  const post = async (path: string, data: object) => {
    const answer = await visitor.page.request.post(path, { data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()).data;
  };
  const design = async (name: string, from: object): Promise<string> =>
    (await post("/api/designs", { name, from })).id;
  const plain = (name: string, colour = "#1d4ed8") => design(name, { kind: "colour", colour });
  return { ...visitor, account, post, design, plain };
}

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

async function actOn(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole("button", { name: action, exact: true }).click();
}

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
    const { page, account, plain, complaints } = await openCreator();
    await giveCredits(shop, account.email, 5);
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

    const blue = await plain("Blue");
    await plain("Red", "#c02010");
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
    const { page, plain, complaints } = await openCreator();
    for (const name of ["One", "Two <b>", "Three"]) await plain(name);
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
