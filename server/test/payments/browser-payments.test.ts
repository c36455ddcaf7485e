import { expect, test } from "vitest";
import { OTHER } from "#emulators/test/paypal-support.ts";
import { processEvent } from "#server/features/payments/webhooks/process-event.ts";
import { approvedInBrowser, hint, paidInBrowser, unitOf } from "./browser-payer.ts";
import { openPaypalShop, type PaypalShop } from "./paypal-shop.ts";

async function rows(s: PaypalShop, query: string) {
  return (await s.shop.platform.db.execute<Record<string, unknown>>(query)).rows;
}

const problems = async (s: PaypalShop) =>
  (await rows(s, "select subject from outbox where template_name = 'Payment problem'")).map(
    ({ subject }) => subject,
  );

/** The calls that PayPal was asked since. */
async function asked(s: PaypalShop): Promise<string[]> {
  const { body } = await s.paypal.control("GET", "/requests");
  return body.map(({ operation }: { operation: string }) => operation);
}

test("a payment of a package or an item that a documented client made and captured by itself is read at PayPal and fulfils once", async () => {
  const s = await openPaypalShop();
  for (const kind of ["package", "item"] as const) {
    const order = kind === "package" ? await s.order() : await s.itemOrder();
    const id = await paidInBrowser(s, order);
    const first = await hint(s, order, id);
    expect([kind, first.status, first.body]).toEqual([
      kind,
      200,
      { success: true, matchedCount: 1, modifiedCount: 1 },
    ]);
    expect((await hint(s, order, id)).body, kind).toMatchObject({
      success: true,
      matchedCount: 1,
      modifiedCount: 0,
    });
    expect(await s.read(order), kind).toMatchObject({
      paymentStatus: "Paid",
      orderStatus: "Completed",
      paymentMethod: "Paypal",
      paypalTransactionID: id,
    });
    expect(await s.balance(), "the package's alone").toBe(10);
    expect(await problems(s), kind).toEqual([]);
  }
});

test("a browser's payment is taken once, by hint, webhook and reconciler at once or by the webhook alone, and none where it captured nothing", async () => {
  const s = await openPaypalShop();
  const order = await s.order();
  const id = await paidInBrowser(s, order);
  const [first, second] = await Promise.all([hint(s, order, id), hint(s, order, id), s.flush(), s.heal()]);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(await s.read(order)).toMatchObject({ paymentStatus: "Paid", paypalTransactionID: id });
  expect(await s.balance()).toBe(10);
  expect(await problems(s)).toEqual([]);

  const closed = await s.order();
  const closedId = await paidInBrowser(s, closed);
  expect(new Set(await s.flush()), "the webhook tells of a browser that was closed").toEqual(new Set([200]));
  expect(await s.read(closed)).toMatchObject({ paymentStatus: "Paid", paypalTransactionID: closedId });
  expect(await s.balance()).toBe(20);

  const left = await s.order();
  const paypalOrderId = await approvedInBrowser(s, left);
  await s.flush();
  await s.heal();
  const { body } = await s.paypal.call("GET", `/v2/checkout/orders/${paypalOrderId}`);
  expect(body.status, "not captured by the shop").toBe("APPROVED");
  expect(await s.read(left)).toMatchObject({ paymentStatus: "pending" });
});

test("a payment that does not match grants nothing, the admins are told once, and it does not bar the order", async () => {
  const s = await openPaypalShop();
  const value = (value: string, currency_code = "USD") => ({ amount: { currency_code, value } });
  const cases: [what: string, changes: object, strays: number][] = [
    ["a smaller amount", value("0.01"), 1],
    ["another currency", value("12.50", "EUR"), 1],
    ["no custom_id", { custom_id: undefined }, 1],
    ["an unknown custom_id", { custom_id: "NOBODYS1" }, 1],
    ["another invoice_id", { invoice_id: "NOBODYS1" }, 1],
    ["no invoice_id", { invoice_id: undefined }, 1],
    ["another payee", { payee: { merchant_id: OTHER.merchantId } }, 0],
  ];
  for (const [what, changes, strays] of cases) {
    const order = await s.order();
    const id = await paidInBrowser(s, order, changes);
    for (let time = 0; time < 2; time += 1) {
      const answer = await hint(s, order, id);
      expect([what, answer.status, answer.body.code]).toEqual([what, 409, "PAYMENT_MISMATCH"]);
    }
    await s.flush();
    await s.heal();
    expect(await s.read(order)).toMatchObject({ paymentStatus: "pending" });
    expect([what, await rows(s, `select id from stray_payments where id = '${id}'`)]).toEqual([
      what,
      Array(strays).fill({ id }),
    ]);
    await s.start(order);
  }
  expect(await problems(s)).toHaveLength(cases.length);
  expect(await s.balance()).toBe(0);
});

