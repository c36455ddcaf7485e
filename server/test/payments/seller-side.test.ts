import { expect, test } from "vitest";
import { OTHER, SHOP } from "#emulators/test/paypal-support.ts";
import { recheckCaptures } from "#server/features/payments/recheck-captures.ts";
import { openPaypalShop, type PaypalShop, paidTwice, refund } from "./paypal-shop.ts";

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
  expect((await refund(s, paid)).status).toBe(409);
  expect(await problems(s)).toHaveLength(1);
  const { text } = await s.shop.platform.metrics.read();
  expect(text).toContain('thumbsmith_payments_total{outcome="refused",source="buyer"} 2');

  await s.shop.platform.db.execute("update outbox set dedupe_key = dedupe_key || ':yesterday'");
  await s.fault({ on: "refund", fault: "refused", issue });
  expect((await refund(s, paid)).status).toBe(409);
  expect(await problems(s)).toHaveLength(2);
});

async function refunds(s: PaypalShop) {
  return (
    await s.shop.platform.db.execute("select state, last_error from refund_requests order by created_at")
  ).rows;
}

const useOtherAccount = (s: PaypalShop) => {
  const body = { clientId: OTHER.clientId, clientSecret: OTHER.secret };
  return s.shop.send({ method: "PUT", url: "/api/paypal-settings", as: s.admin, body });
};

test("a refund of a payment that another account took is refused, and the admins are told where to give it back", async () => {
  const s = await openPaypalShop();
  const { order } = await s.paid();
  await s.fault({ on: "refund", fault: "503", times: 1000 });
  await paidTwice(s);
  // The refund is asked for beside the answer, and says afterwards when it is due again.
  await expect
    .poll(() => refunds(s))
    .toEqual([{ state: "open", last_error: expect.stringContaining("503") }]);
  await useOtherAccount(s);
  await s.paypal.control("DELETE", "/faults");
  await s.heal();
  const elsewhere = "paid into another PayPal account (sandbox, client ID shop-client): refund it there";
  expect(await refunds(s)).toEqual([{ state: "refused", last_error: expect.stringContaining(elsewhere) }]);
  expect(await problems(s)).toContainEqual(expect.stringContaining(elsewhere));
  const answer = await refund(s, order);
  expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining(elsewhere)]);

  const due = () => s.shop.platform.db.execute("update captures set check_at = now() - interval '1 second'");
  await due();
  await recheckCaptures(s.shop.platform);
  const { rows } = await s.shop.platform.db.execute(
    "select round(extract(epoch from check_at - now()) / 3600)::int as hours from captures where fulfilled_at is not null",
  );
  expect(rows).toEqual([{ hours: 24 }, { hours: 24 }]);
});

test("a refund of a payment from before its client id was kept ends by the payee that PayPal had named", async () => {
  const s = await openPaypalShop();
  const { order } = await s.paid();
  await s.shop.platform.db.execute("update payment_attempts set client_id = null");
  await useOtherAccount(s);
  const answer = await refund(s, order);
  const elsewhere = `paid into another PayPal account (sandbox, merchant ID ${SHOP.merchantId}): refund it there`;
  expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining(elsewhere)]);
  expect(await refunds(s)).toEqual([{ state: "refused", last_error: expect.stringContaining(elsewhere) }]);
});

test("a refund of which nothing tells whose it is goes on as long as PayPal knows it again, or refunds, and then ends with a mail", async () => {
  const s = await openPaypalShop();
  const { order } = await s.paid();
  const { db } = s.shop.platform;
  await db.execute(
    "update payment_attempts set client_id = null, payee_merchant_id = null, payee_email = null",
  );
  await useOtherAccount(s);
  const pass = async (days: number) => {
    const ago = `interval '${days} days'`;
    await db.execute(`update captures set capture_time = capture_time - ${ago}`);
    await db.execute(`update refund_requests set created_at = created_at - ${ago} where state = 'open'`);
    await s.heal();
  };
  const answer = "status 403 PERMISSION_DENIED";
  const askAndWait = async (days: number) => {
    expect((await refund(s, order)).status).toBe(202);
    await pass(days);
    expect((await refunds(s)).at(-1)).toEqual({ state: "open", last_error: answer });
  };
  const endsAfter = async (days: number, rule: string) => {
    await pass(days);
    const over = `${rule}, and was not seen to do it: "${answer}"`;
    expect((await refunds(s)).at(-1)).toEqual({ state: "refused", last_error: over });
    expect(await problems(s)).toContainEqual(expect.stringContaining(over));
  };
  await askAndWait(43);
  await endsAfter(2, "PayPal keeps what it was asked for 45 days alone");
  await pass(134);
  await askAndWait(1);
  await endsAfter(2, "PayPal refunds for 180 days alone");
  expect(await s.read(order)).toMatchObject({ paymentStatus: "Paid" });
});

test("a second payment that cannot be given back for a missing right is told to the admins", async () => {
  const s = await openPaypalShop();
  const { order: paid } = await s.paid();
  await s.fault({ on: "refund", fault: "403", times: 1000 });
  const order = await paidTwice(s);
  const refused = [{ state: "open", last_error: "status 403 PERMISSION_DENIED" }];
  await expect.poll(() => refunds(s)).toEqual(refused);
  await s.heal();
  await s.heal();
  expect(await refunds(s)).toEqual(refused);
  const ofRight = async () => (await problems(s)).filter((mail) => mail.includes("no right to refund"));
  expect(await ofRight()).toEqual([expect.stringContaining(order.orderId)]);
  const answer = await refund(s, paid);
  expect([answer.status, answer.body.message]).toEqual([202, expect.stringContaining("no right")]);
  await s.paypal.control("DELETE", "/faults");
  await s.heal();
  expect((await refunds(s)).map(({ state }) => state)).toEqual(["done", "done"]);
});
