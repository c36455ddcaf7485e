import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { axeViolations, faultsInLooks, twoLooks } from "../helpers/axe.ts";
import { untilLoaded } from "../helpers/browser.ts";
import { runSql } from "../helpers/database.ts";
import { textsOf } from "../helpers/html-of.ts";
import { openShop } from "../helpers/open-shop.ts";
import { placeOrder, placePaidOrder, refuseRefund } from "../helpers/orders.ts";
import { endOf, join, newAccount } from "../helpers/people.ts";
import { answer, openOwner, openStranger } from "../helpers/settings.ts";

const { browser, shop, paypal } = await openShop({ standIns: ["paypal"] });
/** Who ordered: 25 packages of names from "Buyer 00" on, and an item. */
const buyer = newAccount("Mara Lindqvist");

beforeAll(async () => {
  const context = await browser.newContext({ baseURL: shop.url });
  const page = await context.newPage();
  await join(page, buyer);
  for (let number = 0; number < 25; number += 1)
    await placeOrder(page.request, `Buyer ${String(number).padStart(2, "0")}`);
  await placeOrder(page.request, "Item Buyer", "item");
  await context.close();
});

/** The signed-in buyer, for orders of a test's own. */
async function openBuyer() {
  const visitor = await openStranger(browser, shop);
  const signedIn = await visitor.page.request.post("/api/auth/sign-in/email", {
    data: { email: buyer.email, password: buyer.password },
  });
  expect(signedIn.status()).toBe(200);
  return visitor.page.request;
}

const rows = (page: Page) => page.getByRole("row").filter({ has: page.getByRole("cell") });
const column = async (page: Page, index: number) =>
  (await rows(page).evaluateAll(
    (all, at) => all.map((row) => row.children[at]?.textContent ?? ""),
    index,
  )) as string[];
const shows = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text }).waitFor();

const actionsOf = (page: Page, orderId: string) =>
  page.getByRole("button", { name: `Actions for order ${orderId}` });

async function remove(page: Page, orderId: string): Promise<void> {
  await actionsOf(page, orderId).click();
  await page.getByRole("menuitem", { name: "Delete order" }).click();
  await answer(page, `Delete order ${orderId}?`, "Delete order");
}

async function openSearch(page: Page) {
  const dialog = page.getByRole("dialog", { name: "Search people, orders, tickets, screens and actions" });
  await page.keyboard.press("Control+k");
  const box = dialog.getByRole("combobox");
  await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true);
  return { dialog, box, chosen: dialog.getByRole("option", { selected: true }) };
}

type RestsWindow = { rests: Map<number, () => void>; endRests: () => void };

/** Has the rest after which a search is asked for end when it is told to and, if so wanted, as soon as Back is known. */
function holdRests(endsByBack: boolean) {
  let last = 0;
  const rests = new Map<number, () => void>();
  const endRests = () => {
    for (const told of rests.values()) told();
  };
  const { setInterval: every, clearInterval: clear } = window;
  const held = ((told: () => void, ms: number, ...more: unknown[]) => {
    if (ms !== 300) return every(told, ms, ...more);
    rests.set(--last, told);
    return last;
  }) as typeof setInterval;
  Object.assign(window, {
    rests,
    endRests,
    setInterval: held,
    clearInterval: (id: number) => rests.delete(id) || clear(id),
  });
  if (endsByBack) window.addEventListener("popstate", endRests);
}

