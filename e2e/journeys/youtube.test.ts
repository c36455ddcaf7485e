import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { Channel } from "#emulators/youtube/channels.ts";
import { faultsInLooks, phoneFirst, twoLooks } from "../helpers/axe.ts";
import { holdNextWrite, untilItAnswers, untilLoaded } from "../helpers/browser.ts";
import { runSql } from "../helpers/database.ts";
import { openShop } from "../helpers/open-shop.ts";
import { ours } from "../helpers/paying.ts";
import { giveCredits } from "../helpers/people.ts";
import { openMember } from "../helpers/settings.ts";
import { channel, unverified } from "../helpers/youtube.ts";

const { browser, shop, youtube } = await openShop({ standIns: ["gemini", "youtube"] });

beforeEach(() => youtube.heal());

const video = channel.videos[1]!;
const other = channel.videos.find(
  ({ id, privacy, embeddable }) => id !== video.id && privacy === "public" && embeddable,
)!;
const hidden = channel.videos.find(({ privacy }) => privacy === "private")!;
const unembeddable = channel.videos.find(({ embeddable }) => !embeddable)!;

/** A new person with credits, on the generator. */
async function openGenerator() {
  const visitor = await openMember(browser, shop);
  await giveCredits(shop, visitor.account.email, 9);
  await visitor.page.goto("/user/generate-image");
  return visitor;
}

/** A new person who is about to set a thumbnail of a run that was made for the video. */
async function openRun(picture: 1 | 2) {
  const visitor = await openMember(browser, shop);
  const { page, account } = visitor;
  await giveCredits(shop, account.email, 9);
  const asked = { title: video.title, niche: "food", style: "bold", customPrompt: "" };
  const made = { id: video.id, channel: channel.title };
  const data = { ...asked, video: made, idempotencyKey: randomUUID() };
  const begun = await page.request.post("/api/generations", { data });
  const { id } = (await begun.json()).data as { id: string };
  const read = async () => (await (await page.request.get(`/api/generations/${id}`)).json()).data;
  await expect.poll(async () => (await read()).stage).toBe("done");
  await page.goto(`/user/youtube?run=${id}&picture=${picture}`);
  await page.getByRole("button", { name: "Connect YouTube" }).click();
  return visitor;
}

interface Answer {
  channel?: Pick<Channel, "id">;
  /** What of it is asked for, and left out. */
  without?: string;
  cancel?: boolean;
}

/** Google's page of consent, as the person leaves it; Google keeps what an account has granted. */
async function consent(page: Page, how: Answer = { channel }): Promise<string> {
  const account = `person-${randomUUID()}`;
  await page.getByRole("heading", { name: "Sign in with Google" }).waitFor();
  await page.getByRole("textbox", { name: "Account" }).fill(account);
  if (how.channel) await page.getByRole("combobox").selectOption({ value: how.channel.id });
  if (how.without) await page.getByRole("checkbox", { name: how.without }).uncheck();
  await page.getByRole("button", { name: how.cancel ? "Cancel" : "Continue" }).click();
  await page.waitForURL(/[?&]youtube=/);
  await page.waitForLoadState();
  await untilItAnswers(page);
  return account;
}

const told = (page: Page, sentence: string | RegExp) =>
  page.getByRole("alert").filter({ hasText: sentence }).waitFor();

async function set(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Set on YouTube" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Set on YouTube" }).click();
}

/** Beside what was just set on the video, above the history with its own. */
const undoOf = (page: Page) =>
  page.getByRole("region", { name: video.title }).getByRole("button", { name: "Undo" });

const sets = async (): Promise<number> =>
  (await youtube.control("GET", "sets")).sets.filter((set: { videoId: string }) => set.videoId === video.id)
    .length;

/** What YouTube shows of the video to everybody. */
const shownToAll = async () => {
  const answer = await fetch(`${youtube.env.YOUTUBE_IMAGE_URL}/vi/${video.id}/maxresdefault.jpg`);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer()).toString("base64");
};

/** A thumbnail of the video that did not come from the shop. */
async function setElsewhere(): Promise<void> {
  const red = sharp({ create: { width: 1280, height: 720, channels: 3, background: "#ff0000" } });
  const picture = (await red.jpeg().toBuffer()).toString("base64");
  await youtube.control("POST", "thumbnail", { videoId: video.id, picture });
}

