import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { memberText } from "../paypal/json-span.ts";
import {
  OTHER,
  type Received,
  SHOP,
  startPaypal,
  startReceiver,
  subscribe,
  type TestPaypal,
  typesOf,
} from "./paypal-support.ts";

const event = z.strictObject({
  id: z.string().startsWith("WH-"),
  event_version: z.literal("1.0"),
  create_time: z.iso.datetime(),
  resource_type: z.enum(["checkout-order", "capture", "refund", "dispute"]),
  resource_version: z.enum(["1.0", "2.0"]),
  event_type: z.string(),
  summary: z.string(),
  resource: z.looseObject({}),
  links: z.array(z.strictObject({ href: z.url(), rel: z.enum(["self", "resend"]), method: z.string() })),
});

/** The verify call as a shop makes it that passes the event's text on untouched. */
async function verify(
  paypal: TestPaypal,
  webhookId: string,
  received: Received,
  { text = received.text, by = SHOP, fields = {} }: { text?: string; by?: typeof SHOP; fields?: object } = {},
): Promise<string> {
  const header = (name: string) => String(received.headers[`paypal-${name}`] ?? "");
  const rest = JSON.stringify({
    auth_algo: header("auth-algo"),
    cert_url: header("cert-url"),
    transmission_id: header("transmission-id"),
    transmission_sig: header("transmission-sig"),
    transmission_time: header("transmission-time"),
    webhook_id: webhookId,
    ...fields,
  });
  const { body } = await paypal.call("POST", "/v1/notifications/verify-webhook-signature", {
    body: `${rest.slice(0, -1)},"webhook_event":${text}}`,
    by,
  });
  return body.verification_status ?? body.name;
}

async function received(list: Received[], count: number): Promise<Received[]> {
  await vi.waitFor(() => expect(list.length).toBeGreaterThanOrEqual(count), { timeout: 20_000, interval: 5 });
  return list;
}

test("a payment's life is told in events of PayPal's shape", async () => {
  const paypal = await startPaypal();
  const shop = await startReceiver();
  await subscribe(paypal, shop.url);
  const { captureId, orderId } = await paypal.paid();
  await paypal.call("POST", `/v2/payments/captures/${captureId}/refund`, {
    body: { amount: { currency_code: "USD", value: "1.00" } },
  });
  await paypal.control("POST", `/captures/${captureId}/dispute`);
  await paypal.control("POST", `/captures/${captureId}/update-dispute`);
  await paypal.control("POST", `/captures/${captureId}/resolve-dispute`);
  await paypal.control("POST", `/captures/${captureId}/reverse`);
  const events = (await received(shop.received, 8)).map((one) => event.parse(JSON.parse(one.text)));
  expect(events.map((one) => one.event_type).sort()).toEqual([
    "CHECKOUT.ORDER.APPROVED",
    "CHECKOUT.ORDER.COMPLETED",
    "CUSTOMER.DISPUTE.CREATED",
    "CUSTOMER.DISPUTE.RESOLVED",
    "CUSTOMER.DISPUTE.UPDATED",
    "PAYMENT.CAPTURE.COMPLETED",
    "PAYMENT.CAPTURE.REFUNDED",
    "PAYMENT.CAPTURE.REVERSED",
  ]);
  const resource = (type: string) => events.find((one) => one.event_type === type)?.resource;
  expect(resource("CHECKOUT.ORDER.APPROVED")).toMatchObject({ id: orderId, status: "APPROVED" });
  expect(resource("PAYMENT.CAPTURE.COMPLETED")).toMatchObject({
    id: captureId,
    custom_id: "ORDER123",
    supplementary_data: { related_ids: { order_id: orderId } },
  });
  expect(resource("PAYMENT.CAPTURE.REVERSED")).toMatchObject({
    amount: { value: "11.50" },
    links: [{}, { rel: "up", href: expect.stringContaining(captureId) }],
  });
  expect(resource("CUSTOMER.DISPUTE.RESOLVED")).toMatchObject({
    disputed_transactions: [{ seller_transaction_id: captureId }],
    dispute_outcome: { outcome_code: "RESOLVED_SELLER_FAVOUR" },
  });
});

test("a pending payment tells of its end", async () => {
  const paypal = await startPaypal();
  const shop = await startReceiver();
  await subscribe(paypal, shop.url, ["PAYMENT.CAPTURE.PENDING", "PAYMENT.CAPTURE.DENIED"]);
  const id = await paypal.order();
  await paypal.control("POST", `/approve/${id}`, { instrument: "pending" });
  const { body } = await paypal.call("POST", `/v2/checkout/orders/${id}/capture`);
  await received(shop.received, 1);
  await paypal.control("POST", `/captures/${body.purchase_units[0].payments.captures[0].id}/decline`);
  expect(typesOf(await received(shop.received, 2))).toEqual([
    "PAYMENT.CAPTURE.PENDING",
    "PAYMENT.CAPTURE.DENIED",
  ]);
});

