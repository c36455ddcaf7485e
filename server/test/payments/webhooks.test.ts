import fc from "fast-check";
import { expect, test } from "vitest";
import { backfillEvents } from "#server/features/payments/webhooks/backfill-events.ts";
import { unconfirmedLimit } from "#server/features/payments/webhooks/handle-webhook.ts";
import { paidInBrowser } from "./browser-payer.ts";
import { openPaypalShop, type PaypalShop } from "./paypal-shop.ts";

async function send(s: PaypalShop, body: object): Promise<number[]> {
  const answer = await s.paypal.control("POST", "/webhooks/send", body);
  return answer.body.results.map((result: { status: number }) => result.status);
}

async function stored(s: PaypalShop) {
  const { rows } = await s.shop.platform.db.execute<{ id: string; effect: string }>(
    "select id, effect from webhook_events",
  );
  return rows;
}

test("an event that PayPal does not confirm is refused and leaves nothing", async () => {
  const s = await openPaypalShop();
  const order = await s.order();
  await s.approve(await s.start(order));
  const { body } = await s.paypal.control("GET", "/webhooks");
  const [event] = body.events;
  for (const signature of ["none", "tampered", "wrong-webhook", "wrong-key", "stale-time"]) {
    expect(await send(s, { eventId: event.id, signature })).toEqual([400]);
  }
  expect(await send(s, { text: "no json", signature: "valid" })).toEqual([400]);
  expect(await send(s, { text: '{"id":"WH-1","event_type":', signature: "valid" })).toEqual([400]);
  expect(await stored(s)).toEqual([]);
  expect(await s.read(order)).toMatchObject({ paymentStatus: "pending" });
  expect(await send(s, { eventId: event.id })).toEqual([200]);
  expect(await s.read(order)).toMatchObject({ paymentStatus: "Paid" });
});

test("nobody has the shop ask PayPal without end: an address whose events PayPal does not confirm is refused before", async () => {
  const s = await openPaypalShop({ config: { rateLimitFactor: 1 } });
  const order = await s.order();
  await s.approve(await s.start(order));
  const { body } = await s.paypal.control("GET", "/webhooks");
  const forged = { eventId: body.events[0].id, signature: "tampered" };
  const most = s.shop.platform.rateLimits.mostOf(unconfirmedLimit);
  const asked = async () => {
    const requests = await s.paypal.control("GET", "/requests");
    return requests.body.filter(({ path }: { path: string }) => path.includes("/verify-webhook")).length;
  };
  for (let half = 0; half < 2; half += 1)
    expect(new Set(await send(s, { ...forged, times: most / 2 }))).toEqual(new Set([400]));
  expect(await asked()).toBe(most);
  expect(await send(s, { ...forged, times: 3 })).toEqual([429, 429, 429]);
  expect(await asked()).toBe(most);
  await s.shop.platform.rateLimits.reset(unconfirmedLimit, "127.0.0.1");
  expect(await send(s, { eventId: body.events[0].id })).toEqual([200]);
});

test("where PayPal's verify call fails, the answer is 503 and nothing is kept", async () => {
  const s = await openPaypalShop();
  await s.paid();
  for (const fault of ["500", "garbage", "truncated", "reset"]) {
    await s.fault({ on: "verify", fault, times: 1 });
    const [first, ...rest] = await s.flush({ eventType: "PAYMENT.CAPTURE.COMPLETED" });
    expect([first, rest]).toEqual([503, []]);
  }
  expect(await stored(s)).toEqual([]);
  expect(await s.flush()).toEqual([200, 200, 200]);
});

test("a payment beside the attempt that its event leads to is taken by the repeat, where PayPal was away for the first", async () => {
  const s = await openPaypalShop();
  const order = await s.order();
  await s.start(order);
  const id = await paidInBrowser(s, order);
  // Without the id of PayPal's order the event leads to the order that its custom_id names.
  const resource = { id, status: "COMPLETED", custom_id: order.orderId };
  const event = { id: "WH-BESIDE", event_type: "PAYMENT.CAPTURE.COMPLETED", resource };
  await s.fault({ on: "get-capture", fault: "503" });
  expect(await send(s, { event })).toEqual([503]);
  expect(await stored(s), "503 keeps nothing").toEqual([]);
  expect(await send(s, { event })).toEqual([200]);
  expect(await stored(s)).toEqual([{ id: "WH-BESIDE", effect: "paid" }]);
  expect(await s.read(order)).toMatchObject({ paymentStatus: "Paid", paypalTransactionID: id });
});