/** On the generator: the links of which YouTube tells nothing, and those that are none of its videos. */
async function sayWhatToDo(page: Page): Promise<void> {
  const title = page.getByLabel("Video Title");
  const use = page.getByRole("button", { name: "Use this video" });
  const refused = page.getByRole("alert");
  for (const [link, sentence] of [
    [`https://www.youtube.com/watch?v=${hidden.id}`, "This video is private"],
    ["https://www.youtube.com/shorts/aaaaaaaaaaa", "YouTube knows no such video."],
    [`https://www.youtube.com/live/${unembeddable.id}`, "its owner doesn't let other sites show it"],
  ] as const) {
    await title.fill(link);
    await use.click();
    await refused.filter({ hasText: sentence }).waitFor();
    expect(await title.inputValue()).toBe(link);
  }
  await youtube.fail("oembed", "unavailable");
  await title.fill(`https://youtu.be/${video.id}`);
  await use.click();
  await refused.filter({ hasText: "YouTube does not answer right now." }).waitFor();
  expect(await faultsInLooks(page, twoLooks)).toEqual([]);
  await use.click();
  await page.getByText(`on ${channel.title}`).waitFor();
  await expect.poll(() => title.inputValue()).toBe(video.title);
  for (const [link, sentence] of [
    ["https://www.youtube.com/playlist?list=PL590L5WQmH8f", "This link leads to a playlist."],
    [`https://vimeo.com/${video.id}`, "This is no link of YouTube."],
    [`https://youtube.com.evil.example/watch?v=${video.id}`, "This is no link of YouTube."],
    [`https://www.youtube.com@evil.example/watch?v=${video.id}`, "This is no link of YouTube."],
    [`https://www.youtube.com:8443/watch?v=${video.id}`, "This is no link of YouTube."],
    ["https://www.youtube.com/@maragoesnorth", "This link of YouTube leads to no video."],
  ] as const) {
    await title.fill(link);
    await page.getByText(sentence).waitFor();
    expect(await use.count()).toBe(0);
  }
  await title.fill("A title with https://vimeo.com in it");
  await page.getByText("This is no link of YouTube.").waitFor({ state: "detached" });
}

