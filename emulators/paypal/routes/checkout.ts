import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { checkoutWindow } from "../browser/checkout-window.ts";
import { approvalPage, problemPage, waitingPage } from "../checkout-page.ts";
import { checkoutStyles } from "../checkout-styles.ts";
import type { Emulator } from "../emulator.ts";
import { notFound, PaypalError } from "../errors.ts";
import { detailOf } from "../issues.ts";
import { approveOrder } from "../orders.ts";
import { isObject } from "../read.ts";
import { liveOrder } from "../represent.ts";
import { sdkProblem, sdkScript } from "../sdk-script.ts";
import type { Instrument } from "../state.ts";
import { strike, takeFault } from "./perform.ts";
import { requireJson } from "./rest.ts";

/** The page may be framed by a shop of any origin, since popups can be blocked; it holds no secret. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors http: https:",
].join("; ");

const INSTRUMENTS: readonly string[] = ["balance", "declined", "pending"] satisfies Instrument[];

/** The browser's script and the approval window. */
export function mountCheckout(app: FastifyInstance, emulator: Emulator): void {
  app.get("/sdk/js", (request, reply) => sendSdk(emulator, request, reply));

  app.get("/checkoutnow", (request, reply) => {
    reply.type("text/html; charset=utf-8").header("cache-control", "no-store");
    return checkoutPage(emulator, request, reply);
  });
  app.get("/checkoutnow/app.js", (_request, reply) => {
    reply.type("text/javascript; charset=utf-8");
    return `"use strict";(${checkoutWindow})();\n`;
  });
  app.get("/checkoutnow/app.css", (_request, reply) => {
    reply.type("text/css; charset=utf-8");
    return checkoutStyles;
  });

  app.post("/checkoutnow/:id/approve", async (request) => {
    requireJson(request);
    const order = liveOrder(emulator.state, (request.params as { id: string }).id, emulator.now());
    if (!order) throw notFound();
    const instrument = isObject(request.body) ? request.body.instrument : undefined;
    if (typeof instrument !== "string" || !INSTRUMENTS.includes(instrument)) {
      throw new PaypalError("INVALID_REQUEST", [detailOf("INVALID_PARAMETER_VALUE", "/instrument")]);
    }
    const payer = approveOrder(emulator, order, instrument as Instrument);
    await emulator.commit();
    return { orderID: order.id, payerID: payer.payer_id };
  });

  // Last in line, so that it wins over what an application around the emulator sets on every answer.
  app.addHook("onSend", async (request, reply) => {
    if (!request.routeOptions.url?.includes("/checkoutnow")) return;
    reply.header("content-security-policy", POLICY);
    reply.header("cross-origin-opener-policy", "unsafe-none");
    reply.header("referrer-policy", "no-referrer");
    reply.header("x-content-type-options", "nosniff");
    reply.removeHeader("x-frame-options");
  });
}

async function sendSdk(
  emulator: Emulator,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const fault = takeFault(emulator, "sdk", request);
  if (fault && (await strike(emulator, fault, request, reply))) return reply;
  const query = new URLSearchParams(request.url.split("?")[1] ?? "");
  const problem = sdkProblem(emulator, query);
  reply
    .type("text/javascript; charset=utf-8")
    .header("cache-control", "no-store")
    .header("x-content-type-options", "nosniff")
    .header("cross-origin-resource-policy", "cross-origin");
  if (!problem) return reply.send(sdkScript(emulator.baseUrl, query));
  return reply.code(400).send(`throw new Error(${JSON.stringify(`SDK Validation error: '${problem}'`)});\n`);
}

function checkoutPage(emulator: Emulator, request: FastifyRequest, reply: FastifyReply): string {
  const base = emulator.baseUrl;
  const query = new URLSearchParams(request.url.split("?")[1] ?? "");
  const token = query.get("token");
  if (token === null) return waitingPage(base);
  const named = query.get("parent") ?? "";
  const parent =
    URL.canParse(named) && /^https?:$/.test(new URL(named).protocol) ? new URL(named).origin : "";
  const order = liveOrder(emulator.state, token, emulator.now());
  const client = order && emulator.clients.get(order.clientId);
  if (!order || !client) {
    reply.code(404);
    return problemPage(base, "This order is unknown or has run out.", { token, parent });
  }
  const problem = problemOf(order.status, order.unit.amount.currency_code, order.clientId, query);
  if (problem) return problemPage(base, problem, { token, parent });
  return approvalPage(base, order, client, { card: query.get("fundingSource") === "card", parent });
}

/** PayPal turns payers away where the script was loaded for another currency or account than the order's. */
function problemOf(
  status: string,
  currency: string,
  clientId: string,
  query: URLSearchParams,
): string | undefined {
  if (status === "COMPLETED") return "This order has already been paid.";
  const expected = query.get("currency");
  if (expected !== null && expected !== currency) {
    return `The script was loaded for ${expected}, but the order is in ${currency}.`;
  }
  const account = query.get("clientId");
  if (account !== null && account !== clientId)
    return "The order belongs to another account than the script.";
  return undefined;
}
