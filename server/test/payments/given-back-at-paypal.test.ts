import { expect, test } from "vitest";
import { type Order, openPaypalShop, type PaypalShop, refund, refundsAsked } from "./paypal-shop.ts";

const days = (count: number) => count * 24 * 3_600_000;

async function requests(s: PaypalShop) {
  const { rows } = await s.shop.platform.db.execute(
    "select state, last_error, refund_id is not null as named from refund_requests order by created_at",
  );
  return rows;
}

const done = { state: "done", last_error: null, named: true };

/** What an order's payments gave back at PayPal, one after the other. */
async function backAtPaypal(s: PaypalShop): Promise<string[]> {
  const { body } = await s.paypal.control("GET", "/orders");
  return body[0].purchase_units[0].payments.refunds.map(({ amount }: Order) => amount.value);
}

const mails = async (s: PaypalShop, template: string) =>
  (await s.shop.platform.db.execute<{ template_name: string; text: string }>("select * from outbox")).rows
    .filter((mail) => mail.template_name === template)
    .map(({ text }) => text.replace(/\s+/g, " "));

/** Asks for 5.00 of 12.50, to which the PayPal app has no right. */
async function forbidden(s: PaypalShop) {
  const paid = await s.paid();
  await s.fault({ on: "refund", fault: "403", times: 1000 });
  const answer = await refund(s, paid.order, { amount: "5.00" });
  expect([answer.status, answer.body.message]).toEqual([202, expect.stringContaining("asks no more")]);
  return paid;
}

const giveBack = async (s: PaypalShop, captureId: string, amount?: string, how = "refund") => {
  const answer = await s.paypal.control("POST", `/captures/${captureId}/${how}`, amount ? { amount } : {});
  expect(answer.status).toBe(200);
};

/** The right is there now, and the refund is due. */
async function permit(s: PaypalShop): Promise<void> {
  await s.paypal.control("DELETE", "/faults");
  await s.paypal.control("DELETE", "/requests");
  await s.heal();
}

test("a refund that an admin made at PayPal, as the shop advised, is not made again, whichever the shop hears of first", async () => {
  const s = await openPaypalShop();
  for (const isWebhookFirst of [true, false]) {
    const before = await s.balance();
    await s.paypal.control("DELETE", "");
    await s.shop.send({ method: "POST", url: "/api/paypal-settings/webhook", as: s.admin, body: {} });
    const { order, captureId } = await forbidden(s);
    expect((await mails(s, "Payment problem")).at(-1)).toContain("asks no more");
    await giveBack(s, captureId, "5.00");
    if (isWebhookFirst) await s.flush();
    await permit(s);
    await s.flush();
    await s.heal();
    expect([await refundsAsked(s), await backAtPaypal(s)]).toEqual([0, ["5.00"]]);
    expect((await requests(s)).at(-1)).toEqual(done);
    expect(await s.read(order)).toMatchObject({
      paymentStatus: "Partially refunded",
      refundedAmount: "5.00",
    });
    expect(await s.balance()).toBe(before + 6);
  }
  expect(await mails(s, "Refund")).toHaveLength(2);
  expect(await mails(s, "Refund notice")).toHaveLength(2);
});

test("more than was asked for, or as much in parts or by a chargeback, is enough too; less ends the refund with a mail", async () => {
  const s = await openPaypalShop();
  for (const [how, amounts, end] of [
    ["refund", ["6.00"], done],
    ["refund", ["2.00", "3.00"], done],
    ["reverse", ["5.00"], { ...done, named: false }],
    [
      "refund",
      ["3.00"],
      {
        state: "refused",
        last_error: expect.stringMatching(/^\$3\.00 of this payment went back/),
        named: false,
      },
    ],
  ] as const) {
    const { captureId } = await forbidden(s);
    for (const amount of amounts) await giveBack(s, captureId, amount, how);
    await s.flush();
    expect(await mails(s, "Payment problem")).not.toContainEqual(expect.stringContaining("was not made"));
    await permit(s);
    expect([await refundsAsked(s), (await requests(s)).at(-1)], `${how} ${amounts}`).toEqual([0, end]);
  }
  expect(await mails(s, "Payment problem")).toContainEqual(expect.stringContaining("was not made: $3.00"));
});

