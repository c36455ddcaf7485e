import { expect, test } from "vitest";
import { outbox } from "#server/db/tables/mail.ts";
import { adjustBalance } from "#server/features/credits/credits.service.ts";
import { recheckCaptures } from "#server/features/payments/recheck-captures.ts";
import { type Order, openPaypalShop, type PaypalShop } from "./paypal-shop.ts";

const usd = (value: string) => ({ currency_code: "USD", value });
const minuteOf = (minute: number) => new Date(Date.UTC(2026, 2, 1, 10, minute)).toISOString();

let events = 0;

/** Has PayPal send an event of a capture, at a minute of its own clock. */
async function send(s: PaypalShop, type: string, resource: object): Promise<void> {
  events += 1;
  const event = { id: `WH-DISPUTES-${events}`, event_type: type, resource };
  const { body } = await s.paypal.control("POST", "/webhooks/send", { event });
  expect(body.results.map(({ status }: { status: number }) => status)).toEqual([200]);
}

function dispute(captureId: string, minute: number, value: string, changes: object = {}) {
  return {
    dispute_id: `PP-${captureId}`,
    status: "OPEN",
    disputed_transactions: [{ seller_transaction_id: captureId }],
    dispute_amount: usd(value),
    create_time: minuteOf(0),
    update_time: minuteOf(minute),
    ...changes,
  };
}

const resolved = (outcome_code: string, refunded = "0.00") => ({
  status: "RESOLVED",
  dispute_outcome: { outcome_code, amount_refunded: usd(refunded) },
});

function refund(captureId: string, value: string | null, minute = 0) {
  return {
    id: `REFUND-${captureId}-${minute}`,
    status: "COMPLETED",
    ...(value === null ? {} : { amount: usd(value) }),
    links: [{ rel: "up", href: `https://api.paypal.com/v2/payments/captures/${captureId}` }],
    create_time: minuteOf(minute),
  };
}

/** Status, money that went back, and the buyer's balance. */
async function stands(s: PaypalShop, order: Order): Promise<string> {
  const { paymentStatus, refundedAmount } = await s.read(order);
  return `${paymentStatus} ${refundedAmount}, ${await s.balance()} credits`;
}

/** The daily look at what PayPal's order tells. */
async function review(s: PaypalShop): Promise<void> {
  await s.shop.platform.db.execute("update captures set check_at = now() - interval '1 second'");
  await recheckCaptures(s.shop.platform);
}

async function mailsNamed(s: PaypalShop, title: string): Promise<number> {
  const mails = await s.shop.platform.db.select().from(outbox);
  return mails.filter(({ subject }) => subject.startsWith(`${title}: order`)).length;
}

test("a dispute whose amount changes takes what the new amount is worth, and is told once", async () => {
  const s = await openPaypalShop();
  const { order, captureId } = await s.paid();
  await send(s, "CUSTOMER.DISPUTE.CREATED", dispute(captureId, 0, "5.00"));
  expect(await stands(s, order)).toBe("Disputed 0.00, 6 credits");
  await send(s, "CUSTOMER.DISPUTE.UPDATED", dispute(captureId, 2, "12.50"));
  expect(await stands(s, order)).toBe("Disputed 0.00, 0 credits");
  await send(s, "CUSTOMER.DISPUTE.UPDATED", dispute(captureId, 1, "2.50"));
  expect(await stands(s, order), "older news").toBe("Disputed 0.00, 0 credits");
  await send(s, "CUSTOMER.DISPUTE.UPDATED", dispute(captureId, 3, "7.50"));
  expect(await stands(s, order)).toBe("Disputed 0.00, 4 credits");
  expect(await mailsNamed(s, "Dispute open")).toBe(1);
});

