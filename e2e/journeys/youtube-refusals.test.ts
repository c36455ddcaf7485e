import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { Channel } from "#emulators/youtube/channels.ts";
import { faultsInLooks, phoneFirst, twoLooks } from "../helpers/axe.ts";
import { openVisitor, untilItAnswers, untilLoaded } from "../helpers/browser.ts";
import { runSql } from "../helpers/database.ts";
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

/** Google's page of consent, answered for one of the account's channels, with all that is asked for or a part. */
async function consent(page: Page, chosen: Pick<Channel, "id">, without?: string): Promise<void> {
  await page.getByRole("heading", { name: "Sign in with Google" }).waitFor();
  await page.getByRole("textbox", { name: "Account" }).fill(`person-${randomUUID()}`);
  await page.getByRole("combobox").selectOption({ value: chosen.id });
  if (without) await page.getByRole("checkbox", { name: without }).uncheck();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL(/[?&]youtube=/);
  await page.waitForLoadState();
  await untilItAnswers(page);
}

const video = channel.videos[1]!;

async function openToConnect() {
  const visitor = await openMember("/user/generate-image");
  const { page } = visitor;
  await page.getByLabel("Video Title").fill(`https://youtu.be/${video.id}`);
  await page.getByRole("button", { name: "Use this video" }).click();
  await page.getByText(`on ${channel.title}`).waitFor();
  await page.getByRole("button", { name: "Generate Thumbnails" }).click();
  await page.getByText("Youtube Thumbnails generated successfully!").waitFor();
  await page.getByRole("link", { name: "Set on YouTube: thumbnail 1" }).click();
  await page.getByRole("button", { name: "Connect YouTube" }).click();
  return visitor;
}

async function openToSet() {
  const visitor = await openToConnect();
  await consent(visitor.page, channel);
  await visitor.page.getByRole("heading", { name: video.title }).waitFor();
  return visitor;
}

async function set(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Set on YouTube" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Set on YouTube" }).click();
}

const sets = async () => (await youtube.control("GET", "sets")).sets.length;
/** What YouTube shows of the video to everybody. */
const shown = async () => {
  const answer = await fetch(`${youtube.env.YOUTUBE_IMAGE_URL}/vi/${video.id}/maxresdefault.jpg`);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer()).toString("base64");
};

describe("a channel that is not connected in the end", () => {
  it("is said why, on the page that it was begun at, and the next try goes through", async () => {
    onTestFinished(async () => void (await runSql(shop, "delete from youtube_units", [])));
    const { page } = await openMember("/profile");
    const connect = page.getByRole("button", { name: "Connect YouTube" });
    const told = (sentence: string) => page.getByRole("alert").filter({ hasText: sentence }).waitFor();
    for (const [on, fault, sentence] of [
      ["token", "unavailable", "because Google does not answer right now"],
      ["token", "invalid-grant", "this try was used already"],
      ["channels.list", "html-ok", "Google answered in a way that we don't understand"],
      ["channels.list", "quota", "what YouTube allows for today is used up"],
    ] as const) {
      await youtube.fail(on, fault);
      await connect.click();
      await consent(page, channel);
      await told(sentence);
      await youtube.heal();
    }
    await runSql(shop, "delete from youtube_units", []);
    await connect.click();
    await consent(page, { id: "none" });
    await told("this Google account has no channel");
    expect(await faultsInLooks(page, phoneFirst)).toEqual([]);
    const answered = page.waitForRequest(/\/api\/youtube\/callback/);
    await connect.click();
    await consent(page, channel);
    await page.getByText("YouTube is connected.").waitFor();
    // Google's answer once more, as a step back in the browser may bring it.
    await page.goto((await answered).url());
    await told("this try was used already");
    await page.getByText("We may see its videos.").waitFor();
  });

  it("is told what was left out, and connected without it where that can be", async () => {
    const { page } = await openToConnect();
    await consent(page, channel, "View your YouTube account");
    await page
      .getByRole("alert")
      .filter({ hasText: "the permission to see the channel was left out" })
      .waitFor();
    await page.getByRole("button", { name: "Connect YouTube" }).click();
    await consent(page, channel, "Manage your YouTube videos");
    await page.getByRole("alert").filter({ hasText: "without the permission to set thumbnails" }).waitFor();
    await page.getByRole("button", { name: "Connect YouTube again" }).click();
    await consent(page, channel);
    await page.getByRole("heading", { name: video.title }).waitFor();
  });

  it("was deleted at YouTube: that is said, and another one can be connected", async () => {
    onTestFinished(() => youtube.control("POST", "channel", { channel: "main", isDeleted: false }));
    const { page } = await openMember("/user/youtube");
    await page.getByRole("button", { name: "Connect YouTube" }).click();
    await consent(page, channel);
    await page.getByRole("list", { name: "Your videos" }).waitFor();
    await page.getByRole("button", { name: "Older" }).waitFor();
    await youtube.control("POST", "channel", { channel: "main", isDeleted: true });
    await page.getByRole("button", { name: "Older" }).click();
    await page.getByText("The access has ended at Google.").waitFor();
    await page.getByRole("button", { name: "Connect YouTube again" }).click();
    await consent(page, unverified);
    await page.getByText(unverified.title, { exact: true }).waitFor();
  });
});

