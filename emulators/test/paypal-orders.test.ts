import { expect, test } from "vitest";
import { z } from "zod";
import { basic, OTHER, SHOP, startPaypal, unitOf } from "./paypal-support.ts";

const money = z.strictObject({
  currency_code: z.string().length(3),
  value: z.string().regex(/^\d+(\.\d\d)?$/),
});
const time = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
const links = z
  .array(
    z.strictObject({ href: z.url(), rel: z.string(), method: z.enum(["GET", "POST", "PATCH", "DELETE"]) }),
  )
  .min(1);
const payee = z.strictObject({
  email_address: z.email(),
  merchant_id: z.string().regex(/^[2-9A-HJ-NP-Z]{13}$/),
});
const payer = z.strictObject({
  payer_id: z.string().regex(/^[2-9A-HJ-NP-Z]{13}$/),
  email_address: z.email(),
  name: z.strictObject({ given_name: z.string(), surname: z.string() }),
  address: z.strictObject({ country_code: z.string().length(2) }),
});
const capture = z.strictObject({
  id: z.string().length(17),
  status: z.enum(["COMPLETED", "DECLINED", "PARTIALLY_REFUNDED", "PENDING", "REFUNDED", "FAILED"]),
  status_details: z.strictObject({ reason: z.string() }).optional(),
  amount: money,
  final_capture: z.literal(true),
  disbursement_mode: z.literal("INSTANT"),
  seller_protection: z.looseObject({ status: z.enum(["ELIGIBLE", "NOT_ELIGIBLE"]) }),
  seller_receivable_breakdown: z
    .strictObject({ gross_amount: money, paypal_fee: money, net_amount: money })
    .optional(),
  invoice_id: z.string().max(127).optional(),
  custom_id: z.string().max(127).optional(),
  links,
  create_time: time,
  update_time: time,
});
const order = z.strictObject({
  id: z.string().length(17),
  intent: z.literal("CAPTURE"),
  status: z.enum(["CREATED", "APPROVED", "COMPLETED", "PAYER_ACTION_REQUIRED"]),
  payment_source: z.strictObject({ paypal: z.looseObject({}) }).optional(),
  payer: payer.optional(),
  purchase_units: z.tuple([
    z.strictObject({
      reference_id: z.string(),
      amount: money.extend({ breakdown: z.record(z.string(), money).optional() }),
      payee,
      description: z.string().optional(),
      custom_id: z.string().optional(),
      invoice_id: z.string().optional(),
      payments: z.strictObject({ captures: z.array(capture).min(1) }).optional(),
    }),
  ]),
  create_time: time,
  update_time: time,
  links,
});
const failure = z.strictObject({
  name: z.string(),
  message: z.string(),
  debug_id: z.string().min(8),
  details: z
    .array(
      z.strictObject({
        issue: z.string(),
        description: z.string().optional(),
        field: z.string().optional(),
        value: z.string().optional(),
        location: z.enum(["body", "path", "query", "header"]).optional(),
      }),
    )
    .optional(),
  links: z.array(z.looseObject({ href: z.url(), rel: z.string() })),
});

test("a token is given for the right secret only", async () => {
  const paypal = await startPaypal();
  const ask = (authorization: string, grant = "client_credentials") =>
    fetch(`${paypal.baseUrl}/v1/oauth2/token`, {
      method: "POST",
      headers: { authorization },
      body: new URLSearchParams({ grant_type: grant }),
    });
  const given = await ask(basic(SHOP));
  expect(given.status).toBe(200);
  expect(await given.json()).toMatchObject({ token_type: "Bearer", expires_in: 32400 });
  for (const wrong of [
    basic({ ...SHOP, secret: "guess" }),
    basic({ ...SHOP, clientId: "nobody" }),
    "Basic x",
  ]) {
    const refused = await ask(wrong);
    expect(refused.status).toBe(401);
    expect(await refused.json()).toEqual({
      error: "invalid_client",
      error_description: "Client Authentication failed",
    });
  }
  expect((await ask(basic(SHOP), "password")).status).toBe(400);
});

test("without a token there is nothing, and a wrong one is told apart from none", async () => {
  const paypal = await startPaypal();
  const none = await fetch(`${paypal.baseUrl}/v2/checkout/orders/ANY`);
  expect(none.status).toBe(401);
  expect(failure.parse(await none.json()).name).toBe("AUTHENTICATION_FAILURE");
  const wrong = await paypal.call("GET", "/v2/checkout/orders/ANY", {
    headers: { authorization: "Bearer x" },
  });
  expect([wrong.status, wrong.body.error]).toEqual([401, "invalid_token"]);
});

