import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { Channel } from "#emulators/youtube/channels.ts";
import { faultsInLooks, phoneFirst, twoLooks } from "../helpers/axe.ts";
import { openVisitor, untilItAnswers, untilLoaded } from "../helpers/browser.ts";
import { openShop } from "../helpers/open-shop.ts";
import { giveCredits, join } from "../helpers/people.ts";
import { channel, unverified } from "../helpers/youtube.ts";

const { browser, shop, youtube } = await openShop({ standIns: ["gemini", "youtube"] });

beforeEach(() => youtube.heal());

/** A new person with a pair that was made for a video, at an address of the customer area. */
async function openMember(path: string) {
  const visitor = await openVisitor(browser, shop.url);
  onTestFinished(() => visitor.context.close());
  const account = await join(visitor.page);
  await giveCredits(shop, account.email, 9);
  await visitor.page.goto(path);
  return visitor;
}

/** Google's page of consent, as the person leaves it; Google keeps what an account has granted. */
async function consent(page: Page, how: { channel?: Channel; cancel?: boolean } = {}): Promise<string> {
  const account = `person-${randomUUID()}`;
  await page.getByRole("heading", { name: "Sign in with Google" }).waitFor();
  await page.getByRole("textbox", { name: "Account" }).fill(account);
  if (how.channel) await page.getByRole("combobox").selectOption({ value: how.channel.id });
  await page.getByRole("button", { name: how.cancel ? "Cancel" : "Continue" }).click();
  await page.waitForURL(/[?&]youtube=/);
  await page.waitForLoadState();
  await untilItAnswers(page);
  return account;
}

const video = channel.videos[1]!;
const sets = async () =>
  (await youtube.control("GET", "sets")).sets.filter((set: { videoId: string }) => set.videoId === video.id);

async function makePair(page: Page): Promise<void> {
  await page.getByLabel("Video Title").fill(`https://youtu.be/${video.id}`);
  await page.getByRole("button", { name: "Use this video" }).click();
  await page.getByText(`on ${channel.title}`).waitFor();
  await page.getByRole("button", { name: "Generate Thumbnails" }).click();
  await page.getByText("Youtube Thumbnails generated successfully!").waitFor();
}

/** A member whose channel is connected has looked at a new design beside a video, and is back among the designs. */
async function lookAtDesign() {
  const { page } = await openMember("/user/designs");
  const from = { kind: "colour", colour: "#1d4ed8" };
  const made = await page.request.post("/api/designs", { data: { name: "Noodles", from } });
  const { id, document } = (await made.json()).data as { id: string; document: object };
  const shown = page.locator(`img[src*="/api/designs/${id}/"]`).first();
  await page.goto(`/user/youtube?design=${id}&video=${video.id}`);
  await page.getByRole("button", { name: "Connect YouTube" }).click();
  await consent(page, { channel });
  await expect.poll(() => shown.getAttribute("src")).toMatch(/version=1\b/);
  await page.getByRole("link", { name: "Designs", exact: true }).click();
  return { page, id, document, shown };
}