test("an event is stored once however often it comes, also at once", async () => {
  const s = await openPaypalShop();
  await s.paid();
  await s.paypal.control("POST", "/webhooks/duplicate", { times: 5, concurrent: true });
  expect(await stored(s)).toHaveLength(3);
  expect(await s.balance()).toBe(10);
});

test("events about other payments, of unknown types or shapes are kept and change nothing", async () => {
  const s = await openPaypalShop();
  const order = await s.order();
  const capture = {
    id: "9AB12345CD678901E",
    status: "COMPLETED",
    custom_id: order.orderId,
    amount: { currency_code: "USD", value: "12.50" },
    supplementary_data: { related_ids: { order_id: "1AB12345CD678901E" } },
  };
  const events = [
    { id: "WH-A", event_type: "PAYMENT.CAPTURE.COMPLETED", resource: capture },
    {
      id: "WH-B",
      event_type: "PAYMENT.CAPTURE.COMPLETED",
      resource: { ...capture, supplementary_data: undefined },
    },
    {
      id: "WH-C",
      event_type: "CHECKOUT.ORDER.APPROVED",
      resource: { id: "1AB12345CD678901E", status: "APPROVED" },
    },
    {
      id: "WH-D",
      event_type: "PAYMENT.CAPTURE.REFUNDED",
      resource: { id: "R1", custom_id: order.orderId, links: [] },
    },
    {
      id: "WH-E",
      event_type: "CUSTOMER.DISPUTE.CREATED",
      resource: { dispute_id: "PP-1", disputed_transactions: [{ seller_transaction_id: "X" }] },
    },
    { id: "WH-F", event_type: "SOMETHING.NEW", resource: null },
    { id: "WH-G", event_type: "PAYMENT.CAPTURE.COMPLETED", resource: "text \u0000 and half a pair \ud83d" },
  ];
  for (const event of events) expect(await send(s, { event })).toEqual([200]);
  expect((await stored(s)).map((row) => row.effect).sort()).toEqual([
    "ignored",
    "not ours",
    "not ours",
    "not ours",
    "not ours",
    "unreadable",
    "unreadable",
  ]);
  expect(await s.read(order)).toMatchObject({ paymentStatus: "pending" });
});

