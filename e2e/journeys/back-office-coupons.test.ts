import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { faultsInLooks, phoneFirst, twoLooks } from "../helpers/axe.ts";
import { holdNextWrite, untilLoaded } from "../helpers/browser.ts";
import { runSql } from "../helpers/database.ts";
import { openShop } from "../helpers/open-shop.ts";
import { placeOrder, placePaidOrder } from "../helpers/orders.ts";
import { join } from "../helpers/people.ts";
import { answer, openOwner, openStranger } from "../helpers/settings.ts";
import { admin } from "../helpers/start-shop.ts";

const { browser, shop, paypal } = await openShop({ standIns: ["paypal"] });

const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

it("a coupon is made, refused, edited, seen in use with what it brought, switched off and ended; two admins lose nothing", async () => {
  const { page, complaints } = await openOwner(browser, shop);
  await page.goto("/admin/coupons");
  await page.getByRole("heading", { name: "No coupons yet" }).waitFor();
  expect(await faultsInLooks(page, twoLooks)).toEqual([]);

  await page.getByRole("button", { name: "Add the first coupon" }).click();
  await page.waitForURL("**/admin/coupons?coupon=new");
  const add = page.getByRole("dialog", { name: "Add New Coupon" });
  await add.getByLabel("Code").fill("autumn");
  await page.goBack();
  await answer(page, "hasn't been saved and will be lost", "Stay");
  await add.getByLabel("Value (%)").fill("101");
  await add.getByLabel("From").fill("31/02/2026");
  await add.getByLabel("Counts for").selectOption("Chosen packages");
  await add.getByRole("button", { name: "Add Coupon" }).click();
  const refusals = {
    "Value (%)": "Please enter a whole percentage from 1 to 100.",
    From: "Please enter a valid date.",
  };
  for (const [label, text] of Object.entries(refusals)) {
    await add.getByRole("link", { name: text }).click();
    const field = add.getByLabel(label);
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await field.getAttribute("aria-invalid")).toBe("true");
  }
  await add.getByText("Please choose a package.").first().waitFor();
  expect(await faultsInLooks(page, phoneFirst)).toEqual([]);
  await add.getByLabel("Value (%)").fill("50");
  await add.getByLabel("From").fill("01022026");
  await add.getByLabel("Uses in all").fill("3");
  await add.getByLabel("Uses of a member").fill("2");
  await add.getByRole("checkbox").first().check();
  await add.getByRole("button", { name: "Add Coupon" }).press("Enter");
  await add.waitFor({ state: "hidden" });
  await page.waitForURL("**/admin/coupons");
  await row(page, "AUTUMN").getByText("50 % off").waitFor();
  await row(page, "AUTUMN").getByText("From 01/02/2026").waitFor();

  const edit = page.getByRole("dialog", { name: "Edit Coupon" });
  await page.getByRole("button", { name: "Edit AUTUMN" }).click();
  await leaveWhileAsked(page, edit);
  await page.getByRole("button", { name: "Edit AUTUMN" }).click();
  await page.waitForURL("**/admin/coupons?coupon=AUTUMN");
  await page.reload();
  await expect.poll(() => edit.getByLabel("From").inputValue()).toBe("01/02/2026");
  expect(await edit.getByLabel("Value (%)").inputValue()).toBe("50");
  await edit.getByLabel("Value (%)").fill("25");
  await edit.getByLabel("Until").fill("31/12/2090");
  await page.keyboard.press("Escape");
  await answer(page, "hasn't been saved and will be lost", "Stay");
  await edit.getByRole("button", { name: "Save Changes" }).click();
  await edit.waitFor({ state: "hidden" });
  await row(page, "25 % off").getByText("01/02/2026 – 31/12/2090").waitFor();

  const { page: visitor } = await openStranger(browser, shop);
  await join(visitor);
  const couponCode = "AUTUMN";
  const paid = await placePaidOrder(visitor.request, paypal, "Ada Buyer", "package", { couponCode });
  await placeOrder(visitor.request, "Ada Waiting", "package", { couponCode });
  await page.reload();
  await row(page, "AUTUMN").getByText("$4.50").waitFor();
  await row(page, "AUTUMN").getByText(", 1 held").waitFor();
  await untilLoaded(page);
  expect(await faultsInLooks(page, twoLooks)).toEqual([]);
  await page.getByRole("link", { name: "1 of 3 uses of AUTUMN" }).click();
  await page.waitForURL("**/admin/coupons?uses=AUTUMN");
  const uses = page.getByRole("dialog", { name: "Uses of AUTUMN" });
  await row(page, "Ada Waiting").getByText("Held").waitFor();
  await row(page, "Ada Buyer").getByText("Counted").waitFor();
  await row(page, "Ada Buyer").getByText("$1.50").waitFor();
  const link = await uses.getByRole("link", { name: paid.orderId }).getAttribute("href");
  expect(link).toBe(`/admin/orders/${paid._id}`);
  expect(await faultsInLooks(page, phoneFirst)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.waitForURL("**/admin/coupons");

  await page.getByRole("button", { name: "Deactivate AUTUMN" }).click();
  await answer(page, "Nobody can use it any more", "Deactivate");
  await row(page, "AUTUMN").getByText("Inactive").waitFor();
  await page.getByRole("button", { name: "End AUTUMN" }).click();
  await answer(page, "Its uses stay", "End coupon");
  await row(page, "AUTUMN").getByText("Ended").waitFor();
  expect(await row(page, "AUTUMN").getByRole("button").count()).toBe(0);
  await row(page, "AUTUMN").getByText("$4.50").waitFor();
  await page.getByLabel("Search codes...").fill("SPRING");
  await page.getByRole("heading", { name: "No coupon matches" }).waitFor();
  await page.waitForURL("**/admin/coupons?q=SPRING");
  // The password was asked for.
  expect(complaints.filter((line) => !line.includes("403"))).toEqual([]);
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill("voucher");
  await page.getByRole("option", { name: "Coupons" }).click();
  await page.waitForURL("**/admin/coupons");
  await twoAdminsAtOnce(page);
  await leaveSlowSave(page);
  await withoutPackages(page);
});

