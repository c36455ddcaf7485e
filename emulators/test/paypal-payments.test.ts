import { expect, test } from "vitest";
import { startPaypal, type TestPaypal } from "./paypal-support.ts";

const capture = (paypal: TestPaypal, id: string, requestId?: string) =>
  paypal.call("POST", `/v2/checkout/orders/${id}/capture`, {
    headers: requestId === undefined ? {} : { "paypal-request-id": requestId },
  });

const issueOf = (answer: { body: { details?: { issue: string }[] } }) => answer.body.details?.[0]?.issue;

test("nothing is captured before the payer has approved", async () => {
  const paypal = await startPaypal();
  const id = await paypal.order();
  const answer = await capture(paypal, id);
  expect([answer.status, issueOf(answer)]).toEqual([422, "ORDER_NOT_APPROVED"]);
});

test("however many calls arrive at once, an order is captured once", async () => {
  const paypal = await startPaypal();
  const id = await paypal.order();
  await paypal.control("POST", `/approve/${id}`);
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => capture(paypal, id, `try-${index}`)),
  );
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
  expect(answers.filter((answer) => issueOf(answer) === "ORDER_ALREADY_CAPTURED")).toHaveLength(11);
  const { body } = await paypal.call("GET", `/v2/checkout/orders/${id}`);
  expect(body.purchase_units[0].payments.captures).toHaveLength(1);
});

test("the same request id captures once and gets the same capture again", async () => {
  const paypal = await startPaypal();
  const id = await paypal.order();
  await paypal.control("POST", `/approve/${id}`);
  const first = await capture(paypal, id, "attempt-1");
  const again = await capture(paypal, id, "attempt-1");
  expect([first.status, again.status]).toEqual([201, 200]);
  expect(again.body.purchase_units).toEqual(first.body.purchase_units);
});

test("a declined payer can choose another way to pay for the same order", async () => {
  const paypal = await startPaypal();
  const id = await paypal.order();
  await paypal.control("POST", `/approve/${id}`, { instrument: "declined" });
  const declined = await capture(paypal, id, "first");
  expect([declined.status, issueOf(declined)]).toEqual([422, "INSTRUMENT_DECLINED"]);
  expect(declined.body.links).toContainEqual({
    href: `${paypal.baseUrl}/checkoutnow?token=${id}`,
    rel: "redirect",
    method: "GET",
  });
  await paypal.control("POST", `/approve/${id}`, { instrument: "balance" });
  expect(issueOf(await capture(paypal, id, "first"))).toBe("INSTRUMENT_DECLINED");
  expect((await capture(paypal, id, "second")).status).toBe(201);
});

test("an eCheck's capture stays pending until it is settled, one way or the other", async () => {
  const paypal = await startPaypal();
  for (const [action, status] of [
    ["complete", "COMPLETED"],
    ["decline", "DECLINED"],
  ]) {
    const id = await paypal.order();
    await paypal.control("POST", `/approve/${id}`, { instrument: "pending" });
    const pending = (await capture(paypal, id)).body.purchase_units[0].payments.captures[0];
    expect(pending).toMatchObject({ status: "PENDING", status_details: { reason: "ECHECK" } });
    expect(pending.seller_receivable_breakdown).toBeUndefined();
    const refund = await paypal.call("POST", `/v2/payments/captures/${pending.id}/refund`);
    expect(issueOf(refund)).toBe("PENDING_CAPTURE");
    await paypal.control("POST", `/captures/${pending.id}/${action}`);
    const settled = (await paypal.call("GET", `/v2/payments/captures/${pending.id}`)).body;
    expect([settled.status, settled.status_details]).toEqual([status, undefined]);
  }
});

test("two orders may share an invoice number, but only one of them is paid", async () => {
  const paypal = await startPaypal();
  const [first, second] = [
    await paypal.order({ unit: { invoice_id: "INV-7" } }),
    await paypal.order({ unit: { invoice_id: "INV-7" } }),
  ];
  for (const id of [first, second]) await paypal.control("POST", `/approve/${id}`);
  expect((await capture(paypal, first)).status).toBe(201);
  const refused = await capture(paypal, second);
  expect([refused.status, issueOf(refused)]).toEqual([422, "DUPLICATE_INVOICE_ID"]);
});