test("a dispute is told with what the buyer says and until when to answer, and anew once PayPal sets another day", async () => {
  const s = await openPaypalShop();
  const { order, captureId } = await s.paid();
  const waits = (minute: number, day: string) =>
    dispute(captureId, minute, "12.50", {
      status: "WAITING_FOR_SELLER_RESPONSE",
      reason: "MERCHANDISE_OR_SERVICE_NOT_RECEIVED",
      seller_response_due_date: `${day}T06:59:59.000Z`,
    });
  const advice = async () =>
    (await s.shop.platform.db.select().from(outbox).orderBy(outbox.id))
      .filter(({ templateName }) => templateName === "Dispute notice")
      .map(
        ({ text }) => /The buyer says .*\.|Answer case .* is lost\./g.exec(text.replaceAll("\n", " "))?.[0],
      );
  await send(s, "CUSTOMER.DISPUTE.CREATED", dispute(captureId, 0, "12.50"));
  await send(s, "CUSTOMER.DISPUTE.UPDATED", waits(1, "2026-03-11"));
  await send(s, "CUSTOMER.DISPUTE.UPDATED", waits(2, "2026-03-11"));
  await send(s, "CUSTOMER.DISPUTE.UPDATED", waits(3, "2026-03-21"));
  const told = await advice();
  expect(told).toHaveLength(3);
  expect(told[0]).toBe(
    `Answer case PP-${captureId} in PayPal's Resolution Center (paypal.com/resolutioncenter) in time: a case without an answer is lost.`,
  );
  expect(told[1]).toContain("The buyer says that nothing arrived.");
  expect(told[1]).toContain("by 11/03/2026 (UTC)");
  expect(told[2]).toContain("by 21/03/2026 (UTC)");

  const read = async (url: string) => (await s.shop.send({ url, as: s.admin })).body.data;
  const matters = async () => (await read("/api/insights")).matters.map(({ text }: { text: string }) => text);
  expect(await matters()).toContain(
    `The buyer disputes $12.50 of order ${order.orderId}. Answer at PayPal by 21/03/2026 (UTC): what is not answered in time is lost.`,
  );
  const history = await read(`/api/orders/${order._id}/history`);
  expect(history.find(({ title }: { title: string }) => title === "dispute: open").details.answerBy).toBe(
    "21/03/2026",
  );
  await send(s, "CUSTOMER.DISPUTE.RESOLVED", {
    ...waits(4, "2026-03-21"),
    ...resolved("RESOLVED_SELLER_FAVOUR"),
  });
  expect((await advice()).slice(3)).toEqual([undefined]);
  expect((await matters()).join()).not.toContain(order.orderId);
});

test("a refund counts by the amount that PayPal names for it, whether that comes first or later", async () => {
  const s = await openPaypalShop();
  const later = await s.paid();
  await send(s, "PAYMENT.CAPTURE.REFUNDED", refund(later.captureId, null));
  expect(await stands(s, later.order)).toBe("Refunded 12.50, 0 credits");
  expect(await s.membership()).toMatchObject({ level: "free" });
  await send(s, "PAYMENT.CAPTURE.REFUNDED", refund(later.captureId, "2.50"));
  expect(await stands(s, later.order)).toBe("Partially refunded 2.50, 8 credits");
  expect(await s.membership()).toMatchObject({ level: "premium" });
  const first = await s.paid();
  for (const amount of ["2.50", null]) {
    await send(s, "PAYMENT.CAPTURE.REFUNDED", refund(first.captureId, amount));
    expect(await stands(s, first.order)).toBe("Partially refunded 2.50, 16 credits");
  }
});

test("a dispute that is lost takes its money besides what the shop had refunded, and once with its own reversal", async () => {
  const s = await openPaypalShop();
  for (const type of ["PAYMENT.CAPTURE.REVERSED", "PAYMENT.CAPTURE.REFUNDED"]) {
    for (const isFirst of [true, false]) {
      const { order, captureId } = await s.paid();
      const url = `/api/orders/${order._id}/refund`;
      const asked = await s.shop.send({ method: "POST", url, as: s.admin, body: { amount: "2.50" } });
      expect(asked.status).toBe(200);
      const lost = dispute(captureId, 3, "10.00", resolved("RESOLVED_BUYER_FAVOUR", "7.50"));
      const carriedOut = refund(captureId, "7.50", 2);
      if (isFirst) await send(s, type, carriedOut);
      await send(s, "CUSTOMER.DISPUTE.RESOLVED", lost);
      expect(await stands(s, order)).toBe("Partially refunded 10.00, 2 credits");
      if (!isFirst) await send(s, type, carriedOut);
      expect(await stands(s, order)).toBe("Partially refunded 10.00, 2 credits");
      const preview = await s.shop.send({ url: `${url}-preview`, as: s.admin });
      expect(preview.body.data).toMatchObject({ amount: "2.50", creditsTaken: 2, balanceAfter: 0 });
      expect((await s.shop.send({ method: "POST", url, as: s.admin, body: {} })).status).toBe(200);
      expect(await stands(s, order)).toBe("Refunded 12.50, 0 credits");
    }
  }
});

/** Today's, as the dashboard and as the spending tell it. */
async function revenue(s: PaypalShop): Promise<number[]> {
  const read = async (url: string) => (await s.shop.send({ url, as: s.admin })).body.data;
  return [(await read("/api/insights?days=7")).revenue.minor, (await read("/api/spending")).revenue];
}

