import { expect, test, vi } from "vitest";
import { startPaypal, type TestPaypal } from "./paypal-support.ts";

const approved = async (paypal: TestPaypal): Promise<string> => {
  const id = await paypal.order();
  await paypal.control("POST", `/approve/${id}`);
  return id;
};

const capture = (paypal: TestPaypal, id: string, signal?: AbortSignal) =>
  paypal.call("POST", `/v2/checkout/orders/${id}/capture`, {
    headers: { "paypal-request-id": `capture-${id}`, prefer: "return=representation" },
    ...(signal ? { signal } : {}),
  });

const statusOf = async (paypal: TestPaypal, id: string): Promise<string> =>
  (await paypal.call("GET", `/v2/checkout/orders/${id}`)).body.status;

const fault = (paypal: TestPaypal, kind: string, more: object = {}) =>
  paypal.control("POST", "/faults", { on: "capture", fault: kind, ...more });

test.each([
  ["hang-before-effect", "APPROVED"],
  ["timeout-after-effect", "COMPLETED"],
])("%s leaves the caller waiting and the order %s", async (kind, status) => {
  const paypal = await startPaypal();
  const id = await approved(paypal);
  await fault(paypal, kind);
  const caller = new AbortController();
  const answer = capture(paypal, id, caller.signal);
  answer.catch(() => undefined);
  await vi.waitFor(async () => {
    const { body } = await paypal.control("GET", "/faults");
    expect(body.waiting).toHaveLength(0);
  }, 20_000);
  await vi.waitFor(async () => expect(await statusOf(paypal, id)).toBe(status), 20_000);
  caller.abort();
  await expect(answer).rejects.toThrow();
  expect((await capture(paypal, id)).status).toBe(status === "COMPLETED" ? 200 : 201);
});

test.each([
  ["reset", "APPROVED"],
  ["reset-after-effect", "COMPLETED"],
])("%s cuts the connection and leaves the order %s", async (kind, status) => {
  const paypal = await startPaypal();
  const id = await approved(paypal);
  await fault(paypal, kind);
  await expect(capture(paypal, id)).rejects.toThrow();
  expect(await statusOf(paypal, id)).toBe(status);
});

test.each([
  ["500", {}, 500, "INTERNAL_SERVER_ERROR", "APPROVED"],
  ["500", { afterEffect: true }, 500, "INTERNAL_SERVER_ERROR", "COMPLETED"],
  ["503", {}, 503, "SERVICE_UNAVAILABLE", "APPROVED"],
  ["429", {}, 429, "RATE_LIMIT_REACHED", "APPROVED"],
])("%s %j answers %i %s and leaves the order %s", async (kind, more, code, name, status) => {
  const paypal = await startPaypal();
  const id = await approved(paypal);
  await fault(paypal, kind, more);
  const answer = await capture(paypal, id);
  expect([answer.status, answer.body.name]).toEqual([code, name]);
  expect(await statusOf(paypal, id)).toBe(status);
});

test("garbage is a proxy's page, and truncated is half an answer after the whole effect", async () => {
  const paypal = await startPaypal();
  const id = await approved(paypal);
  await fault(paypal, "garbage");
  const garbage = await capture(paypal, id);
  expect([garbage.status, garbage.body.slice(0, 15)]).toEqual([502, "<!DOCTYPE html>"]);
  await fault(paypal, "truncated");
  await expect(capture(paypal, id)).rejects.toThrow(SyntaxError);
  expect(await statusOf(paypal, id)).toBe("COMPLETED");
});

test("401 makes the present token worthless, and a new one works", async () => {
  const paypal = await startPaypal();
  const id = await approved(paypal);
  const headers = { authorization: `Bearer ${await paypal.token()}` };
  await paypal.control("POST", "/faults", { on: "get-order", fault: "401" });
  for (let i = 0; i < 2; i += 1) {
    const refused = await paypal.call("GET", `/v2/checkout/orders/${id}`, { headers });
    expect([refused.status, refused.body.error]).toEqual([401, "invalid_token"]);
  }
  expect(await statusOf(paypal, id)).toBe("APPROVED");
});

test("a fault can wait for one order, and strikes as often as it was told", async () => {
  const paypal = await startPaypal();
  const [first, second] = [await approved(paypal), await approved(paypal)];
  await fault(paypal, "503", { id: second, times: 2 });
  expect((await capture(paypal, first)).status).toBe(201);
  expect((await capture(paypal, second)).status).toBe(503);
  expect((await capture(paypal, second)).status).toBe(503);
  expect((await capture(paypal, second)).status).toBe(201);
});

