import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { faultsInLooks, phoneFirst, twoLooks } from "../helpers/axe.ts";
import { untilLoaded } from "../helpers/browser.ts";
import { openShop } from "../helpers/open-shop.ts";
import { giveCredits, join } from "../helpers/people.ts";
import { openOwner, openPanel, openStranger } from "../helpers/settings.ts";

const { browser, shop, gemini } = await openShop({ standIns: ["gemini"] });

const spending = (page: Page) => page.getByRole("region", { name: "Spending" });
const imageModel = "gemini-nano-banana-2.1";
const second = "gemini-nano-banana-2.1-lite";

async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save Changes" }).click();
  await page.getByText("Generator settings updated successfully!").first().waitFor();
}

/** Spending that cannot be loaded says so, and is asked for again. */
async function failToLoad(page: Page): Promise<void> {
  await page.route("**/api/spending*", (route) => route.abort());
  await page.goto("/admin/dashboard");
  const failed = spending(page).getByText("Spending could not be loaded");
  await failed.waitFor();
  await untilLoaded(page);
  expect(await faultsInLooks(page, phoneFirst)).toEqual([]);
  await page.unroute("**/api/spending*");
  await spending(page).getByRole("button", { name: "Retry" }).click();
  await failed.waitFor({ state: "hidden" });
}

async function enterPrices(page: Page): Promise<void> {
  const image = page.getByRole("group", { name: imageModel });
  const text = page.getByRole("group", { name: "gemini-3.5-flash-lite" });
  await image.getByLabel("A picture").fill("0.034");
  await image.getByLabel("A million tokens in").fill("cheap");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await image.getByText("Please enter a price.").first().waitFor();
  await image.getByLabel("A million tokens in").fill("0.3");
  await image.getByLabel("A million tokens out").fill("2,5");
  await text.getByLabel("A million tokens in").fill("0.10");
  await text.getByLabel("A million tokens out").fill("0.40");
  await page.getByText("By these prices one run costs about").waitFor();
  await save(page);
  await image.getByText(/In USD, entered on \d\d\/\d\d\/\d{4}\./).waitFor();
  expect(await faultsInLooks(page, twoLooks)).toEqual([]);
  await page.reload();
  await expect.poll(() => image.getByLabel("A picture").inputValue()).toBe("0.034");
  expect(await image.getByLabel("A million tokens out").inputValue()).toBe("2.5");
}

/** What a package costs in models by these prices. */
async function seePackageCost(page: Page): Promise<void> {
  await page.goto("/admin/packages");
  await page
    .getByRole("button", { name: /^Edit / })
    .first()
    .click();
  const editor = page.getByRole("dialog");
  await editor
    .getByText(/If all are spent: \d+ runs at \$0\.0\d+, at most \$[\d.]+ with two free takes of each/)
    .waitFor();
  expect(await faultsInLooks(page, phoneFirst)).toEqual([]);
}

async function setLimit(page: Page): Promise<void> {
  await openPanel(page, "generator", "Generator");
  await page.getByLabel("Daily limit in USD").fill("1,000");
  await page.getByText("Please leave out what separates the thousands.").waitFor();
  await page.getByLabel("Daily limit in USD").fill("0,010");
  await page.getByLabel("Daily limit in USD").blur();
  await expect.poll(() => page.getByLabel("Daily limit in USD").inputValue()).toBe("0.01");
  await save(page);
  await page.goto("/admin/dashboard");
  await spending(page).getByText("Today's spending limit is reached").waitFor();
  await spending(page).getByRole("rowheader", { name: imageModel }).waitFor();
  await spending(page).getByText("% of today's limit of $0.01").waitFor();
  await untilLoaded(page);
  expect(await faultsInLooks(page, phoneFirst)).toEqual([]);
}

/** The limit goes, and the card that comes late pushes nothing away. */
async function removeLimit(page: Page): Promise<void> {
  await openPanel(page, "generator", "Generator");
  await page.getByLabel("Daily limit in USD").fill("");
  await save(page);
  const late = Promise.withResolvers<void>();
  await page.route("**/api/spending?*", async (route) => {
    await late.promise;
    await route.continue();
  });
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto("/admin/dashboard");
  await page.getByRole("heading", { name: "Revenue, net of refunds" }).waitFor();
  const below = page.getByRole("heading", { name: "User Directory" });
  const before = (await below.boundingBox())!.y;
  late.resolve();
  await spending(page).getByText("No daily limit.").waitFor();
  expect(Math.abs((await below.boundingBox())!.y - before), "how far a late card pushes").toBeLessThan(60);
  await page.setViewportSize({ width: 1280, height: 900 });
}

