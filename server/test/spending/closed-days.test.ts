import { expect, test } from "vitest";
import { dayMs } from "#contract/day.ts";
import { recheckCaptures } from "#server/features/payments/recheck-captures.ts";
import { processEvent } from "#server/features/payments/webhooks/process-event.ts";
import { sumMoney } from "#server/features/spending/figures.repository.ts";
import { findMovements } from "#server/features/spending/movements.repository.ts";
import { plansOf } from "../helpers/plans.ts";
import { openTestShop } from "../helpers/test-shop.ts";
import type { PaypalShop } from "../payments/paypal-shop.ts";
import { liveFirstDay, liveSecondDay, openTwoDays, readDay } from "./two-days.ts";

test("a day that is over keeps its figures, whatever becomes of its payments, refunds and reversals later", async () => {
  const days = await openTwoDays();
  const { s, first, second } = days;
  const lived = await liveFirstDay(days);
  const before = await readDay(s, first);
  // Three packages and an item, of which 4.00, the item and a package went back; a second payment is no revenue.
  expect(before).toMatchObject({ revenue: 850 + 1250, refunded: 400 + 700 + 1250, paymentsWithoutFee: 0 });
  expect(await readDay(s, second)).toMatchObject({ revenue: 0, refunded: 0, fees: 0 });
  days.goOn();
  await liveSecondDay(days, lived);
  expect(await s.read(lived.held.order)).toMatchObject({ paymentStatus: "Paid" });
  const after = await readDay(s, second);
  // The held payment with its fee, the item's refund that failed, and the reversal that was cancelled.
  expect(after).toMatchObject({ revenue: 1250 + 700 + 1250, refunded: -700 - 1250, fees: 93 });
  expect(await readDay(s, first)).toEqual(before);
  await review(s);
  expect([await readDay(s, first), await readDay(s, second)], "after the daily review").toEqual([
    before,
    after,
  ]);
  const { body } = await s.shop.send({ url: "/api/insights?days=90", as: s.admin });
  const sold = new Map(
    body.data.days.map((day: { day: string; revenueMinor: number }) => [day.day, day.revenueMinor]),
  );
  expect([sold.get(first), sold.get(second)], "the dashboard's days").toEqual([
    before.revenue,
    after.revenue,
  ]);
});

/** The daily look at what PayPal's orders tell. */
async function review({ shop }: PaypalShop): Promise<void> {
  await shop.platform.db.execute("update captures set check_at = now() - interval '1 second'");
  await recheckCaptures(shop.platform);
}

test("a day that is over keeps the fee that PayPal told first, and gets one that it told of late", async () => {
  const { s, first } = await openTwoDays();
  await s.paid();
  const { fees } = await readDay(s, first);
  for (const [told, kept] of [
    [fees - 10, fees - 10],
    [null, fees],
  ]) {
    await s.shop.platform.db.execute(`update captures set fee_minor = ${told}`);
    await review(s);
    expect((await readDay(s, first)).fees).toBe(kept);
  }
});

/** Kind and amount of each line for the books, by day. */
async function booked({ s, first, second, third }: Awaited<ReturnType<typeof openTwoDays>>) {
  const of = async (day: string) => {
    const moment = new Date(`${day}T00:00:00Z`);
    const rows = await findMovements(s.shop.platform.db, moment, new Date(moment.getTime() + dayMs));
    return rows.map(({ kind, minor }) => `${kind} ${minor}`).toSorted();
  };
  return { first: await of(first), second: await of(second), third: await of(third) };
}

test("a dispute that was won and is opened again, lost or won once more moves money on its own day alone", async () => {
  for (const outcome of [null, "RESOLVED_BUYER_FAVOUR", "RESOLVED_SELLER_FAVOUR"]) {
    const days = await openTwoDays();
    const { s, first, second, third } = days;
    const { order, captureId } = await s.paid();
    await s.paypal.control("POST", `/captures/${captureId}/reverse`);
    await days.deliver();
    days.goOn();
    await s.paypal.control("POST", `/captures/${captureId}/dispute`);
    await s.paypal.control("POST", `/captures/${captureId}/resolve-dispute`);
    await days.deliver();
    const before = { ...(await booked(days)), sums: [await readDay(s, first), await readDay(s, second)] };
    expect(before).toMatchObject({
      first: ["payment 1250", "reversal -1250"],
      second: ["cancelled-reversal 1250"],
    });
    days.goOn("third");
    await s.paypal.control("POST", `/captures/${captureId}/update-dispute`);
    await days.deliver();
    expect(await s.read(order)).toMatchObject({ refundedAmount: "12.50" });
    if (outcome) {
      await s.paypal.control("POST", `/captures/${captureId}/resolve-dispute`, { outcome });
      await days.deliver();
    }
    const isWon = outcome === "RESOLVED_SELLER_FAVOUR";
    const back = isWon ? 0 : 1250;
    expect(await s.read(order)).toMatchObject({ refundedAmount: isWon ? "0.00" : "12.50" });
    const after = await booked(days);
    expect(after.third).toEqual([...(isWon ? ["cancelled-reversal 1250"] : []), "reversal -1250"]);
    expect({ ...after, sums: [await readDay(s, first), await readDay(s, second)] }).toEqual({
      ...before,
      third: after.third,
    });
    expect((await readDay(s, third)).refunded).toBe(back);
  }
});

