import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#server/db/tables/audit-log.ts";
import { holdJobs } from "../helpers/hold-jobs.ts";
import { manyMembers } from "../helpers/many-members.ts";
import { textOfPdf } from "../helpers/pdf-text.ts";
import { onceAdmitted } from "../helpers/test-shop.ts";
import {
  addCoupon,
  check,
  halfHourPasses,
  listed,
  minutesPass,
  orderWith,
  pay,
  ten,
  tryOrder,
  tryStart,
} from "./coupon-shop.ts";
import { openPaypalShop } from "./paypal-shop.ts";

test("an order with a coupon has one price at the check, in the order, at PayPal, in the CSV and in the mail", async () => {
  const s = await openPaypalShop();
  await s.shop.send({
    method: "PUT",
    url: "/api/shop-settings",
    as: s.admin,
    body: { processingFeePercent: 2.9 },
  });
  const coupon = await addCoupon(s, { value: 15 });
  const quote = await check(s, " ten ");
  // 15 % of 12.50 is 1.875, halves up; 2.9 % of the 10.62 that are left is 0.30798.
  expect(quote.body.data).toEqual({
    code: "TEN",
    discount: "1.88",
    processingFee: "0.31",
    total: "10.93",
    extraCredits: 0,
  });
  const order = await orderWith(s, "tEn");
  expect(order).toMatchObject({
    couponCode: "TEN",
    packagePrice: "12.50",
    discount: "1.88",
    processingFee: "0.31",
    totalPrice: "10.93",
  });
  const paypalOrderId = await s.start(order);
  const { body: made } = await s.paypal.control("GET", "/orders");
  const money = (value: string) => ({ currency_code: "USD", value });
  expect(made[0].purchase_units[0].amount).toEqual({
    ...money("10.93"),
    breakdown: { item_total: money("12.50"), handling: money("0.31"), discount: money("1.88") },
  });
  await s.approve(paypalOrderId);
  expect((await s.capture(paypalOrderId)).status).toBe(200);
  const receipt = await s.shop.send({ url: `/order/${order._id}/receipt`, as: s.buyer });
  expect(receipt.status).toBe(200);
  const csv = await s.shop.send({ url: "/api/orders.csv", as: s.admin });
  expect(csv.text).toContain("12.50,TEN,1.88,0.31,10.93,0.00,USD");
  expect(await listed(s, coupon.id)).toMatchObject({
    used: 1,
    held: 0,
    revenue: [{ amount: "10.93", currency: "USD" }],
  });
  const mails = await s.shop.platform.db.execute<{ text: string }>(
    sql`select text from outbox where template_name = 'Receipt'`,
  );
  expect(mails.rows[0]?.text).toMatch(/TEN: -\$1\.88[\s\S]*\$10\.93/);
});

test("100 buyers at once for the last 5 uses make exactly 5 orders, and the other 95 none", async () => {
  const s = await openPaypalShop();
  const coupon = await addCoupon(s, { maxUses: 5, kind: "amount", value: "2,50" });
  const buyers = await manyMembers(s.shop, 100);
  const answers = await Promise.all(buyers.map((buyer) => onceAdmitted(() => tryOrder(s, "TEN", buyer))));
  const made = answers.map((answer, at) => ({ answer, buyer: buyers[at]! }));
  const placed = made.filter(({ answer }) => answer.status === 201);
  expect(placed).toHaveLength(5);
  expect(made.filter(({ answer }) => answer.body.code === "COUPON_USED_UP")).toHaveLength(95);
  expect(await listed(s, coupon.id)).toMatchObject({ used: 0, held: 5 });
  for (const { answer, buyer } of placed)
    expect((await pay(s, answer.body.data, buyer)).captured.status).toBe(200);
  expect(await listed(s, coupon.id)).toMatchObject({
    used: 5,
    held: 0,
    revenue: [{ amount: "50.00", currency: "USD" }],
  });
  const { rows } = await s.shop.platform.db.execute(sql`select 1 from orders`);
  expect(rows).toHaveLength(5);
}, 120_000);