test("a reversal counts no more once the shop has won the dispute, nor after the daily review; a later one does", async () => {
  const s = await openPaypalShop();
  const { order, captureId } = await s.paid();
  const before = await s.membership();
  const { body: made } = await s.paypal.control("POST", `/captures/${captureId}/reverse`);
  const reversal = made.refund;
  await s.flush();
  expect(await stands(s, order)).toBe("Refunded 12.50, 0 credits");
  expect(await revenue(s)).toEqual([0, 0]);
  await s.paypal.control("POST", `/captures/${captureId}/dispute`);
  await s.paypal.control("POST", `/captures/${captureId}/resolve-dispute`);
  await s.flush();
  expect(await stands(s, order)).toBe("Paid 0.00, 10 credits");
  expect(await revenue(s)).toEqual([1250, 1250]);
  expect(await s.read(order)).toMatchObject({ orderStatus: "Completed" });
  expect(await s.membership()).toEqual(before);
  await review(s);
  expect(await stands(s, order)).toBe("Paid 0.00, 10 credits");
  const again = { ...reversal, update_time: new Date(Date.now() + 1_800_000).toISOString() };
  await send(s, "PAYMENT.CAPTURE.REVERSED", again);
  expect(await stands(s, order), "told again").toBe("Paid 0.00, 10 credits");
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  await send(s, "PAYMENT.CAPTURE.REVERSED", { ...refund(captureId, "12.50"), create_time: inAnHour });
  expect(await stands(s, order)).toBe("Refunded 12.50, 0 credits");
});

test("a reversal that the daily review found first, among PayPal's refunds, comes back with its dispute too", async () => {
  const s = await openPaypalShop();
  const { order, captureId } = await s.paid();
  await s.paypal.control("POST", `/captures/${captureId}/reverse`);
  await review(s);
  expect(await stands(s, order)).toBe("Refunded 12.50, 0 credits");
  await s.paypal.control("POST", `/captures/${captureId}/dispute`);
  await s.paypal.control("POST", `/captures/${captureId}/resolve-dispute`);
  await s.flush();
  expect(await stands(s, order)).toBe("Paid 0.00, 10 credits");
});

test("no dispute but one that the shop won brings a reversal back, nor one that was over less money", async () => {
  const s = await openPaypalShop();
  for (const code of ["NONE", "CANCELED_BY_BUYER", "DENIED", "A_NEW_ONE"]) {
    const { order, captureId } = await s.paid();
    await send(s, "CUSTOMER.DISPUTE.CREATED", dispute(captureId, 1, "12.50"));
    await send(s, "PAYMENT.CAPTURE.REVERSED", refund(captureId, "12.50", 2));
    await send(s, "CUSTOMER.DISPUTE.RESOLVED", dispute(captureId, 3, "12.50", resolved(code)));
    expect(await stands(s, order), code).toBe("Refunded 12.50, 0 credits");
    const history = await s.shop.send({ url: `/api/orders/${order._id}/history`, as: s.admin });
    expect(history.body.data.map(({ title }: Order) => title)).toContain("dispute: closed");
  }
  for (const [code, value, end] of [
    ["RESOLVED_SELLER_FAVOUR", "1.25", "Refunded 12.50, 0 credits"],
    ["RESOLVED_SELLER_FAVOUR", "12.50", "Paid 0.00, 10 credits"],
    ["RESOLVED_WITH_PAYOUT", "12.50", "Paid 0.00, 20 credits"],
  ] as const) {
    const { order, captureId } = await s.paid();
    await send(s, "PAYMENT.CAPTURE.REVERSED", refund(captureId, "12.50", 2));
    await send(s, "CUSTOMER.DISPUTE.RESOLVED", dispute(captureId, 3, value, resolved(code)));
    expect(await stands(s, order), `${code} ${value}`).toBe(end);
  }
});

test("a dispute that ends without a decision gives back what it held, and takes no more", async () => {
  const s = await openPaypalShop();
  const { order, captureId } = await s.paid();
  await send(s, "CUSTOMER.DISPUTE.CREATED", dispute(captureId, 1, "12.50"));
  expect(await stands(s, order)).toBe("Disputed 0.00, 0 credits");
  await send(s, "CUSTOMER.DISPUTE.RESOLVED", dispute(captureId, 2, "12.50", resolved("CANCELED_BY_BUYER")));
  expect(await stands(s, order)).toBe("Paid 0.00, 10 credits");
  expect(await mailsNamed(s, "Dispute closed")).toBe(1);
});

const hours = (count: number) => count * 3_600_000;

/** The shop's own refund, as its admin asks for it. */
const give = (s: PaypalShop, order: Order, amount?: string) =>
  s.shop.send({
    method: "POST",
    url: `/api/orders/${order._id}/refund`,
    as: s.admin,
    body: amount === undefined ? {} : { amount },
  });

