import { describe, expect, it, onTestFinished } from "vitest";
import { faultsInLooks, phoneFirst, twoLooks } from "../helpers/axe.ts";
import { openVisitor, untilLoaded } from "../helpers/browser.ts";
import { openShop } from "../helpers/open-shop.ts";
import { giveCredits, join } from "../helpers/people.ts";
import { channel } from "../helpers/youtube.ts";

const { browser, shop, youtube } = await openShop({ standIns: ["gemini", "youtube"] });

/** A new person with credits, at an address of the customer area. */
async function openMember(path: string, credits = 9) {
  const visitor = await openVisitor(browser, shop.url);
  const account = await join(visitor.page);
  await giveCredits(shop, account.email, credits);
  await visitor.page.goto(path);
  onTestFinished(async () => {
    await visitor.context.close();
    await youtube.heal();
  });
  return { ...visitor, account };
}

const video = channel.videos[1]!;
const other = channel.videos.find(
  ({ id, privacy, embeddable }) => id !== video.id && privacy === "public" && embeddable,
)!;
const hidden = channel.videos.find(({ privacy }) => privacy === "private")!;
const unembeddable = channel.videos.find(({ embeddable }) => !embeddable)!;

describe("starting from a link", () => {
  it("takes title, channel and thumbnail of the video over, and the run keeps them", async () => {
    const { page, complaints } = await openMember("/user/generate-image");
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
    expect(complaints).toEqual([]);
  });

  it("is no title: Enter and Generate take the video over, and no run starts of an address", async () => {
    const { page } = await openMember("/user/generate-image");
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
  });

  it("says what to do where YouTube tells nothing, and the field stays as it is", async () => {
    const { page } = await openMember("/user/generate-image");
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
  });
});
