import type { Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { axeViolations } from "../helpers/axe.ts";
import type { Visitor } from "../helpers/browser.ts";
import { openShop } from "../helpers/open-shop.ts";
import { placeOrder, refuseRefund } from "../helpers/orders.ts";
import { credits, openPayment, orderPackage, ours } from "../helpers/paying.ts";
import { answerWindow, payWithPaypal } from "../helpers/paypal.ts";
import { openMember, openOwner } from "../helpers/settings.ts";

const { browser, shop, paypal } = await openShop({ standIns: ["paypal"] });

/** Whether an inline script that bears the number runs in a frame of the page's own making. In the page. */
function runsInline(nonce: string | null): boolean {
  const frame = document.createElement("iframe");
  document.body.append(frame);
  frame.contentDocument?.write(`<script nonce="${nonce}">window.ran = true</script>`);
  const { ran } = frame.contentWindow as unknown as { ran?: boolean };
  frame.remove();
  return ran === true;
}

/** The payment page as the documents describe it: PayPal's order is made and captured in the browser. In the page. */
async function documentedClient(orderId: string): Promise<void> {
  const order = await (await fetch(`/order/${orderId}`, { headers: { accept: "application/json" } })).json();
  const money = (value: string) => ({ currency_code: "USD", value });
  const unit = {
    description: order.packageName,
    custom_id: order.orderId,
    invoice_id: order.paymentId,
    amount: {
      ...money(order.totalPrice),
      breakdown: { item_total: money(order.packagePrice), handling: money(order.processingFee) },
    },
  };
  const box = document.createElement("div");
  box.id = "documented";
  document.body.prepend(box);
  // biome-ignore lint/suspicious/noExplicitAny: PayPal's script has no types here.
  const { paypal } = window as any;
  await paypal
    .Buttons({
      // biome-ignore lint/suspicious/noExplicitAny: as above.
      createOrder: (_data: object, actions: any) => actions.order.create({ purchase_units: [unit] }),
      // biome-ignore lint/suspicious/noExplicitAny: as above.
      onApprove: async (_data: object, actions: any) => {
        const details = await actions.order.capture();
        const capture = details.purchase_units[0].payments.captures[0];
        const body = JSON.stringify({
          paypalTransactionID: capture.id,
          payerEmail: details.payer.email_address,
          captureTime: capture.create_time,
          paymentId: order.paymentId,
          orderId: order.orderId,
          status: "Paid",
          orderStatus: "Completed",
          paymentMethod: "Paypal",
        });
        const headers = { "content-type": "application/json" };
        const answer = await fetch(`/update-payment-status/${order._id}`, { method: "PUT", headers, body });
        box.append(Object.assign(document.createElement("output"), { textContent: await answer.text() }));
      },
    })
    .render(box);
}

describe("buying when PayPal has its troubles", () => {
  async function visit(): Promise<Visitor> {
    onTestFinished(() => paypal.heal());
    return openMember(browser, shop);
  }

  it("waits for a payment that stays pending, offers no second one, and ends paid by itself", async () => {
    const { page } = await visit();
    await openPayment(page);
    await payWithPaypal(page, "pending");
    await page.getByText("PayPal is still processing your payment.").waitFor();
    await expect.poll(() => page.locator("[data-source=paypal]").isVisible()).toBe(false);
    await expect.poll(() => credits(page)).toBe(0);
    await paypal.endPending("complete");
    await page.waitForURL("**/user/subscription-history");
    const arrived = page.getByRole("region", { name: "Your purchase" });
    await expect.poll(() => arrived.innerText()).toContain("10 credits added, you have 10.");
    await expect.poll(() => credits(page)).toBe(10);
  });

  it("lets a person pay anew once PayPal has turned down a capture, at once or after holding it back", async () => {
    const { page } = await visit();
    await openPayment(page);
    await paypal.fail("capture", "declined-capture");
    await payWithPaypal(page, "balance");
    await page.getByText("The payment was declined. Please choose another way to pay.").waitFor();
    // PayPal's order is over: its window would lead nowhere, and keeps the page from being used.
    await payWithPaypal(page, "pending");
    await page.getByText("PayPal is still processing your payment.").waitFor();
    await paypal.endPending("decline");
    await page.getByText("The payment was declined. Please choose another way to pay.").waitFor();
    await payWithPaypal(page, "balance");
    await page.waitForURL("**/user/subscription-history");
    await expect.poll(() => credits(page)).toBe(10);
  });

  it("finds the payment whose answer was lost, and charges it once", async () => {
    const { page } = await visit();
    const orderId = await openPayment(page, "item");
    await paypal.fail("capture", "reset-after-effect");
    await payWithPaypal(page, "balance");
    await page.waitForURL("**/user/orders-history", { timeout: 90_000 });
    await page.getByRole("row").filter({ hasText: orderId }).getByText("Paid").waitFor();
    await expect.poll(() => paypal.captures(orderId)).toBe(1);
  });

  /** The same payment page in two tabs, PayPal's window open in each. */
  async function payInTwoTabs() {
    const { page, context } = await visit();
    const orderId = await openPayment(page);
    const other = await context.newPage();
    await other.goto(page.url());
    await other.locator("[data-source=paypal]").waitFor();
    const windows: Page[] = [];
    for (const tab of [page, other]) {
      const opening = tab.waitForEvent("popup");
      await tab.locator("[data-source=paypal]").click();
      windows.push(await opening);
    }
    return { orderId, tabs: [page, other], windows: windows as [Page, Page] };
  }

  it.each([
    ["lets two tabs pay at once, and takes the money once", true],
    ["has a tab whose window still waits for the payer go on once another tab has paid", false],
  ])("%s", async (_name, both) => {
    const { orderId, tabs, windows } = await payInTwoTabs();
    await windows[1].waitForURL(/token=/);
    await Promise.all([
      answerWindow(windows[0], "balance"),
      // It closes under the payer's hand where the other tab was quicker.
      both && answerWindow(windows[1], "balance").catch(() => undefined),
    ]);
    for (const tab of tabs) await tab.waitForURL("**/user/subscription-history");
    await expect.poll(() => windows.every((window) => window.isClosed())).toBe(true);
    await expect.poll(() => paypal.captures(orderId)).toBe(1);
    await expect.poll(() => credits(tabs[0]!)).toBe(10);
  });

  it("sends to support, with order and transaction, when another amount was taken", async () => {
    const { page } = await visit();
    const orderId = await openPayment(page);
    await paypal.fail("capture", "wrong-amount");
    await payWithPaypal(page, "balance");
    const alert = page.getByRole("alert").filter({ hasText: "Please contact support." });
    await alert.waitFor();
    await expect.poll(() => alert.innerText()).toContain(orderId);
    await expect.poll(() => alert.innerText()).toContain("Transaction ID");
    await expect.poll(() => credits(page)).toBe(0);

    const owner = await openOwner(browser, shop);
    await owner.page.goto(`/admin/orders?q=${orderId}`);
    await owner.page.getByRole("link", { name: orderId }).click();
    const keys = await refuseRefund(owner.page);
    const giveBack = async () => {
      await owner.page.getByRole("button", { name: "Give this payment back" }).click();
      await owner.page.getByRole("dialog").getByRole("button", { name: "Give back" }).click();
    };
    await giveBack();
    await owner.page.getByText("PayPal refused the refund.").waitFor();
    await giveBack();
    await owner.page.getByText("Money given back", { exact: true }).waitFor();
    expect(new Set(keys).size, "what was refused is asked of PayPal anew").toBe(2);
    await expect
      .poll(() => owner.page.getByRole("button", { name: "Give this payment back" }).count())
      .toBe(0);
    expect(await axeViolations(owner.page)).toEqual([]);
  });

  it("says what is wrong when PayPal's script does not come", async () => {
    const { page } = await visit();
    await placeOrder(page.request, "Mara Lindqvist");
    await page.goto("/user/package-pending-payment/");
    await page.route(`${paypal.env.PAYPAL_SDK_URL}**`, (route) => route.abort());
    await page.getByRole("link", { name: /^Pay Now/ }).click();
    await page.getByText("Payment setup incomplete. Please refresh the page or contact support.").waitFor();
    await page.unroute(`${paypal.env.PAYPAL_SDK_URL}**`);
    await page.getByRole("button", { name: "Refresh the page" }).click();
    await page.locator("[data-source=paypal]").waitFor();
  });

  it("loads PayPal's script also where signing in led to the payment page", async () => {
    const { page, context, complaints, account } = await openMember(browser, shop);
    const orderId = await orderPackage(page);
    // PayPal's script writes frames of its own, which run under this document's policy.
    const nonce = await page.locator("script[data-csp-nonce]").getAttribute("data-csp-nonce");
    await expect.poll(() => page.evaluate(runsInline, nonce)).toBe(true);
    await context.clearCookies();
    await page.goto(`/pay-now/${orderId}`);
    await page.getByLabel("Email", { exact: true }).fill(account.email);
    await page.getByLabel("Password", { exact: true }).fill(account.password);
    await page.locator("form").getByRole("button", { name: "Login", exact: true }).click();
    await page.waitForURL(`**/pay-now/${orderId}`);
    await payWithPaypal(page, "balance");
    await page.waitForURL("**/user/subscription-history");
    expect(ours(complaints)).toEqual([]);
  });

  it("takes the payment of a client that is written from the documents and captures by itself", async () => {
    const { page, complaints } = await visit();
    const orderId = await openPayment(page);
    await page.evaluate(documentedClient, orderId);
    const opening = page.waitForEvent("popup");
    await page.locator("#documented [data-source=paypal]").click();
    await answerWindow(await opening, "balance");
    const answer = page.locator("#documented output");
    await answer.waitFor();
    expect(JSON.parse(await answer.innerText())).toEqual({
      success: true,
      matchedCount: 1,
      modifiedCount: 1,
    });
    await expect.poll(() => credits(page)).toBe(10);
    await expect.poll(() => paypal.captures(orderId)).toBe(1);
    expect(ours(complaints)).toEqual([]);
  });
});