test("a signature holds for the bytes that were sent and for nothing else", async () => {
  const paypal = await startPaypal();
  const shop = await startReceiver();
  const webhookId = await subscribe(paypal, shop.url, ["PAYMENT.CAPTURE.COMPLETED"]);
  await paypal.paid();
  const [one] = (await received(shop.received, 1)) as [Received];
  const parsed = JSON.parse(one.text);

  expect(await verify(paypal, webhookId, one)).toBe("SUCCESS");
  expect(await verify(paypal, webhookId, one, { text: JSON.stringify(parsed) })).toBe("FAILURE");
  expect(await verify(paypal, webhookId, one, { text: one.text.replace("12.50", "92.50") })).toBe("FAILURE");
  expect(await verify(paypal, webhookId, one, { by: OTHER })).toBe("FAILURE");
  expect(await verify(paypal, "0AB12345CD678901E", one)).toBe("FAILURE");
  for (const fields of [
    { transmission_time: "2020-01-01T00:00:00Z" },
    { transmission_id: crypto.randomUUID() },
    { transmission_sig: `A${String(one.headers["paypal-transmission-sig"]).slice(1)}` },
    { cert_url: "https://example.com/cert" },
    { auth_algo: "none" },
  ]) {
    const sig = one.headers["paypal-transmission-sig"];
    if ("transmission_sig" in fields && fields.transmission_sig === sig) continue;
    expect(await verify(paypal, webhookId, one, { fields }), JSON.stringify(fields)).toBe("FAILURE");
  }
  expect(await verify(paypal, webhookId, one, { fields: { transmission_sig: undefined } })).toBe(
    "VALIDATION_ERROR",
  );
});

test.each(["none", "tampered", "wrong-webhook", "wrong-key", "stale-time"])(
  "a forged event (%s) doesn't verify",
  async (signature) => {
    const paypal = await startPaypal();
    const shop = await startReceiver();
    const webhookId = await subscribe(paypal, shop.url);
    const forged = {
      id: "WH-1",
      event_type: "PAYMENT.CAPTURE.COMPLETED",
      resource: { amount: { value: "5.00" } },
    };
    await paypal.control("POST", "/webhooks/send", { event: forged, signature });
    await paypal.control("POST", "/webhooks/send", { event: forged });
    const [bad, good] = shop.received as [Received, Received];
    expect(await verify(paypal, webhookId, bad)).not.toBe("SUCCESS");
    expect(await verify(paypal, webhookId, good)).toBe("SUCCESS");
  },
);

test("an event that the shop refuses comes again until it is taken", async () => {
  const paypal = await startPaypal();
  const shop = await startReceiver();
  const webhookId = await subscribe(paypal, shop.url, ["PAYMENT.CAPTURE.COMPLETED"]);
  shop.answer(503);
  await paypal.paid();
  await received(shop.received, 2);
  shop.answer(200);
  await vi.waitFor(async () => {
    const { body } = await paypal.control("GET", "/webhooks");
    expect(body.deliveries[0].status).toBe("delivered");
  }, 20_000);
  expect(new Set(shop.received.map((one) => one.text)).size).toBe(1);
  expect(await verify(paypal, webhookId, shop.received.at(-1) as Received)).toBe("SUCCESS");
});

test("deliveries can be held, shuffled, duplicated and dropped", async () => {
  const paypal = await startPaypal();
  const shop = await startReceiver();
  await subscribe(paypal, shop.url, ["PAYMENT.CAPTURE.COMPLETED", "PAYMENT.CAPTURE.REFUNDED"]);
  await paypal.control("POST", "/webhooks/hold");
  const { captureId } = await paypal.paid();
  for (let i = 0; i < 3; i += 1) {
    await paypal.call("POST", `/v2/payments/captures/${captureId}/refund`, {
      body: { amount: { currency_code: "USD", value: "1.00" } },
    });
  }
  expect(shop.received).toHaveLength(0);
  const dropped = await paypal.control("POST", "/webhooks/drop", { eventType: "PAYMENT.CAPTURE.COMPLETED" });
  expect(dropped.body.dropped).toHaveLength(1);
  const { body } = await paypal.control("POST", "/webhooks/shuffle", { seed: 3 });
  expect(body.results.map((one: { status: number }) => one.status)).toEqual([200, 200, 200]);
  expect(typesOf(shop.received)).toEqual(Array(3).fill("PAYMENT.CAPTURE.REFUNDED"));
  await paypal.control("POST", "/webhooks/duplicate", { times: 3, concurrent: true });
  expect(shop.received).toHaveLength(3 + 9);
});