test("money that pays no order does not tell who an erased buyer was, whether it came before or after", async () => {
  const s = await openPaypalShop();
  const tooLittle = { amount: { currency_code: "USD", value: "0.01" } };
  const [early, late] = [await s.order(), await s.order()];
  await hint(s, early, await paidInBrowser(s, early, tooLittle));
  const payers = () => rows(s, "select payer_email from stray_payments");
  expect(await payers()).toEqual([{ payer_email: "demo-buyer@example.com" }]);
  await paidInBrowser(s, late, tooLittle);
  await s.shop.send({ method: "DELETE", url: `/api/users/${s.buyer.id}`, as: s.admin });
  expect(await payers()).toEqual([{ payer_email: null }]);
  await s.flush();
  expect(await payers()).toEqual([{ payer_email: null }, { payer_email: null }]);
  const mails = await rows(s, "select subject from outbox where text like '%demo-buyer@example.com%'");
  expect(mails).toEqual([]);
});

test("a capture pays the order that it names and no other, whoever claims it first", async () => {
  const s = await openPaypalShop();
  const thief = await s.shop.signUp();
  const [order, wanted] = [await s.order(), await s.order(thief)];
  const second = await s.order();
  const id = await paidInBrowser(s, order);
  expect((await hint(s, wanted, id, thief)).status).toBe(409);
  const told = `Please check PayPal transaction ${id}: it does not pay order ${wanted.orderId}`;
  expect(await problems(s)).toEqual([told]);
  expect((await hint(s, order, id, thief)).status).toBe(404);
  expect((await hint(s, second, id)).status).toBe(409);
  expect((await hint(s, order, id)).status).toBe(200);
  expect((await hint(s, wanted, id, thief)).status).toBe(409);
  expect(await s.read(order)).toMatchObject({ paymentStatus: "Paid", paypalTransactionID: id });
  expect(await s.read(wanted, thief)).toMatchObject({ paymentStatus: "pending" });
  expect(await s.read(second)).toMatchObject({ paymentStatus: "pending" });
  expect([await s.balance(), await s.balance(thief)]).toEqual([10, 0]);
  expect(await problems(s)).toEqual([told]);
});

test("another member's payment through the shop's own buttons pays nothing else", async () => {
  const s = await openPaypalShop();
  const { captureId } = await s.paid();
  const thief = await s.shop.signUp();
  const wanted = await s.order(thief);
  await s.paypal.control("DELETE", "/requests");
  expect((await hint(s, wanted, captureId, thief)).status).toBe(409);
  expect(await asked(s)).toEqual([]);
  expect(await s.balance(thief)).toBe(0);
});

test("another shop's capture and ids that PayPal does not know grant nothing and tell nobody", async () => {
  const s = await openPaypalShop();
  const order = await s.order();
  const unit = { ...unitOf(order), amount: { currency_code: "USD", value: order.totalPrice } };
  const body = { intent: "CAPTURE", purchase_units: [unit] };
  const made = await s.paypal.call("POST", "/v2/checkout/orders", { body, by: OTHER });
  await s.approve(made.body.id);
  const path = `/v2/checkout/orders/${made.body.id}/capture`;
  const captured = await s.paypal.call("POST", path, { body: {}, by: OTHER });
  const [{ id }] = captured.body.purchase_units[0].payments.captures;
  for (const one of [id, "0AB12345CD678901E", made.body.id])
    expect((await hint(s, order, one)).body.code).toBe("PAYMENT_MISMATCH");
  await s.heal();
  expect(await s.read(order)).toMatchObject({ paymentStatus: "pending" });
  expect(await problems(s)).toEqual([]);
  expect(await rows(s, "select state, check_at from payment_attempts")).toEqual(
    Array(3).fill({ state: "expired", check_at: null }),
  );
});