test("a token runs out after its nine hours", async () => {
  let now = Date.now();
  const paypal = await startPaypal({ now: () => now });
  const authorization = `Bearer ${await paypal.token()}`;
  const id = await paypal.order();
  now += 2 * 3600 * 1000;
  expect((await paypal.call("GET", `/v2/checkout/orders/${id}`, { headers: { authorization } })).status).toBe(
    200,
  );
  now += 8 * 3600 * 1000;
  expect((await paypal.call("GET", `/v2/checkout/orders/${id}`, { headers: { authorization } })).status).toBe(
    401,
  );
});

test("an order goes from created through approved to completed in PayPal's shapes", async () => {
  const paypal = await startPaypal();
  const unit = unitOf({ invoice_id: "INV-1" });
  const made = await paypal.call("POST", "/v2/checkout/orders", {
    body: { intent: "CAPTURE", purchase_units: [unit] },
    headers: { prefer: "return=representation" },
  });
  expect(made.status).toBe(201);
  expect(made.headers.get("paypal-debug-id")).toMatch(/^[0-9a-f]{13}$/);
  const created = order.parse(made.body);
  expect(created).toMatchObject({
    status: "CREATED",
    purchase_units: [{ ...unit, payee: { email_address: SHOP.email, merchant_id: SHOP.merchantId } }],
  });
  expect(created.links.map((link) => link.rel)).toEqual(["self", "approve", "capture"]);

  await paypal.control("POST", `/approve/${created.id}`);
  const approved = order.parse((await paypal.call("GET", `/v2/checkout/orders/${created.id}`)).body);
  expect([approved.status, approved.payer?.email_address]).toEqual(["APPROVED", "demo-buyer@example.com"]);

  const captured = await paypal.call("POST", `/v2/checkout/orders/${created.id}/capture`, {
    headers: { prefer: "return=representation" },
  });
  expect(captured.status).toBe(201);
  const completed = order.parse(captured.body);
  expect(completed.status).toBe("COMPLETED");
  expect(completed.purchase_units[0].payments?.captures).toMatchObject([
    {
      status: "COMPLETED",
      amount: { currency_code: "USD", value: "12.50" },
      custom_id: "ORDER123",
      invoice_id: "INV-1",
      seller_receivable_breakdown: { paypal_fee: { value: "0.93" }, net_amount: { value: "11.57" } },
    },
  ]);
  const id = completed.purchase_units[0].payments?.captures[0]?.id;
  const alone = await paypal.call("GET", `/v2/payments/captures/${id}`);
  const shape = capture.extend({
    payee,
    supplementary_data: z.strictObject({ related_ids: z.strictObject({ order_id: z.literal(created.id) }) }),
  });
  expect(shape.parse(alone.body).id).toBe(id);
});

test("a minimal answer leaves out what PayPal's leaves out", async () => {
  const paypal = await startPaypal();
  const made = await paypal.call("POST", "/v2/checkout/orders", {
    body: { intent: "CAPTURE", purchase_units: [unitOf()] },
  });
  expect(Object.keys(made.body)).toEqual(["id", "status", "links"]);
  await paypal.control("POST", `/approve/${made.body.id}`);
  const { body } = await paypal.call("POST", `/v2/checkout/orders/${made.body.id}/capture`);
  expect(Object.keys(body.purchase_units[0])).toEqual(["reference_id", "payments"]);
  expect(capture.parse(body.purchase_units[0].payments.captures[0]).status).toBe("COMPLETED");
});

test("payment_source.paypal asks for a request id and calls its link payer-action", async () => {
  const paypal = await startPaypal();
  const body = { intent: "CAPTURE", purchase_units: [unitOf()], payment_source: { paypal: {} } };
  const refused = await paypal.call("POST", "/v2/checkout/orders", { body });
  expect([refused.status, refused.body.details[0].issue]).toEqual([400, "PAYPAL_REQUEST_ID_REQUIRED"]);
  const made = await paypal.call("POST", "/v2/checkout/orders", {
    body,
    headers: { "paypal-request-id": "one" },
  });
  expect([made.status, made.body.status]).toEqual([201, "PAYER_ACTION_REQUIRED"]);
  expect(made.body.links[1].rel).toBe("payer-action");
});

const usd = (value: string) => ({ currency_code: "USD", value });
const amount = (value: unknown, currency_code = "USD", breakdown?: object) => ({
  amount: { currency_code, value, ...(breakdown ? { breakdown } : {}) },
});
const item = (quantity: string, price: string) => ({ name: "Pack", quantity, unit_amount: usd(price) });

