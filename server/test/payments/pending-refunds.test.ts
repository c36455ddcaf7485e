import { expect, onTestFinished, test, vi } from "vitest";
import { recheckCaptures } from "#server/features/payments/recheck-captures.ts";
import { bookLeftReversals } from "#server/features/payments/refunds/book-left-reversals.ts";
import { backfillEvents } from "#server/features/payments/webhooks/backfill-events.ts";
import {
  type Order,
  openPaypalShop,
  type PaypalShop,
  paidTwice,
  refund,
  refundsAsked,
} from "./paypal-shop.ts";

/** Status, money that went back, and the buyer's balance. */
async function stands(s: PaypalShop, order: Order): Promise<string> {
  const { paymentStatus, refundedAmount } = await s.read(order);
  return `${paymentStatus} ${refundedAmount}, ${await s.balance()} credits`;
}

const rowsOf = async (s: PaypalShop, query: string) => (await s.shop.platform.db.execute(query)).rows;

/** PayPal's refunds, the newest last. */
async function refundsAtPaypal(s: PaypalShop): Promise<{ id: string; status: string }[]> {
  const { body } = await s.paypal.control("GET", "/orders");
  return body.flatMap(({ purchase_units }: Order) => purchase_units[0].payments?.refunds ?? []);
}

async function end(s: PaypalShop, how: "complete" | "fail" | "cancel"): Promise<void> {
  const { id } = (await refundsAtPaypal(s)).at(-1)!;
  expect((await s.paypal.control("POST", `/refunds/${id}/${how}`)).status).toBe(200);
}

/** A paid order of which PayPal has taken a refund that it settles later. */
async function pending(s: PaypalShop, body: object = {}) {
  const paid = await s.paid();
  await s.fault({ on: "refund", fault: "pending" });
  const answer = await refund(s, paid.order, body);
  expect([answer.status, answer.body.message]).toEqual([200, expect.stringContaining("settles it later")]);
  return paid;
}

/** The daily look at what PayPal's order tells. */
async function review(s: PaypalShop): Promise<void> {
  await s.shop.platform.db.execute(
    "update captures set check_at = now() - interval '1 second' where check_at is not null",
  );
  await recheckCaptures(s.shop.platform);
}

async function history(s: PaypalShop, order: Order): Promise<string[]> {
  const { body } = await s.shop.send({ url: `/api/orders/${order._id}/history`, as: s.admin });
  return body.data
    .filter(({ kind }: Order) => kind === "refund")
    .map(({ title }: Order) => title)
    .toSorted();
}

async function matters(s: PaypalShop): Promise<string[]> {
  const { body } = await s.shop.send({ url: "/api/insights", as: s.admin });
  return body.data.matters.map(({ text }: { text: string }) => text);
}

const notMade = (order: Order) =>
  expect.stringMatching(new RegExp(`^A refund of .* of order ${order.orderId} was not made`));

/** What was mailed about refunds, to the buyer and to the admin. */
async function mails(s: PaypalShop, order: Order) {
  const rows = await rowsOf(
    s,
    "select to_email, subject from outbox where template_name like 'Refund%' order by id",
  );
  const to = (email: string) =>
    rows
      .filter(({ to_email }) => to_email === email)
      .map(({ subject }) => String(subject).replace(order.orderId, "X"));
  return { buyer: to(s.buyer.email), admin: to(s.admin.email) };
}