describe("a thumbnail that YouTube does not take", () => {
  it("is said to be so in a sentence each, and the former one stays until a try goes through", async () => {
    const { page } = await openToSet();
    const [before, count] = [await shown(), await sets()];
    for (const [on, fault, sentence] of [
      ["thumbnails.set", "rate-limited", "YouTube takes no more thumbnails for your channel for now."],
      ["thumbnails.set", "invalid-image", "YouTube did not take this picture."],
      ["thumbnails.set", "not-found", "YouTube knows no such video."],
      ["videos.list", "unavailable", "YouTube does not answer right now."],
      ["picture", "too-large", "We could not keep the present thumbnail, so nothing was set."],
      ["picture", "missing", "We could not keep the present thumbnail, so nothing was set."],
    ] as const) {
      await youtube.fail(on, fault, { times: null });
      await set(page);
      await page.getByRole("alert").filter({ hasText: sentence }).waitFor();
      await youtube.heal();
      expect([await sets(), (await shown()) === before]).toEqual([count, true]);
    }
    expect(await faultsInLooks(page, phoneFirst)).toEqual([]);
    await set(page);
    await page.getByText("It is set.").waitFor();
    expect(await sets()).toBe(count + 1);
    await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
    await page.getByText("The former thumbnail is back.").waitFor();
  });

  it("stays to be set, with what was said of it, when its run can't be read anew", async () => {
    const { page } = await openToSet();
    await youtube.fail("thumbnails.set", "invalid-image");
    await set(page);
    const said = page.getByRole("alert").filter({ hasText: "YouTube did not take this picture." });
    await said.waitFor();
    let unanswered = 0;
    await page.route("**/api/generations/*", (route) => {
      unanswered += 1;
      return route.abort();
    });
    await page.clock.install();
    await page.clock.fastForward(60_000);
    await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    // It is asked for once more before it is given up.
    await expect.poll(() => unanswered, { timeout: 20_000 }).toBe(2);
    await untilLoaded(page);
    expect(await said.isVisible()).toBe(true);
    await set(page);
    await page.getByText("It is set.").waitFor();
  });

  it("is looked for, and not sent again, where YouTube gave no answer and shows the former one", async () => {
    const { page } = await openToSet();
    // Another journey may have set the picture that this one sends: then it stands, whoever sent it.
    const red = sharp({ create: { width: 1280, height: 720, channels: 3, background: "#ff0000" } });
    const picture = (await red.jpeg().toBuffer()).toString("base64");
    await youtube.control("POST", "thumbnail", { videoId: video.id, picture });
    const count = await sets();
    await youtube.fail("thumbnails.set", "reset");
    for (const _ of [1, 2]) {
      await set(page);
      await page
        .getByRole("alert")
        .filter({ hasText: "YouTube has not said whether the thumbnail was set." })
        .waitFor();
      expect(await sets()).toBe(count);
    }
    // One video has one setting under way, whoever sets it.
    await runSql(shop, "delete from youtube_thumbnail_sets where state = 'unknown'", []);
  });

  it("is not sent again where YouTube took it and the answer was lost", async () => {
    const { page } = await openToSet();
    const count = await sets();
    await youtube.fail("thumbnails.set", "reset", { afterEffect: true });
    await set(page);
    await page.getByText("It is set.").waitFor();
    expect(await sets()).toBe(count + 1);
  });
});

describe("an account with two channels", () => {
  it("shows the videos of the one that was chosen, and of the other one once that is chosen", async () => {
    const { page, complaints } = await openMember("/profile");
    const videos = page.getByRole("list", { name: "Your videos" }).getByRole("listitem");
    for (const [chosen, other] of [
      [unverified, channel],
      [channel, unverified],
    ] as const) {
      await page.goto("/profile");
      await page.getByRole("button", { name: "Connect YouTube" }).click();
      await consent(page, chosen);
      await page.getByText(chosen.title, { exact: true }).waitFor();
      await page.getByRole("link", { name: "Your videos and what was set" }).click();
      await videos.filter({ hasText: chosen.videos[0]!.title }).waitFor();
      expect(await videos.filter({ hasText: other.videos[0]!.title }).count()).toBe(0);
      await page.getByRole("button", { name: "Disconnect" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
      await page.getByRole("button", { name: "Connect YouTube" }).waitFor();
    }
    expect(complaints).toEqual([]);
  });
});

describe("a day whose units are used up", () => {
  it("is said with the hours to wait, nothing is set, and the former thumbnail stays", async () => {
    // The units are the whole shop's, and would stay used up for the day.
    onTestFinished(async () => void (await runSql(shop, "delete from youtube_units", [])));
    const { page } = await openToSet();
    const [before, count] = [await shown(), await sets()];
    await youtube.fail("thumbnails.set", "quota");
    const refused = page
      .getByRole("alert")
      .filter({ hasText: "The shop has used up what YouTube allows it for today." });
    await set(page);
    await refused.filter({ hasText: /try again in (an hour|\d+ hours)/ }).waitFor();
    expect(await faultsInLooks(page, twoLooks)).toEqual([]);
    await page.reload();
    await set(page);
    await refused.waitFor();
    expect([await sets(), (await shown()) === before]).toEqual([count, true]);
  });
});
