import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { disputeOf, openDispute, resolveDispute, updateDispute } from "../disputes.ts";
import type { Emulator } from "../emulator.ts";
import { notFound } from "../errors.ts";
import { FAULTS, OPERATIONS } from "../faults.ts";
import { decimalsOf, fromMinor } from "../money.ts";
import { approveOrder } from "../orders.ts";
import { endRefund, giveBack, settlePending } from "../payments.ts";
import { disputeJson, lonelyCaptureJson, orderJson, refundJson } from "../represent.ts";
import type { Capture, Refund } from "../state.ts";
import { mountWebhookControl } from "./control-webhooks.ts";
import { revokeTokens } from "./perform.ts";
import { readControl } from "./read-control.ts";

const faultSchema = z.strictObject({
  on: z.enum(OPERATIONS),
  fault: z.enum(FAULTS),
  times: z.int().positive().default(1),
  delayMs: z.int().nonnegative().default(0),
  afterEffect: z.boolean().default(false),
  id: z.string().optional(),
  issue: z
    .string()
    .regex(/^[A-Z_]+$/)
    .optional(),
});

const approveSchema = z
  .strictObject({
    instrument: z.enum(["balance", "declined", "pending"]).default("balance"),
    email: z.string().optional(),
  })
  .prefault({});

const amountSchema = z
  .strictObject({
    /** Decimal text in the capture's currency; all that is left by default. */
    amount: z
      .string()
      .regex(/^\d+(\.\d{1,2})?$/)
      .optional(),
    note: z.string().optional(),
  })
  .prefault({});

const REFUND_ENDS = new Map<string, Refund["status"]>([
  ["complete", "COMPLETED"],
  ["fail", "FAILED"],
  ["cancel", "CANCELLED"],
]);

const OUTCOMES = [
  "RESOLVED_SELLER_FAVOUR",
  "RESOLVED_BUYER_FAVOUR",
  "RESOLVED_WITH_PAYOUT",
  "CANCELED_BY_BUYER",
  "ACCEPTED",
  "DENIED",
  "NONE",
] as const;

/** The hand that tests hold the emulator by. It has no authentication: it is mounted on request only. */
export function mountControl(app: FastifyInstance, emulator: Emulator): void {
  const { baseUrl: base, state, faults } = emulator;

  app.post("/control/faults", async (request, reply) => {
    const fault = readControl(faultSchema, request.body);
    const late = fault.fault === "timeout-after-effect" || fault.fault === "reset-after-effect";
    faults.add({
      on: fault.on,
      fault: fault.fault,
      times: fault.times,
      delayMs: fault.delayMs,
      afterEffect: fault.afterEffect || late,
      ...(fault.id === undefined ? {} : { id: fault.id }),
      ...(fault.issue === undefined ? {} : { issue: fault.issue }),
    });
    return reply.code(201).send(faults.list());
  });
  app.get("/control/faults", async () => faults.list());
  app.delete("/control/faults", async (_request, reply) => {
    faults.clear();
    return reply.code(204).send();
  });
  app.post("/control/release", async (request) => {
    const { on } = readControl(
      z.strictObject({ on: z.enum(OPERATIONS).optional() }).prefault({}),
      request.body,
    );
    return { released: faults.release(on) };
  });
  app.post("/control/tokens/revoke", async (_request, reply) => {
    revokeTokens(emulator);
    return reply.code(204).send();
  });

  app.get("/control/requests", async () => emulator.recorded);
  app.delete("/control/requests", async (_request, reply) => {
    emulator.recorded.length = 0;
    return reply.code(204).send();
  });
  app.get("/control/orders", async () =>
    [...state.orders.values()].map((order) => ({
      ...orderJson(base, state, order),
      instrument: order.approval?.instrument,
      declines: order.declines,
    })),
  );

  app.post("/control/approve/:id", async (request) => {
    const order = state.orders.get(idOf(request));
    if (!order) throw notFound();
    const { instrument, email } = readControl(approveSchema, request.body);
    const payer = approveOrder(
      emulator,
      order,
      instrument,
      email === undefined ? {} : { email_address: email },
    );
    await emulator.commit();
    return { orderID: order.id, payerID: payer.payer_id };
  });

  app.post("/control/captures/:id/:action", async (request) => {
    const capture = state.captures.get(idOf(request));
    if (!capture) throw notFound();
    const made = actOn(emulator, capture, (request.params as { action: string }).action, request.body);
    await emulator.commit();
    return { capture: lonelyCaptureJson(base, state, capture), ...made };
  });

  app.post("/control/refunds/:id/:action", async (request) => {
    const refund = state.refunds.get(idOf(request));
    const end = REFUND_ENDS.get((request.params as { action: string }).action);
    if (!refund || !end) throw notFound();
    endRefund(emulator, refund, end);
    await emulator.commit();
    return { refund: refundJson(base, state, refund) };
  });

  mountWebhookControl(app, emulator);

  app.delete("/control", async (request, reply) => {
    emulator.reset((request.query as { keep?: string }).keep === "webhooks");
    await emulator.commit();
    return reply.code(204).send();
  });
}

const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id;

/** What happens to a payment afterwards, without the shop's doing. */
function actOn(emulator: Emulator, capture: Capture, action: string, body: unknown): Record<string, unknown> {
  const { baseUrl: base, state } = emulator;
  switch (action) {
    case "complete":
      settlePending(emulator, capture, "COMPLETED");
      return {};
    case "decline": {
      const schema = z.strictObject({ event: z.enum(["DENIED", "DECLINED"]).default("DENIED") }).prefault({});
      settlePending(emulator, capture, readControl(schema, body).event);
      return {};
    }
    case "refund":
    case "reverse": {
      const { amount, note } = readControl(amountSchema, body);
      const kind = action === "refund" ? "refund" : "reversal";
      const refund = giveBack(
        emulator,
        capture,
        kind,
        amount === undefined ? undefined : moneyOf(capture, amount),
        {
          ...(note === undefined ? {} : { note }),
        },
      );
      return { refund: refundJson(base, state, refund) };
    }
    case "dispute": {
      const schema = z
        .strictObject({ reason: z.string().default("MERCHANDISE_OR_SERVICE_NOT_RECEIVED") })
        .prefault({});
      const dispute = openDispute(emulator, capture, readControl(schema, body).reason);
      return { dispute: disputeJson(base, state, dispute) };
    }
    case "update-dispute": {
      const dispute = updateDispute(emulator, disputeOf(emulator, capture.id), "UNDER_REVIEW");
      return { dispute: disputeJson(base, state, dispute) };
    }
    case "resolve-dispute": {
      const schema = z
        .strictObject({ outcome: z.enum(OUTCOMES).default("RESOLVED_SELLER_FAVOUR") })
        .prefault({});
      const dispute = resolveDispute(
        emulator,
        disputeOf(emulator, capture.id),
        readControl(schema, body).outcome,
      );
      return { dispute: disputeJson(base, state, dispute) };
    }
    default:
      throw notFound();
  }
}

function moneyOf(capture: Capture, text: string) {
  const [whole = "0", fraction = ""] = text.split(".");
  const decimals = decimalsOf(capture.amount.currency_code);
  return fromMinor(
    BigInt(whole + fraction.padEnd(decimals, "0").slice(0, decimals)),
    capture.amount.currency_code,
  );
}
