import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";
import { expect, it, onTestFinished } from "vitest";
import { openShop } from "../helpers/open-shop.ts";
import { giveCredits, join } from "../helpers/people.ts";
import { openStranger } from "../helpers/settings.ts";

const { browser, shop } = await openShop({ standIns: ["gemini"] });

it("the five lines that the page begins with bring a newcomer two thumbnails, and one line more ends the key", async () => {
  const { page } = await openStranger(browser, shop);
  await giveCredits(shop, (await join(page)).email, 5);
  const body = { name: "Mine", scopes: ["runs:read", "runs:write"] };
  const made = await page.request.post("/api/keys", { data: body });
  const { key } = (await made.json()).data;
  await page.goto("/developers");
  const shown = await page.getByRole("group", { name: "From nothing to two thumbnails" }).innerText();
  expect(shown.trim().split("\n")).toHaveLength(5);
  const cwd = await mkdtemp(joinPath(tmpdir(), "five lines "));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  const lines = shown.replace("ts_your_key", key);
  const options = { cwd, env: { PATH: process.env.PATH, HOME: cwd } };
  const run = promisify(execFile);
  const { stdout } = await run("bash", ["-c", lines], options);
  expect(stdout).toContain('"stage":"done"');
  const seen = ["thumbnail-1.png", "thumbnail-2.png"].map(async (name) => {
    const { format, width, height } = await sharp(await readFile(joinPath(cwd, name))).metadata();
    return [format, width, height];
  });
  expect(await Promise.all(seen)).toEqual([
    ["png", 1280, 720],
    ["png", 1280, 720],
  ]);
  const revoking = await page.getByRole("group", { name: "Revoke a key that was found" }).innerText();
  await run("bash", ["-c", revoking.replace("ts_the_key_that_was_found", key)], options);
  const headers = { authorization: `Bearer ${key}` };
  expect((await fetch(`${shop.url}/api/generations`, { headers })).status).toBe(401);
});

it("the page is whole without scripts: all of its links lead somewhere, and no code widens a phone's window", async () => {
  const context = await browser.newContext({
    baseURL: shop.url,
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto("/");
  await page.getByRole("contentinfo").getByRole("link", { name: "Developers" }).click();
  await page.getByRole("heading", { level: 1, name: "Thumbnails from a program." }).waitFor();
  const targets = await page
    .locator("main a[href^='#']")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")!.slice(1)));
  const ids = await page.locator("main [id]").evaluateAll((all) => all.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
  expect(targets.length).toBeGreaterThan(80);
  const advice = await page
    .locator("section[aria-labelledby=errors] dd")
    .evaluateAll((all) =>
      all.map((each) => each.textContent!.slice(each.firstElementChild!.textContent!.length)),
    );
  expect(advice.length).toBeGreaterThan(15);
  // What to do about an error stands beside what it says.
  for (const text of advice) expect(text.trim()).not.toBe("");
  expect(await page.getByRole("button", { name: /^Copy/ }).count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const answer = page.locator("article[aria-labelledby=start-a-run] details").last();
  expect(await answer.getByText("currentBalance").isVisible()).toBe(false);
  await answer.locator("summary").click();
  await answer.getByText("currentBalance").waitFor();
});

it("a link opens the call that it names, a request can be copied, and an answer scrolled by keys", async () => {
  const { page, context, complaints } = await openStranger(browser, shop);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/developers#download-a-picture");
  const heading = page.getByRole("heading", { level: 3, name: "Download a picture", exact: true });
  await expect.poll(() => heading.evaluate((each) => each.getBoundingClientRect().top)).toBeLessThan(300);
  await page.getByRole("button", { name: "Copy Download a picture: request" }).click();
  await page.getByRole("button", { name: "Copied Download a picture: request" }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^curl "\$SHOP\/api\/generations\/\$RUN\/images\/1\?download=1"/);
  const answer = page.getByRole("group", { name: "Read a run: answer, 200" });
  await answer.focus();
  await page.keyboard.press("End");
  await expect.poll(() => answer.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
  expect(complaints).toEqual([]);
});
