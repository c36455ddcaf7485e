import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { clientOfBasic, issueToken } from "../authentication.ts";
import type { Emulator } from "../emulator.ts";
import { PaypalError } from "../errors.ts";
import { changesPayment } from "../faults.ts";
import { captureOrder, createOrder, findOrder } from "../orders.ts";
import { ownedBy, refundCapture } from "../payments.ts";
import {
  disputeJson,
  lonelyCaptureJson,
  minimalCapturedOrderJson,
  minimalOrderJson,
  orderJson,
  refundJson,
  refundLinks,
} from "../represent.ts";
import { perform, requestIdOf, strike, takeFault, wantsRepresentation } from "./perform.ts";

type WithId = { id: string };
const idOf = (request: FastifyRequest): string => (request.params as WithId).id;

/** Tokens, orders, captures, refunds and disputes. */
export function mountRest(app: FastifyInstance, emulator: Emulator): void {
  const { baseUrl: base, state } = emulator;

  // PayPal's script calls from a frame of PayPal's; this one from the shop's page, maybe of another origin.
  app.addHook("onRequest", async (request, reply) => {
    if (/\/v1\/oauth2\/token|\/v2\/checkout\/orders/.test(request.routeOptions.url ?? ""))
      reply.header("access-control-allow-origin", "*");
  });
  for (const path of ["/v1/oauth2/token", "/v2/checkout/orders", "/v2/checkout/orders/*"]) {
    app.options(path, (_request, reply) =>
      reply.code(204).header("access-control-allow-headers", "authorization,content-type,prefer").send(),
    );
  }

  app.post("/v1/oauth2/token", (request, reply) => giveToken(emulator, request, reply));

  app.post(
    "/v2/checkout/orders",
    perform(emulator, "create", (request, client) => {
      requireJson(request);
      const { order, repeated } = createOrder(emulator, client, requestIdOf(request), request.body);
      const body = wantsRepresentation(request)
        ? orderJson(base, state, order)
        : minimalOrderJson(base, order);
      return { status: repeated ? 200 : 201, body };
    }),
  );

  app.get(
    "/v2/checkout/orders/:id",
    perform(emulator, "get-order", (request, client) => ({
      status: 200,
      body: orderJson(base, state, findOrder(emulator, client, idOf(request))),
    })),
  );

  app.post(
    "/v2/checkout/orders/:id/capture",
    perform(emulator, "capture", (request, client, fault) => {
      requireJson(request);
      const { order, repeated } = captureOrder(
        emulator,
        client,
        idOf(request),
        requestIdOf(request),
        request.body,
        fault && changesPayment(fault) ? fault : undefined,
      );
      const json = wantsRepresentation(request) ? orderJson : minimalCapturedOrderJson;
      return { status: repeated ? 200 : 201, body: json(base, state, order) };
    }),
  );

  app.get(
    "/v2/payments/captures/:id",
    perform(emulator, "get-capture", (request, client) => ({
      status: 200,
      body: lonelyCaptureJson(base, state, ownedBy(state.captures.get(idOf(request)), client)),
    })),
  );

  app.post(
    "/v2/payments/captures/:id/refund",
    perform(emulator, "refund", (request, client, fault) => {
      requireJson(request);
      const refund = refundCapture(
        emulator,
        client,
        idOf(request),
        requestIdOf(request),
        request.body,
        fault?.fault === "pending" ? { status: "PENDING", reason: fault.issue ?? "ECHECK" } : undefined,
      );
      const minimal = { id: refund.id, status: refund.status, links: refundLinks(base, refund) };
      return { status: 201, body: wantsRepresentation(request) ? refundJson(base, state, refund) : minimal };
    }),
  );

  app.get(
    "/v2/payments/refunds/:id",
    perform(emulator, "get-refund", (request, client) => ({
      status: 200,
      body: refundJson(base, state, ownedBy(state.refunds.get(idOf(request)), client)),
    })),
  );

  app.get(
    "/v1/customer/disputes/:id",
    perform(emulator, "any", (request, client) => ({
      status: 200,
      body: disputeJson(base, state, ownedBy(state.disputes.get(idOf(request)), client)),
    })),
  );
}

/** PayPal refuses a POST without a JSON content type, the empty one of a capture included. */
export function requireJson(request: FastifyRequest): void {
  if (!/^application\/json\b/i.test(request.headers["content-type"] ?? "")) {
    throw new PaypalError("UNSUPPORTED_MEDIA_TYPE");
  }
}

async function giveToken(
  emulator: Emulator,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const fault = takeFault(emulator, "token", request);
  if (fault && (await strike(emulator, fault, request, reply))) return reply;
  const client = clientOfBasic(emulator, request.headers.authorization);
  if (!client) {
    return reply
      .code(401)
      .send({ error: "invalid_client", error_description: "Client Authentication failed" });
  }
  const grant = request.body instanceof URLSearchParams ? request.body.get("grant_type") : undefined;
  if (grant !== "client_credentials") {
    const error = grant ? "unsupported_grant_type" : "invalid_request";
    return reply.code(400).send({ error, error_description: "Grant Type is NULL or unsupported" });
  }
  return reply.send(issueToken(emulator, client));
}