describe("the list of orders", () => {
  it("pages, sorts both ways and searches, with the state in an address that can be shared, and shows the package of an order", async () => {
    const { page, context, complaints } = await openOwner(browser, shop);
    await page.goto("/admin/orders?q=Buyer&paymentStatus=none&from=2026-02-31");
    await page.getByRole("heading", { name: "Orders Management" }).waitFor();
    await shows(page, "Showing 1 to 10 of 25 entries");
    await untilLoaded(page);
    expect(await faultsInLooks(page, twoLooks)).toEqual([]);
    await context.setOffline(true);
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await page.getByText("Could not load orders. Please try again.").waitFor();
    await context.setOffline(false);
    await shows(page, "Showing 11 to 20 of 25 entries");
    complaints.splice(0);
    await page.getByRole("button", { name: "Page 3" }).click();
    await shows(page, "Showing 21 to 25 of 25 entries");
    await expect.poll(() => rows(page).count()).toBe(5);

    const sort = page.getByRole("button", { name: "Customer", exact: true });
    await sort.click();
    await page.waitForURL((url) => url.search.includes("sort=customerName&order=asc"));
    await expect.poll(async () => (await column(page, 1))[0]).toContain("Buyer 00");
    const ascending = await column(page, 1);
    expect(ascending.map((text) => text.slice(0, 9))).toEqual(
      Array.from({ length: 10 }, (_, number) => `BBuyer 0${number}`),
    );
    const header = page.getByRole("columnheader", { name: "Customer" });
    await expect.poll(() => header.getAttribute("aria-sort")).toBe("ascending");
    await sort.click();
    await page.waitForURL((url) => url.search.includes("sort=customerName&order=desc"));
    await expect.poll(async () => (await column(page, 1))[0]).toContain("Buyer 24");
    await expect.poll(() => header.getAttribute("aria-sort")).toBe("descending");
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await expect.poll(async () => (await column(page, 1))[0]).toContain("Buyer 14");

    const { page: other } = await openOwner(browser, shop);
    await other.goto(page.url());
    await expect.poll(async () => (await column(other, 1))[0]).toContain("Buyer 14");
    await shows(other, "Showing 11 to 20 of 25 entries");

    await page.getByRole("searchbox", { name: "Search orders..." }).fill("BUYER 07");
    await shows(page, "Showing 1 to 1 of 1 entries");
    expect(new URL(page.url()).searchParams.get("page")).toBeNull();
    await rows(page).getByRole("button", { name: "Starter" }).click();
    const dialog = page.getByRole("dialog", { name: "Starter" });
    for (const text of ["Price", "$6.00", "Credits", "Package ID"])
      await dialog.getByText(text, { exact: true }).waitFor();
    for (const point of ["10 credits", "Basic membership for 30 days"])
      await dialog.getByRole("listitem").filter({ hasText: point }).waitFor();
    await dialog.getByRole("button", { name: "Close" }).click();
    await dialog.waitFor({ state: "hidden" });
    await page.getByRole("searchbox", { name: "Search orders..." }).fill("nobody at all");
    await page.getByText("No orders found").waitFor();
    await untilLoaded(page);
    expect(await faultsInLooks(page, twoLooks)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it.each(["before its list is drawn", "once its list is drawn"])(
    "asks for no search that Back takes out of its box, where what was typed comes to rest %s",
    async (rest) => {
      const { page } = await openOwner(browser, shop);
      await page.goto("/admin/orders");
      await shows(page, "Showing 1 to");
      await page.getByLabel("Payment", { exact: true }).selectOption("Pending");
      await page.waitForURL("**paymentStatus=*");
      const box = page.getByRole("searchbox", { name: "Search orders..." });
      await box.fill("buyer");
      await page.waitForURL("**q=buyer*");
      await page.evaluate(holdRests, rest === "before its list is drawn");
      await box.evaluate((field: HTMLInputElement) => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(field, "buyer 07");
        field.dispatchEvent(new Event("input", { bubbles: true }));
      });
      await page.waitForFunction(() => (window as unknown as RestsWindow).rests.size > 0);
      await page.goBack();
      await expect.poll(() => box.inputValue()).toBe("");
      await page.evaluate(() => (window as unknown as RestsWindow).endRests());
      await expect.poll(() => new URL(page.url()).search).toBe("");
      expect(await box.inputValue()).toBe("");
    },
  );

  it("filters by payment and date, exports exactly what is filtered, and keeps what is typed into one day of a period while the other is still on its way into the address", async () => {
    const request = await openBuyer();
    const paid = await placePaidOrder(request, paypal, "Paying Person");
    const { page } = await openOwner(browser, shop);
    await page.goto("/admin/orders");
    await shows(page, "Showing 1 to 10 of");
    await page.getByLabel("Payment", { exact: true }).selectOption("Paid");
    await page.getByRole("link", { name: paid.orderId }).waitFor();
    await page.waitForURL("**paymentStatus=Paid*");
    await untilLoaded(page);
    expect(await faultsInLooks(page, twoLooks)).toEqual([]);
    const counted = async () => Number(/of (\d+) entries/.exec(await page.locator("main").innerText())?.[1]);
    // The address changes a moment before the page's links do.
    const download = page.locator('a[href*="paymentStatus=Paid"]', { hasText: "CSV" });
    const csv = await page.request.get((await download.getAttribute("href"))!);
    const lines = (await csv.text()).trim().split("\r\n");
    expect(lines.length).toBeGreaterThan(1);
    await expect.poll(counted).toBe(lines.length - 1);
    expect(lines.slice(1).every((line) => line.includes(",Paid,"))).toBe(true);
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "CSV" }).click();
    expect((await downloading).suggestedFilename()).toMatch(/^package-orders-\d{4}-\d\d-\d\d\.csv$/);
    const books = page.waitForEvent("download");
    await page.getByRole("link", { name: "Movements" }).click();
    expect((await books).suggestedFilename()).toMatch(/^movements-\d{4}-\d\d-\d\d\.csv$/);
    const movements = await readFile(await (await books).path(), "utf8");
    expect(movements.split("\r\n").filter((line) => line.includes(paid.orderId))).toEqual([
      expect.stringContaining(",Payment,Order,"),
    ]);

    const from = page.getByRole("textbox", { name: "From" });
    const to = page.getByRole("textbox", { name: "To" });
    const period = page.getByRole("combobox", { name: "Date (UTC): period" });
    const narrowed = () => new URL(page.url()).searchParams.get("from");
    await from.pressSequentially("01022020");
    await expect.poll(() => from.inputValue()).toBe("01/02/2020");
    await page.keyboard.press("Tab");
    await to.fill("31/01/20");
    await page.keyboard.press("Enter");
    await page.getByText("The last day is before the first.").waitFor();
    await to.fill("31/02/2020");
    await page.keyboard.press("Enter");
    await page.getByText("Please enter days as dd/mm/yyyy.").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await to.fill("2.2.20");
    await page.keyboard.press("Enter");
    await page.getByText("No orders found").waitFor();
    await page.reload();
    await page.getByText("No orders found").waitFor();
    await expect.poll(() => to.inputValue()).toBe("02/02/2020");
    expect(page.url()).toContain("from=2020-02-01&to=2020-02-02");

    const day = new Date().toISOString().slice(0, 10);
    await period.selectOption("Today");
    await page.getByRole("link", { name: paid.orderId }).waitFor();
    await expect.poll(() => from.inputValue()).toBe(day.split("-").reverse().join("/"));
    expect(narrowed()).toBe(day);
    await period.selectOption("Last 7 days");
    await expect.poll(() => period.inputValue()).toBe("Last 7 days");
    expect(narrowed()).not.toBe(day);
    await period.selectOption("Any time");
    await expect.poll(() => from.inputValue()).toBe("");
    expect(narrowed()).toBe(null);

    // Both before the page gets to anything else, as the address follows a moment after a day.
    await to.evaluate((last: HTMLInputElement) => {
      const first = last.parentElement!.querySelector("input")!;
      const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!;
      for (const [field, text] of [
        [first, "01/02/2020"],
        [last, "31/01/20"],
      ] as const) {
        field.focus();
        write.call(field, text);
        field.dispatchEvent(new Event("input", { bubbles: true }));
      }
    });
    await page.waitForURL("**from=2020-02-01*");
    await expect.poll(() => period.inputValue()).toBe("custom");
    expect(await to.inputValue()).toBe("31/01/20");
    await to.press("Enter");
    await page.getByText("The last day is before the first.").waitFor();
  });

  it("deletes a pending order after a question, and says when it can't", async () => {
    const request = await openBuyer();
    const order = await placeOrder(request, "Short Lived");
    const raced = await placeOrder(request, "Paid Meanwhile");
    const { page } = await openOwner(browser, shop);
    await page.goto("/admin/orders?q=Short+Lived");
    const menu = actionsOf(page, order.orderId);
    // By the keyboard alone, into the menu, to the question and back to where it came from.
    await menu.press("Enter");
    await page.getByRole("menuitem", { name: "Details" }).waitFor();
    const deletion = page.getByRole("menuitem", { name: "Delete order" });
    await expect
      .poll(async () => {
        await page.keyboard.press("ArrowDown");
        return deletion.evaluate((element) => element === document.activeElement);
      })
      .toBe(true);
    await page.keyboard.press("Enter");
    await answer(page, `Delete order ${order.orderId}?`, "Cancel");
    await expect.poll(() => menu.evaluate((element) => element === document.activeElement)).toBe(true);

    await page.route(`**/order/${order._id}`, (route) => route.abort());
    const said = page.locator("main").getByText("Something went wrong while deleting.");
    const toast = page
      .locator("[data-sonner-toast]")
      .filter({ hasText: "Something went wrong while deleting." });
    // A toast goes by itself, so that it is looked for from before it can come.
    const corner = toast
      .waitFor()
      .then(() => toast.evaluate(({ dataset }) => [dataset.yPosition, dataset.xPosition]));
    const [seenAt] = await Promise.all([corner, remove(page, order.orderId)]);
    expect(seenAt).toEqual(["top", "right"]);
    await said.waitFor();
    await page.unroute(`**/order/${order._id}`);
    await remove(page, order.orderId);
    await page.getByText("Order deleted successfully!").waitFor();
    await page.getByText("No orders found").waitFor();
    await expect.poll(() => said.count()).toBe(0);

    await page.goto("/admin/orders?q=Paid+Meanwhile");
    await actionsOf(page, raced.orderId).click();
    const late = page.getByRole("menuitem", { name: "Delete order" });
    await late.waitFor();
    const made = await request.post("/api/paypal/orders", { data: { orderId: raced._id, kind: "package" } });
    const { id } = (await made.json()).data;
    await paypal.approve(id);
    expect((await request.post(`/api/paypal/orders/${id}/capture`, { data: {} })).status()).toBe(200);
    await late.click();
    await answer(page, `Delete order ${raced.orderId}?`, "Delete order");
    await page.locator("main").getByText("Failed to delete order.").waitFor();
    await rows(page).getByText("Paid", { exact: true }).waitFor();
    await actionsOf(page, raced.orderId).click();
    await page.getByRole("menuitem", { name: "Customer" }).waitFor();
    expect(await late.count(), "a paid order cannot be deleted").toBe(0);
    await page.keyboard.press("Escape");

    const row = rows(page).filter({ hasText: raced.orderId });
    await row.getByRole("cell").nth(3).click();
    await page.waitForURL(`**/admin/orders/${raced._id}`);
    await page.goBack();
    await page.setViewportSize({ width: 360, height: 740 });
    await row.waitFor();
    expect((await row.boundingBox())!.height).toBeLessThanOrEqual(100);
    await row.getByText(/@example.com$/).click();
    await page.waitForURL(`**/admin/orders/${raced._id}`);
  });

  it("says that it could not load, and loads again on demand", async () => {
    const { page } = await openOwner(browser, shop);
    await page.route("**/orders?*", (route) => route.fulfill({ status: 500, json: {} }));
    await page.route("**/item-orders?*", (route) => route.abort());
    await page.goto("/admin/orders");
    await page.getByText("Could not load orders. Please try again.").waitFor();
    await page.getByText("HTTP error! Status: 500").waitFor();
    await page.goto("/admin/items-orders");
    await page.getByText("Could not load item orders. Please try again.").waitFor();
    await page.getByText("Failed to fetch data: Network error or server not responding").waitFor();
    await page.unroute("**/item-orders?*");
    await page.getByRole("button", { name: "Retry" }).click();
    await shows(page, "Showing 1 to");
  });
});