describe("starting from a link", () => {
  it("takes title, channel and thumbnail of the video over, and the run keeps them", async () => {
    const { page, complaints } = await openGenerator();
    const title = page.getByLabel("Video Title");
    const typed = "Typed meanwhile";
    await title.fill(`https://youtu.be/${video.id}?si=abc`);
    await page.getByRole("button", { name: "Use this video" }).click();
    await page.getByText(`on ${channel.title}`).waitFor();
    expect(await title.inputValue()).toBe(video.title);
    await page.getByAltText(`Present thumbnail of ${video.title}`).waitFor();
    // What is typed while the style is taken over stays.
    await page.route("**/api/references", async (route) => {
      if (route.request().method() === "POST") await title.fill(typed);
      await route.continue();
    });
    await page.route("**/api/youtube/videos/*/image", (route) => route.abort(), { times: 1 });
    await page.getByRole("button", { name: "Follow its style" }).click();
    await page.getByRole("alert").getByText("Network error or server not responding").waitFor();
    await page.getByRole("button", { name: "Follow its style" }).click();
    await page.getByRole("button", { name: "Its style is followed" }).waitFor();
    expect(await title.inputValue()).toBe(typed);
    await title.fill(video.title);
    await untilLoaded(page);
    expect(await faultsInLooks(page, twoLooks)).toEqual([]);
    await page.getByRole("button", { name: "Generate Thumbnails" }).click();
    await page.getByText("Youtube Thumbnails generated successfully!").waitFor();
    const { data } = await (await page.request.get("/api/generations")).json();
    expect(data[0].video).toMatchObject({ id: video.id, channel: channel.title });
    const own = (await (await page.request.get("/api/references")).json()).data;
    expect(own).toMatchObject([{ kind: "style", name: `Style of ${video.title}` }]);
    expect(data[0].references).toEqual([own[0].id]);
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await page.getByRole("img", { name: "The thumbnail now" }).waitFor();
    await page.getByText(`${channel.title} · 1.2K views`).first().waitFor();
    await untilLoaded(page);
    expect(await faultsInLooks(page, phoneFirst)).toEqual([]);
    await page.reload();
    await page.getByText(`on ${channel.title}`).waitFor();
    await page.getByRole("button", { name: "No longer for this video" }).click();
    expect(await title.inputValue()).toBe(video.title);
    expect(await page.getByText(`on ${channel.title}`).count()).toBe(0);
    expect(ours(complaints)).toEqual([]);
  });

  it("is no title: Enter and Generate take the video over, no run starts of an address, and where YouTube tells nothing it is said what to do", async () => {
    const { page } = await openGenerator();
    const title = page.getByLabel("Video Title");
    const generate = page.getByRole("button", { name: "Generate Thumbnails" });
    const isTaken = () => page.getByText(`on ${channel.title}`).waitFor();
    await title.fill(`https://youtu.be/${video.id}`);
    await title.press("Enter");
    await isTaken();
    expect(await title.inputValue()).toBe(video.title);
    await title.fill(`https://youtu.be/${other.id}`);
    await generate.click();
    await expect.poll(() => title.inputValue()).toBe(other.title);
    await title.fill(`https://youtu.be/${hidden.id}`);
    for (const press of [
      () => title.press("Enter"),
      () => generate.click(),
      () => title.press("Control+Enter"),
    ]) {
      await press();
      await page.getByRole("alert").filter({ hasText: "This video is private" }).waitFor();
      const said = page.getByText("This is the link of a video. Use it, or type the title.");
      await said.waitFor();
      await page.getByRole("button", { name: "Dismiss" }).click();
      await said.waitFor({ state: "detached" });
    }
    await title.fill("https://www.youtube.com/@maragoesnorth");
    await page.getByText("A link is no title. Type one, or paste the link of a video.").waitFor();
    expect(await generate.isDisabled()).toBe(true);
    await title.press("Enter");
    expect((await (await page.request.get("/api/generations")).json()).data).toEqual([]);
    await sayWhatToDo(page);
  });
});

/** On the profile: a try that ends without a channel is told of where it was begun. */
async function failToConnect(page: Page): Promise<void> {
  const connect = page.getByRole("button", { name: "Connect YouTube" });
  await connect.click();
  await consent(page, { cancel: true });
  await told(page, "the permission was refused");
  await connect.click();
  await consent(page, { channel: { id: "none" } });
  await told(page, "this Google account has no channel");
  expect(await faultsInLooks(page, phoneFirst)).toEqual([]);
}

const videosOf = (page: Page) => page.getByRole("list", { name: "Your videos" }).getByRole("listitem");

/** Of an account with two channels the videos of the one that was chosen, and none of the other's. */
async function seeVideosOf(page: Page, chosen: Channel, another: Channel): Promise<void> {
  await videosOf(page).filter({ hasText: chosen.videos[0]!.title }).waitFor();
  expect(await videosOf(page).filter({ hasText: another.videos[0]!.title }).count()).toBe(0);
}

/** Nothing says any more that it is set; it can be set again, on another video too, and the keyboard goes on from there. */
async function seeFormerBack(page: Page): Promise<void> {
  await page.getByText("The former thumbnail is back.").waitFor();
  expect(await page.getByText("It is set.").count()).toBe(0);
  for (const name of ["Set on YouTube", "Another video"])
    await page.getByRole("button", { name, exact: true }).waitFor();
  const region = page.getByRole("region", { name: video.title });
  expect(await region.evaluate((each) => each === document.activeElement)).toBe(true);
}

/** A channel that is connected to be seen alone: what an undo lacks is asked for beside it, and it then goes through. */
async function allowUndo(page: Page): Promise<void> {
  const before = await sets();
  await page.goto("/user/youtube");
  await page.getByRole("button", { name: "Connect YouTube" }).click();
  await consent(page);
  const undo = page
    .getByRole("listitem")
    .filter({ hasText: video.title })
    .getByRole("button", { name: "Undo" })
    .first();
  await undo.click();
  await told(page, "You have not allowed us to set thumbnails yet.");
  await page.getByRole("button", { name: "Connect YouTube again" }).click();
  await consent(page);
  await undo.click();
  await expect.poll(sets).toBe(before + 1);
}

