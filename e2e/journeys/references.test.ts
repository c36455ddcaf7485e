import type { Page } from "playwright-core";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { isolated } from "#web/ui/isolated.ts";
import { recordAnnounced } from "../helpers/announced.ts";
import { faultsInLooks, phoneFirst, twoLooks } from "../helpers/axe.ts";
import { untilLoaded } from "../helpers/browser.ts";
import { openShop } from "../helpers/open-shop.ts";
import { giveCredits } from "../helpers/people.ts";
import { openMember } from "../helpers/settings.ts";

const { browser, shop } = await openShop({ standIns: ["gemini"] });

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
