import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { OrderRecord } from "#contract/orders.ts";
import { axeViolations, faultsInLooks, phoneFirst, twoLooks } from "../helpers/axe.ts";
import { holdNextWrite } from "../helpers/browser.ts";
import { runSql } from "../helpers/database.ts";
import { textsOf } from "../helpers/html-of.ts";
import { openShop } from "../helpers/open-shop.ts";
import { placeOrder } from "../helpers/orders.ts";
import {
  checkOut,
  credits,
  idOf,
  openPayment,
  orderItem,
  orderOnPage,
  orderPackage,
  ours,
} from "../helpers/paying.ts";
import { answerWindow, payWithPaypal } from "../helpers/paypal.ts";
import { join } from "../helpers/people.ts";
import { answer, openMember, openOwner, openStranger } from "../helpers/settings.ts";
import { admin } from "../helpers/start-shop.ts";

const { browser, shop } = await openShop();

/** Keeps over the next page which pauses have come to their end, in milliseconds. */
function noteElapsed() {
  const { setTimeout: after } = window;
  const noted = (task: () => void, ms = 0) =>
    after(() => {
      sessionStorage.elapsed = `${sessionStorage.elapsed ?? ""} ${ms}`;
      task();
    }, ms);
  window.setTimeout = noted as typeof setTimeout;
}

/** The screen of a list of one's own stays where no answer comes to another sort, search or kind of it. */
async function tellLostLists(page: Page, orderId: string): Promise<void> {
  const main = page.locator("main");
  await page.goto("/user/orders");
  await page.getByText(orderId).waitFor();
  await page.context().setOffline(true);
  const search = page.getByRole("searchbox", { name: "Search orders..." });
  await search.fill(orderId);
  await main.getByText("Could not load orders. Please try again.").waitFor();
  const kinds = page.getByRole("navigation", { name: "Kinds of orders" });
  await kinds.getByRole("link", { name: "Items" }).click();
  await main.getByText("Could not load item orders. Please try again.").waitFor();
  await page.goBack();
  await expect.poll(() => search.inputValue()).toBe(orderId);
  await page.context().setOffline(false);
  await page.getByRole("row").filter({ hasText: orderId }).waitFor();

  await page.goto("/user/pending-payment");
  await page.getByText(orderId).waitFor();
  await page.route(/orders\?|\.data/, (route) => route.abort());
  await page.getByRole("button", { name: "Date", exact: true }).click();
  await main.getByText("Could not load orders. Please try again.").waitFor();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Retry" }).click();
  await page.getByText(orderId).waitFor();
}