test.each<[string, number, string, object]>([
  ["a sum that doesn't add up", 422, "AMOUNT_MISMATCH", amount("12.50", "USD", { item_total: usd("12.00") })],
  [
    "a discount that is less than what was taken off",
    422,
    "AMOUNT_MISMATCH",
    amount("10.00", "USD", { item_total: usd("12.50"), discount: usd("2.00") }),
  ],
  [
    "a fee in another currency",
    422,
    "MULTI_CURRENCY_ORDER",
    amount("2.00", "USD", { item_total: usd("1.00"), handling: { currency_code: "EUR", value: "1.00" } }),
  ],
  ["decimals in yen", 422, "DECIMALS_NOT_SUPPORTED", amount("100.00", "JPY")],
  ["decimals in forint", 422, "DECIMALS_NOT_SUPPORTED", amount("100.5", "HUF")],
  ["decimals in Taiwan dollars", 422, "DECIMALS_NOT_SUPPORTED", amount("1.0", "TWD")],
  ["three decimals", 422, "DECIMAL_PRECISION", amount("1.005")],
  ["nothing to pay", 422, "CANNOT_BE_ZERO_OR_NEGATIVE", amount("0.00")],
  [
    "a negative fee",
    422,
    "CANNOT_BE_NEGATIVE",
    amount("1.00", "USD", { item_total: usd("2.00"), handling: usd("-1.00") }),
  ],
  ["an unknown currency", 422, "INVALID_CURRENCY_CODE", amount("1.00", "XYZ")],
  ["an amount beyond measure", 422, "MAX_VALUE_EXCEEDED", amount("9999999999999999.99")],
  [
    "items without their total",
    422,
    "ITEM_TOTAL_REQUIRED",
    { ...amount("2.00"), items: [item("2", "1.00")] },
  ],
  [
    "items that cost more",
    422,
    "ITEM_TOTAL_MISMATCH",
    { ...amount("2.00", "USD", { item_total: usd("2.00") }), items: [item("3", "1.00")] },
  ],
  ["an unknown account", 422, "PAYEE_ACCOUNT_INVALID", { payee: { merchant_id: "9XS7HSHPDEM4C" } }],
  ["an amount as a number", 400, "INVALID_PARAMETER_SYNTAX", amount(12.5)],
  ["an amount with a comma", 400, "INVALID_PARAMETER_SYNTAX", amount("12,50")],
  ["no amount", 400, "MISSING_REQUIRED_PARAMETER", { amount: undefined }],
  ["a long description", 400, "INVALID_STRING_LENGTH", { description: "x".repeat(128) }],
  ["an empty custom_id", 400, "INVALID_STRING_LENGTH", { custom_id: "" }],
  ["a long invoice_id", 400, "INVALID_STRING_LENGTH", { invoice_id: "x".repeat(128) }],
])("an order with %s is refused", async (_name, status, issue, unit) => {
  const paypal = await startPaypal();
  const { status: answered, body } = await paypal.call("POST", "/v2/checkout/orders", {
    body: { intent: "CAPTURE", purchase_units: [unitOf(unit)] },
  });
  expect(answered).toBe(status);
  expect(failure.parse(body).details?.map((detail) => detail.issue)).toContain(issue);
});

test("a malformed request is told so", async () => {
  const paypal = await startPaypal();
  const post = (body: unknown, headers = {}) => paypal.call("POST", "/v2/checkout/orders", { body, headers });
  expect((await post("{")).body.details[0].issue).toBe("MALFORMED_REQUEST_JSON");
  expect((await post({ intent: "SELL", purchase_units: [] })).body.details).toHaveLength(2);
  expect((await post("<order/>", { "content-type": "text/xml" })).status).toBe(415);
  const long = await post(
    { intent: "CAPTURE", purchase_units: [unitOf()] },
    { "paypal-request-id": "x".repeat(109) },
  );
  expect(long.body.details[0].issue).toBe("INVALID_STRING_LENGTH");
});

test("yen are whole, and amounts are written the one way", async () => {
  const paypal = await startPaypal();
  for (const [given, currency, written] of [
    ["1200", "JPY", "1200"],
    ["12", "USD", "12.00"],
    [".5", "EUR", "0.50"],
  ] as const) {
    const id = await paypal.order({ unit: amount(given, currency) });
    const { body } = await paypal.call("GET", `/v2/checkout/orders/${id}`);
    expect(body.purchase_units[0].amount.value).toBe(written);
  }
});

