import { expect, it } from "vitest";
import { axeViolations } from "../helpers/axe.ts";
import { runSql } from "../helpers/database.ts";
import { openShop } from "../helpers/open-shop.ts";
import { placeOrder } from "../helpers/orders.ts";
import { payWithPaypal } from "../helpers/paypal.ts";
import { join } from "../helpers/people.ts";
import { answer, openOwner, openStranger } from "../helpers/settings.ts";
import { admin } from "../helpers/start-shop.ts";

const { browser, shop } = await openShop();

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