test("refunds never give back more than was captured", async () => {
  const paypal = await startPaypal();
  const { captureId } = await paypal.paid();
  const refund = (body?: object, requestId?: string) =>
    paypal.call("POST", `/v2/payments/captures/${captureId}/refund`, {
      ...(body ? { body } : {}),
      headers: { prefer: "return=representation", ...(requestId ? { "paypal-request-id": requestId } : {}) },
    });
  const usd = (value: string) => ({ amount: { currency_code: "USD", value } });

  const part = await refund(usd("2.50"), "part");
  expect(part.status).toBe(201);
  expect(part.body).toMatchObject({
    status: "COMPLETED",
    amount: { value: "2.50" },
    seller_payable_breakdown: { total_refunded_amount: { value: "2.50" } },
    links: [{ rel: "self" }, { rel: "up", href: `${paypal.baseUrl}/v2/payments/captures/${captureId}` }],
  });
  expect((await refund(usd("2.50"), "part")).body.id).toBe(part.body.id);
  expect(issueOf(await refund(usd("3.00"), "part"))).toBe("DUPLICATE_REQUEST_ID");
  expect((await paypal.call("GET", `/v2/payments/captures/${captureId}`)).body.status).toBe(
    "PARTIALLY_REFUNDED",
  );
  expect(issueOf(await refund(usd("10.01")))).toBe("REFUND_AMOUNT_EXCEEDED");
  expect(issueOf(await refund({ note_to_payer: "Two\nlines" }))).toBe("INVALID_PARAMETER_SYNTAX");
  expect(issueOf(await refund({ amount: { currency_code: "EUR", value: "1.00" } }))).toBe(
    "REFUND_CAPTURE_CURRENCY_MISMATCH",
  );
  expect((await refund()).body.amount.value).toBe("10.00");
  expect((await paypal.call("GET", `/v2/payments/captures/${captureId}`)).body.status).toBe("REFUNDED");
  expect(issueOf(await refund())).toBe("CAPTURE_FULLY_REFUNDED");
  const read = await paypal.call("GET", `/v2/payments/refunds/${part.body.id}`);
  expect([read.status, read.body.custom_id]).toEqual([200, "ORDER123"]);
});

test("a dispute that the buyer wins takes the money back", async () => {
  const paypal = await startPaypal();
  const { captureId } = await paypal.paid();
  const opened = await paypal.control("POST", `/captures/${captureId}/dispute`);
  expect(opened.body.dispute).toMatchObject({
    status: "OPEN",
    disputed_transactions: [{ seller_transaction_id: captureId }],
  });
  await paypal.control("POST", `/captures/${captureId}/resolve-dispute`, {
    outcome: "RESOLVED_BUYER_FAVOUR",
  });
  const dispute = await paypal.call("GET", `/v1/customer/disputes/${opened.body.dispute.dispute_id}`);
  expect(dispute.body.dispute_outcome.outcome_code).toBe("RESOLVED_BUYER_FAVOUR");
  expect((await paypal.call("GET", `/v2/payments/captures/${captureId}`)).body).toMatchObject({
    status: "REFUNDED",
    status_details: { reason: "CHARGEBACK" },
  });
});

/** A refund of a part of 12.50, or of all that is left. */
const refund = (paypal: TestPaypal, captureId: string, value?: string, requestId?: string) =>
  paypal.call("POST", `/v2/payments/captures/${captureId}/refund`, {
    body: value === undefined ? {} : { amount: { currency_code: "USD", value } },
    headers: requestId === undefined ? {} : { "paypal-request-id": requestId },
  });

test("a part of a payment is not given back while a dispute is open, all of it is", async () => {
  const paypal = await startPaypal();
  const [open, over] = [await paypal.paid(), await paypal.paid()];
  for (const { captureId } of [open, over]) await paypal.control("POST", `/captures/${captureId}/dispute`);
  await paypal.control("POST", `/captures/${over.captureId}/resolve-dispute`);
  const refused = await refund(paypal, open.captureId, "2.50");
  expect([refused.status, issueOf(refused)]).toEqual([422, "TRANSACTION_DISPUTED"]);
  expect((await refund(paypal, open.captureId, "12.50")).status).toBe(201);
  expect((await refund(paypal, over.captureId, "2.50")).status).toBe(201);
});

test("nothing is given back after 180 days, nor of what a chargeback left", async () => {
  let now = Date.now();
  const paypal = await startPaypal({ now: () => now });
  const [old, reversed] = [await paypal.paid(), await paypal.paid()];
  await paypal.control("POST", `/captures/${reversed.captureId}/reverse`, { amount: "2.50" });
  expect(issueOf(await refund(paypal, reversed.captureId))).toBe("REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK");
  now += 180 * 86_400_000 - 1_000;
  expect((await refund(paypal, old.captureId, "2.50")).status).toBe(201);
  now += 2_000;
  const late = await refund(paypal, old.captureId);
  expect([late.status, issueOf(late)]).toEqual([422, "REFUND_TIME_LIMIT_EXCEEDED"]);
});

test("a refund beside one under the same request id is refused until that is answered, and is then the same", async () => {
  const paypal = await startPaypal();
  const { captureId } = await paypal.paid();
  await paypal.control("POST", "/faults", { on: "refund", fault: "hold" });
  const first = refund(paypal, captureId, "2.50", "once");
  const holding = async () => (await paypal.control("GET", "/faults")).body.holding;
  await expect.poll(holding).toEqual(["refund"]);
  const beside = await refund(paypal, captureId, "2.50", "once");
  expect([beside.status, issueOf(beside)]).toEqual([409, "PREVIOUS_REQUEST_IN_PROGRESS"]);
  expect((await refund(paypal, captureId, "1.00", "another")).status).toBe(201);
  await paypal.control("POST", "/release", {});
  const { id } = (await first).body;
  expect((await refund(paypal, captureId, "2.50", "once")).body.id).toBe(id);
});