test("an id that can be none is refused before PayPal is asked", async () => {
  const s = await openPaypalShop();
  const order = await s.order();
  await s.paypal.control("DELETE", "/requests");
  for (const id of ["../../v1/x", "a b", "%2e%2e", "x".repeat(65), 7, { id: "x" }, ["x"]]) {
    const answer = await hint(s, order, id);
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, ["paypalTransactionID"]]);
  }
  for (const id of [null, undefined, "", "  "]) expect((await hint(s, order, id)).status).toBe(200);
  expect(await asked(s)).toEqual([]);
});

test("nobody asks PayPal about ids by the thousand", async () => {
  const s = await openPaypalShop({ config: { rateLimitFactor: 1 } });
  const order = await s.order();
  const statuses: number[] = [];
  for (let n = 0; n < 22; n += 1) statuses.push((await hint(s, order, `0AB12345CD67890${10 + n}`)).status);
  expect(statuses).toEqual([...Array(20).fill(409), 429, 429]);
  // The buyer still pays, by the shop's own buttons.
  const paypalOrderId = await s.start(order);
  await s.approve(paypalOrderId);
  expect((await s.capture(paypalOrderId)).status).toBe(200);
});

test("who names one payment again and again while PayPal is away has named one", async () => {
  const s = await openPaypalShop({ config: { rateLimitFactor: 1 } });
  const order = await s.order();
  const id = await paidInBrowser(s, order);
  await s.fault({ on: "get-capture", fault: "500", times: 1000 });
  for (let n = 0; n < 22; n += 1) expect((await hint(s, order, id)).status).toBe(503);
  await s.paypal.control("DELETE", "/faults");
  const other = await s.order();
  expect((await hint(s, other, "0AB12345CD678901X")).status).toBe(409);
  expect((await hint(s, order, id)).body).toMatchObject({ success: true, modifiedCount: 1 });
});

test("what cannot be read now is read later, by the reconciler, and no second claim is needed", async () => {
  const s = await openPaypalShop();
  let paid = 0;
  for (const on of ["create", "get-capture", "get-order"]) {
    for (const fault of ["500", "429", "garbage", "reset"]) {
      const order = await s.order();
      const id = await paidInBrowser(s, order);
      // Whom PayPal names as the shop's payee is asked once.
      if (on === "create" && paid > 0) continue;
      await s.fault({ on, fault });
      const answer = await hint(s, order, id);
      expect([on, fault, answer.status, answer.body.code]).toEqual([on, fault, 503, "UNAVAILABLE"]);
      expect(await s.read(order)).toMatchObject({ paymentStatus: "pending" });
      await s.heal();
      expect(await s.read(order, s.admin)).toMatchObject({
        paymentStatus: "Paid",
        reconciledBy: "reconciler",
      });
      paid += 1;
      expect(await s.balance()).toBe(10 * paid);
    }
  }
});

test("a pending capture grants nothing until PayPal completes it; a declined one leaves the order payable", async () => {
  const s = await openPaypalShop();
  const [order, declined] = [await s.order(), await s.order()];
  const id = await paidInBrowser(s, order, {}, "pending");
  expect((await hint(s, order, id)).body).toMatchObject({ success: true, modifiedCount: 0 });
  expect(await s.balance()).toBe(0);
  await s.paypal.control("POST", `/captures/${id}/complete`);
  await s.heal();
  expect(await s.read(order)).toMatchObject({ paymentStatus: "Paid" });
  const other = await paidInBrowser(s, declined, {}, "pending");
  await s.paypal.control("POST", `/captures/${other}/decline`);
  expect((await hint(s, declined, other)).body).toMatchObject({ success: true, modifiedCount: 0 });
  const paypalOrderId = await s.start(declined);
  await s.approve(paypalOrderId);
  expect((await s.capture(paypalOrderId)).status).toBe(200);
  expect(await s.balance()).toBe(20);
});

