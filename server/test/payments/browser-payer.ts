import { expect } from "vitest";
import { SHOP } from "#emulators/test/paypal-support.ts";
import type { Answer, Person } from "../helpers/test-shop.ts";
import type { Order, PaypalShop } from "./paypal-shop.ts";

/** What PayPal's browser script has: the client id, and no secret. */
const browser = { ...SHOP, secret: "" };

/** What the documented client asks PayPal for. */
export function unitOf(order: Order, changes: object = {}) {
  const money = (value: string) => ({ currency_code: "USD", value });
  return {
    description: order.packageName,
    custom_id: order.orderId,
    invoice_id: order.paymentId,
    amount: {
      ...money(order.totalPrice),
      breakdown: {
        item_total: money(order.packagePrice),
        handling: money(order.processingFee),
        ...(order.couponCode ? { discount: money(order.discount) } : {}),
      },
    },
    ...changes,
  };
}

/** An order that the browser makes, and the payer approves. */
export async function approvedInBrowser(
  s: PaypalShop,
  order: Order,
  changes: object = {},
  instrument = "balance",
) {
  const body = { intent: "CAPTURE", purchase_units: [unitOf(order, changes)] };
  const made = await s.paypal.call("POST", "/v2/checkout/orders", { body, by: browser });
  expect(made.status).toBe(201);
  await s.approve(made.body.id, { instrument });
  return made.body.id as string;
}

/** The same, captured there as well: PayPal's capture id. */
export async function paidInBrowser(
  s: PaypalShop,
  order: Order,
  changes: object = {},
  instrument = "balance",
) {
  const id = await approvedInBrowser(s, order, changes, instrument);
  const headers = { prefer: "return=representation" };
  const path = `/v2/checkout/orders/${id}/capture`;
  const captured = await s.paypal.call("POST", path, { body: {}, by: browser, headers });
  expect(captured.status).toBe(201);
  return captured.body.purchase_units[0].payments.captures[0].id as string;
}

/** The documented call that names a capture as the payment of an order. */
export const hint = (s: PaypalShop, order: Order, id: unknown, as: Person = s.buyer): Promise<Answer> =>
  s.shop.send({
    method: "PUT",
    url: `${"itemName" in order ? "/item-update-payment-status" : "/update-payment-status"}/${order._id}`,
    as,
    body: {
      paypalTransactionID: id,
      payerEmail: "anybody@example.com",
      status: "Paid",
      orderStatus: "Completed",
      paymentMethod: "Paypal",
    },
  });