test("with deliveries off, events wait for a flush", async () => {
  const paypal = await startPaypal({ deliverWebhooks: false });
  const shop = await startReceiver();
  await subscribe(paypal, shop.url, ["CHECKOUT.ORDER.APPROVED"]);
  await paypal.paid();
  expect(shop.received).toHaveLength(0);
  await paypal.control("POST", "/webhooks/flush");
  expect(typesOf(shop.received)).toEqual(["CHECKOUT.ORDER.APPROVED"]);
});

test("webhooks are registered, read, changed and deleted by their own client", async () => {
  const paypal = await startPaypal();
  const url = "http://127.0.0.1:9/hook";
  const id = await subscribe(paypal, url, ["PAYMENT.CAPTURE.COMPLETED"]);
  const at = `/v1/notifications/webhooks/${id}`;
  const again = await paypal.call("POST", "/v1/notifications/webhooks", {
    body: { url, event_types: [{ name: "*" }] },
  });
  expect([again.status, again.body.name]).toEqual([400, "WEBHOOK_URL_ALREADY_EXISTS"]);
  for (const body of [
    { url: "ftp://x", event_types: [{ name: "*" }] },
    { url: `${url}2`, event_types: [{ name: "NO.SUCH" }] },
  ]) {
    expect((await paypal.call("POST", "/v1/notifications/webhooks", { body })).body.name).toBe(
      "VALIDATION_ERROR",
    );
  }
  expect((await paypal.call("GET", "/v1/notifications/webhooks")).body.webhooks).toMatchObject([{ id, url }]);
  expect((await paypal.call("GET", "/v1/notifications/webhooks", { by: OTHER })).body.webhooks).toEqual([]);
  expect((await paypal.call("DELETE", at, { by: OTHER })).status).toBe(404);
  const patched = await paypal.call("PATCH", at, {
    body: [{ op: "replace", path: "/event_types", value: [{ name: "*" }] }],
  });
  expect(patched.body.event_types).toMatchObject([{ name: "*" }]);
  expect((await paypal.call("DELETE", at)).status).toBe(204);
  expect((await paypal.call("GET", at)).status).toBe(404);
});

test("an event waiting for delivery outlives a restart and still verifies", async () => {
  let stored: string | undefined;
  const store = {
    load: async () => stored,
    save: async (json: string) => {
      stored = json;
    },
  };
  const shop = await startReceiver();
  const before = await startPaypal({ store, deliverWebhooks: false });
  const webhookId = await subscribe(before, shop.url, ["PAYMENT.CAPTURE.COMPLETED"]);
  await before.paid();
  await before.app.close();
  const after = await startPaypal({ store });
  const [one] = (await received(shop.received, 1)) as [Received];
  expect(
    await verify(after, webhookId, one, {
      fields: { cert_url: `${after.baseUrl}/v1/notifications/certs/CERT-STAND-IN` },
    }),
  ).toBe("SUCCESS");
});

test("a member's text is found exactly, whatever surrounds it", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.jsonValue(),
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.constantFrom(0, 1, 2, "\t"),
      (before, value, after, indent) => {
        const text = JSON.stringify({ ...before, 'wanted"\\': value, ...after }, null, indent);
        const parsed = JSON.parse(text);
        const found = memberText(text, 'wanted"\\') as string;
        expect(text).toContain(found);
        expect(JSON.parse(found)).toEqual(parsed['wanted"\\']);
        expect(memberText(text, "no such member at all")).toBeUndefined();
      },
    ),
  );
});

test("events that a webhook was registered for are listed for 30 days, newest first, a page at a time", async () => {
  let now = Date.now();
  const paypal = await startPaypal({ deliverWebhooks: false, now: () => now });
  const list = async (query: string) => paypal.call("GET", `/v1/notifications/webhooks-events?${query}`);
  await paypal.paid();
  await subscribe(paypal, "http://127.0.0.1:9/nowhere");
  await paypal.paid();
  const { body: first } = await list("page_size=2");
  expect([first.count, first.events.length]).toEqual([2, 2]);
  const next = first.links.find(({ rel }: { rel: string }) => rel === "next").href;
  const { body: second } = await list(new URL(next).search.slice(1));
  expect(second.links.some(({ rel }: { rel: string }) => rel === "next")).toBe(false);
  const types = [...first.events, ...second.events].map((event) => event.event_type);
  expect(types).toEqual(["CHECKOUT.ORDER.COMPLETED", "PAYMENT.CAPTURE.COMPLETED", "CHECKOUT.ORDER.APPROVED"]);
  expect((await list("start_time=yesterday")).status).toBe(400);
  expect((await list(`start_time=${new Date(now - 31 * 86_400_000).toISOString()}`)).status).toBe(400);
  expect((await list("page_size=1000")).status).toBe(400);
  expect((await list(`end_time=${new Date(now - 1000 * 60).toISOString()}`)).body.count).toBe(0);
  now += 31 * 86_400_000;
  expect((await list("page_size=10")).body.count).toBe(0);
});