/** What was set is put back over one that came from elsewhere, which is asked about, and that is taken back as well. */
async function putBackOverAnother(page: Page): Promise<void> {
  await set(page);
  await page.getByText("It is set.").waitFor();
  const before = await sets();
  await setElsewhere();
  const undo = undoOf(page);
  const question = page.getByRole("dialog", { name: /Put the former thumbnail back/ });
  await undo.click();
  await question.getByText("Another thumbnail stands on this video by now").waitFor();
  expect(await faultsInLooks(page, twoLooks)).toEqual([]);
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "hidden" });
  expect(await sets()).toBe(before);
  await undo.click();
  await question.getByRole("button", { name: "Put it back" }).click();
  await page.getByText("The former thumbnail is back.").waitFor();
  expect(await sets()).toBe(before + 1);
  await page
    .getByRole("listitem")
    .filter({ hasText: "Put back" })
    .first()
    .getByRole("button", { name: "Undo" })
    .click();
  await expect.poll(sets).toBe(before + 2);
  await page.getByText("It is set.").waitFor();
  expect(await undo.count()).toBe(0);
}

/** One that was made private since it was shown, which is asked about anew, and one that is known to be. */
async function setOnPrivate(page: Page, complaints: string[]): Promise<void> {
  const before = await sets();
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
  expect(await sets()).toBe(before);
  await setPrivacy("public");
  complaints.splice(0, complaints.length, ...complaints.filter((one) => !one.includes("409")));

  // A private one, whose picture YouTube shows to nobody.
  await page.getByRole("button", { name: "Another video" }).click();
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
}

/** In few pixels, so that another picture is told from the same one. */
const lookOfNow = (page: Page): Promise<string> =>
  page
    .getByRole("img", { name: "The thumbnail now" })
    .locator("img")
    .first()
    .evaluate((image) => {
      const canvas = new OffscreenCanvas(8, 8).getContext("2d")!;
      canvas.drawImage(image as HTMLImageElement, 0, 0, 8, 8);
      return canvas.getImageData(0, 0, 8, 8).data.join();
    });

async function disconnect(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Disconnect" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
  await page.getByRole("button", { name: "Connect YouTube" }).waitFor();
}

/** Once the channel is let go of nothing says that it is connected, and what was set can be read but not undone. */
async function seeHistoryWithoutChannel(page: Page): Promise<void> {
  const isConnected = page.getByText("YouTube is connected.");
  await isConnected.waitFor();
  await disconnect(page);
  await page.getByRole("listitem").filter({ hasText: "Put back" }).first().waitFor();
  expect(await page.getByRole("button", { name: "Undo" }).count()).toBe(0);
  expect(await isConnected.count()).toBe(0);
  await expect.poll(() => page.url()).not.toContain("youtube=");
}

/** As if the member had set so many thumbnails from here, the first of them long ago. */
const setBefore = (email: string, count: number) =>
  runSql(
    shop,
    `insert into youtube_thumbnail_sets
       (id, user_id, channel_id, video_id, title, idempotency_key, state, lease_until, set_at)
     select gen_random_uuid(), users.id, 'channel', 'video', 'Setting ' || at, at, 'set', now(), now() - at * interval '1 day'
     from users, generate_series(1, $2::int) at where email = $1`,
    [email, count],
  );

/** Also once no channel is connected. */
async function pageHistory(page: Page): Promise<void> {
  const entry = (at: number) => page.getByText(`Setting ${at}`, { exact: true });
  await entry(20).waitFor();
  await page
    .getByRole("navigation", { name: "Pages of what was set" })
    .getByRole("button", { name: "Next" })
    .click();
  await entry(21).waitFor();
  expect(await entry(20).count()).toBe(0);
  await untilLoaded(page);
  expect(await faultsInLooks(page, phoneFirst)).toEqual([]);
  await page.goBack();
  await entry(20).waitFor();
}