test("a capture that was refunded before it is named leaves nothing behind and delivers no item; one that keeps a part of it does", async () => {
  const s = await openPaypalShop();
  const ofPackage = await s.order();
  const captured = await paidInBrowser(s, ofPackage);
  await s.paypal.control("POST", `/captures/${captured}/refund`, {});
  await hint(s, ofPackage, captured);
  expect(await s.read(ofPackage)).toMatchObject({ paymentStatus: "Refunded", orderStatus: "Cancelled" });
  expect(await s.balance()).toBe(0);
  for (const [amount, delivered] of [
    [undefined, false],
    ["2.00", true],
  ] as const) {
    const order = await s.itemOrder();
    const id = await paidInBrowser(s, order);
    const part = amount ? { amount } : {};
    await s.paypal.control("POST", `/captures/${id}/refund`, part);
    await hint(s, order, id);
    expect(await s.read(order)).toMatchObject({
      paymentStatus: delivered ? "Partially refunded" : "Refunded",
      accessUrl: delivered ? "/demo/goods/kit" : "",
    });
    const mails = await rows(s, `select template_name from outbox where dedupe_key = 'goods:${order._id}'`);
    expect(mails).toEqual(delivered ? [{ template_name: "Item access" }] : []);
    const told = await rows(s, `select text from outbox where text like '%/demo/goods/kit%'`);
    expect(told).toHaveLength(delivered ? 1 : 0);
  }
});

test("an item whose payment had gone back before it is named is delivered, once, as soon as a refund of it fails", async () => {
  const s = await openPaypalShop();
  const order = await s.itemOrder();
  const captureId = await paidInBrowser(s, order);
  for (const part of [{ amount: "2.00" }, {}])
    await s.paypal.control("POST", `/captures/${captureId}/refund`, part);
  await hint(s, order, captureId);
  const mails = () => rows(s, `select text from outbox where dedupe_key = 'goods:${order._id}'`);
  expect([(await s.read(order)).paymentStatus, await mails()]).toEqual(["Refunded", []]);
  for (const [index, { id }] of (await rows(s, "select id from reversals order by amount_minor")).entries()) {
    await processEvent(s.shop.platform, {
      id: `WH-FAILED-${index}`,
      type: "PAYMENT.REFUND.FAILED",
      mode: "sandbox",
      body: {},
      resource: {
        id,
        status: "FAILED",
        links: [{ rel: "up", href: `https://api.paypal.com/v2/payments/captures/${captureId}` }],
      },
    });
    expect((await s.read(order)).accessUrl).toBe("/demo/goods/kit");
    const told = await mails();
    expect(told).toHaveLength(1);
    expect(told[0]!.text).toContain("/demo/goods/kit");
  }
});

test("an order that a browser pays while the shop's own buttons wait for it is paid once, and the second payment goes back", async () => {
  const s = await openPaypalShop();
  const order = await s.order();
  const own = await s.start(order);
  const id = await paidInBrowser(s, order);
  expect((await hint(s, order, id)).status).toBe(200);
  await s.approve(own);
  await s.capture(own);
  await s.heal();
  expect(await s.read(order)).toMatchObject({ paymentStatus: "Paid", paypalTransactionID: id });
  expect(await s.balance()).toBe(10);
});

test("a sandbox payment pays nothing once live payments are in use", async () => {
  const s = await openPaypalShop();
  const order = await s.order();
  const id = await paidInBrowser(s, order);
  await s.shop.send({
    method: "PUT",
    url: "/api/paypal-settings",
    as: s.admin,
    body: { mode: "live", clientId: OTHER.clientId, clientSecret: OTHER.secret, enablePayPal: true },
  });
  expect((await hint(s, order, id)).status).toBe(409);
  await s.flush();
  await s.heal();
  expect(await s.read(order)).toMatchObject({ paymentStatus: "pending" });
  expect(await s.balance()).toBe(0);
});