/** Back asks also while a save waits for the password, and takes that question along where it is answered. */
async function leaveWhileAsked(page: Page, edit: Locator): Promise<void> {
  await runSql(shop, "update sessions set proven_at = now() - interval '16 minutes'", []);
  await edit.getByLabel("Value (%)").fill("30");
  await edit.getByRole("button", { name: "Save Changes" }).click();
  const proof = page.getByRole("dialog", { name: "Is it still you?" });
  await proof.waitFor();
  await page.goBack();
  await answer(page, "hasn't been saved and will be lost", "Stay");
  expect(await proof.isVisible()).toBe(true);
  await page.goBack();
  await answer(page, "hasn't been saved and will be lost", "Leave without saving");
  await page.waitForURL("**/admin/coupons");
  await proof.waitFor({ state: "hidden" });
  await runSql(shop, "update sessions set proven_at = now()", []);
}

/** After the rest, which begins with a shop without coupons. */
async function twoAdminsAtOnce(first: Page): Promise<void> {
  const { page: second } = await openOwner(browser, shop);
  const data = { code: "TWICE", kind: "amount", value: 2 };
  expect((await first.request.post("/api/coupons", { data })).status()).toBe(201);
  const address = "/admin/coupons?coupon=TWICE";
  const value = (page: Page) => page.getByLabel("Value (USD)");
  await first.goto(address);
  await second.goto(address);
  await value(second).fill("3.25");
  await value(first).fill("4");
  await first.getByRole("button", { name: "Save Changes" }).click();
  await row(first, "$4.00 off").waitFor();
  await second.getByRole("button", { name: "Save Changes" }).click();
  await second.getByText(new RegExp(`${admin.email} saved this on .*, while you were editing`)).waitFor();
  expect(await value(second).inputValue()).toBe("3.25");
  await second.getByRole("button", { name: "Overwrite with mine" }).click();
  await row(second, "$3.25 off").waitFor();
}

/** The answer to a save that was left closes no other coupon. */
async function leaveSlowSave(page: Page): Promise<void> {
  await page.goto("/admin/coupons?coupon=TWICE");
  const { started, release } = await holdNextWrite(page);
  const edit = page.getByRole("dialog", { name: "Edit Coupon" });
  await edit.getByLabel("Value (USD)").fill("6");
  await edit.getByRole("button", { name: "Save Changes" }).click();
  await started;
  await edit.getByRole("button", { name: "Cancel" }).click();
  await answer(page, "hasn't been saved and will be lost", "Leave without saving");
  await edit.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Add Coupon" }).click();
  await page.waitForURL("**/admin/coupons?coupon=new");
  release();
  await page.locator("tr").filter({ hasText: "$6.00 off" }).waitFor({ state: "attached" });
  expect(await page.getByRole("dialog", { name: "Add New Coupon" }).isVisible()).toBe(true);
  await page.unroute("**/*");
}

/** A coupon's dialog says why it can't open, and opens once it can. */
async function withoutPackages(page: Page): Promise<void> {
  await page.route("**/packages", (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto("/admin/coupons?coupon=TWICE");
  await page.getByRole("dialog").getByText("The packages could not be loaded").waitFor();
  await page.unroute("**/packages");
  await page.getByRole("dialog").getByRole("button", { name: "Retry" }).click();
  await page.getByLabel("Value (USD)").fill("9");
  await page.keyboard.press("Escape");
  await answer(page, "hasn't been saved and will be lost", "Leave without saving");
  await page.waitForURL("**/admin/coupons");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
}