/** A member whose channel is connected has looked at a new design beside a video, and is back among the designs. */
async function lookAtDesign() {
  const { page } = await openMember(browser, shop);
  const from = { kind: "colour", colour: "#1d4ed8" };
  const made = await page.request.post("/api/designs", { data: { name: "Noodles", from } });
  const { id, document } = (await made.json()).data as { id: string; document: object };
  const shown = page.locator(`img[src*="/api/designs/${id}/"]`).first();
  await page.goto(`/user/youtube?design=${id}&video=${video.id}`);
  await page.getByRole("button", { name: "Connect YouTube" }).click();
  await consent(page);
  await expect.poll(() => shown.getAttribute("src")).toMatch(/version=1\b/);
  await page.getByRole("link", { name: "Designs", exact: true }).click();
  return { page, id, document, shown };
}

describe("a channel", () => {
  it("is connected from the profile after the reason and why a try failed were said, pages its videos, and is let go of, when what was set can still be paged through", async () => {
    const { page, account: member, complaints } = await openMember(browser, shop);
    await setBefore(member.email, 21);
    const isConnection = (url: URL) => url.pathname === "/api/youtube/connection";
    const failReading = () =>
      page.route(isConnection, (route) =>
        route.request().method() === "GET" ? route.abort() : route.continue(),
      );
    await failReading();
    await page.goto("/profile");
    await page.getByText("Your channel could not be loaded.").waitFor();
    await page.unroute(isConnection);
    await page.getByRole("button", { name: "Retry" }).click();
    await page.getByText("We read their titles and thumbnails, and nothing else.").waitFor();
    await page.getByRole("link", { name: "What was set on your videos" }).waitFor();
    await failToConnect(page);
    const answered = page.waitForRequest(/\/api\/youtube\/callback/);
    await page.getByRole("button", { name: "Connect YouTube" }).click();
    const account = await consent(page);
    await page.getByText("YouTube is connected.").waitFor();
    await page.getByText("We may see its videos.").waitFor();
    expect(await faultsInLooks(page, twoLooks)).toEqual([]);
    // Google's answer once more, as a step back in the browser may bring it.
    await page.goto((await answered).url());
    await told(page, "this try was used already");
    await page.getByText("We may see its videos.").waitFor();

    await page.getByRole("link", { name: "Your videos and what was set" }).click();
    const videos = videosOf(page);
    await expect.poll(() => videos.count()).toBe(12);
    await seeVideosOf(page, channel, unverified);
    await untilLoaded(page);
    expect(await faultsInLooks(page, phoneFirst)).toEqual([]);
    await page.getByRole("button", { name: "Older" }).click();
    await videos.filter({ hasText: channel.videos[12]!.title }).waitFor();
    await page.reload();
    await videos.filter({ hasText: channel.videos[12]!.title }).waitFor();
    const newer = page.getByRole("button", { name: "Newer" });
    await newer.press("Enter");
    await videos.filter({ hasText: channel.videos[0]!.title }).waitFor();
    // Its last press uses it up, and leaves the focus where it is.
    expect(await newer.isDisabled()).toBe(true);
    expect(await newer.evaluate((each) => each === document.activeElement)).toBe(true);

    await failReading();
    await disconnect(page);
    await pageHistory(page);
    const granted = async () => JSON.stringify(await youtube.control("GET", "grants"));
    await expect.poll(granted).not.toContain(account);
    expect(complaints.filter((one) => !one.includes("ERR_FAILED"))).toEqual([]);
  });

  it("was deleted at YouTube: that is said, and another one can be connected, whose videos alone are shown", async () => {
    onTestFinished(() => youtube.control("POST", "channel", { channel: "main", isDeleted: false }));
    const { page, complaints } = await openMember(browser, shop);
    await page.goto("/user/youtube");
    await page.getByRole("button", { name: "Connect YouTube" }).click();
    await consent(page);
    await videosOf(page).first().waitFor();
    await page.getByRole("button", { name: "Older" }).waitFor();
    expect(complaints).toEqual([]);
    await youtube.control("POST", "channel", { channel: "main", isDeleted: true });
    await page.getByRole("button", { name: "Older" }).click();
    await page.getByText("The access has ended at Google.").waitFor();
    complaints.length = 0;
    await page.getByRole("button", { name: "Connect YouTube again" }).click();
    await consent(page, { channel: unverified });
    await page.getByText(unverified.title, { exact: true }).waitFor();
    await seeVideosOf(page, unverified, channel);
    expect(complaints).toEqual([]);
  });

  it("gets a thumbnail set on the video that it was made for, seen beside the present one, and the former one back, asked about where another stands or none is kept, and allowed anew where a channel is connected again to be seen alone", async () => {
    const { page, complaints } = await openGenerator();
    await page.getByLabel("Video Title").fill(`https://youtu.be/${video.id}`);
    await page.getByRole("button", { name: "Use this video" }).click();
    await page.getByText(`on ${channel.title}`).waitFor();
    await page.getByRole("button", { name: "Generate Thumbnails" }).click();
    await page.getByText("Youtube Thumbnails generated successfully!").waitFor();
    await page.getByRole("link", { name: "Set on YouTube: thumbnail 1" }).click();
    await page.getByText("We only ever set the thumbnail that you choose").waitFor();
    await page.getByRole("button", { name: "Connect YouTube" }).click();
    await consent(page);
    // The way over Google comes back to the thumbnail, and its video is chosen.
    await page.getByRole("heading", { name: video.title }).waitFor();
    await page.getByRole("img", { name: "The thumbnail now" }).waitFor();
    await page.getByRole("img", { name: "The new thumbnail" }).waitFor();
    await untilLoaded(page);
    expect(await faultsInLooks(page, phoneFirst)).toEqual([]);
    const before = await sets();
    const former = await lookOfNow(page);
    await set(page);
    await page.getByText("It is set.").waitFor();
    expect(await sets()).toBe(before + 1);
    await expect.poll(() => lookOfNow(page)).not.toBe(former);
    expect(await faultsInLooks(page, twoLooks)).toEqual([]);
    await undoOf(page).click();
    await seeFormerBack(page);
    expect(await sets()).toBe(before + 2);
    await page.getByText(/, put back/).waitFor();

    await page.reload();
    await putBackOverAnother(page);
    await page.reload();
    await setOnPrivate(page, complaints);
    await seeHistoryWithoutChannel(page);
    expect(complaints).toEqual([]);
    await allowUndo(page);
  });

  it("gets the design that is confirmed, right after an edit of one that was looked at before, and no former state nor one unseen; after another edit it is not set any more", async () => {
    const { page, id, document, shown } = await lookAtDesign();
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

    await page.getByRole("link", { name: "Designs", exact: true }).click();
    await page
      .getByRole("link", { name: /Noodles/ })
      .first()
      .waitFor();
    const save = async (version: number) => {
      const answer = await page.request.put(`/api/designs/${id}`, { data: { version, document } });
      expect(answer.status()).toBe(200);
    };
    await save(2);
    await page.route(`**/api/designs/${id}`, (route) => route.abort());
    await page.goBack();
    await page.getByText("The thumbnail could not be loaded.").waitFor({ timeout: 20_000 });
    expect(await shown.count()).toBe(0);
    await page.unroute(`**/api/designs/${id}`);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect.poll(() => shown.getAttribute("src")).toMatch(/version=3\b/);

    // Edited in another tab while it stands here.
    const before = await sets();
    await save(3);
    await set(page);
    await page.getByText("This design was changed meanwhile, so nothing was set.").waitFor();
    await expect.poll(() => shown.getAttribute("src")).toMatch(/version=4\b/);
    expect(await sets()).toBe(before);
    await set(page);
    const done = page.getByText("It is set.");
    await done.waitFor();

    // Mended since, it is not what was set.
    await save(4);
    await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    await expect.poll(() => shown.getAttribute("src")).toMatch(/version=5\b/);
    expect(await done.count()).toBe(0);
    await set(page);
    await done.waitFor();
  });

  it("that is not verified, and one whose access was withdrawn, are each told what to do", async () => {
    const { page } = await openRun(2);
    await consent(page, { channel: unverified });
    await page.getByRole("button", { name: unverified.videos[0]!.title }).click();
    const refused = page.getByRole("alert");
    await set(page);
    await refused.filter({ hasText: "Your channel can't set thumbnails yet." }).waitFor();
    await refused.getByRole("link", { name: "Verify your channel" }).waitFor();
    expect(await faultsInLooks(page, twoLooks)).toEqual([]);
    await youtube.control("POST", "withdraw");
    await page.reload();
    await page.getByRole("button", { name: "Set on YouTube" }).waitFor();
    await set(page);
    await page.getByRole("button", { name: "Connect YouTube again" }).waitFor();
  });
});

