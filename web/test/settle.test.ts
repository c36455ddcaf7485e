import { describe, expect, it } from "vitest";
import type { ApiClient, Call } from "#contract/call.ts";
import { type ErrorCode, errorTable } from "#contract/errors.ts";
import { ApiError } from "#web/api/client.ts";
import { paymentTexts, unmatchedText } from "#web/features/payments/messages.ts";
import { askAgain, noticeOf, type Payable, settle } from "#web/features/payments/settle.ts";

const order: Payable = { kind: "item", id: "0123456789abcdef01234567", orderId: "AB12CD34" };
const noWait = async () => {};

type Step = { status?: number; body?: object; lost?: true; code?: ErrorCode; http?: number; data?: object };

/** A server that gives these answers, one for each call, and remembers what it was asked. */
function scripted(steps: Step[]) {
  const asked: string[] = [];
  const client = (async (call: Call) => {
    asked.push(`${call.method} ${call.path}`);
    const step = steps.shift();
    if (!step) throw new Error("asked once too often");
    if (step.lost) throw new ApiError(0, {});
    if (step.code) {
      const { status, message } = errorTable[step.code];
      throw new ApiError(status, { code: step.code, message, data: step.data });
    }
    if (step.http) throw new ApiError(step.http, { message: "", code: "INTERNAL" });
    return { status: step.status ?? 200, body: step.body, total: null };
  }) as unknown as ApiClient;
  return { client, asked };
}

const captured = (paymentStatus: string, paypalTransactionID: string | null = "TX1") => ({
  body: { success: true, data: { orderId: order.orderId, paymentStatus, paypalTransactionID } },
});
const capture = "POST /api/paypal/orders/{id}/capture";
const hint = "PUT /item-update-payment-status/{id}";

describe("a payment that was approved", () => {
  it("is paid when the server says so, without a further call", async () => {
    const { client, asked } = scripted([captured("Paid")]);
    expect(await settle(client, order, "PP1", noWait)).toEqual({ kind: "paid", modified: true });
    expect(asked).toEqual([capture]);
  });

  it("is asked for again when the answer was lost, and found paid", async () => {
    const { client, asked } = scripted([{ lost: true }, { http: 503 }, captured("Paid")]);
    expect(await settle(client, order, "PP1", noWait)).toEqual({ kind: "paid", modified: true });
    expect(asked).toEqual([capture, capture, capture]);
  });

  it("waits, and never says that it failed, while no answer comes", async () => {
    const { client } = scripted([{ lost: true }, { lost: true }, { lost: true }]);
    expect(await settle(client, order, "PP1", noWait)).toEqual({
      kind: "waiting",
      reason: "PENDING_VERIFICATION",
    });
  });

  it("waits while PayPal holds it back", async () => {
    const pending = { ...captured("pending").body, code: "CAPTURE_PENDING" };
    const { client } = scripted([{ status: 202, body: pending }]);
    expect(await settle(client, order, "PP1", noWait)).toEqual({
      kind: "waiting",
      reason: "CAPTURE_PENDING",
    });
  });

  it("starts the buttons again when the instrument was declined", async () => {
    const { client, asked } = scripted([{ code: "INSTRUMENT_DECLINED" }]);
    expect(await settle(client, order, "PP1", noWait)).toMatchObject({ kind: "declined", isPayable: true });
    expect(asked).toEqual([capture]);
  });

  it("is over, and never under way, where PayPal refuses it", async () => {
    const { client, asked } = scripted([{ code: "PROVIDER_FAILED" }]);
    expect(await settle(client, order, "PP1", noWait)).toEqual({ kind: "failed", text: paymentTexts.failed });
    expect(asked).toEqual([capture]);
  });

  it("sends the person to support when it doesn't match its order", async () => {
    const { client } = scripted([{ code: "PAYMENT_MISMATCH", data: { paypalTransactionID: "TX9" } }]);
    expect(await settle(client, order, "PP1", noWait)).toEqual({
      kind: "contact",
      text: paymentTexts.unexpected,
      transactionId: "TX9",
    });
  });

  it("says why its coupon does not pay any more", async () => {
    const { client, asked } = scripted([{ code: "COUPON_USED_UP" }]);
    expect(await settle(client, order, "PP1", noWait)).toEqual({
      kind: "failed",
      text: errorTable.COUPON_USED_UP.message,
    });
    expect(asked).toEqual([capture]);
  });

  it("says when there is no transaction", async () => {
    const { client } = scripted([captured("Paid", null)]);
    expect(await settle(client, order, "PP1", noWait)).toEqual({
      kind: "failed",
      text: paymentTexts.detailsMissing,
    });
  });
});