test("a lost dispute's money leaves once, whether PayPal tells its reversal before it, after it or never", async () => {
  for (const told of ["before", "after", "never"] as const) {
    const days = await openTwoDays();
    const { s, first, second } = days;
    const { order, captureId } = await s.paid();
    days.goOn();
    const dispute = (await s.paypal.control("POST", `/captures/${captureId}/dispute`)).body.dispute;
    await days.deliver();
    const event = (id: string, type: string, resource: object) =>
      processEvent(s.shop.platform, { mode: "sandbox", id, type, resource, body: { id } });
    const reversed = () =>
      event("WH-REVERSED", "PAYMENT.CAPTURE.REVERSED", {
        id: "REVERSAL",
        amount: { currency_code: "USD", value: "12.50" },
        create_time: dispute.create_time,
        links: [{ rel: "up", href: `https://api.paypal.com/v2/payments/captures/${captureId}` }],
      });
    if (told === "before") await reversed();
    await event("WH-LOST", "CUSTOMER.DISPUTE.RESOLVED", {
      ...dispute,
      status: "RESOLVED",
      dispute_outcome: { outcome_code: "RESOLVED_BUYER_FAVOUR", amount_refunded: dispute.dispute_amount },
    });
    if (told === "after") await reversed();
    expect(await s.read(order), told).toMatchObject({ paymentStatus: "Refunded", refundedAmount: "12.50" });
    expect(await booked(days), told).toMatchObject({ first: ["payment 1250"], second: ["reversal -1250"] });
    expect([(await readDay(s, first)).revenue, (await readDay(s, second)).refunded]).toEqual([1250, 1250]);
  }
});

test("a reversal that is heard of after the dispute that brought it back is booked on its own day, as that is", async () => {
  const days = await openTwoDays();
  const { s } = days;
  const { captureId } = await s.paid();
  await days.deliver();
  await s.paypal.control("POST", `/captures/${captureId}/reverse`);
  days.goOn();
  await s.paypal.control("POST", `/captures/${captureId}/dispute`);
  await s.paypal.control("POST", `/captures/${captureId}/resolve-dispute`);
  await days.deliver({ eventType: "CUSTOMER.DISPUTE.RESOLVED" });
  await days.deliver();
  expect(await booked(days)).toEqual({
    first: ["payment 1250", "reversal -1250"],
    second: ["cancelled-reversal 1250"],
    third: [],
  });
});

test("a reversal that is heard of after its lost dispute was won on appeal takes no more, also where a review found it first", async () => {
  for (const isReviewed of [false, true]) {
    const days = await openTwoDays();
    const { s, first, second } = days;
    const { captureId } = await s.paid();
    await days.deliver();
    const outcome = "RESOLVED_BUYER_FAVOUR";
    await s.paypal.control("POST", `/captures/${captureId}/dispute`);
    await s.paypal.control("POST", `/captures/${captureId}/resolve-dispute`, { outcome });
    await days.deliver({ eventType: "CUSTOMER.DISPUTE.RESOLVED" });
    days.goOn();
    await s.paypal.control("POST", `/captures/${captureId}/resolve-dispute`);
    await days.deliver({ eventType: "CUSTOMER.DISPUTE.RESOLVED" });
    if (isReviewed) await review(s);
    await days.deliver();
    expect([(await readDay(s, first)).refunded, (await readDay(s, second)).refunded]).toEqual([1250, -1250]);
  }
});

test("revenue in a former currency is told beside the figures, which leave it out", async () => {
  const { s, first } = await openTwoDays();
  await s.paid();
  const fee = (await readDay(s, first)).fees;
  await s.shop.platform.db.execute("update orders set currency = 'EUR'");
  await s.shop.platform.db.execute("update captures set currency = 'EUR'");
  await s.shop.platform.db.execute("update payment_attempts set currency = 'EUR'");
  const told = await readDay(s, first);
  expect(told).toMatchObject({ currency: "USD", revenue: 0, fees: 0 });
  expect(told.otherCurrencies).toEqual([{ currency: "EUR", revenue: 1250, fees: fee }]);
  const { body } = await s.shop.send({ url: "/api/insights?days=90", as: s.admin });
  expect(body.data.revenue).toMatchObject({ minor: 0, otherCurrencies: [{ currency: "EUR", minor: 1250 }] });
});

test("the money of a day is found by when it moved, however much moved on other days", async () => {
  const shop = await openTestShop();
  const day = { from: new Date("2026-01-01"), until: new Date("2026-01-02") };
  const plans = await plansOf(shop, async (db) => {
    await findMovements(db, day.from, day.until);
    await sumMoney(db, day);
  });
  expect(plans).toHaveLength(2);
  for (const plan of plans) {
    for (const index of ["captures_completed", "reversal_movements_at"])
      expect(plan).toMatch(new RegExp(`Scan (using|on) ${index}\\b`));
    expect(plan).not.toMatch(/Seq Scan on (captures|reversal_movements)/);
  }
});