test("a refund of the shop's own counts once where it settled a dispute, and besides one that was over or came later", async () => {
  let now = Date.now();
  const s = await openPaypalShop({ now: () => now });
  const act = async (captureId: string, action: string, body: object = {}) => {
    expect((await s.paypal.control("POST", `/captures/${captureId}/${action}`, body)).status).toBe(200);
  };
  const lose = (captureId: string) => act(captureId, "resolve-dispute", { outcome: "RESOLVED_BUYER_FAVOUR" });
  for (const isHeardInTime of [true, false]) {
    // The one before left some.
    await s.shop.platform.db.transaction((tx) =>
      adjustBalance(tx, { userId: s.buyer.id, to: 0, note: null, actorId: s.admin.id }),
    );
    now = Date.now() - hours(1);
    const { order, captureId } = await s.paid();
    await act(captureId, "dispute");
    if (isHeardInTime) await s.flush();
    now = Date.now();
    expect((await give(s, order)).status).toBe(200);
    now += hours(1);
    await lose(captureId);
    await s.flush();
    expect(await stands(s, order), `heard in time: ${isHeardInTime}`).toBe("Refunded 12.50, 0 credits");
    expect(await revenue(s)).toEqual([0, 0]);
  }
  // PayPal tells of disputes over a part of a payment as well.
  for (const [opened, closed] of [
    [-2, -1],
    [1, 2],
  ] as const) {
    const { order, captureId } = await s.paid();
    expect((await give(s, order, "5.00")).status).toBe(200);
    const at = (count: number) => new Date(Date.now() + hours(count)).toISOString();
    const lost = {
      create_time: at(opened),
      update_time: at(closed),
      ...resolved("RESOLVED_BUYER_FAVOUR", "5.00"),
    };
    await send(s, "CUSTOMER.DISPUTE.RESOLVED", dispute(captureId, 0, "5.00", lost));
    expect(await stands(s, order), `${opened} to ${closed}`).toMatch(/^Partially refunded 10\.00/);
    const preview = await s.shop.send({ url: `/api/orders/${order._id}/refund-preview`, as: s.admin });
    expect(preview.body.data).toMatchObject({ amount: "2.50" });
  }
});

test("while a dispute is open a part of its payment is not given back, of which the shop says so before and after PayPal", async () => {
  const s = await openPaypalShop();
  const { order, captureId } = await s.paid();
  await s.paypal.control("POST", `/captures/${captureId}/dispute`);
  const unheard = await give(s, order, "5.00");
  expect([unheard.status, unheard.body.message]).toEqual([
    409,
    expect.stringMatching(
      /the buyer disputes this payment\..*PayPal's Resolution Center \(422 TRANSACTION_DISPUTED\)/,
    ),
  ]);
  await s.flush();
  const amount =
    "The buyer disputes this payment: while the case is open, PayPal gives back all 12.50 or nothing.";
  const preview = (asked: string) =>
    s.shop.send({ url: `/api/orders/${order._id}/refund-preview?amount=${asked}`, as: s.admin });
  for (const heard of [await give(s, order, "5.00"), await preview("5.00")])
    expect([heard.status, heard.body.fields]).toEqual([400, { amount }]);
  expect((await preview("12.50")).status).toBe(200);
  expect((await give(s, order, "12.50")).status).toBe(200);
  expect(await stands(s, order)).toBe("Refunded 12.50, 0 credits");
});

test("a dispute that is opened again after its end is told to the admins again", async () => {
  const s = await openPaypalShop();
  const { order, captureId } = await s.paid();
  const told = [];
  for (const [type, minute, changes] of [
    ["CREATED", 1, {}],
    ["RESOLVED", 2, resolved("RESOLVED_SELLER_FAVOUR")],
    ["UPDATED", 3, { status: "UNDER_REVIEW" }],
    ["RESOLVED", 4, resolved("RESOLVED_SELLER_FAVOUR")],
  ] as const) {
    await send(s, `CUSTOMER.DISPUTE.${type}`, dispute(captureId, minute, "12.50", changes));
    told.push(await mailsNamed(s, "Dispute open"), await mailsNamed(s, "Dispute won"));
  }
  expect(told).toEqual([1, 0, 1, 1, 2, 1, 2, 2]);
  expect(await stands(s, order)).toBe("Paid 0.00, 10 credits");
});

test("money that PayPal reverses while its dispute goes on counts once", async () => {
  const s = await openPaypalShop();
  const { order, captureId } = await s.paid();
  await send(s, "CUSTOMER.DISPUTE.CREATED", dispute(captureId, 1, "5.00"));
  expect(await stands(s, order)).toBe("Disputed 0.00, 6 credits");
  await send(s, "PAYMENT.CAPTURE.REVERSED", refund(captureId, "5.00", 2));
  expect(await stands(s, order)).toBe("Disputed 5.00, 6 credits");
  await send(
    s,
    "CUSTOMER.DISPUTE.RESOLVED",
    dispute(captureId, 3, "5.00", resolved("RESOLVED_BUYER_FAVOUR", "5.00")),
  );
  expect(await stands(s, order)).toBe("Partially refunded 5.00, 6 credits");
});