describe("a channel", () => {
  it("is connected from the profile after the reason was said, pages its videos, and is let go of", async () => {
    const { page, complaints } = await openMember("/profile");
    const connect = page.getByRole("button", { name: "Connect YouTube" });
    const isConnection = (url: URL) => url.pathname === "/api/youtube/connection";
    const failReading = () =>
      page.route(isConnection, (route) =>
        route.request().method() === "GET" ? route.abort() : route.continue(),
      );
    await failReading();
    await page.reload();
    await page.getByText("Your channel could not be loaded.").waitFor();
    await page.unroute(isConnection);
    await page.getByRole("button", { name: "Retry" }).click();
    await page.getByText("We read their titles and thumbnails, and nothing else.").waitFor();
    await connect.click();
    await consent(page, { cancel: true });
    await page.getByRole("alert").filter({ hasText: "the permission was refused" }).waitFor();
    await connect.click();
    const account = await consent(page, { channel });
    await page.getByText("YouTube is connected.").waitFor();
    await page.getByText("We may see its videos.").waitFor();
    expect(await faultsInLooks(page, twoLooks)).toEqual([]);

    await page.getByRole("link", { name: "Your videos and what was set" }).click();
    const videos = page.getByRole("list", { name: "Your videos" }).getByRole("listitem");
    await expect.poll(() => videos.count()).toBe(12);
    await videos.filter({ hasText: channel.videos[0]!.title }).waitFor();
    await untilLoaded(page);
    expect(await faultsInLooks(page, phoneFirst)).toEqual([]);
    await page.getByRole("button", { name: "Older" }).click();
    await videos.filter({ hasText: channel.videos[12]!.title }).waitFor();
    await page.reload();
    await videos.filter({ hasText: channel.videos[12]!.title }).waitFor();
    await page.getByRole("button", { name: "Newer" }).click();
    await videos.filter({ hasText: channel.videos[0]!.title }).waitFor();

    await page.getByRole("button", { name: "Disconnect" }).click();
    await failReading();
    await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
    await page.getByRole("button", { name: "Connect YouTube" }).waitFor();
    const granted = async () => JSON.stringify(await youtube.control("GET", "grants"));
    await expect.poll(granted).not.toContain(account);
    expect(complaints.filter((one) => !one.includes("ERR_FAILED"))).toEqual([]);
  });

  it("gets a thumbnail set on the video that it was made for, seen beside the present one, and the former one back", async () => {
    const { page, complaints } = await openMember("/user/generate-image");
    await makePair(page);
    await page.getByRole("link", { name: "Set on YouTube: thumbnail 1" }).click();
    await page.getByText("We only ever set the thumbnail that you choose").waitFor();
    await page.getByRole("button", { name: "Connect YouTube" }).click();
    await consent(page, { channel });
    // The way over Google comes back to the thumbnail, and its video is chosen.
    await page.getByRole("heading", { name: video.title }).waitFor();
    await page.getByRole("img", { name: "The thumbnail now" }).waitFor();
    await page.getByRole("img", { name: "The new thumbnail" }).waitFor();
    await untilLoaded(page);
    expect(await faultsInLooks(page, phoneFirst)).toEqual([]);
    const before = (await sets()).length;
    await page.getByRole("button", { name: "Set on YouTube" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Set on YouTube" }).click();
    await page.getByText("It is set.").waitFor();
    expect(await sets()).toHaveLength(before + 1);
    expect(await faultsInLooks(page, twoLooks)).toEqual([]);
    await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
    await page.getByText("The former thumbnail is back.").waitFor();
    expect(await sets()).toHaveLength(before + 2);
    await page.getByText(/, put back/).waitFor();

    // Made private since it was shown: it is asked about anew.
    await page.reload();
    // Its picture comes late, and is shown to nobody once the video is private.
    await page.getByRole("img", { name: "The thumbnail now" }).waitFor();
    await untilLoaded(page);
    const question = page.getByRole("dialog");
    const setPrivacy = (privacy: string) => youtube.control("POST", "video", { videoId: video.id, privacy });
    onTestFinished(() => setPrivacy("public"));
    await page.getByRole("button", { name: "Set on YouTube" }).click();
    await setPrivacy("private");
    await question.getByRole("button", { name: "Set on YouTube" }).click();
    await question.getByText("can't be put back from here").waitFor();
    await question.getByRole("button", { name: "Cancel" }).click();
    expect(await sets()).toHaveLength(before + 2);
    await setPrivacy("public");
    complaints.splice(0, complaints.length, ...complaints.filter((one) => !one.includes("409")));

    // A private one, whose picture YouTube shows to nobody.
    await page.getByRole("button", { name: "Another video" }).click();
    const hidden = channel.videos.find(({ privacy }) => privacy === "private")!;
    const none = page.getByText("Private: YouTube shows no picture");
    await none.waitFor();
    await page.getByRole("button", { name: hidden.title }).click();
    await page.getByRole("img", { name: "The thumbnail now" }).filter({ has: none }).waitFor();
    expect(await page.getByLabel("Length").inputValue()).toBe("21:08");
    await untilLoaded(page);
    expect(await faultsInLooks(page, phoneFirst)).toEqual([]);
    await page.getByRole("button", { name: "Set on YouTube" }).click();
    await question.getByText("can't be put back from here").waitFor();
    await question.getByRole("button", { name: "Set on YouTube" }).click();
    await page.getByText("It is set.").waitFor();
    await page.getByText(/^Set .*20\d\d/).waitFor();
    expect(await page.getByRole("button", { name: "Undo" }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it("asks before it puts a thumbnail back over one that came from elsewhere, and takes that back as well", async () => {
    const { page } = await openMember("/user/generate-image");
    await makePair(page);
    await page.getByRole("link", { name: "Set on YouTube: thumbnail 1" }).click();
    await page.getByRole("button", { name: "Connect YouTube" }).click();
    await consent(page, { channel });
    await page.getByRole("button", { name: "Set on YouTube" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Set on YouTube" }).click();
    await page.getByText("It is set.").waitFor();
    const before = (await sets()).length;
    const red = sharp({ create: { width: 1280, height: 720, channels: 3, background: "#ff0000" } });
    const picture = (await red.jpeg().toBuffer()).toString("base64");
    await youtube.control("POST", "thumbnail", { videoId: video.id, picture });
    const undo = page.getByRole("status").getByRole("button", { name: "Undo" });
    const question = page.getByRole("dialog", { name: /Put the former thumbnail back/ });
    await undo.click();
    await question.getByText("Another thumbnail stands on this video by now").waitFor();
    expect(await faultsInLooks(page, twoLooks)).toEqual([]);
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "hidden" });
    expect(await sets()).toHaveLength(before);
    await undo.click();
    await question.getByRole("button", { name: "Put it back" }).click();
    await page.getByText("The former thumbnail is back.").waitFor();
    expect(await sets()).toHaveLength(before + 1);
    await page
      .getByRole("listitem")
      .filter({ hasText: "Put back" })
      .first()
      .getByRole("button", { name: "Undo" })
      .click();
    await expect.poll(async () => (await sets()).length).toBe(before + 2);
  });

  it("gets the design that is confirmed, right after an edit of one that was looked at before", async () => {
    const { page, id, shown } = await lookAtDesign();
    await page
      .getByRole("link", { name: /Noodles/ })
      .first()
      .click();
    await page.getByRole("button", { name: "Add burst" }).click();
    // What comes late must not be made up for by what was there before.
    const held = Promise.withResolvers<void>();
    await page.route(`**/api/designs/${id}`, async (route) => {
      if (route.request().method() === "GET") await held.promise;
      await route.continue();
    });
    await page.getByRole("button", { name: "Download" }).click();
    await page.getByRole("menuitem", { name: "Set on YouTube" }).click();
    await page.waitForURL(/user\/youtube/);
    await page.getByText("Loading...").first().waitFor({ state: "attached" });
    expect(await page.getByRole("heading", { name: "On which video?" }).count()).toBe(0);
    held.resolve();
    await page.getByRole("button", { name: video.title }).click();
    await expect.poll(() => shown.getAttribute("src")).toMatch(/version=2\b/);
  });

  it("is offered no former state of a design that can't be read after an edit, nor given one unseen", async () => {
    const { page, id, document, shown } = await lookAtDesign();
    const card = page.getByRole("link", { name: /Noodles/ }).first();
    await card.waitFor();
    const save = async (version: number) => {
      const answer = await page.request.put(`/api/designs/${id}`, { data: { version, document } });
      expect(answer.status()).toBe(200);
    };
    await save(1);
    await page.route(`**/api/designs/${id}`, (route) => route.abort());
    await page.goBack();
    await page.getByText("The thumbnail could not be loaded.").waitFor({ timeout: 20_000 });
    expect(await shown.count()).toBe(0);
    await page.unroute(`**/api/designs/${id}`);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect.poll(() => shown.getAttribute("src")).toMatch(/version=2\b/);

    // Edited in another tab while it stands here.
    const before = (await sets()).length;
    await save(2);
    const press = async () => {
      await page.getByRole("button", { name: "Set on YouTube" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Set on YouTube" }).click();
    };
    await press();
    await page.getByText("This design was changed meanwhile, so nothing was set.").waitFor();
    await expect.poll(() => shown.getAttribute("src")).toMatch(/version=3\b/);
    expect(await sets()).toHaveLength(before);
    await press();
    await page.getByText("It is set.").waitFor();
  });

  it("that is not verified, and one whose access was withdrawn, are each told what to do", async () => {
    const { page } = await openMember("/user/generate-image");
    await makePair(page);
    await page.getByRole("link", { name: "Set on YouTube: thumbnail 2" }).click();
    await page.getByRole("button", { name: "Connect YouTube" }).click();
    await consent(page, { channel: unverified });
    const other = unverified.videos[0]!;
    await page.getByRole("button", { name: other.title }).click();
    const press = async () => {
      await page.getByRole("button", { name: "Set on YouTube" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Set on YouTube" }).click();
    };
    const refused = page.getByRole("alert");
    await press();
    await refused.filter({ hasText: "Your channel can't set thumbnails yet." }).waitFor();
    await refused.getByRole("link", { name: "Verify your channel" }).waitFor();
    expect(await faultsInLooks(page, twoLooks)).toEqual([]);
    await youtube.control("POST", "withdraw");
    await page.reload();
    await page.getByRole("button", { name: "Set on YouTube" }).waitFor();
    await press();
    await page.getByRole("button", { name: "Connect YouTube again" }).waitFor();
  });
});