/** What was asked for is given in parts. */
async function connectInParts(page: Page): Promise<void> {
  await consent(page, { channel, without: "View your YouTube account" });
  await told(page, "the permission to see the channel was left out");
  await page.getByRole("button", { name: "Connect YouTube" }).click();
  await consent(page, { channel, without: "Manage your YouTube videos" });
  await told(page, "without the permission to set thumbnails");
  await page.getByRole("button", { name: "Connect YouTube again" }).click();
  await consent(page);
  await page.getByRole("heading", { name: video.title }).waitFor();
}

/** Until it is set or refused no other video can be gone to, which would lose what is said of this one. */
async function goNowhereMeanwhile(page: Page): Promise<void> {
  await youtube.fail("thumbnails.set", "invalid-image");
  const slow = await holdNextWrite(page, "**/api/youtube/videos/*/thumbnail");
  await set(page);
  await slow.started;
  await page.getByRole("button", { name: "Another video" }).click({ force: true });
  slow.release();
  await told(page, "YouTube did not take this picture.");
  await youtube.heal();
}

async function refuseInTurn(page: Page): Promise<void> {
  const [before, count] = [await shownToAll(), await sets()];
  for (const [on, fault, sentence] of [
    ["thumbnails.set", "rate-limited", "YouTube takes no more thumbnails for your channel for now."],
    ["videos.list", "unavailable", "YouTube does not answer right now."],
    ["picture", "missing", "We could not keep the present thumbnail, so nothing was set."],
  ] as const) {
    await youtube.fail(on, fault, { times: null });
    await set(page);
    await told(page, sentence);
    await youtube.heal();
    expect([await sets(), (await shownToAll()) === before]).toEqual([count, true]);
  }
}

