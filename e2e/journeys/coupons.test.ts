import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { axeViolations } from "../helpers/axe.ts";
import { openBrowser, openVisitor } from "../helpers/browser.ts";
import { payWithPaypal } from "../helpers/paypal.ts";
import { join, logIn } from "../helpers/people.ts";
import { admin, type RunningShop, startShop } from "../helpers/start-shop.ts";

let browser: Browser;
let shop: RunningShop;

beforeAll(async () => {
  browser = await openBrowser();
  shop = await startShop();
});

afterAll(async () => {
  await shop?.stop();
  await browser?.close();
});

it("a coupon leads from the checkout to a paid order, and survives a reload", async () => {
  const owner = await openVisitor(browser, shop.url);
  onTestFinished(() => owner.context.close());
  await logIn(owner.page, admin);
  const coupon = { code: "SPRING25", kind: "percent", value: 25 };
  const added = await owner.page.request.post("/api/coupons", { data: coupon });
  expect(added.status()).toBe(201);

  const { page, context, complaints } = await openVisitor(browser, shop.url);
  onTestFinished(() => context.close());
  await join(page);
  const [starter] = await (await page.request.get("/packages")).json();
  await page.goto(`/buy/${starter._id}`);
  await page.getByRole("button", { name: "Have a code?" }).click();
  await page.getByLabel("Code").fill("NOSUCH");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.getByText("This code is not valid for this package.").waitFor();
  expect(await page.getByLabel("Code").getAttribute("aria-invalid")).toBe("true");
  expect(await axeViolations(page)).toEqual([]);
  complaints.splice(0);
  await page.getByLabel("Code").fill("spring25");
  await page.getByLabel("Code").press("Enter");
  await page.getByText("Coupon SPRING25 applied").waitFor();
  const summary = page.getByRole("region", { name: "Package Information" });
  expect(await summary.innerText()).toMatch(/-\$1\.50[\s\S]*\$4\.50/);
  await page.reload();
  await page.getByText("Coupon SPRING25 applied").waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Remove the coupon" }).click();
  await page.getByRole("button", { name: "Have a code?" }).waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe("");
  await page.goto(`/buy/${starter._id}?coupon=SPRING25`);
  await page.getByText("Coupon SPRING25 applied").waitFor();
  await page.getByLabel("Address").fill("1 Anvil Street, Springfield");
  await page.getByLabel("Country").selectOption("Germany");
  await page.getByRole("button", { name: "Proceed to Payment" }).click();
  await page.getByRole("link", { name: "Pay $4.50" }).click();
  await page.getByText("Coupon SPRING25").waitFor();
  await page.locator("[data-source=paypal]").waitFor();
  await payWithPaypal(page, "balance");
  await page.waitForURL("**/user/subscription-history");
  const [counted] = await (await owner.page.request.get("/api/coupons")).json();
  expect(counted).toMatchObject({ used: 1, revenue: [{ amount: "4.50", currency: "USD" }] });
  expect(complaints).toEqual([]);
});