test.each([
  ["an hour", 3_600_000],
  ["a moment", 5_000],
])(
  "what went back %s before a refund was asked for, or by another request, keeps none from being sent again",
  async (_, ago) => {
    let now = Date.now() - ago;
    const s = await openPaypalShop({ now: () => now });
    const { order, captureId } = await s.paid();
    await giveBack(s, captureId, "5.00");
    await s.flush();
    now = Date.now();
    expect((await refund(s, order, { amount: "2.00" })).status).toBe(200);
    await s.fault({ on: "refund", fault: "403", times: 1000 });
    expect((await refund(s, order, { amount: "5.00" })).status).toBe(202);
    await s.heal();
    await permit(s);
    expect([await refundsAsked(s), await backAtPaypal(s)]).toEqual([1, ["5.00", "2.00", "5.00"]]);
    expect(await requests(s)).toEqual([done, done]);
    expect(await s.read(order)).toMatchObject({ refundedAmount: "12.00" });
  },
);

test("a refund whose answer was lost is found at PayPal, and is the shop's own", async () => {
  const s = await openPaypalShop();
  const { order } = await s.paid();
  await s.fault({ on: "refund", fault: "reset-after-effect" });
  expect((await refund(s, order, { amount: "5.00" })).status).toBe(202);
  await permit(s);
  expect([await refundsAsked(s), await backAtPaypal(s), await requests(s)]).toEqual([0, ["5.00"], [done]]);
});

test("a refund is not sent again before PayPal can be read, be it that its order is gone and its capture tells of money that went back", async () => {
  const s = await openPaypalShop();
  const first = await forbidden(s);
  await s.paypal.control("DELETE", "/requests");
  await s.paypal.control("DELETE", "/faults");
  await s.fault({ on: "get-order", fault: "503", times: 1000 });
  await s.heal();
  expect(await refundsAsked(s)).toBe(0);
  await s.paypal.control("DELETE", "/faults");
  await s.fault({ on: "get-order", fault: "refused", issue: "INVALID_RESOURCE_ID", times: 1000 });
  await s.fault({ on: "get-capture", fault: "503" });
  await s.heal();
  expect([await refundsAsked(s), (await requests(s)).at(-1)]).toMatchObject([0, { state: "open" }]);
  await s.heal();
  expect([await refundsAsked(s), (await requests(s)).at(-1)], "its capture says that nothing went").toEqual([
    1,
    done,
  ]);
  expect(await s.read(first.order)).toMatchObject({ refundedAmount: "5.00" });

  await s.paypal.control("DELETE", "/faults");
  const { captureId } = await forbidden(s);
  await giveBack(s, captureId, "5.00");
  await s.paypal.control("DELETE", "/faults");
  await s.paypal.control("DELETE", "/requests");
  await s.fault({ on: "get-order", fault: "refused", issue: "INVALID_RESOURCE_ID", times: 1000 });
  await s.heal();
  const refused = { state: "refused", last_error: "422 INVALID_RESOURCE_ID", named: false };
  expect([await refundsAsked(s), (await requests(s)).at(-1)]).toEqual([0, refused]);
  expect(await mails(s, "Payment problem")).toContainEqual(expect.stringContaining("was not made: 422"));
});

test("a refund that PayPal would not know again is read, and is never sent a second time", async () => {
  let now = Date.now();
  const s = await openPaypalShop({ now: () => now });
  const { db } = s.shop.platform;
  const pass = async () => {
    now += days(46);
    await db.execute("update refund_requests set created_at = created_at - interval '46 days'");
  };
  const { order } = await s.paid();
  await s.fault({ on: "refund", fault: "reset-after-effect" });
  expect((await refund(s, order, { amount: "5.00" })).status).toBe(202);
  await pass();
  await permit(s);
  expect([await refundsAsked(s), await backAtPaypal(s), await requests(s)]).toEqual([0, ["5.00"], [done]]);

  await s.fault({ on: "refund", fault: "503" });
  expect((await refund(s, order, { amount: "2.00" })).status).toBe(202);
  await pass();
  await permit(s);
  const over =
    'PayPal keeps what it was asked for 45 days alone, and was not seen to do it: "status 503 SERVICE_UNAVAILABLE"';
  expect([await refundsAsked(s), (await requests(s)).at(-1)]).toEqual([
    0,
    { state: "refused", last_error: over, named: false },
  ]);
  expect(await mails(s, "Payment problem")).toContainEqual(expect.stringContaining(over));
});