test("a request id is known for six hours of an order, and for 45 days of a refund", async () => {
  let now = Date.now();
  const paypal = await startPaypal({ now: () => now });
  const { captureId } = await paypal.paid();
  const open = await paypal.order();
  await paypal.control("POST", `/approve/${open}`);
  expect((await capture(paypal, open, "capture")).status).toBe(201);
  const { id } = (await refund(paypal, captureId, "2.50", "refund")).body;
  now += 6 * 3_600_000;
  expect((await capture(paypal, open, "capture")).status).toBe(200);
  now += 1_000;
  expect(issueOf(await capture(paypal, open, "capture"))).toBe("ORDER_ALREADY_CAPTURED");
  now += 44 * 86_400_000;
  expect((await refund(paypal, captureId, "2.50", "refund")).body.id).toBe(id);
  now += 86_400_000;
  expect((await refund(paypal, captureId, "2.50", "refund")).body.id).not.toBe(id);
});

/** A refund of 5.00 that PayPal settles later. */
async function pendingRefund(paypal: TestPaypal) {
  const { orderId, captureId } = await paypal.paid();
  await paypal.control("POST", "/faults", { on: "refund", fault: "pending" });
  const { body } = await refund(paypal, captureId, "5.00", "once");
  expect(body.status).toBe("PENDING");
  return { orderId, captureId, id: body.id as string };
}

test("a pending refund leaves no more to give back than a completed one, and is the same when it is asked for again", async () => {
  const paypal = await startPaypal();
  const { orderId, captureId, id } = await pendingRefund(paypal);
  expect((await refund(paypal, captureId, "5.00", "once")).body).toMatchObject({ id, status: "PENDING" });
  expect(issueOf(await refund(paypal, captureId, "7.51"))).toBe("REFUND_AMOUNT_EXCEEDED");
  const told = { status: "PENDING", status_details: { reason: "ECHECK" } };
  expect((await paypal.call("GET", `/v2/payments/refunds/${id}`)).body).toMatchObject(told);
  const { body: order } = await paypal.call("GET", `/v2/checkout/orders/${orderId}`);
  expect(order.purchase_units[0].payments).toMatchObject({
    captures: [{ status: "COMPLETED" }],
    refunds: [{ id, ...told }],
  });
});

test.each([
  [
    "complete",
    "COMPLETED",
    "PARTIALLY_REFUNDED",
    "7.50",
    ["PAYMENT.REFUND.PENDING", "PAYMENT.CAPTURE.REFUNDED"],
  ],
  ["fail", "FAILED", "COMPLETED", "12.50", ["PAYMENT.REFUND.PENDING", "PAYMENT.REFUND.FAILED"]],
  ["cancel", "CANCELLED", "COMPLETED", "12.50", ["PAYMENT.REFUND.PENDING"]],
])(
  "after %s a pending refund is %s, its capture %s, and %s can be given back",
  async (end, status, of, left, types) => {
    const paypal = await startPaypal({ deliverWebhooks: false });
    const { captureId, id } = await pendingRefund(paypal);
    expect((await paypal.control("POST", `/refunds/${id}/${end}`)).body.refund).toMatchObject({ id, status });
    const again = await paypal.control("POST", `/refunds/${id}/complete`);
    expect([again.status, issueOf(again)], "it ends once").toEqual([422, "REFUND_NOT_PENDING"]);
    expect((await paypal.call("GET", `/v2/payments/captures/${captureId}`)).body.status).toBe(of);
    const { events } = (await paypal.control("GET", "/webhooks")).body;
    const told = events.map(({ body }: { body: string }) => JSON.parse(body));
    const ofRefund = told.filter(({ resource }: { resource: { id: string } }) => resource.id === id);
    expect(ofRefund.map((event: { event_type: string }) => event.event_type)).toEqual(types);
    expect(ofRefund.at(-1).resource).toMatchObject({ status: end === "cancel" ? "PENDING" : status });
    const rest = (await refund(paypal, captureId)).body.id;
    expect((await paypal.call("GET", `/v2/payments/refunds/${rest}`)).body.amount.value).toBe(left);
  },
);

test("an open dispute tells until when the seller has to answer, and no more once it is under review", async () => {
  const paypal = await startPaypal({ now: () => Date.UTC(2026, 2, 1) });
  const { captureId } = await paypal.paid();
  const due = async (how: string) =>
    (await paypal.control("POST", `/captures/${captureId}/${how}`)).body.dispute.seller_response_due_date;
  expect(await due("dispute")).toBe("2026-03-11T00:00:00.000Z");
  expect(await due("update-dispute")).toBeUndefined();
  expect(await due("resolve-dispute")).toBeUndefined();
});
