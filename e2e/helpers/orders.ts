import type { APIRequestContext, Page } from "playwright-core";
import type { OrderKind, OrderRecord } from "#contract/orders.ts";
import type { Paypal } from "./paypal.ts";

/** Orders made over the calls of whoever is signed in, for screens that show them. */
export async function placeOrder(
  request: APIRequestContext,
  customerName: string,
  kind: OrderKind = "package",
  more: { couponCode?: string } = {},
): Promise<OrderRecord> {
  const goods = await (await request.get(kind === "package" ? "/packages" : "/items")).json();
  const answer = await request.post(kind === "package" ? "/new-order" : "/new-item-order", {
    data: { packageId: goods[0]._id, customerName, address: "1 Anvil Street", country: "Norway", ...more },
  });
  if (answer.status() !== 201)
    throw new Error(`An order was answered ${answer.status()}: ${await answer.text()}`);
  return (await answer.json()).data;
}

/** An order that its buyer has approved at PayPal and the shop has captured. */
export async function placePaidOrder(
  request: APIRequestContext,
  paypal: Paypal,
  customerName: string,
  kind: OrderKind = "package",
  more: { couponCode?: string } = {},
): Promise<OrderRecord> {
  const order = await placeOrder(request, customerName, kind, more);
  const made = await request.post("/api/paypal/orders", { data: { orderId: order._id, kind } });
  if (!made.ok()) throw new Error(`PayPal order: ${made.status()} ${await made.text()}`);
  const { id } = (await made.json()).data;
  await paypal.approve(id);
  const captured = await request.post(`/api/paypal/orders/${id}/capture`, { data: {} });
  if (captured.status() !== 200) throw new Error(`A capture was answered ${captured.status()}.`);
  return order;
}

/** Has the next refund that a page asks for answered as PayPal's refusal. Answers the keys of all that it asks for. */
export async function refuseRefund(page: Page): Promise<string[]> {
  const keys: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/refund")) keys.push(request.postDataJSON().idempotencyKey);
  });
  const json = { success: false, code: "CONFLICT", message: "PayPal refused the refund." };
  await page.route("**/api/orders/*/refund", (route) => route.fulfill({ status: 409, json }), { times: 1 });
  return keys;
}
