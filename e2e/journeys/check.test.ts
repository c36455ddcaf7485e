import { truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { faultsInLooks, phoneFirst, twoLooks } from "../helpers/axe.ts";
import type { Look } from "../helpers/browser.ts";
import { openShop } from "../helpers/open-shop.ts";
import { giveCredits } from "../helpers/people.ts";
import { openMember, openStranger } from "../helpers/settings.ts";

const { browser, shop } = await openShop({ standIns: ["gemini"] });

interface Given {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const file = (name: string, mimeType: string, buffer: Buffer): Given => ({ name, mimeType, buffer });
const good = async (side: "a" | "b" = "a") =>
  file(
    `boss ${side}.png`,
    "image/png",
    await sharp(`web/public/media/defaults/pair-boss-${side}.webp`).png().toBuffer(),
  );

/** Pale all over but for a corner in which everything goes on, square, and heavier than what is taken. */
async function bad(): Promise<Given> {
  const side = 1000;
  const pixels = Buffer.alloc(side * side * 3);
  for (let at = 0; at < side * side; at += 1) {
    const [x, y] = [at % side, Math.floor(at / side)];
    const isCorner = x > 0.7 * side && y > 0.8 * side;
    const noise = (x * 7919 + y * 104_729 + x * y) % 64;
    const value = isCorner ? 110 + (Math.floor(x / 9) % 2) * 90 : 150 + noise / 8;
    pixels.fill(value, at * 3, at * 3 + 3);
    pixels[at * 3] = value + (isCorner ? 0 : noise / 4);
  }
  const raw = { width: side, height: side, channels: 3 as const };
  return file("pale.png", "image/png", await sharp(pixels, { raw }).png({ compressionLevel: 0 }).toBuffer());
}

const input = (page: Page) => page.locator("input[type=file]");
const marksOf = (page: Page, name: string) => page.getByRole("region", { name: `Marks of ${name}` });

/** The page's own way to be given files by hand. */
async function hand(page: Page, how: "drop" | "paste", given: Given[]): Promise<void> {
  const files = given.map(({ buffer, ...rest }) => ({ ...rest, text: buffer.toString("base64") }));
  await page.evaluate(
    ([how, files]) => {
      const data = new DataTransfer();
      for (const { name, mimeType, text } of files) {
        const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
        data.items.add(new File([bytes], name, { type: mimeType }));
      }
      const options = { bubbles: true, cancelable: true };
      const target = document.querySelector("h1")!;
      if (how === "paste")
        target.dispatchEvent(new ClipboardEvent("paste", { ...options, clipboardData: data }));
      else
        for (const type of ["dragover", "drop"])
          target.dispatchEvent(new DragEvent(type, { ...options, dataTransfer: data }));
    },
    [how, files] as const,
  );
}

async function openCheck(look?: Look, search = "") {
  const visitor = await openStranger(browser, shop, look);
  await visitor.page.goto(`/check${search}`);
  return visitor;
}

/** A new person with credits. */
async function openGenerator(look?: Look) {
  const visitor = await openMember(browser, shop, look);
  await giveCredits(shop, visitor.account.email, 9);
  return visitor;
}

/** By a prompt of its own, since the form begins with one of several by chance, and what is measured is the picture. */
async function generate(page: Page, title: string, words: string): Promise<void> {
  await page.goto("/user/generate-image");
  await page.getByLabel("Custom Prompt").fill("A cup of coffee");
  await page.getByLabel("Video Title").fill(title);
  await page.getByLabel("Words", { exact: true }).selectOption({ label: words });
  await page.getByRole("button", { name: "Generate Thumbnails" }).click();
  await page.getByRole("button", { name: "Check", exact: true }).waitFor();
}

const art = {
  kind: "colour",
  colour: "#f2f2f2",
  crop: { x: 0, y: 0, width: 1, height: 1 },
  adjust: { brightness: 0, contrast: 0, saturation: 0, blur: 0, shade: { side: "none", amount: 0 } },
};
const text = (words: string, more: object) => ({
  ...{ id: words.replaceAll(" ", "-"), kind: "text", lines: [[{ text: words }]], font: "Anton", weight: 400 },
  ...{
    rotation: 0,
    opacity: 1,
    hidden: false,
    locked: false,
    letterSpacing: 0,
    lineHeight: 1,
    align: "left",
  },
  ...more,
});
/** Small, pale, under the badge, and too many. */
const faulty = {
  format: 1,
  art,
  layers: [
    text("read me if you can", { x: 80, y: 80, size: 32, fill: "#101010" }),
    text("PALE", { x: 80, y: 300, size: 180, fill: "#ffffff" }),
    text("LATE", { x: 1040, y: 580, size: 120, fill: "#101010" }),
  ],
};

describe("/check", () => {
  it("shows two dropped pictures everywhere in light and dark, and sends nothing of them anywhere", async () => {
    const { page, complaints } = await openCheck();
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname, origin, protocol } = new URL(request.url());
      const isOwn = origin === shop.url && /^\/(assets|media)\//.test(pathname);
      if (request.method() !== "GET" || request.postData() || !(isOwn || protocol === "blob:"))
        asked.push(`${request.method()} ${request.url()}`);
    });
    await hand(page, "drop", [await good("a"), await good("b")]);
    await marksOf(page, "Thumbnail 2").getByText("It is 16 : 9, 1280×720.").waitFor();
    expect(await page.locator("[data-mark=bad]").count()).toBe(0);
    await page.getByText(/^Good: \d+ % of the two pictures differs\.$/).waitFor();
    await page.getByLabel("Title").fill("The Boss Nobody Beats");
    await page.getByLabel("Channel").fill("Low Tuning");
    await page.getByLabel("Length").fill("1:02:03");

    for (const [place, width] of [
      ["Home", 320],
      ["Search", 300],
      ["Suggested", 168],
      ["Phone", 360],
      ["Television", null],
    ] as const) {
      await page.getByRole("radio", { name: place }).check();
      const own = page.getByRole("img", { name: /^Thumbnail [12]$/ });
      expect(await own.count(), place).toBe(2);
      const boxes = await Promise.all([0, 1].map((at) => own.nth(at).boundingBox()));
      // Side by side.
      expect(boxes[0]!.y, place).toBe(boxes[1]!.y);
      if (width) expect(Math.abs(boxes[0]!.width - width), place).toBeLessThan(4);
      expect(await page.getByText("The Boss Nobody Beats", { exact: true }).count(), place).toBe(2);
      expect(await page.getByText("1:02:03", { exact: true }).count(), place).toBe(2);
    }
    await page.getByRole("radio", { name: "Home" }).check();
    expect(await faultsInLooks(page, phoneFirst)).toEqual([]);
    await page.getByRole("radio", { name: "Dark" }).check();
    expect(await faultsInLooks(page, twoLooks)).toEqual([]);

    const order = () => page.locator("[data-place] strong").allInnerTexts();
    const before = await order();
    await page.getByRole("button", { name: "Shuffle the neighbours" }).click();
    await expect.poll(order).not.toEqual(before);
    const shuffled = await order();
    expect(shuffled.toSorted()).toEqual(before.toSorted());
    await expect
      .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
      .toEqual({ place: "home", theme: "dark", length: "1:02:03", seed: "1" });
    expect(asked).toEqual([]);
    expect(complaints).toEqual([]);

    // Another who is sent the address sees the same, with a picture of their own.
    await page.reload();
    await hand(page, "paste", [await good("a")]);
    await expect.poll(() => page.getByRole("radio", { name: "Dark" }).isChecked()).toBe(true);
    expect((await order()).filter((title) => title !== "The Boss Nobody Beats")).toEqual(
      shuffled.filter((title) => title !== "The Boss Nobody Beats"),
    );
  });

  it("says of a bad picture what is bad about it and what to do, on a phone as well", async () => {
    const { page } = await openCheck({ width: 360, colorScheme: "dark" });
    await input(page).setInputFiles([await bad()]);
    const marks = marksOf(page, "Thumbnail 1");
    for (const said of [
      /^Fault: It is 1000×1000, and a video's picture is 16 : 9\. Cut it to 1280×720/,
      /^Fault: The file has 3\.0 MB, more than the 2 MB that are taken\. Save it as a JPEG/,
      /^Unknown: How large its letters are, a drawn picture does not tell\./,
    ])
      await marks.getByText(said).waitFor();
    await input(page).setInputFiles([await bad()]);
    await page.getByText(/^Fault: Nothing of the two pictures differs\. They are nearly the same/).waitFor();
    expect(await page.getByRole("button", { name: "Fix" }).count()).toBe(0);
    expect(await faultsInLooks(page, twoLooks)).toEqual([]);
    const focus = () => page.evaluate(() => document.activeElement?.tagName);
    await page.getByRole("status").filter({ hasText: "Both thumbnails are looked at." }).waitFor();
    expect(await focus()).toBe("UL");
    await page.getByRole("button", { name: "Remove thumbnail 2" }).click();
    await page.getByRole("status").filter({ hasText: "One thumbnail is looked at." }).waitFor();
    expect(await focus()).toBe("INPUT");
    await expect.poll(() => page.locator("[data-mark=bad]").count()).toBe(2);
  });

  it("refuses by one sentence what is no thumbnail, and keeps what it has", async () => {
    const { page, complaints } = await openCheck();
    await input(page).setInputFiles([await good()]);
    await marksOf(page, "Thumbnail 1").waitFor();
    const problem = page.getByRole("alert");
    const text = (words: string) => Buffer.from(words);
    const huge = joinPath(tmpdir(), `huge-${process.pid}.png`);
    writeFileSync(huge, (await good()).buffer);
    truncateSync(huge, 50_000_000);
    const dot = await sharp({ create: { width: 1, height: 1, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    const wide = Buffer.from((await good()).buffer);
    wide.writeUInt32BE(60_000, 16);
    wide.writeUInt32BE(60_000, 20);
    const cases: [Given | string, RegExp][] = [
      [file("notes.png", "image/png", text("Dear diary")), /^notes\.png is not a picture\./],
      [file("empty.png", "image/png", Buffer.alloc(0)), /^empty\.png is empty\.$/],
      [huge, /^huge-\d+\.png has 50 MB\. Up to 20 MB/],
      [
        file("logo.svg", "image/svg+xml", text("<svg xmlns='http://www.w3.org/2000/svg'/>")),
        /^logo\.svg is an SVG/,
      ],
      [
        file("IMG_1.HEIC", "image/heic", text("\0\0\0\u0018ftypheic\0\0\0\0mif1heic")),
        /^IMG_1\.HEIC is a HEIC photo/,
      ],
      [file("dot.png", "image/png", dot), /^dot\.png has only 1×1 pixels/],
      [file("bomb.png", "image/png", wide), /^bomb\.png has too many pixels: 60000×60000\./],
      [file("torn.png", "image/png", (await good()).buffer.subarray(0, 60)), /^torn\.png is damaged/],
    ];
    for (const [given, said] of cases) {
      await input(page).setInputFiles(typeof given === "string" ? given : [given]);
      await problem.getByText(said).waitFor();
      expect(await page.getByRole("img", { name: /^Thumbnail/ }).count()).toBe(1);
    }
    await hand(page, "drop", []);
    await problem.getByText(/^There is no file in that/).waitFor();

    const frames = await Promise.all(
      ["red", "blue"].map((background) =>
        sharp({ create: { width: 1280, height: 720, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const moving = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    await input(page).setInputFiles([file("moving.gif", "image/gif", moving)]);
    await marksOf(page, "Thumbnail 2")
      .getByText(/^Fault: It moves, and a thumbnail doesn't\./)
      .waitFor();
    await hand(page, "drop", [await good("b")]);
    await problem.getByText(/^Two pictures are looked at together\./).waitFor();
    expect(complaints).toEqual([]);
  });

  it("is used by keyboard alone, and keeps a length that is none off the badge", async () => {
    const { page } = await openCheck();
    await page.keyboard.press("Tab");
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to content");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("type"))).toBe("file");
    await input(page).setInputFiles([await good()]);
    await marksOf(page, "Thumbnail 1").waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe("home");
    for (const place of ["search", "suggested", "phone"]) {
      await page.keyboard.press("ArrowRight");
      await expect.poll(() => page.locator(`[data-place=${place}]`).count()).toBe(1);
    }
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => page.locator("[data-scheme=dark]").count()).toBe(1);
    for (const _ of ["title", "channel", "length"]) await page.keyboard.press("Tab");
    await page.keyboard.type("9:99");
    await page.getByText("As 9:31 or 1:02:03").waitFor();
    expect(await page.getByText("9:99", { exact: true }).count()).toBe(0);
    await page.keyboard.press("Control+a");
    await page.keyboard.type("9:59");
    await page.getByText("9:59", { exact: true }).first().waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.url()).toMatch(/watched=no.*seed=1|seed=1.*watched=no/);
  });

  it("leads to the generator, is found, and shares the invented neighbours with the home page", async () => {
    const { page } = await openCheck();
    await page.getByRole("link", { name: "Make thumbnails from a title" }).click();
    await page.waitForURL(/\/login\?from=/);
    await page.goto("/");
    await page.getByRole("link", { name: "Look at yours" }).click();
    await page.waitForURL("**/check");
    await page
      .getByRole("navigation", { name: "Quick Links" })
      .getByRole("link", { name: "Check a thumbnail" })
      .waitFor();
    await input(page).setInputFiles([await good()]);
    await page.getByText("This Van Cost $900").waitFor();
  });
});

describe("from a run", () => {
  it("is opened below its pictures, tells what drawn pictures tell, and stays open over a reload", async () => {
    const { page, complaints } = await openGenerator();
    await generate(page, "I Tried Every Noodle in Town for 30 Days", "Drawn into the picture");
    await page.getByRole("button", { name: "Check", exact: true }).click();
    const check = page.getByRole("region", { name: "Check", exact: true });
    for (const name of ["Thumbnail 1", "Thumbnail 2"]) {
      const marks = marksOf(page, name);
      await marks.getByText(/^Unknown: How large its letters are/).waitFor();
      await marks.getByText(/^Fault: 9 words\. More than 5 are seldom read/).waitFor();
      await marks.getByText("Its download has less than 2 MB.").waitFor();
    }
    await page.getByText(/^Good: \d+ % of the two pictures differs\.$/).waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent?.startsWith("Check"))).toBe(true);
    expect(await check.getByText("I Tried Every Noodle in Town for 30 Days", { exact: true }).count()).toBe(
      2,
    );
    await check.getByRole("radio", { name: "Suggested" }).check();
    await check.getByRole("radio", { name: "Dark" }).check();
    expect(await faultsInLooks(page, twoLooks)).toEqual([]);
    await expect.poll(() => page.url()).toMatch(/place=suggested&theme=dark/);
    await page.reload();
    await marksOf(page, "Thumbnail 2")
      .getByText(/^Fault: 9 words/)
      .waitFor();
    expect(await check.getByRole("radio", { name: "Suggested" }).isChecked()).toBe(true);
    await check.getByRole("button", { name: "Close Check" }).click();
    await expect.poll(() => check.count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it("tells in the large view what a design's document tells, on a phone as well; in the editor the design stands beside the other picture, and says when it can't be measured", async () => {
    const { page, complaints } = await openGenerator();
    await generate(page, "NO SLEEP", "Set as text you can edit");
    await page.getByRole("button", { name: "View thumbnail 2 large" }).click();
    const dialog = page.getByRole("dialog");
    await expect
      .poll(() => dialog.getByRole("region", { name: "Thumbnail 2 of 2" }).evaluate((row) => row.scrollLeft))
      .toBeGreaterThan(0);
    await dialog.getByRole("button", { name: "Check" }).click();
    for (const name of ["Thumbnail 1", "Thumbnail 2"]) {
      const marks = dialog.getByRole("region", { name: `Marks of ${name}` });
      await marks.getByText(/^Good: The smallest letters are \d+ px high at 168 px\.$/).waitFor();
      await marks.getByText(/^Good: All letters stand off what is behind them/).waitFor();
      await marks.getByText("Good: 2 words.").waitFor();
      expect(await marks.locator("[data-mark=bad]").count()).toBe(0);
    }
    expect(await faultsInLooks(page, phoneFirst)).toEqual([]);
    expect(complaints).toEqual([]);

    await dialog.getByRole("button", { name: "Close", exact: true }).click();
    await page.getByRole("button", { name: "Edit thumbnail 1" }).click();
    await page.waitForURL(/\/user\/designs\/.+/);
    await page.route("**/api/designs/*/art*", (route) => route.abort());
    await page.goto(`${page.url()}?place=home&theme=dark`);
    await page.getByRole("img", { name: "The other candidate" }).waitFor();
    await page.getByText("The picture could not be loaded.").waitFor();
    await page.unroute("**/api/designs/*/art*");
    await page.getByRole("button", { name: "Try again" }).click();
    await marksOf(page, "This design").getByText("Good: 2 words.").waitFor();
    await page.getByText(/^Good: \d+ % of the two pictures differs\.$/).waitFor();
  });
});

describe("from the editor", () => {
  it("says of a bad design what is bad, and mends by keyboard what the editor can mend; each can be undone", async () => {
    const { page, complaints } = await openGenerator();
    const made = await page.request.post("/api/designs", { data: { name: "Bad", document: faulty } });
    const { id } = (await made.json()).data as { id: string };
    const layers = async () => {
      const { data } = await (await page.request.get(`/api/designs/${id}`)).json();
      return data.document.layers as { id: string; size: number; y: number; x: number; outline?: object }[];
    };
    await page.goto(`/user/designs/${id}`);
    await page.getByRole("button", { name: "Check", exact: true }).click();
    const marks = marksOf(page, "This design");
    const faults = marks.locator("[data-mark=bad]");
    await expect.poll(() => faults.count()).toBe(4);
    await marks.getByText(/^Fault: “read me if you can” is [0-7]\.\d px high at 168 px\./).waitFor();
    await marks.getByText(/^Fault: “PALE” has a contrast of 1\.1 : 1 with what is behind it\./).waitFor();
    await marks.getByText(/^Fault: “LATE” lies under the video's length\./).waitFor();
    await marks.getByText(/^Fault: 7 words\./).waitFor();
    expect(await faultsInLooks(page, twoLooks)).toEqual([]);

    for (const [at, name] of [/read me/, /PALE/, /LATE/].entries()) {
      await marks.getByRole("button", { name }).focus();
      await page.keyboard.press("Enter");
      await expect.poll(() => faults.count()).toBe(3 - at);
      await page.getByText(/was mended\. Undo takes it back\./).waitFor({ state: "attached" });
    }
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("UL");
    await expect.poll(async () => (await layers())[2]!.y).toBeLessThan(580);
    const [small, pale] = await layers();
    expect(small!.size).toBeGreaterThan(32);
    expect(pale!.outline).toMatchObject({ colour: "#0d0d12" });
    // What takes a person has no such button.
    expect(await marks.getByRole("button", { name: "Fix" }).count()).toBe(0);

    for (const left of [2, 3, 4]) {
      await page.getByRole("button", { name: "Undo" }).click();
      await expect.poll(() => faults.count()).toBe(left);
    }
    await expect.poll(layers).toEqual(faulty.layers);

    await page.reload();
    await expect.poll(() => faults.count()).toBe(4);
    await page.setViewportSize({ width: 360, height: 800 });
    await page.getByRole("radio", { name: "Suggested" }).check();
    const own = page.getByRole("img", { name: "This design" });
    expect((await own.boundingBox())!.width).toBe(168);
    expect(complaints).toEqual([]);
  });
});