test("the same request id and body make one order; another body is refused", async () => {
  const paypal = await startPaypal();
  const unit = unitOf();
  const make = (body: object) =>
    paypal.call("POST", "/v2/checkout/orders", { body, headers: { "paypal-request-id": "attempt-1" } });
  const first = await make({ intent: "CAPTURE", purchase_units: [unit] });
  const again = await make({ intent: "CAPTURE", purchase_units: [unit] });
  expect([first.status, again.status]).toEqual([201, 200]);
  expect(again.body.id).toBe(first.body.id);
  const other = await make({ intent: "CAPTURE", purchase_units: [unitOf({ custom_id: "ANOTHER" })] });
  expect([other.status, other.body.details[0].issue]).toEqual([422, "DUPLICATE_REQUEST_ID"]);
  expect((await paypal.control("GET", "/orders")).body).toHaveLength(1);
});

test("an order is its client's own", async () => {
  const paypal = await startPaypal();
  const id = await paypal.order();
  const answer = await paypal.call("GET", `/v2/checkout/orders/${id}`, { by: OTHER });
  expect([answer.status, answer.body.details[0].issue]).toEqual([403, "PERMISSION_DENIED"]);
  for (const unknown of ["UNKNOWN", "__proto__", "constructor"]) {
    const missing = await paypal.call("GET", `/v2/checkout/orders/${unknown}`);
    expect([missing.status, failure.parse(missing.body).details?.[0]?.issue]).toEqual([
      404,
      "INVALID_RESOURCE_ID",
    ]);
  }
});

test("an order that nobody approved and captured is forgotten after three hours", async () => {
  let now = Date.now();
  const paypal = await startPaypal({ now: () => now });
  const ids = [await paypal.order(), await paypal.order()];
  await paypal.control("POST", `/approve/${ids[1]}`);
  now += 3 * 3600 * 1000 + 2000;
  for (const id of ids) expect((await paypal.call("GET", `/v2/checkout/orders/${id}`)).status).toBe(404);
});

test("what is stored is there again after a restart", async () => {
  let stored: string | undefined;
  const store = {
    load: async () => stored,
    save: async (json: string) => {
      stored = json;
    },
  };
  const before = await startPaypal({ store });
  const { orderId, captureId } = await before.paid();
  await before.app.close();
  const after = await startPaypal({ store });
  expect((await after.call("GET", `/v2/checkout/orders/${orderId}`)).body.status).toBe("COMPLETED");
  expect((await after.call("GET", `/v2/payments/captures/${captureId}`)).body.status).toBe("COMPLETED");
});

test("the control API is there on request only", async () => {
  const paypal = await startPaypal({ control: false });
  expect((await paypal.control("GET", "/orders")).status).toBe(404);
});

test("a token without the secret makes, reads and captures orders, and may do nothing else", async () => {
  const paypal = await startPaypal();
  const by = { ...SHOP, secret: "" };
  const body = { intent: "CAPTURE", purchase_units: [unitOf({ payee: { merchant_id: OTHER.merchantId } })] };
  const made = await paypal.call("POST", "/v2/checkout/orders", { body, by });
  expect([made.status, made.headers.get("access-control-allow-origin")]).toEqual([201, "*"]);
  const path = `/v2/checkout/orders/${made.body.id}`;
  expect((await paypal.call("POST", `${path}/capture`, { by })).body.details[0].issue).toBe(
    "ORDER_NOT_APPROVED",
  );
  await paypal.control("POST", `/approve/${made.body.id}`);
  expect((await paypal.call("POST", `${path}/capture`, { by })).status).toBe(201);
  expect((await paypal.call("POST", `${path}/capture`, { by })).body.details[0].issue).toBe(
    "ORDER_ALREADY_CAPTURED",
  );
  const { body: order } = await paypal.call("GET", path, { by });
  const [unit] = order.purchase_units;
  expect(unit.payee.merchant_id).toBe(OTHER.merchantId);
  const capture = `/v2/payments/captures/${unit.payments.captures[0].id}`;
  for (const [method, refused] of [
    ["GET", capture],
    ["POST", `${capture}/refund`],
    ["GET", "/v1/notifications/webhooks"],
    ["GET", "/v1/notifications/webhooks-events"],
  ] as const) {
    const answer = await paypal.call(method, refused, { by, ...(method === "POST" ? { body: {} } : {}) });
    expect([answer.status, answer.body.name]).toEqual([403, "NOT_AUTHORIZED"]);
  }
});