test("the receipt of a discounted order tells price, coupon, fee, total, tax and what was given back", async () => {
  const s = await openPaypalShop();
  await s.shop.send({
    method: "PUT",
    url: "/api/shop-settings",
    as: s.admin,
    body: { processingFeePercent: 2.9, taxBasisPoints: 1900 },
  });
  await addCoupon(s, { value: 15 });
  const order = await orderWith(s, "TEN");
  await pay(s, order);
  const read = async () => {
    const { rawPayload } = await s.shop.http.inject({
      url: `/order/${order._id}/receipt`,
      headers: { cookie: s.buyer.cookie },
    });
    return textOfPdf(rawPayload);
  };
  const after = (lines: string[], label: string) => lines[lines.indexOf(label) + 1];
  const lines = await read();
  expect(lines).toContain("Coupon TEN");
  expect(after(lines, "Date of payment")).toMatch(/^\d\d\/\d\d\/\d{4} \(UTC\)$/);
  expect(after(lines, "Coupon TEN")).toBe("-$1.88");
  expect(after(lines, "Processing fee")).toBe("$0.31");
  expect(after(lines, "Total paid")).toBe("$10.93");
  // 10.93 with 19 % in it.
  expect(after(lines, "Net")).toBe("$9.18");
  expect(after(lines, "VAT 19%, included")).toBe("$1.75");

  await s.shop.send({
    method: "POST",
    url: `/api/orders/${order._id}/refund`,
    as: s.admin,
    body: { amount: "4.00" },
  });
  const refunded = await read();
  const refund = refunded.find((line) => line.startsWith("Refunded on "))!;
  expect(after(refunded, refund)).toBe("-$4.00");
  expect(after(refunded, "Remaining")).toBe("$6.93");
});

test("an order that a coupon leaves nothing of to pay is paid once, however often it is sent, and PayPal is not asked", async () => {
  const s = await openPaypalShop();
  const coupon = await addCoupon(s, { kind: "amount", value: 40, maxUsesPerMember: 2 });
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => tryOrder(s, "TEN", s.buyer, { orderId: "SAMEFORM" })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ body }) => body.data.orderId)).size).toBe(1);
  const order = answers[0]!.body.data;
  expect(await s.read(order)).toMatchObject({
    totalPrice: "0.00",
    discount: "12.50",
    processingFee: "0.00",
    paymentStatus: "Paid",
    orderStatus: "Completed",
    paymentMethod: "Coupon",
    paypalTransactionID: null,
  });
  expect(await s.balance()).toBe(10);
  expect(await listed(s, coupon.id)).toMatchObject({ used: 1, held: 0 });
  const receipt = await s.shop.send({ url: `/order/${order._id}/receipt`, as: s.buyer });
  expect(receipt.status).toBe(200);
  expect((await tryStart(s, order)).status).toBe(409);
});

test("extra credits come with the payment and go with the refund, in proportion", async () => {
  const s = await openPaypalShop();
  await addCoupon(s, { kind: "credits", value: 6 });
  const order = await orderWith(s, "TEN");
  expect(order).toMatchObject({ credit: 16, extraCredits: 6, discount: "0.00", totalPrice: "12.50" });
  await pay(s, order);
  expect(await s.balance()).toBe(16);
  const refund = (amount: string) =>
    s.shop.send({ method: "POST", url: `/api/orders/${order._id}/refund`, as: s.admin, body: { amount } });
  expect((await refund("6.25")).status).toBe(200);
  expect(await s.balance()).toBe(8);
  expect((await refund("6.25")).status).toBe(200);
  expect(await s.balance()).toBe(0);
});

test("a refund of a discounted order gives back what was paid, and its use alone where the admin says so", async () => {
  const s = await openPaypalShop();
  const coupon = await addCoupon(s, { kind: "amount", value: "2.50" });
  const order = await orderWith(s, "TEN");
  await pay(s, order);
  const refund = (body: object) =>
    s.shop.send({ method: "POST", url: `/api/orders/${order._id}/refund`, as: s.admin, body });
  expect((await refund({ amount: "10.01" })).status).toBe(400);
  const once = { amount: "4.00", idempotencyKey: "once" };
  expect((await refund(once)).status).toBe(200);
  expect((await refund({ ...once, returnCouponUse: true })).status, "another one under its key").toBe(409);
  expect((await refund({ ...once, returnCouponUse: false })).status, "the same").toBe(200);
  expect(await listed(s, coupon.id)).toMatchObject({ used: 1, revenue: [{ amount: "6.00" }] });
  expect((await tryOrder(s, "TEN")).body.code).toBe("COUPON_USED_UP");
  const last = await refund({ returnCouponUse: true });
  expect(last.body.data).toMatchObject({ paymentStatus: "Refunded", refundedAmount: "10.00" });
  expect(await listed(s, coupon.id)).toMatchObject({ used: 0, revenue: [{ amount: "0.00" }] });
  const uses = await s.shop.send({ url: `/api/coupons/${coupon.id}/uses`, as: s.admin });
  expect(uses.body).toMatchObject([{ orderId: order.orderId, state: "returned", discount: "2.50" }]);
  const searched = async (q: string) =>
    (await s.shop.send({ url: `/api/coupons/${coupon.id}/uses?q=${q}`, as: s.admin })).headers[
      "x-total-count"
    ];
  expect([await searched(order.orderId), await searched("nobody")]).toEqual(["1", "0"]);
  await orderWith(s, "TEN");
});

