import { asc, eq } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { creditBalances } from "#server/db/tables/credits.ts";
import { outbox } from "#server/db/tables/mail.ts";
import { adjustBalance } from "#server/features/credits/credits.service.ts";
import { refundTotals } from "#server/features/payments/refunds/refund-requests.ts";
import { processEvent } from "#server/features/payments/webhooks/process-event.ts";
import { type Order, openPaypalShop, type PaypalShop, refund } from "./paypal-shop.ts";

/** What the back office says before a refund. */
async function preview(s: PaypalShop, order: Order, amount: string) {
  const url = `/api/orders/${order._id}/refund-preview?amount=${amount}`;
  return s.shop.send({ url, as: s.admin });
}

/** Spends credits so that they are gone from the balance: here, as an admin's adjustment would take them. */
async function leave(s: PaypalShop, balance: number): Promise<void> {
  await s.shop.platform.db.transaction((tx) =>
    adjustBalance(tx, { userId: s.buyer.id, to: balance, note: "spent", actorId: s.admin.id }),
  );
}

async function debt(s: PaypalShop): Promise<number> {
  const rows = await s.shop.platform.db.select().from(creditBalances);
  return rows.find((row) => row.userId === s.buyer.id)?.debt ?? 0;
}

describe("refunds by the admin", () => {
  test("a partial refund takes credits in proportion, rounded down; the rest follows with the last one", async () => {
    const s = await openPaypalShop();
    const { order } = await s.paid();
    const until = new Date((await s.membership()).end!)
      .toISOString()
      .slice(0, 10)
      .split("-")
      .reverse()
      .join("/");
    const before = await s.read(order);
    expect((await preview(s, order, "4.00")).body.data).toMatchObject({
      amount: "4.00",
      message: `Takes back 3 of 10 credits, leaves 7. Membership stays until ${until}.`,
    });
    expect((await preview(s, order, "")).body.data.message).toBe(
      "Takes back 10 of 10 credits, leaves 0. Membership ends at once.",
    );
    expect((await preview(s, order, "12.51")).body.fields.amount).toBe("At most 12.50 can be given back.");
    expect([await s.balance(), await s.read(order)], "a preview changes nothing").toEqual([10, before]);
    const first = await refund(s, order, { amount: "4.00" });
    expect(first.status).toBe(200);
    const mails = await s.shop.platform.db.select().from(outbox);
    const toBuyer = mails.find(
      ({ templateName, toEmail }) => templateName === "Refund" && toEmail === s.buyer.email,
    );
    const told = toBuyer?.text.replace(/\s+/g, " ");
    expect(told).toContain(
      `3 of your 10 credits were taken back, 7 are left. Your membership stays until ${until}.`,
    );
    expect(first.body.data).toMatchObject({ paymentStatus: "Partially refunded", refundedAmount: "4.00" });
    expect(await s.balance()).toBe(10 - 3);
    expect(await s.read(order)).toMatchObject({ orderStatus: "Completed" });
    expect(await s.membership()).toMatchObject({ level: "premium" });
    const tooMuch = await refund(s, order, { amount: "8.51" });
    expect(tooMuch.status).toBe(400);
    expect(tooMuch.body.fields.amount).toBe("At most 8.50 can be given back.");
    const rest = await refund(s, order);
    expect(rest.body.data).toMatchObject({ paymentStatus: "Refunded", refundedAmount: "12.50" });
    expect(await s.read(order)).toMatchObject({ paymentStatus: "Refunded", orderStatus: "Cancelled" });
    expect(await s.balance()).toBe(0);
    expect(await s.membership()).toEqual({ level: "free", end: null });
    expect((await refund(s, order)).status).toBe(409);
    await s.flush();
    expect(await s.balance()).toBe(0);
  });

  test("a refund that PayPal could not carry out gives everything back, and the admins and the buyer are told", async () => {
    const s = await openPaypalShop();
    const { order, paypalOrderId } = await s.paid();
    const before = await s.membership();
    expect((await refund(s, order)).status).toBe(200);
    expect([await s.balance(), (await s.membership()).level]).toEqual([0, "free"]);
    const { body: orders } = await s.paypal.control("GET", "/orders");
    const { payments } = orders.find(({ id }: Order) => id === paypalOrderId).purchase_units[0];
    const resource = { ...payments.refunds[0], status: "FAILED" };
    const failed = (id: string) =>
      processEvent(s.shop.platform, {
        mode: "sandbox",
        id,
        type: "PAYMENT.REFUND.FAILED",
        resource,
        body: { id },
      });
    await failed("WH-FAILED-1");
    await failed("WH-FAILED-2");
    expect(await s.read(order)).toMatchObject({
      paymentStatus: "Paid",
      orderStatus: "Completed",
      refundedAmount: "0.00",
    });
    expect([await s.balance(), await s.membership()]).toEqual([10, before]);
    const mails = await s.shop.platform.db
      .select({ subject: outbox.subject, to: outbox.toEmail, text: outbox.text })
      .from(outbox);
    const told = mails.filter(({ subject }) => subject.startsWith("Refund failed: order"));
    expect(new Set(told.map(({ to }) => to)).size).toBe(told.length);
    expect(told.map(({ to }) => to)).toContain(s.admin.email);
    const bought = mails.filter(({ to }) => to === s.buyer.email);
    expect(bought.filter(({ subject }) => /did not go through$/.test(subject))).toHaveLength(1);
    // Payment, refund and its failure each lead to the order itself.
    for (const { text } of bought) expect(text).toContain(`/user/orders?show=packages&q=${order.orderId}`);
    expect(bought).toHaveLength(3);
  });

  test("what is spent becomes a debt that the next purchase settles first", async () => {
    const s = await openPaypalShop();
    const { order } = await s.paid();
    await leave(s, 4);
    expect((await preview(s, order, "")).body.data.message).toMatch(
      /^Takes back (\d+) of \1 credits, leaves 0\. \d+ more are spent already: owed, and settled by the next purchase first\./,
    );
    await refund(s, order);
    expect([await s.balance(), await debt(s)]).toEqual([0, 6]);
    const shown = async () =>
      (await s.shop.send({ url: "/api/viewer", as: s.buyer })).body.data.user.creditsOwed;
    expect(await shown()).toBe(6);
    await s.paid();
    expect([await s.balance(), await debt(s), await shown()]).toEqual([4, 0, 0]);
    const mails = await s.shop.platform.db
      .select({ text: outbox.text })
      .from(outbox)
      .where(eq(outbox.templateName, "Receipt"))
      .orderBy(asc(outbox.id));
    expect(mails.map(({ text }) => /settled what was owed\W+(\d+)/i.exec(text)?.[1])).toEqual([
      undefined,
      "6",
    ]);
  });

  test("credits that were set aside during a refund settle its debt when they come back", async () => {
    const s = await openPaypalShop();
    const { order } = await s.paid();
    const post = (url: string) => s.shop.send({ method: "POST", url, as: s.buyer, body: {} });
    expect((await post("/api/deduct-credit")).body.data).toEqual({ currentBalance: 9 });
    await refund(s, order);
    expect([await s.balance(), await debt(s)]).toEqual([0, 1]);
    expect((await post("/api/refund-credit")).body.data).toEqual({ refunded: true, currentBalance: 0 });
    expect([await s.balance(), await debt(s)]).toEqual([0, 0]);
    const { body: entries } = await s.shop.send({ url: "/api/credits/entries", as: s.buyer });
    expect(entries.slice(0, 2)).toMatchObject([
      { reason: "debt-settled", amount: -1, balanceAfter: 0 },
      { reason: "hold-returned", amount: 1, balanceAfter: 1 },
    ]);
    await s.paid();
    expect(await s.balance(), "and the next purchase is whole").toBe(10);
  });

  test("a double click with one key refunds once, and a lost answer leads to the same refund", async () => {
    const s = await openPaypalShop();
    const { order } = await s.paid();
    await s.fault({ on: "refund", fault: "reset-after-effect" });
    const asked = { amount: "2.50", idempotencyKey: "click-1" };
    const lost = await refund(s, order, asked);
    expect(lost.status).toBe(202);
    expect(lost.body.code).toBe("PENDING_VERIFICATION");
    await Promise.all([refund(s, order, asked), refund(s, order, asked), s.heal()]);
    expect(await s.read(order)).toMatchObject({
      refundedAmount: "2.50",
      paymentStatus: "Partially refunded",
    });
    expect(await s.balance()).toBe(8);
  });

  test("two full refunds at once give the money back once", async () => {
    const s = await openPaypalShop();
    const { order } = await s.paid();
    const answers = await Promise.all([refund(s, order), refund(s, order)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect(await s.read(order)).toMatchObject({ refundedAmount: "12.50" });
  });

  test("only an admin refunds, and only what was paid", async () => {
    const s = await openPaypalShop();
    const order = await s.order();
    const as = s.buyer;
    expect(
      (await s.shop.send({ method: "POST", url: `/api/orders/${order._id}/refund`, as, body: {} })).status,
    ).toBe(403);
    expect((await refund(s, order)).status).toBe(409);
    expect((await refund(s, { _id: "0".repeat(24) })).status).toBe(404);
    expect((await refund(s, order, { amount: "1", price: 3 })).status).toBe(400);
  });

  test("an item's goods are hidden again once all of its money went back", async () => {
    const s = await openPaypalShop();
    const { order } = await s.paid("item");
    await refund(s, order);
    expect(await s.read(order)).toMatchObject({ paymentStatus: "Refunded", accessUrl: "", guidelines: "" });
  });
});

describe("reversals and disputes by webhook", () => {
  test("a reversal takes everything back", async () => {
    const s = await openPaypalShop();
    const { order, captureId } = await s.paid();
    await s.paypal.control("POST", `/captures/${captureId}/reverse`);
    await s.flush();
    expect(await s.read(order)).toMatchObject({ paymentStatus: "Refunded", orderStatus: "Cancelled" });
    expect(await s.balance()).toBe(0);
  });

  test("an open dispute shows Disputed; won by the shop, all is as before", async () => {
    const s = await openPaypalShop();
    const { order, captureId } = await s.paid();
    await leave(s, 7);
    await s.paypal.control("POST", `/captures/${captureId}/dispute`);
    await s.flush();
    expect(await s.read(order)).toMatchObject({ paymentStatus: "Disputed" });
    expect([await s.balance(), await debt(s)]).toEqual([0, 3]);
    await s.paypal.control("POST", `/captures/${captureId}/resolve-dispute`, {
      outcome: "RESOLVED_SELLER_FAVOUR",
    });
    await s.flush();
    expect(await s.read(order)).toMatchObject({ paymentStatus: "Paid", orderStatus: "Completed" });
    expect([await s.balance(), await debt(s)]).toEqual([7, 0]);
    expect(await s.membership()).toMatchObject({ level: "premium" });
  });

  test("a debt that was settled meanwhile comes back when the dispute is won", async () => {
    const s = await openPaypalShop();
    const { captureId } = await s.paid();
    await leave(s, 0);
    await s.paypal.control("POST", `/captures/${captureId}/dispute`);
    await s.flush();
    expect(await debt(s)).toBe(10);
    await s.paid();
    expect([await s.balance(), await debt(s)]).toEqual([0, 0]);
    await s.paypal.control("POST", `/captures/${captureId}/resolve-dispute`);
    await s.flush();
    expect([await s.balance(), await debt(s)]).toEqual([10, 0]);
  });

  test("a debt that a returned hold has settled meanwhile comes back when the dispute is won", async () => {
    const s = await openPaypalShop();
    const { captureId } = await s.paid();
    const post = (url: string) => s.shop.send({ method: "POST", url, as: s.buyer, body: {} });
    await post("/api/deduct-credit");
    await s.paypal.control("POST", `/captures/${captureId}/dispute`);
    await s.flush();
    await post("/api/refund-credit");
    expect([await s.balance(), await debt(s)]).toEqual([0, 0]);
    await s.paypal.control("POST", `/captures/${captureId}/resolve-dispute`);
    await s.flush();
    expect([await s.balance(), await debt(s)]).toEqual([10, 0]);
  });

  test("a dispute that is lost is the same money as its reversal, in whichever order the news come", async () => {
    const s = await openPaypalShop();
    for (const seed of [1, 2, 3, 4]) {
      const { order, captureId } = await s.paid();
      await s.paypal.control("POST", `/captures/${captureId}/dispute`);
      await s.paypal.control("POST", `/captures/${captureId}/resolve-dispute`, {
        outcome: "RESOLVED_BUYER_FAVOUR",
      });
      await s.paypal.control("POST", "/webhooks/shuffle", { seed });
      expect(await s.read(order)).toMatchObject({ paymentStatus: "Refunded", refundedAmount: "12.50" });
      expect([await s.balance(), await debt(s)]).toEqual([0, 0]);
    }
  });

  test("of two memberships, a refund of the first leaves the second its days", async () => {
    const s = await openPaypalShop();
    const first = await s.paid();
    const second = await s.paid();
    await refund(s, first.order);
    const created = new Date((await s.read(second.order)).createdAt).getTime();
    expect(await s.membership()).toEqual({
      level: "premium",
      end: new Date(created + 30 * 86_400_000).toISOString(),
    });
  });
});

test("what refunds and disputes take is in proportion, rounded down, never over the order, and adds up; a won dispute brings back no more than its own", () => {
  const common = {
    amountMinor: fc.integer({ min: 1, max: 9_999_999 }),
    occurredAt: fc.option(fc.date({ noInvalidDate: true })),
    createdAt: fc.date({ noInvalidDate: true }),
    askedAt: fc.option(fc.date({ noInvalidDate: true })),
  };
  const row = fc.oneof(
    fc.record({
      kind: fc.constantFrom("refund" as const, "reversal" as const),
      state: fc.constantFrom("pending" as const, "done" as const, "failed" as const),
      ...common,
    }),
    fc.record({
      kind: fc.constant("dispute" as const),
      state: fc.constantFrom("open" as const, "won" as const, "lost" as const, "closed" as const),
      ...common,
    }),
  );
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9_999_999 }),
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.array(row, { maxLength: 8 }),
      (totalMinor, credit, rows) => {
        const totals = refundTotals({ totalMinor, credit }, rows);
        const { refundedMinor, disputedMinor, credits } = totals;
        expect(refundedMinor + disputedMinor).toBeLessThanOrEqual(totalMinor);
        expect(BigInt(credits)).toBe(
          (BigInt(credit) * BigInt(refundedMinor + disputedMinor)) / BigInt(totalMinor),
        );
        expect(refundTotals({ totalMinor, credit }, rows.toReversed())).toEqual(totals);
        const decided = rows.filter(({ state }) => state !== "closed");
        expect(refundTotals({ totalMinor, credit }, decided)).toEqual(totals);
        const won = rows.filter(({ state }) => state === "won");
        const others = rows.filter(({ state }) => state !== "won");
        const without = refundTotals({ totalMinor, credit }, others);
        const broughtBack = without.refundedMinor - refundedMinor;
        expect(broughtBack).toBeGreaterThanOrEqual(0);
        expect(broughtBack).toBeLessThanOrEqual(Math.max(0, ...won.map(({ amountMinor }) => amountMinor)));
      },
    ),
  );
});