test("a refund that PayPal settles later takes credits and membership back at once, is shown and told as pending, and keeps its money from going twice", async () => {
  const s = await openPaypalShop();
  const { order } = await pending(s, { amount: "5.00", idempotencyKey: "once" });
  expect(await stands(s, order)).toBe("Partially refunded 5.00, 6 credits");
  expect(await history(s, order)).toEqual(["Refund asked for: done", "refund: pending"]);
  expect(await mails(s, order)).toEqual({
    buyer: ["Your refund of $5.00 for order X"],
    admin: ["Refund pending: order X, $5.00"],
  });
  const [toBuyer] = await rowsOf(s, "select text from outbox where template_name = 'Refund'");
  expect(String(toBuyer?.text).replace(/\s+/g, " ")).toMatch(
    /we are giving \$5\.00 back .* not settled it yet/,
  );
  const again = await refund(s, order, { amount: "5.00", idempotencyKey: "once" });
  expect([again.status, again.body.message]).toEqual([200, expect.stringContaining("settles it later")]);
  const tooMuch = await refund(s, order, { amount: "7.51" });
  expect([tooMuch.status, tooMuch.body.fields.amount]).toEqual([400, "At most 7.50 can be given back."]);
  expect(await refundsAsked(s)).toBe(1);
  expect((await refund(s, order)).body.message).toBe("Refund completed.");
  expect(await stands(s, order)).toBe("Refunded 12.50, 0 credits");
});

test("a pending refund that is settled changes nothing and is told once, however often and late PayPal tells of it", async () => {
  const s = await openPaypalShop();
  const { order } = await pending(s);
  expect(await stands(s, order)).toBe("Refunded 12.50, 0 credits");
  await end(s, "complete");
  await s.paypal.control("POST", "/webhooks/duplicate", { eventType: "PAYMENT.CAPTURE.REFUNDED", times: 2 });
  await s.paypal.control("POST", "/webhooks/duplicate", { eventType: "PAYMENT.REFUND.PENDING", times: 2 });
  await s.flush();
  await review(s);
  expect(await stands(s, order)).toBe("Refunded 12.50, 0 credits");
  expect(await history(s, order)).toEqual(["Refund asked for: done", "refund: done"]);
  expect(await mails(s, order)).toEqual({
    buyer: ["Your refund of $12.50 for order X", "Your refund of $12.50 for order X has gone through"],
    admin: ["Refund pending: order X, $12.50", "Refund, settled: order X, $12.50"],
  });
  expect(await rowsOf(s, "select minor from reversal_movements")).toEqual([{ minor: -1250 }]);
});

test.each([
  ["failed", "a webhook", "fail", false, (s: PaypalShop) => s.flush()],
  ["failed", "the daily review alone", "fail", true, review],
  [
    "failed",
    "PayPal's list of events alone",
    "fail",
    true,
    ({ shop }: PaypalShop) => backfillEvents(shop.platform),
  ],
  ["was cancelled, of which PayPal sends no event", "the daily review", "cancel", true, review],
] as const)(
  "a pending refund that %s gives everything back by %s, waits for the owner, and can be made anew",
  async (_, __, how, isLost, learn) => {
    const s = await openPaypalShop();
    const { order } = await pending(s, { idempotencyKey: "once" });
    expect((await s.membership()).level).toBe("free");
    await s.flush();
    expect(await matters(s)).not.toContainEqual(notMade(order));
    await end(s, how);
    if (isLost) await s.paypal.control("POST", "/webhooks/drop");
    await learn(s);
    expect(await stands(s, order)).toBe("Paid 0.00, 10 credits");
    expect((await s.membership()).level).toBe("premium");
    expect(await matters(s)).toContainEqual(notMade(order));
    expect(await history(s, order)).toEqual(["Refund asked for: refused", "refund: failed"]);
    expect(await mails(s, order)).toEqual({
      buyer: ["Your refund of $12.50 for order X", "Your refund for order X did not go through"],
      admin: ["Refund pending: order X, $12.50", "Refund failed: order X, $12.50"],
    });
    const same = await refund(s, order, { idempotencyKey: "once" });
    expect([same.status, same.body.message]).toEqual([
      409,
      expect.stringContaining("could not carry it out"),
    ]);
    expect((await refund(s, order, { idempotencyKey: "anew" })).status).toBe(200);
    expect(await stands(s, order)).toBe("Refunded 12.50, 0 credits");
    expect(await matters(s)).not.toContainEqual(notMade(order));
    await s.flush();
    await review(s);
    expect(await refundsAtPaypal(s)).toHaveLength(2);
    expect(await stands(s, order)).toBe("Refunded 12.50, 0 credits");
  },
);

