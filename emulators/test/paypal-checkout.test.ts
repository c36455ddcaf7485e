import { expect, test } from "vitest";
import { startPaypal } from "./paypal-support.ts";

const query = (changes: Record<string, string> = {}): string =>
  new URLSearchParams({
    "client-id": "shop-client",
    currency: "USD",
    intent: "capture",
    components: "buttons",
    ...changes,
  }).toString();

test("the script is one that a browser can run", async () => {
  const paypal = await startPaypal();
  const response = await fetch(`${paypal.baseUrl}/sdk/js?${query()}`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toContain("text/javascript");
  const script = await response.text();
  // Parsed, not run: what it does in a browser is the journeys' to show.
  expect(() => new Function(script)).not.toThrow();
  expect(script).toContain('"currency":"USD"');
});

test.each([
  [{ "client-id": "nobody" }, "client-id not recognized"],
  [{ currency: "XYZ" }, "Invalid query value for currency"],
  [{ intent: "authorize" }, "Invalid query value for intent"],
  [{ components: "buttons,nonsense" }, "Invalid query value for components"],
  [{ amount: "12" }, "Disallowed query param"],
  [{ currency: "" }, "Got empty string"],
])("the script is refused for %j", async (changes, problem) => {
  const paypal = await startPaypal();
  const response = await fetch(`${paypal.baseUrl}/sdk/js?${query(changes as Record<string, string>)}`);
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(problem)]);
});

const page = async (baseUrl: string, changes: Record<string, string>) => {
  const response = await fetch(`${baseUrl}/checkoutnow?${new URLSearchParams(changes)}`);
  return { response, html: await response.text() };
};

test("the approval page tells what is paid, and that it is a demo, under its own policy", async () => {
  const paypal = await startPaypal();
  const token = await paypal.order({ unit: { description: "<b>Pack & more</b>" } });
  const { response, html } = await page(paypal.baseUrl, { token, parent: "https://shop.example/x" });
  for (const text of [
    "no real money",
    "Demo shop",
    "$12.50 USD",
    "&lt;b&gt;Pack &amp; more&lt;/b&gt;",
    "ORDER123",
    'data-parent="https://shop.example"',
  ]) {
    expect(html).toContain(text);
  }
  expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(response.headers.get("cross-origin-opener-policy")).toBe("unsafe-none");
});

test("the approval page turns away what PayPal would", async () => {
  const paypal = await startPaypal();
  const token = await paypal.order();
  const { orderId } = await paypal.paid();
  for (const [changes, status, text] of [
    [{ token: "UNKNOWN" }, 404, "unknown"],
    [{ token, currency: "EUR" }, 200, "loaded for EUR, but the order is in USD"],
    [{ token, clientId: "other-client" }, 200, "another account"],
    [{ token: orderId }, 200, "already been paid"],
  ] as const) {
    const { response, html } = await page(paypal.baseUrl, changes);
    expect([response.status, html]).toEqual([status, expect.stringContaining(text)]);
    expect(html).not.toContain("Pay now");
  }
});

test("approving chooses how the capture ends; a paid order can't be approved again", async () => {
  const paypal = await startPaypal();
  const id = await paypal.order();
  const approve = (instrument: unknown) =>
    fetch(`${paypal.baseUrl}/checkoutnow/${id}/approve`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ instrument }),
    });
  expect((await approve("gold")).status).toBe(400);
  expect(await (await approve("declined")).json()).toMatchObject({
    orderID: id,
    payerID: expect.any(String),
  });
  const capture = () => paypal.call("POST", `/v2/checkout/orders/${id}/capture`);
  expect((await capture()).body.details[0].issue).toBe("INSTRUMENT_DECLINED");
  expect((await approve("balance")).status).toBe(200);
  expect((await capture()).status).toBe(201);
  expect((await approve("balance")).status).toBe(422);
});
