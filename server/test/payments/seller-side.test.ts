import { expect, test } from "vitest";
import { openPaypalShop, type PaypalShop } from "./paypal-shop.ts";

async function problems(s: PaypalShop): Promise<string[]> {
  const { rows } = await s.shop.platform.db.execute<{ mail: string }>(
    "select subject || E'\\n' || text as mail from outbox where template_name = 'Payment problem' order by id",
  );
  return rows.map(({ mail }) => mail.replace(/\s+/g, " "));
}

test("a payment that waits for the seller to accept it is told to the admins with its reason", async () => {
  const s = await openPaypalShop();
  const order = await s.order();
  const paypalOrderId = await s.start(order);
  await s.approve(paypalOrderId);
  const issue = "RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION";
  await s.fault({ on: "capture", fault: "pending", issue });
  expect((await s.capture(paypalOrderId)).body.code).toBe("CAPTURE_PENDING");
  await s.flush();
  await s.heal();
  const told = await problems(s);
  expect(told).toHaveLength(1);
  for (const part of [order.orderId, issue, "accept it in your PayPal account"])
    expect(told[0]).toContain(part);
  const captured = async () => {
    const { body } = await s.shop.send({ url: `/api/orders/${order._id}/history`, as: s.admin });
    return body.data.find(({ kind }: { kind: string }) => kind === "capture");
  };
  expect(await captured()).toMatchObject({
    title: "Capture: PENDING",
    details: { problem: expect.stringContaining("accept it in your PayPal account") },
  });
  const { body } = await s.paypal.control("GET", "/orders");
  const captureId = body[0].purchase_units[0].payments.captures[0].id;
  await s.paypal.control("POST", `/captures/${captureId}/complete`);
  await s.flush();
  expect(await captured()).toMatchObject({ title: "Capture: COMPLETED", details: { problem: null } });
  expect(await s.balance()).toBe(10);
});

test("a payment that is pending for the payer's bank is no matter for the admins", async () => {
  const s = await openPaypalShop();
  const paypalOrderId = await s.start(await s.order());
  await s.approve(paypalOrderId, { instrument: "pending" });
  expect((await s.capture(paypalOrderId)).body.code).toBe("CAPTURE_PENDING");
  expect(await problems(s)).toEqual([]);
});

test("a refusal that only the seller can cure is told to the admins once a day", async () => {
  const s = await openPaypalShop();
  // Nothing is counted before somebody reads.
  await s.shop.platform.metrics.read();
  const { order: paid } = await s.paid();
  const issue = "PAYEE_ACCOUNT_RESTRICTED";
  const order = await s.order();
  const create = () =>
    s.shop.send({
      method: "POST",
      url: "/api/paypal/orders",
      as: s.buyer,
      body: { orderId: order._id, kind: "package" },
    });
  await s.fault({ on: "create", fault: "refused", issue });
  expect((await create()).status).toBe(502);
  const subject = `PayPal refuses your payments: ${issue}`;
  expect(await problems(s)).toEqual([expect.stringContaining(subject)]);
  const paypalOrderId = await s.start(order);
  await s.approve(paypalOrderId);
  await s.fault({ on: "capture", fault: "refused", issue });
  expect((await s.capture(paypalOrderId)).status).toBe(502);
  await s.fault({ on: "refund", fault: "refused", issue });
  const refund = { method: "POST", url: `/api/orders/${paid._id}/refund`, as: s.admin, body: {} };
  expect((await s.shop.send(refund)).status).toBe(409);
  expect(await problems(s)).toHaveLength(1);
  const { text } = await s.shop.platform.metrics.read();
  expect(text).toContain('thumbsmith_payments_total{outcome="refused",source="buyer"} 2');

  await s.shop.platform.db.execute("update outbox set dedupe_key = dedupe_key || ':yesterday'");
  await s.fault({ on: "refund", fault: "refused", issue });
  expect((await s.shop.send(refund)).status).toBe(409);
  expect(await problems(s)).toHaveLength(2);
});