test("a hold that lapsed is free for another buyer, and nothing is captured for its order then", async () => {
  const s = await openPaypalShop();
  const coupon = await addCoupon(s, { maxUses: 1 });
  const first = await orderWith(s, "TEN");
  const other = await s.shop.signUp({});
  expect((await tryOrder(s, "TEN", other)).status).toBe(409);
  const paying = await s.start(first);
  await halfHourPasses(s, first);
  const second = await orderWith(s, "TEN", other);
  const usedUp = "The coupon of this order has been used up. Please order again without it.";
  expect((await tryStart(s, first)).body).toMatchObject({ code: "COUPON_USED_UP", message: usedUp });
  await s.approve(paying);
  expect((await s.capture(paying)).body).toMatchObject({ code: "COUPON_USED_UP", message: usedUp });
  expect(new Set(await s.flush())).toEqual(new Set([200]));
  await s.heal();
  const { body: atPaypal } = await s.paypal.control("GET", "/orders");
  expect(atPaypal).toMatchObject([{ id: paying, status: "APPROVED" }]);
  expect((await pay(s, second, other)).captured.status).toBe(200);
  expect(await listed(s, coupon.id)).toMatchObject({ used: 1, held: 0 });
});

test("whoever closes the page is not charged once the coupon has ended and the hold lapsed", async () => {
  const s = await openPaypalShop();
  const coupon = await addCoupon(s);
  const order = await orderWith(s, "TEN");
  const paying = await s.start(order);
  await halfHourPasses(s, order);
  await s.shop.send({ method: "DELETE", url: `/api/coupons/${coupon.id}`, as: s.admin });
  await s.approve(paying);
  await s.heal();
  const { body: atPaypal } = await s.paypal.control("GET", "/orders");
  expect(atPaypal).toMatchObject([{ id: paying, status: "APPROVED" }]);
  expect(await s.read(order)).toMatchObject({ paymentStatus: "pending" });
  expect((await tryStart(s, order)).body).toMatchObject({
    code: "COUPON_USED_UP",
    message: "The coupon of this order has ended. Please order again without it.",
  });
});

test("a coupon that is off or over is paid with within what was left of its hold, however often a payment is begun", async () => {
  const s = await openPaypalShop();
  const coupons = [await addCoupon(s, { code: "OFF" }), await addCoupon(s, { code: "OVER" })];
  const [off, over] = coupons.map(({ id }) => `/api/coupons/${id}`);
  const bob = await s.shop.signUp();
  const held = [await orderWith(s, "OFF", bob), await orderWith(s, "OVER", bob)];
  const orders = [await orderWith(s, "OFF"), await orderWith(s, "OVER")];
  for (const order of held) await s.start(order, bob);
  for (const order of orders) await s.start(order);
  for (const order of [...held, ...orders]) await minutesPass(s, order, 20);
  const body = { ...ten, code: "OFF", active: false };
  expect((await s.shop.send({ method: "PUT", url: off!, as: s.admin, body })).status).toBe(200);
  expect((await s.shop.send({ method: "DELETE", url: over!, as: s.admin })).status).toBe(200);
  for (const order of held) expect((await pay(s, order, bob)).captured.status).toBe(200);
  for (const order of orders) {
    // Not approved: PayPal refuses the capture, which holds nothing for longer either.
    expect((await s.capture(await s.start(order))).status).toBe(409);
    await minutesPass(s, order, 1);
    expect((await tryStart(s, order)).body).toMatchObject({
      code: "COUPON_USED_UP",
      message: "The coupon of this order has ended. Please order again without it.",
    });
  }
});

