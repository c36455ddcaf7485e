import { expect, test } from "vitest";
import { EVENT_TYPES } from "#emulators/paypal/options.ts";
import { SHOP, startPaypal } from "#emulators/test/paypal-support.ts";
import { seedDemoPaypal } from "#server/features/payments/settings/change-paypal-settings.ts";
import { checkPaypal } from "#server/features/payments/settings/paypal-account.ts";
import { openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";

const url = "/api/paypal-settings";

async function open(options?: Parameters<typeof startPaypal>[0]) {
  const paypal = await startPaypal(options);
  const shop = await openTestShop({ env: { PAYPAL_API_URL: paypal.baseUrl } });
  const admin = await shop.signUp({ role: "Admin" });
  const put = (body: object, as = admin) => shop.send({ method: "PUT", url, as, body });
  return { paypal, shop, admin, put };
}

const pair = { clientId: SHOP.clientId, clientSecret: SHOP.secret };

test("visitors get what the payment page needs; the secret never leaves, and is not stored readably", async () => {
  const { shop, admin, put } = await open();
  const fresh = await shop.send({ url });
  expect(fresh.body.data).toEqual({
    clientId: "",
    currency: "USD",
    enablePayPal: false,
    sdkUrl: "https://www.paypal.com/sdk/js",
    buttonStyles: { layout: "vertical", color: "blue", shape: "rect", label: "paypal" },
  });
  const saved = await put({ ...pair, enablePayPal: true, buttonStyles: { color: "gold" } });
  expect(saved.body).toMatchObject({ message: "PayPal settings updated successfully" });
  expect(saved.text).not.toContain(SHOP.secret);
  const seen = await shop.send({ url });
  expect(seen.body.data).toMatchObject({
    clientId: SHOP.clientId,
    enablePayPal: true,
    buttonStyles: { color: "gold", shape: "rect" },
  });
  expect(Object.keys(seen.body.data)).not.toContain("mode");
  expect((await shop.send({ url, as: admin })).body.data).toMatchObject({
    mode: "sandbox",
    clientSecret: expect.stringMatching(/^•+/),
  });
  const { rows } = await shop.platform.db.execute(
    "select data::text from settings union all select after::text from audit_log",
  );
  expect(JSON.stringify(rows)).not.toContain(SHOP.secret);
});

test("a blank or masked secret keeps the stored one, and each mode keeps its own pair", async () => {
  const { shop, admin, put } = await open();
  await put({ ...pair, enablePayPal: true });
  const mask = (await shop.send({ url, as: admin })).body.data.clientSecret;
  await put({ clientSecret: mask, currency: "EUR" });
  await put({ clientSecret: "" });
  const tried = await shop.send({ method: "POST", url: `${url}/test`, as: admin, body: {} });
  expect(tried.body).toMatchObject({ success: true, data: { mode: "sandbox" } });
  const live = await put({ mode: "live" });
  expect(live.status).toBe(400);
  await put({ mode: "live", clientId: "live-client", clientSecret: "live-secret-text" });
  await put({ mode: "sandbox" });
  const { data } = (await shop.send({ url, as: admin })).body;
  expect(data).toMatchObject({ clientId: SHOP.clientId, live: { clientId: "live-client" }, currency: "EUR" });
});

test("enabling without credentials is refused; reset clears both pairs and switches off", async () => {
  const { shop, admin, put } = await open();
  const refused = await put({ enablePayPal: true });
  expect(refused.status).toBe(400);
  expect(Object.keys(refused.body.fields)).toEqual(["clientId", "clientSecret"]);
  await put({ ...pair, enablePayPal: true });
  const reset = await shop.send({ method: "POST", url: `${url}/reset`, as: admin, body: {} });
  expect(reset.body).toMatchObject({
    message: "PayPal settings reset successfully",
    data: {
      enablePayPal: false,
      clientId: "",
      clientSecret: "",
      sandbox: { clientId: "" },
      live: { clientId: "" },
    },
  });
  const stale = await put({ currency: "GBP", version: 1 });
  expect(stale.body).toMatchObject({ code: "STALE_VERSION", data: { version: 2 } });
  for (const bad of [
    { currency: "JPY" },
    { mode: "test" },
    { buttonStyles: { color: "red" } },
    { enablePayPal: "yes" },
  ]) {
    expect((await put(bad)).status).toBe(400);
  }
});

test("wrong credentials are told apart from a PayPal that is away", async () => {
  const { shop, admin, paypal } = await open();
  const tryIt = (body: object) => shop.send({ method: "POST", url: `${url}/test`, as: admin, body });
  expect((await tryIt({})).body.fields).toHaveProperty("clientId");
  expect((await tryIt(pair)).status).toBe(200);
  const wrong = await tryIt({ ...pair, clientSecret: "wrong" });
  expect([wrong.status, wrong.body.fields]).toEqual([
    400,
    { clientSecret: "PayPal does not accept this client ID and secret." },
  ]);
  await paypal.control("POST", "/faults", { on: "token", fault: "503" });
  expect((await tryIt({ clientId: "other-client", clientSecret: "other-secret" })).status).toBe(502);
});

test("the webhook is registered once and found again", async () => {
  const { shop, admin, put } = await open();
  const register = () => shop.send({ method: "POST", url: `${url}/webhook`, as: admin, body: {} });
  expect((await register()).status).toBe(400);
  await put(pair);
  const first = await register();
  expect(first.body.data).toMatchObject({
    mode: "sandbox",
    webhookUrl: `${shop.platform.config.appUrl}/api/paypal/webhook`,
  });
  const second = await register();
  expect(second.body.data.webhookId).toBe(first.body.data.webhookId);
  expect((await shop.send({ url, as: admin })).body.data.webhookId).toBe(first.body.data.webhookId);
});

test.each(["sandbox", "live"])(
  "another client ID of %s drops the former one's webhook, which its form sends along, and keeps one that is typed",
  async (mode) => {
    const { put } = await open();
    const save = async (body: object) =>
      (await put({ mode, clientSecret: "s3cret", ...body })).body.data[mode];
    const form = await save({ clientId: "first", webhookId: "WH-1" });
    expect(form).toMatchObject({ webhookId: "WH-1" });
    expect(await save(form)).toMatchObject({ webhookId: "WH-1" });
    expect(await save({ ...form, clientId: "second" })).toMatchObject({ clientId: "second", webhookId: "" });
    const both = { clientId: "third", webhookId: "WH-2" };
    expect(await save(both)).toMatchObject(both);
    expect(await save({ clientId: "fourth" })).toMatchObject({ webhookId: "" });
  },
);

test("testing the connection asks PayPal although a token is known", async () => {
  const { shop, admin, paypal, put } = await open();
  await put(pair);
  const tryIt = async () =>
    (await shop.send({ method: "POST", url: `${url}/test`, as: admin, body: {} })).status;
  expect(await tryIt()).toBe(200);
  await paypal.control("POST", "/faults", { on: "token", fault: "401" });
  expect([await tryIt(), await tryIt()]).toEqual([400, 200]);
});

test("a webhook is registered although PayPal does not know one of the events", async () => {
  const eventTypes = new Set([...EVENT_TYPES].filter((name) => name !== "PAYMENT.REFUND.FAILED"));
  const { shop, admin, paypal, put } = await open({ eventTypes });
  await put(pair);
  const answer = await shop.send({ method: "POST", url: `${url}/webhook`, as: admin, body: {} });
  expect(answer.status).toBe(200);
  const { body } = await paypal.call("GET", `/v1/notifications/webhooks/${answer.body.data.webhookId}`);
  const names = body.event_types.map(({ name }: { name: string }) => name);
  expect(names).toContain("PAYMENT.CAPTURE.REFUNDED");
  expect(names).not.toContain("PAYMENT.REFUND.FAILED");
});

test("an address whose events PayPal refuses to change is not reported as registered", async () => {
  const { shop, admin, paypal, put } = await open();
  await put({ ...pair, enablePayPal: true });
  const register = () => shop.send({ method: "POST", url: `${url}/webhook`, as: admin, body: {} });
  const { webhookId } = (await register()).body.data;
  expect(await checkPaypal(shop.platform)).toContain("webhook registered");
  const path = `/v1/notifications/webhooks/${webhookId}`;
  const value = [{ name: "PAYMENT.CAPTURE.COMPLETED" }];
  await paypal.call("PATCH", path, { body: [{ op: "replace", path: "/event_types", value }] });
  await expect(checkPaypal(shop.platform)).rejects.toThrow(
    /does not tell of CHECKOUT.ORDER.APPROVED, .*press/,
  );
  await paypal.control("POST", "/faults", { on: "webhooks", fault: "refused", id: "replace" });
  expect((await register()).status).toBe(502);
  expect((await register()).body.data.webhookId).toBe(webhookId);
  expect(await checkPaypal(shop.platform)).toContain("webhook registered");
});

test("visitors and members change nothing", async () => {
  const { shop } = await open();
  const member = await shop.signUp();
  for (const [method, path] of [
    ["PUT", url],
    ["POST", `${url}/reset`],
    ["POST", `${url}/test`],
    ["POST", `${url}/webhook`],
  ] as const) {
    expect((await shop.send({ method, url: path, body: {} })).status).toBe(401);
    expect((await shop.send({ method, url: path, body: {}, as: member })).status).toBe(403);
  }
});

test("while PayPal is switched off nothing can be paid", async () => {
  const { shop, admin, put } = await open();
  await put(pair);
  await expectNoPayment(shop, admin);
});

test("what a demo left behind takes no payment once the shop is real, and cannot be enabled", async () => {
  const { shop, admin, put } = await open();
  await seedDemoPaypal(shop.platform);
  expect((await shop.send({ url })).body.data).toMatchObject({ clientId: "test", enablePayPal: false });
  await expectNoPayment(shop, admin);
  const refused = await put({ enablePayPal: true });
  expect(refused.status).toBe(400);
  expect(Object.keys(refused.body.fields)).toEqual(["clientId"]);
  expect((await put({ ...pair, enablePayPal: true })).body.data).toMatchObject({ enablePayPal: true });
});

async function expectNoPayment(shop: TestShop, admin: Person): Promise<void> {
  const item = await shop.send({
    method: "POST",
    url: "/add-item",
    as: admin,
    body: { itemName: "X", price: 1 },
  });
  const buyer = await shop.signUp();
  const order = await shop.send({
    method: "POST",
    url: "/new-item-order",
    as: buyer,
    body: { packageId: item.body.data._id, customerName: "A", address: "B", country: "Other" },
  });
  const answer = await shop.send({
    method: "POST",
    url: "/api/paypal/orders",
    as: buyer,
    body: { orderId: order.body.data.orderId, kind: "item" },
  });
  expect(answer.status).toBe(503);
  expect(answer.body.message).toContain("PayPal payments are currently unavailable.");
}