/** What happens while the answer to a refund, which says that it is pending, is on its way. */
async function whileAsked(s: PaypalShop, happens: () => Promise<void>): Promise<void> {
  await s.fault({ on: "refund", fault: "pending" });
  const real = globalThis.fetch;
  const late = vi.spyOn(globalThis, "fetch").mockImplementation(async (...asked) => {
    const answer = await real(...asked);
    if (String(asked[0]).endsWith("/refund")) await happens();
    return answer;
  });
  onTestFinished(() => late.mockRestore());
}

test("a refund whose failure is heard of before PayPal's answer that it is pending, and before the event that it is, was not made", async () => {
  const s = await openPaypalShop();
  const { order } = await s.paid();
  await whileAsked(s, async () => {
    await end(s, "fail");
    expect(await s.flush({ eventType: "PAYMENT.REFUND.FAILED" })).toEqual([200]);
  });
  const answer = await refund(s, order);
  expect([answer.status, answer.body.message]).toEqual([
    409,
    "The refund was not made: PayPal took it and could not carry it out.",
  ]);
  await s.flush();
  expect(await stands(s, order)).toBe("Paid 0.00, 10 credits");
  expect(await matters(s)).toContainEqual(notMade(order));
  expect((await mails(s, order)).buyer).toEqual([]);
});

test("a pending refund is asked about until it has ended, also where PayPal reverses no payment as old as this", async () => {
  const s = await openPaypalShop();
  const { order } = await pending(s);
  const checks = () => rowsOf(s, "select check_at > now() + interval '23 hours' as tomorrow from captures");
  await rowsOf(s, "update captures set fulfilled_at = now() - interval '200 days', check_at = now()");
  await review(s);
  expect(await checks()).toEqual([{ tomorrow: true }]);
  await end(s, "cancel");
  await review(s);
  expect(await stands(s, order)).toBe("Paid 0.00, 10 credits");
  await review(s);
  expect(await checks()).toEqual([{ tomorrow: null }]);
});

test("a second payment whose refund is pending and fails waits for the owner, and is given back from the order's history", async () => {
  const s = await openPaypalShop();
  await s.fault({ on: "refund", fault: "pending" });
  const order = await paidTwice(s);
  await s.heal();
  await s.flush();
  expect(await stands(s, order)).toBe("Paid 0.00, 10 credits");
  await end(s, "fail");
  await s.flush();
  await s.heal();
  expect(await matters(s)).toContainEqual(notMade(order));
  const { body } = await s.shop.send({ url: `/api/orders/${order._id}/history`, as: s.admin });
  const [line] = body.data.filter(({ refundable }: Order) => refundable);
  expect((await refund(s, order, { captureId: line.refundable.captureId })).status).toBe(200);
  expect(await matters(s)).not.toContainEqual(notMade(order));
  expect(await stands(s, order)).toBe("Paid 0.00, 10 credits");
  expect((await refundsAtPaypal(s)).map(({ status }) => status)).toEqual(["FAILED", "COMPLETED"]);
});

test("a refund whose failure a process of a former release stored waits for the owner, behind none that was asked for after it", async () => {
  const s = await openPaypalShop();
  const { order } = await pending(s, { amount: "5.00", idempotencyKey: "first" });
  await s.fault({ on: "refund", fault: "refused", issue: "REFUND_NOT_ALLOWED" });
  expect((await refund(s, order, { amount: "3.00", idempotencyKey: "earlier" })).status).toBe(409);
  await s.fault({ on: "refund", fault: "pending" });
  await refund(s, order, { amount: "4.00", idempotencyKey: "later" });
  await end(s, "fail");
  await s.flush();
  // What a former release leaves: it knows of the failure, and not that a request ends by it.
  await rowsOf(
    s,
    "update refund_requests set state = 'done', last_error = null where idempotency_key = 'later'",
  );
  expect(await matters(s)).not.toContainEqual(notMade(order));
  await bookLeftReversals(s.shop.platform);
  await bookLeftReversals(s.shop.platform);
  expect((await matters(s)).filter((text) => text.includes(order.orderId))).toEqual([
    expect.stringContaining("$3.00"),
    expect.stringContaining("$4.00"),
  ]);
  const states = await rowsOf(s, "select state from refund_requests order by created_at");
  expect(states.map(({ state }) => state)).toEqual(["done", "refused", "refused"]);
});