test("money that is on its way keeps its use, and one that PayPal turned down gives it back", async () => {
  const s = await openPaypalShop();
  const coupon = await addCoupon(s, { maxUses: 2 });
  const [bob, eve] = [await s.shop.signUp({}), await s.shop.signUp({})];
  const [held, lost] = [await orderWith(s, "TEN"), await orderWith(s, "TEN", bob)];
  const id = await s.start(held);
  await s.approve(id, { instrument: "pending" });
  expect((await s.capture(id)).body.code).toBe("CAPTURE_PENDING");
  await s.fault({ on: "capture", fault: "reset-after-effect" });
  expect((await pay(s, lost, bob)).captured.body.code).toBe("PENDING_VERIFICATION");
  for (const order of [held, lost]) await halfHourPasses(s, order);
  expect(await listed(s, coupon.id)).toMatchObject({ used: 0, held: 2 });
  expect((await tryOrder(s, "TEN", eve)).body.code).toBe("COUPON_USED_UP");
  await s.heal();
  expect(await s.read(lost, bob)).toMatchObject({ paymentStatus: "Paid" });
  const [payment] = (await s.paypal.call("GET", `/v2/checkout/orders/${id}`)).body.purchase_units;
  await s.paypal.control("POST", `/captures/${payment.payments.captures[0].id}/decline`);
  await s.heal();
  await halfHourPasses(s, held);
  expect((await pay(s, await orderWith(s, "TEN", eve), eve)).captured.status).toBe(200);
  expect(await listed(s, coupon.id)).toMatchObject({ used: 2, held: 0 });
});

test("a hold that ends while its payment waits for the coupon is not kept beside the use that another took meanwhile", async () => {
  const s = await openPaypalShop();
  const coupon = await addCoupon(s, { maxUses: 1 });
  const other = await s.shop.signUp({});
  const second = await orderWith(s, "TEN", other);
  await halfHourPasses(s, second);
  const first = await orderWith(s, "TEN");
  // What the other's payment does as the hold ends, in between.
  const client = await holdJobs(s.shop.connectionString, []);
  await client.query("begin");
  await client.query("select from coupons for update");
  const starting = tryStart(s, first);
  const waits = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const isWaiting = async () => (await s.shop.platform.db.execute(waits)).rowCount;
  await expect.poll(isWaiting).toBe(1);
  const ends = "update coupon_uses set held_until = clock_timestamp() where order_id = $1";
  await client.query(ends, [first._id]);
  await client.query(ends.replace("()", "() + interval '30 minutes'"), [second._id]);
  await client.query("commit");
  expect((await starting).body.code).toBe("COUPON_USED_UP");
  expect(await listed(s, coupon.id)).toMatchObject({ used: 0, held: 1 });
  expect((await pay(s, second, other)).captured.status).toBe(200);
});

test("a member's next order takes over the hold of one that waits, but not of one that is being paid", async () => {
  const s = await openPaypalShop();
  const coupon = await addCoupon(s);
  await orderWith(s, "TEN");
  const second = await orderWith(s, "TEN");
  expect(await listed(s, coupon.id)).toMatchObject({ held: 1 });
  await s.start(second);
  expect((await check(s, "TEN")).status).toBe(409);
  expect((await tryOrder(s, "TEN")).status).toBe(409);
});

test("an order that is cancelled gives its hold up, but not one that is being paid, whose money has the price it was shown", async () => {
  const s = await openPaypalShop();
  const coupon = await addCoupon(s, { maxUses: 2 });
  const [paying, waiting] = [await orderWith(s, "TEN"), await orderWith(s, "TEN", await s.shop.signUp({}))];
  const payment = await s.start(paying);
  for (const { _id } of [paying, waiting])
    await s.shop.send({ method: "DELETE", url: `/order/${_id}`, as: s.admin });
  expect(await listed(s, coupon.id)).toMatchObject({ held: 1 });
  const [bob, eve] = [await s.shop.signUp({}), await s.shop.signUp({})];
  await orderWith(s, "TEN", bob);
  expect((await tryOrder(s, "TEN", eve)).body.code).toBe("COUPON_USED_UP");
  await s.approve(payment);
  expect((await s.capture(payment)).body.data).toMatchObject({ paymentStatus: "Paid" });
  expect(await listed(s, coupon.id)).toMatchObject({ used: 1, held: 1 });
});

