import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { OrderKind } from "#contract/orders.ts";
import { placeOrder } from "./orders.ts";

export async function idOf(page: Page, list: "/packages" | "/items"): Promise<string> {
  const answer = await page.request.get(list);
  return ((await answer.json()) as { _id: string }[])[0]!._id;
}

/** Fills the checkout's form and goes on, to the list of pending orders. */
export async function checkOut(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByLabel("Address").fill("1 Anvil Street, Springfield");
  await page.getByLabel("Country").selectOption("Germany");
  await page.getByRole("button", { name: "Proceed to Payment" }).click();
}

/** From a new order to its payment page; answers the shop's number of the order. */
export async function orderPackage(page: Page): Promise<string> {
  await checkOut(page, `/buy/${await idOf(page, "/packages")}`);
  await page.waitForURL("**/user/package-pending-payment/");
  await page.getByRole("link", { name: "Pay First Order" }).click();
  return orderOnPage(page);
}

export async function orderItem(page: Page): Promise<string> {
  await checkOut(page, `/item-buy/${await idOf(page, "/items")}`);
  await page.waitForURL("**/user/item-pending-payment/");
  await page.getByRole("link", { name: /^Pay Now/ }).click();
  return orderOnPage(page);
}

export async function orderOnPage(page: Page): Promise<string> {
  await page.getByRole("heading", { name: "Complete Your Payment" }).waitFor();
  await page.locator("[data-source=paypal]").waitFor();
  const line = page.locator("dl > div").filter({ hasText: "Order ID" });
  return line.locator("dd").innerText();
}

/** On the payment page of an order that was made over the call, for a journey that begins with paying. */
export async function openPayment(page: Page, kind: OrderKind = "package"): Promise<string> {
  const order = await placeOrder(page.request, "Mara Lindqvist", kind);
  await page.goto(kind === "package" ? `/pay-now/${order.orderId}` : `/item-pay-now/${order._id}`);
  expect(await orderOnPage(page)).toBe(order.orderId);
  return order.orderId;
}

export async function credits(page: Page): Promise<number> {
  const answer = await page.request.get("/api/viewer");
  return (await answer.json()).data.user.currentBalance;
}

/** Chromium notes every answer of 400 and more by itself; what else is on the console is ours. */
export const ours = (complaints: string[]) =>
  complaints.filter((each) => !each.includes("Failed to load resource"));