test.each([
  ["is made", "complete", []],
  ["fails", "fail", [false]],
  ["is cancelled, of which nobody tells", "cancel", [true]],
] as const)(
  "money without an order waits for the owner, called pending, until its refund is made: where it %s",
  async (_, how, after) => {
    const s = await openPaypalShop();
    const { captureId } = await s.paypal.paid({ custom_id: "FORGOTTN" });
    await s.flush();
    await s.fault({ on: "refund", fault: "pending" });
    await s.paypal.call("POST", `/v2/payments/captures/${captureId}/refund`, {});
    const areAwaited = async () => {
      await s.flush();
      const { body } = await s.shop.send({ url: "/api/insights", as: s.admin });
      return body.data.providers.strayPayments.map(({ reason }: { reason: string }) =>
        reason.endsWith(", and a refund of it is pending"),
      );
    };
    expect(await areAwaited()).toEqual([true]);
    const found = await s.shop.send({ url: `/api/search?q=${captureId}`, as: s.admin });
    expect(JSON.stringify(found.body)).toContain("and a refund of it is pending");
    await end(s, how);
    expect(await areAwaited()).toEqual(after);
  },
);

test.each([
  ["complete", "Refunded 12.50, 0 credits"],
  ["cancel", "Paid 0.00, 10 credits"],
] as const)(
  "a pending refund whose order PayPal no longer has is asked about by itself, and nobody is mailed to check it: %s",
  async (how, stood) => {
    const s = await openPaypalShop();
    const { order } = await pending(s);
    const asked = async () => {
      await s.fault({ on: "get-order", fault: "refused", issue: "RESOURCE_NOT_FOUND" });
      await review(s);
    };
    await asked();
    expect(await stands(s, order)).toBe("Refunded 12.50, 0 credits");
    await end(s, how);
    await s.paypal.control("POST", "/webhooks/drop");
    await asked();
    expect(await stands(s, order)).toBe(stood);
    expect(await rowsOf(s, "select state from reversals where state = 'pending'")).toEqual([]);
    expect(await rowsOf(s, "select subject from outbox where template_name = 'Payment problem'")).toEqual([]);
  },
);

test("a refund that is settled before PayPal's answer that it is pending counts besides a dispute that was lost before", async () => {
  const s = await openPaypalShop();
  const { order, captureId } = await s.paid();
  const amount = { currency_code: "USD", value: "4.00" };
  const dispute = {
    dispute_id: "PP-LOST",
    status: "RESOLVED",
    disputed_transactions: [{ seller_transaction_id: captureId }],
    dispute_amount: amount,
    create_time: "2026-03-01T10:00:00Z",
    update_time: "2026-03-01T10:01:00Z",
    dispute_outcome: { outcome_code: "RESOLVED_BUYER_FAVOUR", amount_refunded: amount },
  };
  const event = { id: "WH-LOST", event_type: "CUSTOMER.DISPUTE.RESOLVED", resource: dispute };
  await s.paypal.control("POST", "/webhooks/send", { event });
  expect(await stands(s, order)).toBe("Partially refunded 4.00, 7 credits");
  await whileAsked(s, async () => {
    await end(s, "complete");
    expect(await s.flush({ eventType: "PAYMENT.CAPTURE.REFUNDED" })).toEqual([200]);
  });
  const answer = await refund(s, order, { amount: "5.00" });
  expect([answer.status, answer.body.message]).toEqual([200, "Refund completed."]);
  expect(await stands(s, order)).toBe("Partially refunded 9.00, 3 credits");
  expect(await rowsOf(s, "select sum(minor)::int as gone from reversal_movements")).toEqual([{ gone: -900 }]);
});