test("unknown, off, ended, early, late and other packages' codes are one sentence and make no order", async () => {
  const s = await openPaypalShop({ config: { rateLimitFactor: 100 } });
  const other = await s.shop.send({
    method: "POST",
    url: "/add-package",
    as: s.admin,
    body: { packageName: "Other", price: "5", credit: 1 },
  });
  await addCoupon(s, { code: "OFF", active: false });
  await addCoupon(s, { code: "LATE", until: "2020-01-01" });
  await addCoupon(s, { code: "EARLY", from: "2999-01-01" });
  await addCoupon(s, { code: "OTHER", packageIds: [other.body.data._id] });
  const ended = await addCoupon(s, { code: "ENDED" });
  await s.shop.send({ method: "DELETE", url: `/api/coupons/${ended.id}`, as: s.admin });
  const texts = new Set<string>();
  for (const code of ["NOSUCH", "OFF", "LATE", "EARLY", "OTHER", "ENDED", "x".repeat(1000), "💥"]) {
    const checked = await check(s, code);
    expect([code, checked.status, checked.body.code]).toEqual([code, 404, "COUPON_INVALID"]);
    const ordered = await tryOrder(s, code);
    expect([code, ordered.status]).toEqual([code, 409]);
    texts.add(checked.body.message).add(ordered.body.fields.couponCode);
  }
  expect(texts.size).toBe(1);
  expect((await check(s, "   ")).body.fields).toEqual({ code: "Please enter a code." });
  const { rows } = await s.shop.platform.db.execute(sql`select 1 from orders`);
  expect(rows).toEqual([]);
  expect((await check(s, "other", s.buyer, other.body.data._id)).status).toBe(200);
});

test("of 20 codes tried at once 10 are looked up, and orders count with them", async () => {
  const s = await openPaypalShop({ config: { rateLimitFactor: 1 } });
  await addCoupon(s);
  const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => check(s, `GUESS${at}`)));
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  expect((await tryOrder(s, "TEN")).status).toBe(429);
  const other = await s.shop.signUp({});
  const orders = await Promise.all(Array.from({ length: 20 }, (_, at) => tryOrder(s, `GUESS${at}`, other)));
  expect(orders.filter(({ status }) => status === 409)).toHaveLength(10);
  expect(orders.filter(({ status }) => status === 429)).toHaveLength(10);
});

test("right codes are never too many, and neither they nor used-up ones make wrong ones free", async () => {
  const s = await openPaypalShop({ config: { rateLimitFactor: 1 } });
  await addCoupon(s, { maxUsesPerMember: 50 });
  await addCoupon(s, { code: "GONE", kind: "amount", value: 40 });
  const other = await s.shop.signUp({});
  await orderWith(s, "GONE");
  for (let at = 0; at < 15; at += 1) {
    expect((await check(s, "TEN")).status).toBe(200);
    expect((await check(s, "GONE")).body.code).toBe("COUPON_USED_UP");
    expect((await tryOrder(s, "TEN", s.buyer, { packageId: "none" })).status).toBe(404);
  }
  await orderWith(s, "TEN");
  const wrong = async (at: number) =>
    at % 2 ? (await check(s, `GUESS${at}`)).status : (await tryOrder(s, `GUESS${at}`)).status;
  for (let at = 0; at < 10; at += 1) {
    expect(await wrong(at)).toBe(at % 2 ? 404 : 409);
    if (at < 9) expect((await check(s, "TEN")).status).toBe(200);
  }
  expect([await wrong(10), await wrong(11), (await check(s, "TEN")).status]).toEqual([429, 429, 429]);
  // Twenty tabs that open at once: whoever is refused then is not locked out.
  await Promise.all(Array.from({ length: 20 }, () => check(s, "TEN", other)));
  expect((await check(s, "TEN", other)).status).toBe(200);
});

