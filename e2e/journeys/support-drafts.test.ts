import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { openBrowser, openVisitor, type Visitor } from "../helpers/browser.ts";
import { join, logIn, newAccount } from "../helpers/people.ts";
import { type RunningShop, startShop } from "../helpers/start-shop.ts";

let browser: Browser;
let shop: RunningShop;

beforeAll(async () => {
  browser = await openBrowser();
  shop = await startShop();
});

afterAll(async () => {
  await browser?.close();
  await shop?.stop();
});

async function openBrowserOf(): Promise<Visitor> {
  const visitor = await openVisitor(browser, shop.url);
  onTestFinished(() => visitor.context.close());
  return visitor;
}

const messageOf = (page: Page) => page.getByRole("textbox", { name: "Message" });

describe("what was written to the support and not sent", () => {
  it("is never another person's who signs in after the session ended", async () => {
    const [first, second] = [newAccount(), newAccount()];
    const { page, context } = await openBrowserOf();
    await join(page, first);
    await page.goto("/user/create-support");
    await page.getByLabel("Subject").fill("My own matter");
    await messageOf(page).fill("Nobody else's words");
    await context.clearCookies();

    const elsewhere = await context.newPage();
    await join(elsewhere, second);
    await elsewhere.goto("/user/dashboard");
    await expect.poll(() => messageOf(page).inputValue()).toBe("");
    expect(await page.getByLabel("Subject").inputValue()).toBe("");
    const kept = await page.evaluate(() =>
      Object.values(localStorage).filter((text) => text.includes("Nobody else's words")),
    );
    expect(kept).toHaveLength(1);

    await context.clearCookies();
    await logIn(elsewhere, first);
    await elsewhere.goto("/user/dashboard");
    await expect.poll(() => messageOf(page).inputValue()).toBe("Nobody else's words");
    expect(await page.getByLabel("Subject").inputValue()).toBe("My own matter");
  });
});