/** The hours to wait are said, also once the page is loaded anew. */
async function useUpUnits(page: Page): Promise<void> {
  // The units are the whole shop's, and would stay used up for the day.
  onTestFinished(async () => void (await runSql(shop, "delete from youtube_units", [])));
  const [before, count] = [await shownToAll(), await sets()];
  await youtube.fail("thumbnails.set", "quota");
  await set(page);
  await told(
    page,
    /The shop has used up what YouTube allows it for today\..*try again in (an hour|\d+ hours)/,
  );
  expect(await faultsInLooks(page, phoneFirst)).toEqual([]);
  await page.reload();
  await set(page);
  await told(page, "The shop has used up what YouTube allows it for today.");
  expect([await sets(), (await shownToAll()) === before]).toEqual([count, true]);
  await runSql(shop, "delete from youtube_units", []);
}

/** Without an answer it is looked for, and sent again only where YouTube shows the former one no longer. */
async function loseAnswers(page: Page): Promise<void> {
  // An earlier one may have set the picture that this one sends: then it stands, whoever sent it.
  await setElsewhere();
  const count = await sets();
  await youtube.fail("thumbnails.set", "reset");
  for (const _ of [1, 2]) {
    await set(page);
    await told(page, "YouTube has not said whether the thumbnail was set.");
    expect(await sets()).toBe(count);
  }
  // One video has one setting under way, whoever sets it.
  await runSql(shop, "delete from youtube_thumbnail_sets where state = 'unknown'", []);
  await page.reload();
  await youtube.fail("thumbnails.set", "reset", { afterEffect: true });
  await set(page);
  await page.getByText("It is set.").waitFor();
  expect(await sets()).toBe(count + 1);
}

/** The run can't be read anew, and what was said of its thumbnail stays. */
async function failToReadRun(page: Page): Promise<void> {
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
}

describe("a thumbnail that YouTube does not take", () => {
  it("is said to be so in a sentence each, after what was left out of the permission, and the former one stays until a try goes through", async () => {
    const { page } = await openRun(1);
    await connectInParts(page);
    await goNowhereMeanwhile(page);
    await refuseInTurn(page);
    await useUpUnits(page);
    const count = await sets();
    await set(page);
    await page.getByText("It is set.").waitFor();
    expect(await sets()).toBe(count + 1);
    await undoOf(page).click();
    await page.getByText("The former thumbnail is back.").waitFor();
    // Where the answer was lost, it is looked for and not sent again.
    await page.reload();
    await loseAnswers(page);
    await page.reload();
    await failToReadRun(page);
  });
});