describe("the list of item orders", () => {
  it("leads to the item, cuts its name at 30 characters, and deletes what is pending", async () => {
    const request = await openBuyer();
    const { page, complaints } = await openOwner(browser, shop);
    const name = "A very long name of an item that is sold here";
    const made = await page.request.post("/add-item", {
      data: { itemName: name, price: 5, guidelines: "Read", accessUrl: "/demo/goods/kit", imageUrl: "" },
    });
    const { data: item } = await made.json();
    const order = await request.post("/new-item-order", {
      data: { packageId: item._id, customerName: "Long Name", address: "1 Street", country: "Norway" },
    });
    const { data } = await order.json();
    await page.goto("/admin/items-orders?q=Long+Name");
    await page.getByRole("heading", { name: "Item Orders Management" }).waitFor();
    const link = page.getByRole("link", { name: `${name.slice(0, 30)}…` });
    await expect.poll(() => link.getAttribute("href")).toBe(`/premium/${item.slug}/${item.itemId}`);
    for (const title of ["Order ID", "Customer", "Item", "Date", "Amount", "Payment Status"])
      await page.getByRole("columnheader", { name: title, exact: true }).waitFor();
    await untilLoaded(page);
    expect(await faultsInLooks(page, twoLooks)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.route(`**/item-order/${data._id}`, (route) => route.abort());
    await remove(page, data.orderId);
    await page.locator("main").getByText("Something went wrong.", { exact: true }).waitFor();
    await page.unroute(`**/item-order/${data._id}`);
    await remove(page, data.orderId);
    await page.getByText("Order deleted successfully!").waitFor();
    await page.getByText("No orders found").waitFor();
  });
});

describe("an order", () => {
  it("that was cancelled is found by its link with the money that came for it, which can be given back; an unknown one is answered with its text", async () => {
    const request = await openBuyer();
    const order = await placeOrder(request, "Cancelled Person");
    const made = await request.post("/api/paypal/orders", { data: { orderId: order._id, kind: "package" } });
    const { id } = (await made.json()).data;
    await paypal.approve(id);
    await paypal.fail("capture", "wrong-amount");
    expect((await request.post(`/api/paypal/orders/${id}/capture`, { data: {} })).status()).toBe(409);
    expect((await request.delete(`/order/${order._id}`)).status()).toBe(200);
    const { page } = await openOwner(browser, shop);
    await page.goto(`/admin/orders/${order._id}`);
    await page.getByText("This order was cancelled.").waitFor();
    const history = page.getByRole("region", { name: "History" });
    await history.getByText("Cancelled", { exact: true }).waitFor();
    await history.getByRole("button", { name: "Give this payment back" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Give back" }).click();
    await history.getByText("Money given back", { exact: true }).waitFor();
    await expect.poll(() => history.getByRole("button", { name: "Give this payment back" }).count()).toBe(0);
    expect(await faultsInLooks(page, twoLooks)).toEqual([]);
    for (const unknown of ["nothing", "f".repeat(24)]) {
      await page.goto(`/admin/orders/${unknown}`);
      await page.getByRole("alert").getByText("Order not found.").waitFor();
    }
  });

  it("shows its whole history, and gives money and credits back in part and then wholly", async () => {
    const request = await openBuyer();
    const order = await placePaidOrder(request, paypal, "Refunded Person");
    const balance = async () => (await (await request.get("/api/viewer")).json()).data.user.currentBalance;
    const before = await balance();
    const { page, complaints } = await openOwner(browser, shop);
    await page.goto(`/admin/orders/${order._id}`);
    await page.getByRole("heading", { name: `Order ${order.orderId}` }).waitFor();
    const history = page.getByRole("region", { name: "History" });
    for (const text of ["Ordered", "Credits added", "Mail: Receipt", "Paid, confirmed by PayPal"])
      await history.getByText(text, { exact: true }).waitFor();
    await untilLoaded(page);
    expect(await faultsInLooks(page, twoLooks)).toEqual([]);
    expect(complaints).toEqual([]);
    // A window that is widened under the pointer opens the menu over the content.
    await page.mouse.move(900, 400);
    const technical = ["Payment: Attempt: completed", "PayPal: Capture: COMPLETED"];
    for (const text of technical)
      await expect.poll(() => history.getByText(text, { exact: true }).count()).toBe(0);
    await history.getByRole("switch", { name: "Show technical events" }).check();
    for (const text of technical) await history.getByText(text, { exact: true }).waitFor();
    await history.getByRole("switch", { name: "Show technical events" }).uncheck();
    await page.getByText("Confirmed by PayPal", { exact: true }).waitFor();
    // An order's days are those of its receipt; the moments of its history are the reader's.
    await page.getByText("Date (UTC)", { exact: true }).waitFor();
    await history.getByText("Times are in your own time zone.").waitFor();
    await runSql(shop, "update orders set healed_by = 'reconciler' where id = $1", [order._id]);
    await page.reload();
    await page.getByText("Rescued by the reconciler", { exact: true }).waitFor();
    await history.getByText("Ordered", { exact: true }).waitFor();
    const titles = await history.getByRole("listitem").allInnerTexts();
    expect(titles.at(-1), "newest first").toContain("Ordered");

    const amount = page.getByLabel("Amount (USD)");
    await amount.fill("6.01");
    await page.getByText("Please enter an amount from 0.01 to 6.00.").waitFor();
    await amount.fill("3.00");
    await page.getByLabel("Note to the buyer").fill("Sorry");
    const keys = await refuseRefund(page);
    const refund = page.getByRole("button", { name: "Refund", exact: true });
    await refund.click();
    await answer(page, "Refund $3.00?", "Refund");
    const lost = page.getByRole("region", { name: "Refund" }).getByRole("alert");
    await lost.getByText("PayPal refused the refund.").waitFor();
    // The refund is made, but its answer is lost: asking again gives nothing back a second time.
    await page.route(
      `**/api/orders/${order._id}/refund`,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await refund.click();
    await answer(page, "Refund $3.00?", "Refund");
    await Promise.race([lost.waitFor(), page.getByText("Partially refunded").first().waitFor()]);
    await page.getByText("Partially refunded").first().waitFor();
    expect(new Set(keys).size, "what was refused is asked of PayPal anew").toBe(2);
    await expect.poll(balance).toBe(before - 5);
    await history.getByText("Money given back", { exact: true }).waitFor();
    expect(await history.getByText(/Refund asked for/).count(), "one line for one thing").toBe(0);
    await expect.poll(() => page.getByLabel("Amount (USD)").inputValue()).toBe("3.00");
    // What PayPal has taken and not settled yet is seen as that, and gone once it was cancelled there.
    await paypal.fail("refund", "pending");
    await refund.click();
    await answer(page, "Refund $3.00?", "Refund");
    await page.getByText(/PayPal has taken the refund and settles it later/).waitFor();
    await history.getByText("Money on its way back, PayPal has yet to settle it", { exact: true }).waitFor();
    await page.getByText("Refunded", { exact: true }).first().waitFor();
    expect(await history.getByText(/Refund asked for/).count(), "one line for one thing").toBe(0);
    await expect.poll(balance).toBe(before - 10);
    await paypal.endRefunds("cancel");
    await page.getByRole("button", { name: "Ask PayPal again" }).click();
    await history.getByText("PayPal could not give the money back", { exact: true }).waitFor();
    await page.getByText("Partially refunded").first().waitFor();
    await expect.poll(balance).toBe(before - 5);
    await expect.poll(() => page.getByLabel("Amount (USD)").inputValue()).toBe("3.00");
    await refund.click();
    await answer(page, "Refund $3.00?", "Refund");
    await page.getByText("Refunded", { exact: true }).first().waitFor();
    await expect.poll(balance).toBe(before - 10);
    await page.getByRole("region", { name: "Refund" }).waitFor({ state: "detached" });
  });

  it("tells of a refund that another admin made meanwhile before it gives more back, keeps what is typed, and is blank once its own was sent", async () => {
    const request = await openBuyer();
    const order = await placePaidOrder(request, paypal, "Refunded In Parts");
    const { page } = await openOwner(browser, shop);
    await page.goto(`/admin/orders/${order._id}`);
    const [amount, note] = [page.getByLabel("Amount (USD)"), page.getByLabel("Note to the buyer")];
    await amount.fill("2.00");
    await note.fill("A long explanation");
    const data = { amount: "1.00", idempotencyKey: "another admin's" };
    const refunded = await page.request.post(`/api/orders/${order._id}/refund`, { data });
    expect(refunded.status()).toBe(200);
    const refund = async () => {
      await page.getByRole("button", { name: "Refund", exact: true }).click();
      await answer(page, "Refund $2.00?", "Refund");
    };
    await refund();
    await page.getByText("1.00 of this order has been given back meanwhile.").waitFor();
    await page.getByText("Partially refunded").first().waitFor();
    expect([await amount.inputValue(), await note.inputValue()]).toEqual(["2.00", "A long explanation"]);
    // One whose answer was awaited is over once the order says so, and the same again is another one.
    const keys = new Set<string>();
    await page.route(
      `**/api/orders/${order._id}/refund`,
      async (route) => {
        keys.add(route.request().postDataJSON().idempotencyKey);
        const made = await (await route.fetch()).json();
        const json = { ...made, code: "PENDING_VERIFICATION", message: "PayPal's answer is awaited." };
        await route.fulfill({ status: 202, json });
      },
      { times: 1 },
    );
    await refund();
    await expect.poll(() => amount.inputValue()).toBe("3.00");
    expect(await note.inputValue()).toBe("");
    page.on("request", (request) => {
      if (request.url().endsWith("/refund")) keys.add(request.postDataJSON().idempotencyKey);
    });
    await amount.fill("2.00");
    await note.fill("A long explanation");
    await refund();
    await expect.poll(() => amount.inputValue()).toBe("1.00");
    expect(keys.size).toBe(2);
  });

  it("begins anew for each order, also where Back leads to one that was looked at before; the list that is gone back to shows what was done", async () => {
    const request = await openBuyer();
    const first = await placePaidOrder(request, paypal, "Looked At Twice");
    const second = await placePaidOrder(request, paypal, "Looked At Once");
    const { page } = await openOwner(browser, shop);
    await page.goto("/admin/orders?q=Looked+At");
    await page.getByRole("link", { name: first.orderId }).click();
    await page.getByLabel("Amount (USD)").waitFor();
    await openSearch(page);
    await page.keyboard.type(second.orderId);
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/${second._id}`);
    await page.getByRole("heading", { name: `Order ${second.orderId}` }).waitFor();
    await page.getByLabel("Amount (USD)").fill("2.50");
    await page.getByLabel("Note to the buyer").fill("For the second one");
    await page.getByRole("button", { name: "Refund", exact: true }).click();
    const question = page.getByRole("dialog", { name: "Refund $2.50?" });
    await question.waitFor();
    await page.goBack();
    await answer(page, "haven't been saved", "Leave without saving");
    await page.getByRole("heading", { name: `Order ${first.orderId}` }).waitFor();
    await question.waitFor({ state: "hidden" });
    await expect.poll(() => page.getByLabel("Amount (USD)").inputValue()).toBe("6.00");
    await expect.poll(() => page.getByLabel("Note to the buyer").inputValue()).toBe("");
    await page.getByRole("button", { name: "Refund", exact: true }).click();
    await answer(page, "Refund $6.00?", "Refund");
    await page.getByRole("region", { name: "Refund" }).waitFor({ state: "detached" });
    await page.goBack();
    await rows(page).filter({ hasText: first.orderId }).getByText("Refunded", { exact: true }).waitFor();
    await rows(page).filter({ hasText: second.orderId }).getByText("Paid", { exact: true }).waitFor();
  });
});

describe("the dashboard", () => {
  it("welcomes, counts, leads on, and says the figures of the charts to a screen reader and by the keyboard too", async () => {
    await placePaidOrder(await openBuyer(), paypal, "Charted Person");
    const { page, complaints } = await openOwner(browser, shop);
    await page.goto("/admin/dashboard");
    await page.getByText(/^Welcome back, /).waitFor();
    const listed = await page.request.get("/orders?page=1");
    const card = page.getByRole("link", { name: /Total Orders$/ }).filter({ hasText: /\d/ });
    await card.waitFor();
    await expect.poll(() => card.innerText()).toContain(listed.headers()["x-total-count"]);
    for (const name of [/Total Users$/, /Support Messages$/, /Settings$/])
      await page.getByRole("main").getByRole("link", { name }).waitFor();
    const today = page.getByRole("region", { name: "Today (UTC)" });
    await today.getByText("Failed runs").waitFor();
    await expect.poll(() => today.getByText("–").count()).toBe(0);
    await page.getByText("No revenue in the 30 days before to compare with").waitFor();
    await page.getByText("All well").waitFor();
    expect(await page.getByText("Mails that failed").isVisible(), "folded while all is well").toBe(false);
    await untilLoaded(page);
    expect(await faultsInLooks(page, twoLooks)).toEqual([]);
    expect(complaints).toEqual([]);
    // A window that is widened under the pointer opens the menu over the content.
    await page.mouse.move(900, 400);
    await page.getByText("Figures by day", { exact: true }).press("Enter");
    const table = page.getByRole("table", { name: "Figures by day", exact: true });
    await expect.poll(() => table.getByRole("row").count()).toBe(31);
    await page.getByText("7 days").click();
    await page.waitForURL("**days=7*");
    await expect.poll(() => table.getByRole("row").count()).toBe(8);
    await page.getByRole("heading", { name: "User Directory" }).waitFor();

    await runSql(shop, "update ai_keys set health = 'refused'", []);
    await page.reload();
    await page.getByText("Something needs you").waitFor();
    await page.getByText("Every AI key rests or is refused. No run can be made.").waitFor();
    await page.getByText("Mails that failed").waitFor();
    await runSql(shop, "update ai_keys set health = 'untried'", []);

    await page.route("**/api/insights*", (route) => route.abort());
    await page.goto("/admin/dashboard?days=90");
    await page.getByText("The figures could not be loaded").waitFor();
    await page.unroute("**/api/insights*");
    await page.getByRole("button", { name: "Retry" }).first().click();
    await page.getByRole("heading", { name: "Revenue, net of refunds" }).waitFor();
  });
});

describe("the first steps of a new shop", () => {
  it("are ticked by what stands in the shop, lead to their screens, and stay away for every admin", async () => {
    const { page } = await openOwner(browser, shop);
    await page.goto("/admin/dashboard");
    const list = page.getByRole("region", { name: "First steps for a new shop" });
    const gift = list.getByRole("listitem").filter({ hasText: "Give new members a few credits" });
    await gift.getByText(/^A gift of \d+ credits/).waitFor();
    await gift.getByRole("link").click();
    await page.getByLabel("Sign-up gift").fill("3");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await page.getByText("Generator settings updated successfully!").waitFor();
    await page.goto("/admin/dashboard");
    await gift.getByText("(done)").waitFor();

    await page.route("**/api/shop-settings", (route) => route.abort());
    await list.getByRole("button", { name: "Dismiss" }).click();
    await list.getByText("The list is still there.", { exact: true }).waitFor();
    await page.unroute("**/api/shop-settings");
    await list.getByRole("button", { name: "Dismiss" }).click();
    await list.waitFor({ state: "detached" });
    const second = await openOwner(browser, shop);
    await second.page.goto("/admin/dashboard");
    await second.page.getByText(/^Welcome back, /).waitFor();
    await expect.poll(() => second.page.getByText("First steps for a new shop").count()).toBe(0);
  });
});

describe("the search over everything", () => {
  it("is type and Enter: people, orders, screens and actions, and the recent ones where nothing is typed", async () => {
    const { page } = await openOwner(browser, shop);
    await page.goto("/admin/dashboard");
    await page.getByRole("heading", { name: "Revenue, net of refunds" }).waitFor();
    const { dialog, chosen } = await openSearch(page);
    const top = async () => Math.round((await dialog.boundingBox())!.y);
    const height = page.viewportSize()!.height;
    await expect.poll(top).toBe(Math.round(height * 0.15));
    await page.keyboard.type("Buyer 11");
    await chosen.filter({ hasText: "Buyer 11" }).waitFor();
    expect(await top(), "it does not move").toBe(Math.round(height * 0.15));
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/admin\/orders\/[0-9a-f]{24}/);
    await page.getByText("Buyer 11").first().waitFor();
    await dialog.waitFor({ state: "hidden" });

    await openSearch(page);
    await chosen.filter({ hasText: "Buyer 11" }).waitFor();
    await dialog.getByText("Recent", { exact: true }).waitFor();
    await page.keyboard.type("paypal");
    await chosen.filter({ hasText: "Paypal Setup" }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/admin/settings?panel=paypal");
    await openSearch(page);
    await page.keyboard.type("refund");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/admin/orders?paymentStatus=Paid");
    await openSearch(page);
    await page.keyboard.type("nobody knows this");
    await dialog.getByText("Nothing found for “nobody knows this”.").waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
  });

  it("keeps what is chosen when results come late, and opens the first of them for an Enter before they came", async () => {
    const { page } = await openOwner(browser, shop);
    await page.goto("/admin/audit-log");
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/api/search*", async (route) => {
      await held;
      await route.continue();
    });
    const { dialog, chosen } = await openSearch(page);
    await page.keyboard.type("item");
    await page.keyboard.press("ArrowDown");
    const before = await chosen.innerText();
    const asked = page.waitForResponse("**/api/search?q=item");
    release();
    await asked;
    await dialog.getByRole("option").filter({ hasText: "Item Buyer" }).waitFor();
    await expect.poll(() => chosen.innerText()).toBe(before);
    await page.keyboard.press("Escape");

    await page.unroute("**/api/search*");
    const { box } = await openSearch(page);
    await box.fill("Buyer 1");
    const found = await dialog
      .getByRole("option", { name: /Buyer 1/ })
      .first()
      .innerText();
    // Each of these words stands in that row, and the text in none.
    const nowhere = `Buyer ${found.slice(0, 4)}`;
    await box.fill(nowhere);
    await page.keyboard.press("Enter");
    await dialog.getByText(`Nothing found for “${nowhere}”.`).waitFor();
    await box.fill("");
    await page.keyboard.type("Buyer 12");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/admin\/orders\/[0-9a-f]{24}/);
    await page.getByText("Buyer 12").first().waitFor();
  });
});

describe("the audit log", () => {
  it("tells who changed what, filtered by an address that can be shared, without secrets", async () => {
    const { page, complaints } = await openOwner(browser, shop);
    const put = (path: string, data: object) => page.request.put(path, { data });
    expect((await put("/api/shop-settings", { buyMoreBelow: 7 })).status()).toBe(200);
    expect((await put("/api/paypal-settings", { clientSecret: "very-secret-words" })).status()).toBe(200);
    // The other journeys here pay with the former one.
    expect((await put("/api/paypal-settings", { clientSecret: "test-secret" })).status()).toBe(200);
    await page.goto("/admin/audit-log");
    const line = rows(page).filter({ hasText: "PUT /api/shop-settings" }).first();
    await line.waitFor();
    await line.getByText(/changed “buy more below” in the shop's settings$/).waitFor();
    await line.getByText("Buy more below", { exact: true }).waitFor();
    await expect.poll(() => line.locator("ins").first().innerText()).toBe("7");
    await untilLoaded(page);
    expect(await faultsInLooks(page, twoLooks)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.getByLabel("Action").fill("paypal");
    await page.waitForURL("**action=paypal*");
    await expect.poll(() => rows(page).filter({ hasText: "shop-settings" }).count()).toBe(0);
    await rows(page).filter({ hasText: "PUT /api/paypal-settings" }).first().waitFor();
    await expect.poll(() => page.locator("main").innerText()).not.toContain("very-secret-words");
    await page.getByLabel("Who").fill("owner@");
    await page.waitForURL("**actor=owner*");
    await page.getByRole("textbox", { name: "To" }).fill("01/01/2020");
    await page.getByText("No changes found").waitFor();
    await page.reload();
    await page.getByText("No changes found").waitFor();
    await expect.poll(() => page.getByLabel("Who").inputValue()).toBe("owner@");
    await page.setViewportSize({ width: 360, height: 740 });
    const sorts = page.getByRole("combobox", { name: "Sort by" });
    await expect.poll(async () => (await sorts.boundingBox())!.width).toBeGreaterThan(180);
  });
});

describe("the back office", () => {
  it("turns everyone away who is not its staff", async () => {
    const { page } = await openStranger(browser, shop);
    await join(page);
    for (const path of ["/admin/dashboard", "/admin/orders", "/admin/users"]) {
      const answered = await page.request.get(path, { headers: { accept: "text/html" } });
      expect([answered.status(), textsOf(await answered.text(), "h1")], path).toEqual([
        403,
        ["Not Authorized"],
      ]);
    }
    const response = await page.goto("/admin/audit-log");
    expect(response?.status()).toBe(403);
    await page.getByRole("heading", { name: "Not Authorized" }).waitFor();
    await page
      .getByText("You can't access this page; this route is only accessible for Admin.", { exact: true })
      .waitFor();
    await page.getByRole("link", { name: "Go to Home" }).click();
    await page.waitForURL(`${shop.url}/`);
  });

  it("has its menu in the documented order, collapsed at first, and signs out", async () => {
    const { page } = await openOwner(browser, shop);
    await page.goto("/admin");
    await page.waitForURL("**/admin/dashboard");
    const entry = page.getByRole("link", { name: "Total Orders", exact: true }).first();
    const content = page.getByRole("heading", { name: "Dashboard", level: 1 });
    const place = (await content.boundingBox())!.x;
    const wordsShow = () =>
      entry.evaluate((link) => getComputedStyle(link.querySelector("span")!).opacity === "1");
    await page.mouse.move(900, 400);
    expect(await wordsShow()).toBe(false);
    await entry.hover();
    await expect.poll(wordsShow).toBe(true);
    expect((await content.boundingBox())!.x, "the words lie over the content").toBe(place);
    await page.keyboard.press("Escape");
    await expect.poll(wordsShow).toBe(false);
    await page.mouse.move(900, 400);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect.poll(wordsShow).toBe(true);
    await page.getByRole("button", { name: /expand/i }).click();
    await page.reload();
    await page.getByRole("button", { name: "Collapse sidebar" }).waitFor();
    for (const group of ["Sell", "People", "Shop"]) await page.getByRole("list", { name: group }).waitFor();
    const names = await page.getByRole("navigation").first().getByRole("link").allInnerTexts();
    const documented = ["Dashboard", "Total Orders", "Total Users", "Support Messages", "Settings"];
    expect(names.map((name) => name.split("\n")[0]).filter((name) => documented.includes(name!))).toEqual(
      documented,
    );
    const unknown = await page.request.get("/admin/no-such-screen", { headers: { accept: "text/html" } });
    expect(unknown.status()).toBe(404);
    const left: string[] = [];
    page.on("request", (request) => {
      if (request.isNavigationRequest()) left.push(request.url());
    });
    await page.getByRole("button", { name: "Logout" }).click();
    await page.waitForURL(`${shop.url}/`);
    expect(left, "the page leaves once").toEqual([`${shop.url}/`]);
    expect(await endOf(page, "/admin/dashboard")).toBe("/login");
  });

  it("is clean under axe and free of complaints on its directory and in its search, in both themes, at 360 and 1280 px", async () => {
    const { page, complaints } = await openOwner(browser, shop);
    await page.goto("/admin/users");
    await page.locator("main h1").waitFor();
    await untilLoaded(page);
    expect(await faultsInLooks(page, twoLooks)).toEqual([]);
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill("Buyer");
    await page.getByRole("dialog").getByRole("option").first().waitFor();
    expect(await faultsInLooks(page, twoLooks), "search").toEqual([]);
    expect(complaints).toEqual([]);
  });
});