describe("buying in the demo", () => {
  it("leads from the packages to credits, a membership and a receipt", async () => {
    const { page, complaints } = await openMember(browser, shop);
    await page.goto("/user/select-package");
    await page.getByRole("link", { name: "Get Started with Starter" }).click();
    await page.getByRole("heading", { name: "Package Information" }).waitFor();
    await page.getByRole("button", { name: "Proceed to Payment" }).click();
    await page.getByText("Please enter your address.").waitFor();
    await page.getByLabel("Address").fill("1 Anvil Street, Springfield");
    const country = await page.getByLabel("Country").evaluate((field) => getComputedStyle(field).borderStyle);
    expect(country, "a field to be filled in does not look switched off").toBe("solid");
    await page.getByLabel("Country").selectOption("Other");
    await page.getByRole("button", { name: "Proceed to Payment" }).click();
    await page.waitForURL("**/user/package-pending-payment/");
    const pay = page.getByRole("link", { name: "Pay $6.00" });
    await expect.poll(() => pay.evaluate((link) => link === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    const orderId = await orderOnPage(page);

    await page.evaluate(noteElapsed);
    await payWithPaypal(page, "balance");
    const success = "Payment successful! Redirecting to your subscription history...";
    await page.getByText(success).waitFor();
    await page.waitForURL("**/user/subscription-history");
    expect(await page.evaluate(() => sessionStorage.elapsed), "the success stands for two seconds").toMatch(
      /\b2000$/,
    );
    await page.getByText(success).waitFor();
    const row = page.getByRole("row").filter({ hasText: orderId });
    await expect.poll(() => row.innerText()).toContain("Paid");
    await expect.poll(() => row.innerText()).toContain("30");
    await expect.poll(() => credits(page)).toBe(10);
    const arrived = page.getByRole("region", { name: "Your purchase" });
    await expect
      .poll(() => arrived.innerText())
      .toMatch(/10 credits added, you have 10\.\s+Basic until \d\d\/\d\d\/\d{4}\./);
    await page.reload();
    await arrived.getByRole("link", { name: "Make thumbnails" }).waitFor();
    await expect
      .poll(() => arrived.getByRole("link", { name: /receipt/ }).getAttribute("href"))
      .toMatch(/receipt$/);
    await page.setViewportSize({ width: 360, height: 740 });
    const wordsOf = arrived.getByText("Make thumbnails", { exact: true });
    await expect.poll(() => wordsOf.evaluate((words) => words.scrollWidth - words.clientWidth)).toBe(0);
    await page.setViewportSize({ width: 1280, height: 900 });

    const waiting = page.waitForEvent("download");
    await row.getByRole("link", { name: `Download the receipt of order ${orderId}` }).click();
    const file = await readFile(await (await waiting).path());
    expect(file.subarray(0, 5).toString()).toBe("%PDF-");

    await row.getByRole("button", { name: "Starter" }).click();
    const details = page.getByRole("dialog", { name: "Starter" });
    await details.getByText("Package ID").waitFor();
    await details.getByRole("link", { name: "Get help with this order" }).click();
    const subject = page.getByLabel("Subject");
    await expect.poll(() => subject.inputValue()).toBe(`Order ${orderId}`);
    await subject.fill(`Order ${orderId}: the company's name`);
    await page.reload();
    await expect.poll(() => subject.inputValue()).toBe(`Order ${orderId}: the company's name`);
    await page.goto("/user/create-support");
    await expect.poll(() => subject.inputValue()).toBe("");
    expect(ours(complaints)).toEqual([]);
  });

  it("tells the end of a membership where it will have one alone", async () => {
    const { page, account } = await openMember(browser, shop);
    const order = await placeOrder(page.request, "Waiting Buyer");
    const { _id, orderId, packageId, createdAt, Validity } = order;
    await page.goto("/user/package-pending-payment/");
    const cell = page.getByRole("row").filter({ hasText: "Pay" }).getByRole("cell");
    const end = new Date(Date.parse(createdAt) + Validity * 86_400_000).toISOString();
    await cell.filter({ has: page.locator(`time[datetime="${end}"]`) }).waitFor();
    await runSql(shop, "update orders set created_at = created_at - interval '400 days' where id = $1", [
      _id,
    ]);
    await page.reload();
    await cell.getByText("Its days are over").waitFor();
    await page.goto(`/pay-now/${_id}`);
    const summary = page.getByRole("region", { name: "Starter" });
    await page.getByRole("link", { name: "Choose a package" }).waitFor();
    expect(await summary.getByText("Membership until").count()).toBe(0);

    const endless = "update users set membership = 'premium', membership_validity = null where email = $1";
    await runSql(shop, endless, [account.email]);
    await page.reload();
    await page.getByText("stay with PayPal").waitFor();
    expect(await summary.getByText("Membership until").count()).toBe(0);
    const comesToNothing = page.getByText(
      "Your Premium membership has no end: the 30 days of this package add nothing to it.",
    );
    await comesToNothing.waitFor();
    await page.goto(`/buy/${packageId}`);
    await comesToNothing.waitFor();
    // Nobody orders it a second time unawares.
    await page.getByRole("note").filter({ hasText: orderId }).getByText("is not paid yet.").waitFor();
    const payIt = page.getByRole("link", { name: "Pay $6.00" });
    expect(await payIt.getAttribute("href")).toBe(`/pay-now/${orderId}`);
    await page.goto("/user/package-pending-payment/");
    await cell.getByText("N/A").waitFor();

    await runSql(shop, "update users set membership = 'free' where email = $1", [account.email]);
    const older = `created_at = now() - interval '10 days', price_minor = price_minor + 100,
      total_minor = total_minor + 100`;
    await runSql(shop, `update orders set ${older} where id = $1`, [_id]);
    const lost = page.getByText("20 of 30 days are left. A new order has them all.");
    await page.goto(`/buy/${packageId}`);
    await lost.waitFor();
    await page.getByRole("link", { name: "Pay $7.00" }).click();
    await page.waitForURL("**/pay-now/*");
    await lost.waitFor();
    await page.getByText("This order keeps the price of its day; the package costs $6.00 now.").waitFor();
  });

  it("offers another way to pay after a decline, and opens an item once it is paid", async () => {
    const { page, complaints } = await openMember(browser, shop);
    const orderId = await orderItem(page);
    const again = page.waitForEvent("popup").then(() => page.waitForEvent("popup"));
    await payWithPaypal(page, "declined");
    await page.getByText("The payment was declined. Please choose another way to pay.").waitFor();
    await answerWindow(await again, "balance");

    await page.waitForURL("**/user/orders-history");
    const arrived = page.getByRole("region", { name: "Your purchase" });
    await expect
      .poll(() => arrived.innerText())
      .toContain("is yours. It stays here in your orders under Open item");
    await arrived.getByRole("button", { name: "Open item" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    const row = page.getByRole("row").filter({ hasText: orderId });
    await row.getByRole("button", { name: /^Open / }).click();
    const goods = page.getByRole("dialog");
    const link = await goods.getByRole("link", { name: /Open your item/ }).getAttribute("href");
    expect(link).toBeTruthy();

    // Nobody pays for it twice unawares.
    const note = page.getByRole("note").filter({ hasText: orderId });
    await openPayment(page, "item");
    await note.waitFor();
    await page.goto(`/item-buy/${await idOf(page, "/items")}`);
    await note.getByText(/^You bought it on [/0-9]{10}, order/).waitFor();
    expect(await faultsInLooks(page, twoLooks)).toEqual([]);
    await page.goto("/user/items");
    await page
      .getByRole("link", { name: /^Buy: / })
      .first()
      .waitFor();
    await page.getByRole("link", { name: /^Open item: / }).click();
    await page.waitForURL(`**/user/orders?show=items&q=${orderId}`);
    await row.getByRole("button", { name: /^Open / }).waitFor();
    expect(ours(complaints)).toEqual([]);
  });

  it("names what was chosen on the way through signing up, and has the payment in sight on a phone", async () => {
    const { page } = await openStranger(browser, shop, { width: 360, height: 740 });
    const path = `/buy/${await idOf(page, "/packages")}`;
    await page.goto(path);
    await page.getByText("Starter, $6.00: sign in or create an account").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole("link", { name: "Create account" }).click();
    await page.getByText("Starter, $6.00: create your account, then pay").waitFor();
    expect(new URL(page.url()).searchParams.get("from")).toBe(path);
    await join(page);
    await orderPackage(page);
    const button = await page.locator("[data-source=paypal]").first().boundingBox();
    expect(button!.y + button!.height).toBeLessThanOrEqual(740);
    await expect.poll(() => page.getByText("Springfield").isVisible()).toBe(false);
    await page.getByRole("button", { name: "Show the customer" }).click();
    await page.getByText("1 Anvil Street, Springfield").waitFor();
  });

  it("says that nothing was paid when the payer cancels, and keeps the order", async () => {
    const { page } = await openMember(browser, shop);
    const orderId = await openPayment(page);
    await payWithPaypal(page, "cancel");
    const text = "Payment was cancelled. You can try again or contact support if you need assistance.";
    await page.getByText(text).waitFor();
    await page.waitForURL("**/user/dashboard");
    await page.getByText(text).waitFor();
    await page.goto("/user/pending-payment/");
    await page.getByText(orderId).waitFor();
    await expect.poll(() => credits(page)).toBe(0);
  });

  it("lets a person cancel an own pending order after asking", async () => {
    const { page } = await openMember(browser, shop);
    const orderId = await openPayment(page);
    await page.goto("/user/pending-payment?sort=orderId&order=asc&page=7");
    // A page that is not there any more gives way to the last one, and is no step to go back to.
    await page.waitForURL("**/user/pending-payment?sort=orderId&order=asc");
    await page.getByText(orderId).waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "Complete Your Payment" }).waitFor();
    await page.goForward();
    await page.getByText(orderId).waitFor();
    await tellLostLists(page, orderId);
    await page.getByRole("button", { name: `Cancel order ${orderId}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Keep order" }).click();
    await page.getByText(orderId).waitFor();
    await page.getByRole("button", { name: `Cancel order ${orderId}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel order" }).click();
    await page.getByText("You're all caught up with payments.").waitFor();
    await page.goto(`/pay-now/${orderId}`);
    await page.getByRole("heading", { name: "Order Not Found" }).waitFor();
  });

  it("keeps what was typed at the checkout over a reload and the session's end, until the order is made", async () => {
    const { page, context, account } = await openMember(browser, shop);
    const path = `/buy/${await idOf(page, "/packages")}`;
    await page.goto(path);
    await page.getByLabel("Address").fill("7 Half Typed Lane");
    await page.getByLabel("Country").selectOption("Other");
    await page.reload();
    await expect.poll(() => page.getByLabel("Address").inputValue()).toBe("7 Half Typed Lane");
    await expect.poll(() => page.getByLabel("Country").inputValue()).toBe("Other");
    await expect.poll(() => page.getByLabel("Full Name").inputValue()).toBe("Mara Lindqvist");
    // The session ends, and is there again, as by a sign-in in another tab.
    const session = await context.cookies();
    await context.clearCookies();
    await page.getByRole("button", { name: "Proceed to Payment" }).click();
    await page.getByRole("alert").first().waitFor();
    await page.waitForResponse((answer) => answer.url().endsWith("/api/viewer"));
    await page.getByRole("link", { name: "My account" }).waitFor({ state: "detached" });
    expect(await page.getByLabel("Address").inputValue()).toBe("7 Half Typed Lane");
    expect(await page.getByLabel("Email").inputValue()).toBe(account.email);
    await context.addCookies(session);
    await page.getByRole("button", { name: "Proceed to Payment" }).click();
    await page.waitForURL("**/user/package-pending-payment/");
    const entry = page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Pending Payment" });
    await expect.poll(() => entry.first().getAttribute("aria-current")).toBe("page");
    await entry.filter({ hasText: "1 to pay" }).waitFor();
    await page.goto(path);
    await page.getByLabel("Address").waitFor();
    expect(await page.getByLabel("Address").inputValue(), "kept for next time").toBe("7 Half Typed Lane");
    await expect.poll(() => page.getByLabel("Country").inputValue()).toBe("Other");
    await expect
      .poll(() => page.getByRole("checkbox", { name: "Keep for next time" }).isChecked())
      .toBe(true);
  });

  it("makes one order where the answer was lost and the page is loaded anew, and the next one once it is paid", async () => {
    const { page } = await openMember(browser, shop);
    const path = `/buy/${await idOf(page, "/packages")}`;
    const statuses = async () => {
      const orders: OrderRecord[] = await (await page.request.get("/orders")).json();
      return orders.map(({ paymentStatus }) => paymentStatus);
    };
    const loseNext = () =>
      page.route(
        "**/new-order",
        async (route) => {
          await route.fetch();
          await route.abort();
        },
        { times: 1 },
      );
    await loseNext();
    await checkOut(page, path);
    await page.getByRole("alert").first().waitFor();
    expect(await statuses()).toEqual(["pending"]);
    await page.reload();
    await expect.poll(() => page.getByLabel("Address").inputValue()).toBe("1 Anvil Street, Springfield");
    await page.getByRole("button", { name: "Proceed to Payment" }).click();
    await page.waitForURL("**/user/package-pending-payment/");
    expect(await statuses()).toEqual(["pending"]);

    await loseNext();
    await checkOut(page, path);
    await page.getByRole("alert").first().waitFor();
    await page.goto("/user/pending-payment/");
    await page.getByRole("link", { name: "Pay First Order" }).click();
    await orderOnPage(page);
    await payWithPaypal(page, "balance");
    await page.waitForURL("**/user/subscription-history");
    expect(await statuses()).toEqual(["Paid", "pending"]);
    await checkOut(page, path);
    await page.waitForURL("**/user/package-pending-payment/");
    expect(await statuses()).toEqual(["pending", "Paid", "pending"]);
  });

  it("leaves whoever goes elsewhere before the order is answered there, and tells of it on the next page", async () => {
    const { page } = await openMember(browser, shop);
    const path = `/buy/${await idOf(page, "/packages")}`;
    await page.goto(path);
    await page.getByLabel("Address").fill("1 Anvil Street, Springfield");
    await page.getByLabel("Country").selectOption("Germany");
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const { started, release } = await holdNextWrite(page);
    await page.getByRole("button", { name: "Proceed to Payment" }).click();
    await started;
    await page.getByRole("link", { name: "Packages", exact: true }).first().click();
    await page.waitForURL("**/user/select-package");
    await page.getByRole("heading", { level: 1 }).waitFor();
    release();
    await page.waitForFunction(() => sessionStorage.getItem("page-notice") !== null);
    const menu = page.getByRole("navigation", { name: "Main" });
    await menu.getByRole("link", { name: "Gallery", exact: true }).click();
    await page.waitForURL("**/user/gallery");
    await page.getByText(/^Order \w+ is ready/).waitFor();
    await page.getByRole("link", { name: /^Pay \$/ }).waitFor();
    expect(asked.filter((url) => url.includes("package-pending-payment"))).toEqual([]);
  });

  it("leaves whoever goes elsewhere while the payment is confirmed there, and tells them on the next page and the order's other tabs", async () => {
    const { page, context, complaints } = await openMember(browser, shop);
    await page.clock.install();
    const orderId = await openPayment(page);
    const other = await context.newPage();
    await other.goto(page.url());
    await orderOnPage(other);
    const { started, release } = await holdNextWrite(page, "**/capture");
    await payWithPaypal(page, "balance");
    await started;
    await page.getByText("Confirming your payment...").waitFor();
    await page.getByRole("link", { name: "My account" }).click();
    await page.waitForURL("**/user/dashboard");
    await page.getByRole("heading", { level: 1 }).waitFor();
    release();
    await other.waitForURL("**/user/subscription-history");
    await page.clock.fastForward(10_000);
    const menu = page.getByRole("navigation", { name: "Main" });
    await menu.getByRole("link", { name: "Gallery", exact: true }).click();
    await page.waitForURL("**/user/gallery");
    await page.getByText(`Order ${orderId} is paid.`).waitFor();
    expect(complaints).toEqual([]);
  });

  it("shows one text for an order that is not there and for another person's", async () => {
    const owner = await openMember(browser, shop);
    const { orderId } = await placeOrder(owner.page.request, "Mara Lindqvist");
    const { page } = await openMember(browser, shop);
    const answer = await page.goto(`/pay-now/${orderId}`);
    expect(answer?.status()).toBe(404);
    await page.getByRole("heading", { name: "Order Not Found" }).waitFor();
    const unknown = await page.request.get("/pay-now/ZZZZZZZZ", { headers: { accept: "text/html" } });
    expect(unknown.status()).toBe(404);
    expect(textsOf(await unknown.text(), "h2")).toContain("Order Not Found");
  });

  it("is usable by everyone at 360 and 1280 px, in both themes", async () => {
    const { page, complaints } = await openMember(browser, shop);
    const [packageId, itemId] = [await idOf(page, "/packages"), await idOf(page, "/items")];
    const order = await placeOrder(page.request, "Mara Lindqvist");
    const itemOrder = await placeOrder(page.request, "Mara Lindqvist", "item");
    const look = async (path: string, looks?: typeof twoLooks) => {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      if (path.includes("pay-now")) await page.locator("[data-source=paypal]").waitFor();
      expect(await faultsInLooks(page, looks), path).toEqual([]);
    };
    // Two screens of a kind have its looks between them.
    for (const [one, another] of [
      [`/pay-now/${order.orderId}`, `/item-pay-now/${itemOrder._id}`],
      [`/buy/${packageId}`, `/item-buy/${itemId}`],
      ["/user/pending-payment", "/user/item-pending-payment"],
      ["/user/subscription-history", "/user/orders?show=items"],
    ] as const) {
      await look(one, phoneFirst);
      await look(another, twoLooks);
    }
    await look("/user/select-package");
    expect(complaints).toEqual([]);
  });
});

it("a coupon leads from the checkout to a paid order and its refund, and survives a reload", async () => {
  const owner = await openOwner(browser, shop);
  const coupon = { code: "SPRING25", kind: "percent", value: 25 };
  const added = await owner.page.request.post("/api/coupons", { data: coupon });
  expect(added.status()).toBe(201);

  const { page, complaints } = await openStranger(browser, shop);
  await join(page);
  const [starter] = await (await page.request.get("/packages")).json();
  await page.goto(`/buy/${starter._id}`);
  await page.getByRole("button", { name: "Have a code?" }).click();
  await page.getByLabel("Code").fill("NOSUCH");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.getByRole("alert").filter({ hasText: "This code is not valid for this package." }).waitFor();
  expect(await page.getByLabel("Code").getAttribute("aria-invalid")).toBe("true");
  expect(await axeViolations(page)).toEqual([]);
  complaints.splice(0);
  await page.getByLabel("Code").fill("spring25");
  await page.getByLabel("Code").press("Enter");
  await page.getByText("Coupon SPRING25 applied").waitFor();
  // The field is gone: what came of it has the focus, with the new total, and one of the address leaves it where it is.
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toMatch(/^Coupon SPRING25 applied\. The total is \$4\.50/);
  const summary = page.getByRole("region", { name: "Package Information" });
  expect(await summary.innerText()).toMatch(/-\$1\.50[\s\S]*\$4\.50/);
  await page.reload();
  await page.getByText("Coupon SPRING25 applied").waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
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
  const counted = async () =>
    (await (await owner.page.request.get("/api/coupons?search=SPRING25")).json())[0];
  expect(await counted()).toMatchObject({ used: 1, revenue: [{ amount: "4.50", currency: "USD" }] });
  expect(complaints).toEqual([]);

  const [{ _id: orderId }] = await (await owner.page.request.get("/orders")).json();
  await owner.page.goto(`/admin/orders/${orderId}`);
  await owner.page.getByRole("checkbox", { name: "Give the use of coupon SPRING25 back" }).check();
  await owner.page.getByRole("button", { name: "Refund", exact: true }).click();
  // A refund asks who sits there, 15 minutes after that was last seen.
  await runSql(shop, "update sessions set proven_at = now() - interval '16 minutes'", []);
  await answer(owner.page, "Refund $4.50?", "Refund");
  const proof = owner.page.getByRole("dialog", { name: "Is it still you?" });
  await proof.getByLabel("Password", { exact: true }).fill("not the password");
  await owner.page.keyboard.press("Enter");
  await proof.getByText("Incorrect password. Please try again.").waitFor();
  expect((await counted()).used).toBe(1);
  await proof.getByLabel("Password", { exact: true }).fill(admin.password);
  await owner.page.keyboard.press("Enter");
  await expect.poll(async () => (await counted()).used).toBe(0);
  expect((await counted()).revenue).toEqual([{ amount: "0.00", currency: "USD" }]);
  await owner.page.getByText("Money given back", { exact: true }).waitFor();
  await page.goto(`/buy/${starter._id}?coupon=SPRING25`);
  await page.getByText("Coupon SPRING25 applied").waitFor();
});

it("a coupon that leaves nothing to pay completes the order at once, without PayPal", async () => {
  const owner = await openOwner(browser, shop);
  const coupon = { code: "WHOLE", kind: "percent", value: 100 };
  expect((await owner.page.request.post("/api/coupons", { data: coupon })).status()).toBe(201);
  const { page, complaints } = await openStranger(browser, shop);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await join(page);
  const [starter] = await (await page.request.get("/packages")).json();
  await page.goto(`/buy/${starter._id}?coupon=WHOLE`);
  await page.getByText("Nothing is left to pay.").waitFor();
  await page.getByLabel("Address").fill("1 Anvil Street, Springfield");
  await page.getByLabel("Country").selectOption("Germany");
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Complete Order" }).click();
  await page.waitForURL("**/user/subscription-history");
  const { data } = await (await page.request.get("/api/viewer")).json();
  expect(data.user.currentBalance).toBe(Number(starter.credit));
  const [order] = await (await owner.page.request.get("/orders")).json();
  const receipt = await page.request.get(`/order/${order._id}/receipt`);
  expect(receipt.headers()["content-type"]).toBe("application/pdf");
  expect(asked.filter((url) => /paypal|sdk\/js/.test(url))).toEqual([]);
  expect(complaints).toEqual([]);
});

it("a coupon that is used up between the pages is said to be so, nothing typed is lost, and the order goes on without it", async () => {
  const owner = await openOwner(browser, shop);
  const coupon = { code: "ONLYONE", kind: "percent", value: 50, maxUses: 1 };
  expect((await owner.page.request.post("/api/coupons", { data: coupon })).status()).toBe(201);
  const { page } = await openStranger(browser, shop);
  await join(page);
  const [starter] = await (await page.request.get("/packages")).json();
  await page.goto(`/buy/${starter._id}?coupon=ONLYONE`);
  await page.getByText("Coupon ONLYONE applied").waitFor();
  await page.getByLabel("Address").fill("1 Anvil Street, Springfield");
  await page.getByLabel("Country").selectOption("Germany");
  const other = await openStranger(browser, shop);
  await join(other.page);
  await placeOrder(other.page.request, "Ada Faster", "package", { couponCode: "ONLYONE" });
  await page.getByRole("button", { name: "Proceed to Payment" }).click();
  await page.getByText("This coupon has been used up.").first().waitFor();
  expect(await axeViolations(page)).toEqual([]);
  expect(await page.getByLabel("Address").inputValue()).toBe("1 Anvil Street, Springfield");
  expect(await (await page.request.get("/orders")).json()).toEqual([]);
  await page.getByLabel("Code").fill("");
  await page.getByRole("button", { name: "Proceed to Payment" }).click();
  await page.getByRole("link", { name: "Pay $6.00" }).waitFor();
});

it("an order waits for its coupon's check, brings a code that was only typed, and stops where that is refused", async () => {
  const owner = await openOwner(browser, shop);
  const coupon = { code: "HALFOFF", kind: "percent", value: 50 };
  expect((await owner.page.request.post("/api/coupons", { data: coupon })).status()).toBe(201);
  const { page } = await openStranger(browser, shop);
  await join(page);
  const [starter] = await (await page.request.get("/packages")).json();
  const orders = async () => (await page.request.get("/orders")).json();
  const proceed = page.getByRole("button", { name: "Proceed to Payment" });

  await page.goto(`/buy/${starter._id}`);
  await page.getByLabel("Address").fill("1 Anvil Street, Springfield");
  await page.getByLabel("Country").selectOption("Germany");
  await page.getByRole("button", { name: "Have a code?" }).click();
  await page.getByLabel("Code").fill("NOSUCH");
  await page.getByRole("button", { name: "Have a code?" }).click();
  await proceed.click();
  await page.getByText("This code is not valid for this package.").waitFor();
  await expect.poll(() => page.getByLabel("Code").evaluate((field) => field.matches(":focus"))).toBe(true);
  expect(await orders()).toEqual([]);
  await page.getByLabel("Code").fill("halfoff");
  await proceed.click();
  await page.getByRole("link", { name: "Pay $3.00" }).waitFor();

  const isAsked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await page.route("**/api/coupons/check", async (route) => {
    isAsked.resolve();
    await answered.promise;
    await route.continue();
  });
  await page.goto(`/buy/${starter._id}?coupon=HALFOFF`);
  await isAsked.promise;
  await page.getByLabel("Address").fill("2 Anvil Street, Springfield");
  await proceed.click();
  await page.getByRole("button", { name: "Processing..." }).waitFor();
  answered.resolve();
  await page.waitForURL("**/user/package-pending-payment/");
  expect((await orders()).map(({ couponCode }: { couponCode: string }) => couponCode)).toEqual([
    "HALFOFF",
    "HALFOFF",
  ]);
});