describe("a capture whose order does not stand as paid", () => {
  const counts = (matchedCount: number, modifiedCount: number, success = true) => ({
    body: { success, matchedCount, modifiedCount },
  });

  it.each([
    [counts(1, 1), { kind: "paid", modified: true }],
    [counts(1, 0), { kind: "paid", modified: false }],
    [counts(1, 0, false), { kind: "contact", text: paymentTexts.unexpected, transactionId: "TX1" }],
    [{ http: 500 }, { kind: "contact", text: paymentTexts.updateFailed, transactionId: "TX1" }],
  ])("is hinted at, and the answer decides: %j", async (answer, outcome) => {
    const { client, asked } = scripted([captured("pending"), answer]);
    expect(await settle(client, order, "PP1", noWait)).toEqual(outcome);
    expect(asked).toEqual([capture, hint]);
  });

  it("names its transaction where no order matched", async () => {
    const { client } = scripted([captured("pending"), { code: "NOT_FOUND" }]);
    const outcome = await settle(client, order, "PP1", noWait);
    expect(outcome).toMatchObject({ kind: "contact", transactionId: "TX1" });
    expect(JSON.stringify(outcome)).toContain("Payment successful! Transaction ID TX1");
  });
});

describe("what became of a payment whose page was left", () => {
  it("names its order, and says nothing of where the page would have gone on to", () => {
    const { kind, text } = noticeOf({ kind: "paid", modified: true }, order);
    expect([kind, text]).toEqual(["success", "Order AB12CD34 is paid."]);
    const declined = noticeOf({ kind: "declined", text: paymentTexts.declined }, order);
    expect(declined).toEqual({ kind: "error", text: `Order AB12CD34: ${paymentTexts.declined}` });
    const contact = { kind: "contact", text: paymentTexts.updateFailed, transactionId: "TX1" } as const;
    expect(noticeOf(contact, order).text).toMatch(/with your transaction details\. Transaction ID: TX1\.$/);
    const named = { ...contact, text: unmatchedText("TX1") };
    expect(noticeOf(named, order).text.match(/TX1/g)).toHaveLength(1);
    expect(noticeOf({ kind: "waiting", reason: "CAPTURE_PENDING" }, order)).toMatchObject({
      kind: "info",
      text: expect.stringMatching(/AB12CD34.*Please don't pay again/),
    });
  });
});

describe("an unfinished payment that is asked about again", () => {
  const verified = (paymentStatus: string, capturePending: boolean, isAwaited = capturePending) => ({
    body: {
      success: true,
      data: {
        orderId: order.orderId,
        paymentStatus,
        orderStatus: "pending",
        paypalTransactionID: null,
        capturePending,
        isAwaited,
      },
    },
  });
  const ask = (step: Step, reason: "CAPTURE_PENDING" | "PENDING_VERIFICATION" = "CAPTURE_PENDING") =>
    askAgain(scripted([step]).client, order, reason);

  it("is paid once it stands so, and was not modified by the page", async () => {
    expect(await ask(verified("Paid", false))).toEqual({ kind: "paid", modified: false });
  });

  it("can be paid anew once PayPal has turned it down", async () => {
    expect(await ask(verified("pending", false))).toMatchObject({ kind: "declined" });
  });

  it("is not taken for declined while nobody knows what became of it", async () => {
    expect(await ask(verified("pending", false, true), "PENDING_VERIFICATION")).toBeNull();
  });

  it("can be paid anew once it is known to have brought nothing", async () => {
    const outcome = await ask(verified("pending", false, false), "PENDING_VERIFICATION");
    expect(outcome).toMatchObject({ kind: "declined" });
  });

  it.each([verified("pending", true), { lost: true as const }, { http: 503 }])(
    "is no news otherwise: %j",
    async (step) => {
      expect(await ask(step)).toBeNull();
    },
  );
});