test("a held call has its effect and waits with its answer until it is released", async () => {
  const paypal = await startPaypal();
  const id = await approved(paypal);
  await fault(paypal, "hold", { afterEffect: true });
  const answer = capture(paypal, id);
  await vi.waitFor(async () => {
    expect((await paypal.control("GET", "/faults")).body.holding).toEqual(["capture"]);
  }, 20_000);
  expect(await statusOf(paypal, id)).toBe("COMPLETED");
  await paypal.control("POST", "/release", { on: "capture" });
  expect((await answer).status).toBe(201);
});

test("a declined capture is either refused or a capture of that status", async () => {
  const paypal = await startPaypal();
  const [first, second] = [await approved(paypal), await approved(paypal)];
  await fault(paypal, "declined");
  expect((await capture(paypal, first)).body.details[0].issue).toBe("INSTRUMENT_DECLINED");
  await fault(paypal, "declined-capture");
  const answer = await capture(paypal, second);
  expect([answer.status, answer.body.status]).toEqual([201, "COMPLETED"]);
  expect(answer.body.purchase_units[0].payments.captures[0].status).toBe("DECLINED");
});

test.each([
  ["pending", { status: "PENDING" }],
  ["wrong-amount", { amount: { currency_code: "USD", value: "12.49" } }],
  ["wrong-currency", { amount: { currency_code: "EUR", value: "12.50" } }],
  ["wrong-custom-id", { custom_id: "SOMEONEELSE" }],
  ["wrong-payee", { payee: { email_address: "another-shop@example.com" } }],
])("%s at the capture is what PayPal says ever after", async (kind, expected) => {
  const paypal = await startPaypal();
  const id = await approved(paypal);
  await fault(paypal, kind);
  const made = (await capture(paypal, id)).body.purchase_units[0];
  const read = (await paypal.call("GET", `/v2/payments/captures/${made.payments.captures[0].id}`)).body;
  expect(read).toMatchObject(expected);
  if (kind === "wrong-payee") expect(made.payee).toMatchObject({ email_address: "another-shop@example.com" });
});

test("at a reading call the same fault changes that answer alone", async () => {
  const paypal = await startPaypal();
  const { captureId } = await paypal.paid();
  await paypal.control("POST", "/faults", { on: "get-capture", fault: "wrong-amount" });
  const read = async () => (await paypal.call("GET", `/v2/payments/captures/${captureId}`)).body.amount.value;
  expect(await read()).toBe("12.49");
  expect(await read()).toBe("12.50");
});

test("a duplicate capture is two captures in one order", async () => {
  const paypal = await startPaypal();
  const id = await approved(paypal);
  await fault(paypal, "duplicate-capture");
  expect((await capture(paypal, id)).body.purchase_units[0].payments.captures).toHaveLength(2);
});

test("verification can fail, and can be out of service", async () => {
  const paypal = await startPaypal();
  await paypal.control("POST", "/faults", { on: "verify", fault: "503" });
  const answer = await paypal.call("POST", "/v1/notifications/verify-webhook-signature", { body: {} });
  expect(answer.status).toBe(503);
});

test("what was asked is on record, without secrets", async () => {
  const paypal = await startPaypal();
  const id = await approved(paypal);
  await capture(paypal, id);
  const { body } = await paypal.control("GET", "/requests");
  expect(body.map((one: { operation: string }) => one.operation)).toContain(
    "POST /v2/checkout/orders/:id/capture",
  );
  expect(body.at(-1)).toMatchObject({
    path: `/v2/checkout/orders/${id}/capture`,
    headers: { authorization: "Bearer ***", "paypal-request-id": `capture-${id}` },
    status: 201,
  });
  expect(JSON.stringify(body)).not.toContain("A21AA");
});

test("a reset forgets everything but, on request, the webhooks", async () => {
  const paypal = await startPaypal();
  await paypal.paid();
  await paypal.call("POST", "/v1/notifications/webhooks", {
    body: { url: "http://127.0.0.1:9/hook", event_types: [{ name: "*" }] },
  });
  await paypal.control("DELETE", "?keep=webhooks");
  expect((await paypal.control("GET", "/orders")).body).toEqual([]);
  expect((await paypal.control("GET", "/webhooks")).body).toMatchObject({ webhooks: [{}], events: [] });
  await paypal.control("DELETE", "");
  expect((await paypal.control("GET", "/webhooks")).body.webhooks).toEqual([]);
});

test("a mistyped control call is refused, so that a test can't pass without its fault", async () => {
  const paypal = await startPaypal();
  for (const body of [
    { on: "captures", fault: "500" },
    { on: "capture", fault: "oops" },
    { on: "capture", fault: "500", time: 2 },
  ]) {
    expect((await paypal.control("POST", "/faults", body)).status).toBe(400);
  }
});