/** After another currency the limit's warning names the models whose prices are of the former one, until they are entered anew. */
async function changeCurrency(page: Page): Promise<void> {
  const image = page.getByRole("group", { name: imageModel });
  const text = page.getByRole("group", { name: "gemini-3.5-flash-lite" });
  const warning = page.getByText("cannot count those calls");
  await openPanel(page, "generator", "Generator");
  await page.getByLabel("Daily limit in USD").fill("5");
  await save(page);
  expect(await warning.count()).toBe(0);

  const menu = page.getByRole("navigation", { name: "Settings" });
  await menu.getByRole("link", { name: "Paypal Setup" }).click();
  await page.getByLabel("Currency").selectOption("EUR");
  expect(await faultsInLooks(page, phoneFirst)).toEqual([]);
  await page.getByRole("button", { name: "Save Settings" }).click();
  await page.getByText("PayPal settings updated successfully").first().waitFor();

  await menu.getByRole("link", { name: "Generator" }).click();
  await page.getByLabel("Daily limit in EUR").waitFor();
  await warning.filter({ hasText: `${imageModel}, gemini-3.5-flash-lite` }).waitFor();
  await page.getByLabel("Sign-up gift").fill("3");
  await save(page);
  await image.getByText("Entered in USD, which the shop no longer charges in.").waitFor();
  await image.getByLabel("A million tokens in").fill("");
  await image.getByLabel("A million tokens in").fill("0.3");
  await image.getByText("In EUR, not saved yet.").waitFor();
  await warning.filter({ hasNotText: imageModel }).waitFor();
  expect(await faultsInLooks(page, phoneFirst)).toEqual([]);
  await save(page);
  await image.getByText(/In EUR, entered on/).waitFor();
  await text.getByText("Entered in USD").waitFor();
}

it("spending is asked for again where it can't be loaded; an owner enters prices, sees what is left, sets a limit at which a member is refused, and raises it; another currency asks for its own prices; a model goes, and the second one draws", async () => {
  const { page, complaints } = await openOwner(browser, shop);
  await failToLoad(page);
  await spending(page).getByRole("heading", { name: "No prices entered" }).waitFor();
  await untilLoaded(page);
  await spending(page).getByRole("link", { name: "Enter the models' prices" }).click();
  await page.getByRole("heading", { name: "Generator", level: 2 }).waitFor();
  await enterPrices(page);
  await seePackageCost(page);

  const { page: member, complaints: ofMember } = await openStranger(browser, shop);
  const account = await join(member);
  await giveCredits(shop, account.email, 9);
  await member.goto("/user/generate-image");
  const generate = member.getByRole("button", { name: "Generate Thumbnails" });
  await member.getByLabel("Video Title").fill("What a thumbnail costs");
  await generate.click();
  await member.getByText("Youtube Thumbnails generated successfully!").waitFor({ timeout: 30_000 });

  await setLimit(page);

  await member.getByLabel("Video Title").fill("One more of them");
  await generate.click();
  const refused = member.getByRole("alert").filter({ hasText: "reached what it spends" });
  await refused.getByText("No credit was taken").waitFor();
  expect(await faultsInLooks(member, phoneFirst)).toEqual([]);
  expect(await member.getByLabel("Video Title").inputValue()).toBe("One more of them");

  await removeLimit(page);
  await refused.getByRole("button", { name: "Try again" }).click();
  await member.getByText("Youtube Thumbnails generated successfully!").waitFor({ timeout: 30_000 });

  await changeCurrency(page);

  await openPanel(page, "generator", "Generator");
  await page.getByLabel("Second model for pictures").fill(second);
  await page.getByRole("group", { name: second }).waitFor();
  await save(page);
  await gemini.drop(imageModel);
  await member.getByLabel("Video Title").fill("The second one draws");
  await generate.click();
  await member.getByText(`Drawn by ${second}`).waitFor({ timeout: 30_000 });
  expect(await faultsInLooks(member, phoneFirst)).toEqual([]);
  await page.goto("/admin/dashboard");
  await spending(page).getByText(`${second} takes over meanwhile.`).waitFor();
  // The browser's own lines of what was refused or kept from coming.
  expect(complaints.filter((line) => !line.includes("ERR_FAILED"))).toEqual([]);
  expect(ofMember.filter((line) => !line.includes("503"))).toEqual([]);
});