test("a coupon that cannot be is refused and named by its field", async () => {
  const s = await openPaypalShop();
  const cases: [what: string, form: object, field: string][] = [
    ["a percent of 101", { value: 101 }, "value"],
    ["a percent of 0", { value: 0 }, "value"],
    ["a broken percent", { value: 12.5 }, "value"],
    ["a negative amount", { kind: "amount", value: -1 }, "value"],
    ["an amount that could be a thousand", { kind: "amount", value: "1,250" }, "value"],
    ["half a credit", { kind: "credits", value: 1.5 }, "value"],
    ["dates turned round", { from: "2026-12-02", until: "2026-12-01" }, "until"],
    ["a day that is none", { from: "2026-02-30" }, "from"],
    ["a code of blanks", { code: "     " }, "code"],
    ["a code of 1,000 letters", { code: "x".repeat(1000) }, "code"],
    ["no use at all", { maxUses: 0 }, "maxUses"],
    ["a package that is none", { packageIds: ["0".repeat(24)] }, "packageIds"],
  ];
  for (const [what, form, field] of cases) {
    const answer = await s.shop.send({
      method: "POST",
      url: "/api/coupons",
      as: s.admin,
      body: { ...ten, ...form },
    });
    expect([what, answer.status, Object.keys(answer.body.fields)]).toEqual([what, 400, [field]]);
  }
});

test("a code is given once in whatever case, a stale save is refused with what stands, and an ended coupon stays as it ended", async () => {
  const s = await openPaypalShop();
  const coupon = await addCoupon(s, { from: "2026-01-01", until: "2999-01-01" });
  expect(coupon).toMatchObject({
    from: "2026-01-01T00:00:00.000Z",
    until: "2999-01-01T23:59:59.999Z",
    maxUses: null,
    maxUsesPerMember: 1,
  });
  const again = await s.shop.send({
    method: "POST",
    url: "/api/coupons",
    as: s.admin,
    body: { ...ten, code: "ten" },
  });
  expect([again.status, Object.keys(again.body.fields)]).toEqual([409, ["code"]]);
  const url = `/api/coupons/${coupon.id}`;
  const save = (body: object) => s.shop.send({ method: "PUT", url, as: s.admin, body: { ...ten, ...body } });
  const saved = await Promise.all([20, 30].map((value) => save({ value, version: coupon.version })));
  expect(saved.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const refused = saved.find(({ status }) => status === 409)!;
  expect(refused.body).toMatchObject({ code: "STALE_VERSION", data: { version: coupon.version + 1 } });
  const change = (body: object) => s.shop.send({ method: "PUT", url, as: s.admin, body });
  expect((await change({ active: false, value: "2,5" })).body.fields, "of what stands").toHaveProperty(
    "value",
  );
  expect((await change({ until: "2025-12-31" })).body.fields).toHaveProperty("until");
  const end = () => s.shop.send({ method: "DELETE", url, as: s.admin });
  expect((await end()).status).toBe(200);
  const ended = await listed(s, coupon.id);
  expect(ended).toMatchObject({ active: false, endedAt: expect.any(String) });
  expect((await end()).status).toBe(200);
  expect((await save({ active: true })).status).toBe(409);
  expect(await listed(s, coupon.id)).toEqual(ended);
  const { db } = s.shop.platform;
  expect(await db.$count(auditLog, eq(auditLog.action, "DELETE /api/coupons/{id}"))).toBe(1);
});

test("what was paid with play money is no revenue of its coupon, nothing that its buyer paid and no sale, once live payments are in use", async () => {
  const s = await openPaypalShop();
  const coupon = await addCoupon(s, { value: 20 });
  const paypalOrderId = await s.start(await orderWith(s, "TEN"));
  await s.approve(paypalOrderId);
  expect((await s.capture(paypalOrderId)).status).toBe(200);
  const read = async (url: string) => (await s.shop.send({ url, as: s.admin })).body.data;
  const told = async () => {
    const [{ paid }, { days }] = [await read(`/api/users/${s.buyer.id}`), await read("/api/insights?days=7")];
    const { revenue } = await listed(s, coupon.id);
    return { paid, revenue, sold: days.at(-1).paidOrders, credits: days.at(-1).creditsSold };
  };
  const money = [{ amount: "10.00", currency: "USD" }];
  expect(await told()).toEqual({ paid: money, revenue: money, sold: 1, credits: 10 });
  const live = { mode: "live", clientId: "live-client", clientSecret: "live-secret" };
  const saved = await s.shop.send({ method: "PUT", url: "/api/paypal-settings", as: s.admin, body: live });
  expect(saved.status).toBe(200);
  expect(await told()).toEqual({ paid: [], revenue: [], sold: 0, credits: 0 });
});