test("whatever the order and number in which the events of a payment's life come, the end is the same", async () => {
  const s = await openPaypalShop();
  const steps = fc.record({
    before: fc.boolean(),
    refunds: fc.array(fc.constantFrom("1.00", "2.50", "3.33"), { maxLength: 3 }),
    dispute: fc.constantFrom("none", "open", "RESOLVED_SELLER_FAVOUR", "RESOLVED_BUYER_FAVOUR"),
    reverse: fc.boolean(),
    seed: fc.integer({ min: 1, max: 1_000_000 }),
    repeats: fc.integer({ min: 1, max: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(steps, async ({ before, refunds, dispute, reverse, seed, repeats }) => {
      await s.paypal.control("POST", "/webhooks/drop", {});
      const buyer = await s.shop.signUp();
      const order = await s.order(buyer);
      const paypalOrderId = await s.start(order, buyer);
      await s.approve(paypalOrderId);
      // The shop captures and knows of it, or only PayPal does, since the answer was lost.
      if (!before) await s.fault({ on: "capture", fault: "reset-after-effect" });
      await s.capture(paypalOrderId, buyer);
      const { body: held } = await s.paypal.call("GET", `/v2/checkout/orders/${paypalOrderId}`);
      const captureId = held.purchase_units[0].payments.captures[0].id;
      for (const amount of refunds)
        await s.paypal.control("POST", `/captures/${captureId}/refund`, { amount });
      if (reverse) await s.paypal.control("POST", `/captures/${captureId}/reverse`);
      if (dispute !== "none") await s.paypal.control("POST", `/captures/${captureId}/dispute`);
      if (dispute !== "none" && dispute !== "open") {
        await s.paypal.control("POST", `/captures/${captureId}/resolve-dispute`, { outcome: dispute });
      }
      await s.paypal.control("POST", "/webhooks/shuffle", { seed });
      for (let repeat = 1; repeat < repeats; repeat += 1) {
        await s.paypal.control("POST", "/webhooks/duplicate", { times: 2, concurrent: seed % 2 === 0 });
      }
      const refunded = refunds.reduce((sum, amount) => sum + Number(amount.replace(".", "")), 0);
      const isReversed = reverse && dispute !== "RESOLVED_SELLER_FAVOUR";
      const gone = isReversed || dispute === "RESOLVED_BUYER_FAVOUR" ? 1250 : refunded;
      const open = dispute === "open" ? 1250 - gone : 0;
      const status =
        gone === 1250 ? "Refunded" : open > 0 ? "Disputed" : gone > 0 ? "Partially refunded" : "Paid";
      const credits = 10 - Math.floor((10 * (gone + open)) / 1250);
      expect(await s.read(order, buyer)).toMatchObject({
        paymentStatus: status,
        orderStatus: gone === 1250 ? "Cancelled" : "Completed",
        refundedAmount: (gone / 100).toFixed(2),
      });
      expect(await s.balance(buyer)).toBe(credits);
    }),
    { numRuns: 8 },
  );
});

test("what PayPal cannot have sent is refused without asking PayPal", async () => {
  const s = await openPaypalShop();
  const order = await s.order();
  await s.approve(await s.start(order));
  const { body } = await s.paypal.control("GET", "/webhooks");
  const dry = { eventId: body.events[0].id, dryRun: true };
  const signed = (await s.paypal.control("POST", "/webhooks/send", dry)).body;
  const post = (changes: Record<string, string>) =>
    s.shop.send({
      method: "POST",
      url: "/api/paypal/webhook",
      body: signed.body,
      headers: { ...signed.headers, ...changes },
    });
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  await s.paypal.control("DELETE", "/requests");
  for (const changes of [
    { "paypal-cert-url": "https://evil.example/v1/notifications/certs/CERT" },
    { "paypal-cert-url": "https://api.paypal.com.evil.example/cert" },
    { "paypal-cert-url": "https://evilpaypal.com/cert" },
    { "paypal-cert-url": "http://api.paypal.com/cert" },
    { "paypal-cert-url": "https://api.paypal.com@evil.example/cert" },
    { "paypal-cert-url": "no address" },
    { "paypal-transmission-time": at(2) },
    { "paypal-transmission-time": at(-97) },
    { "paypal-transmission-time": "yesterday" },
    { "paypal-transmission-sig": "x".repeat(501) },
  ] as Record<string, string>[]) {
    expect([changes, (await post(changes)).status]).toEqual([changes, 400]);
  }
  expect((await s.paypal.control("GET", "/requests")).body).toEqual([]);
  // PayPal's own hosts and a late delivery are asked about, and PayPal says no to these bytes.
  for (const changes of [
    { "paypal-cert-url": "https://api.paypal.com/v1/notifications/certs/CERT" },
    { "paypal-transmission-time": at(-72) },
  ] as Record<string, string>[]) {
    expect((await post(changes)).status).toBe(400);
  }
  expect((await s.paypal.control("GET", "/requests")).body).toHaveLength(2);
  expect((await post({})).status).toBe(200);
  expect(await s.read(order)).toMatchObject({ paymentStatus: "Paid" });
});

test("while PayPal is slow at most twenty events are being verified, and the others are sent again", async () => {
  const s = await openPaypalShop();
  await s.paid();
  await s.fault({ on: "verify", fault: "hold", times: 20 });
  const { body } = await s.paypal.control("GET", "/webhooks");
  const sending = send(s, { eventId: body.events[0].id, times: 20, concurrent: true });
  await expect.poll(async () => (await s.paypal.control("GET", "/faults")).body.holding).toHaveLength(20);
  expect(await send(s, { eventId: body.events[1].id, times: 3 })).toEqual([503, 503, 503]);
  await s.paypal.control("POST", "/release", {});
  expect(new Set(await sending)).toEqual(new Set([200]));
  expect(await send(s, { eventId: body.events[1].id })).toEqual([200]);
});

test("events that PayPal made while the shop was down, or had forgotten, are read and taken once", async () => {
  const s = await openPaypalShop();
  const { db } = s.shop.platform;
  const { order, captureId } = await s.paid();
  await s.paypal.control("POST", `/captures/${captureId}/refund`, { amount: "5.00" });
  await s.paypal.control("POST", `/captures/${captureId}/dispute`, {});
  await s.paypal.control("POST", "/webhooks/drop", {});
  await s.fault({ on: "events", fault: "503" });
  // The job has failed then, which is watched.
  await expect(backfillEvents(s.shop.platform)).rejects.toThrow("could not be read to their end");
  expect(await stored(s)).toEqual([]);
  await Promise.all([backfillEvents(s.shop.platform), backfillEvents(s.shop.platform)]);
  expect(await s.read(order)).toMatchObject({ paymentStatus: "Disputed", refundedAmount: "5.00" });
  expect(await stored(s)).toHaveLength(5);
  await backfillEvents(s.shop.platform);
  expect(await stored(s)).toHaveLength(5);
  // A restored backup knows nothing of a later order, and how far the events were read is older as well.
  const { captureId: lost } = await s.paypal.paid({ custom_id: "FORGOTTN" });
  await s.paypal.control("POST", "/webhooks/drop", {});
  await db.execute("delete from settings where name = 'paypal-events'");
  for (let start = 0; start < 2; start += 1) await backfillEvents(s.shop.platform);
  const insights = async () =>
    (await s.shop.send({ url: "/api/insights", as: s.admin })).body.data.providers.strayPayments;
  expect(await insights()).toEqual([
    {
      id: lost,
      amountMinor: 1250,
      currency: "USD",
      payerEmail: "demo-buyer@example.com",
      reason: "it names no order of the shop",
    },
  ]);
  const told = await db.execute("select subject from outbox where template_name = 'Payment problem'");
  expect(told.rows).toEqual([{ subject: "A payment of $12.50 belongs to no order" }]);
  await s.paypal.control("POST", `/captures/${lost}/refund`, {});
  await s.flush();
  expect(await insights()).toEqual([]);
});

test("missed events that cannot be taken are read again, and keep no later ones from being taken", async () => {
  let daysAgo = 0;
  const s = await openPaypalShop({ now: () => Date.now() - daysAgo * 86_400_000 });
  const { db } = s.shop.platform;
  const made: string[] = [];
  for (daysAgo of [20, 10, 0]) {
    made.push((await s.paypal.paid({ custom_id: "FORGOTTN" })).captureId);
    await s.paypal.control("POST", "/webhooks/drop", {});
  }
  const strays = async () =>
    (await db.execute<{ id: string }>("select id from stray_payments order by capture_time")).rows.map(
      ({ id }) => id,
    );
  const [first, second, third] = made;
  await s.fault({ on: "get-capture", fault: "503", times: 99, id: first });
  // As where a deadlock, or the database's end, strikes in the middle.
  await db.execute(`create function busy() returns trigger language plpgsql as
    $$ begin if new.id = '${second}' then raise exception 'busy' using errcode = '40P01'; end if; return new; end $$`);
  await db.execute(
    "create trigger busy before insert on stray_payments for each row execute function busy()",
  );
  await backfillEvents(s.shop.platform);
  expect(await strays()).toEqual([third]);
  await s.paypal.control("DELETE", "/faults");
  await db.execute("drop trigger busy on stray_payments");
  await backfillEvents(s.shop.platform);
  expect(await strays()).toEqual(made);
});
