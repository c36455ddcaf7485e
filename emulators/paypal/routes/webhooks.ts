import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { signatureHeaders } from "../deliveries.ts";
import type { Emulator } from "../emulator.ts";
import { PaypalError } from "../errors.ts";
import { eventBytes } from "../events.ts";
import { newEventId } from "../ids.ts";
import type { PaypalClient } from "../options.ts";
import { isObject } from "../read.ts";
import { publicKeyOf, signedText, signingKeyOf, signText } from "../signing.ts";
import type { WebhookEvent } from "../state.ts";
import {
  findWebhook,
  invalid,
  patchWebhook,
  registerWebhook,
  unknownWebhook,
  verifySignature,
  webhookJson,
  webhooksOf,
} from "../webhooks.ts";
import { perform } from "./perform.ts";
import { requireJson } from "./rest.ts";

const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id;

/** PayPal's Webhooks Management API. */
export function mountWebhooks(app: FastifyInstance, emulator: Emulator): void {
  const { baseUrl: base, state } = emulator;
  const at = "/v1/notifications";

  app.post(
    `${at}/webhooks`,
    perform(emulator, "webhooks", (request, client) => {
      requireJson(request);
      return { status: 201, body: webhookJson(base, registerWebhook(emulator, client, request.body)) };
    }),
  );
  app.get(
    `${at}/webhooks`,
    perform(emulator, "webhooks", (_request, client) => ({
      status: 200,
      body: { webhooks: webhooksOf(emulator, client).map((webhook) => webhookJson(base, webhook)) },
    })),
  );
  app.get(
    `${at}/webhooks/:id`,
    perform(emulator, "webhooks", (request, client) => ({
      status: 200,
      body: webhookJson(base, findWebhook(emulator, client, idOf(request))),
    })),
  );
  app.patch(
    `${at}/webhooks/:id`,
    perform(emulator, "webhooks", (request, client) => ({
      status: 200,
      body: webhookJson(
        base,
        patchWebhook(emulator, findWebhook(emulator, client, idOf(request)), request.body),
      ),
    })),
  );
  app.delete(
    `${at}/webhooks/:id`,
    perform(emulator, "webhooks", (request, client) => {
      state.webhooks.delete(findWebhook(emulator, client, idOf(request)).id);
      emulator.changed();
      return { status: 204 };
    }),
  );
  app.get(
    `${at}/webhooks-event-types`,
    perform(emulator, "webhooks", () => ({
      status: 200,
      body: {
        event_types: [...emulator.eventTypes].map((name) => ({ name, description: name, status: "ENABLED" })),
      },
    })),
  );

  app.post(
    `${at}/verify-webhook-signature`,
    perform(emulator, "verify", (request, client, fault) => {
      requireJson(request);
      const holds = verifySignature(emulator, client, request.body, request.rawText ?? "");
      const verification_status = holds && fault?.fault !== "failure" ? "SUCCESS" : "FAILURE";
      return { status: 200, body: { verification_status } };
    }),
  );

  app.get(
    `${at}/webhooks-events`,
    perform(emulator, "events", (request, client) => ({
      status: 200,
      body: listEvents(emulator, client, request.url),
    })),
  );
  app.get(
    `${at}/webhooks-events/:id`,
    perform(emulator, "webhooks", (request, client) => ({
      status: 200,
      body: JSON.parse(findEvent(state.events.get(idOf(request)), client.clientId).body),
    })),
  );
  app.post(
    `${at}/webhooks-events/:id/resend`,
    perform(emulator, "webhooks", (request, client) => {
      const event = findEvent(state.events.get(idOf(request)), client.clientId);
      emulator.deliveries.enqueue(event);
      return { status: 202, body: JSON.parse(event.body) };
    }),
  );
  app.post(
    `${at}/simulate-event`,
    perform(emulator, "webhooks", (request) => simulate(emulator, request)),
  );

  app.get(`${at}/certs/:id`, (_request, reply) => {
    reply.type("application/x-pem-file");
    return publicKeyOf(signingKeyOf(state));
  });
}

const LISTED_DAYS = 30;

/** The events that a webhook was registered for, newest first, a page at a time; PayPal goes back 30 days. */
function listEvents(emulator: Emulator, client: PaypalClient, url: string) {
  const query = new URL(url, "http://emulator").searchParams;
  const size = Number(query.get("page_size") ?? 10);
  const page = Number(query.get("page") ?? 1);
  const from = momentOf(query, "start_time") ?? 0;
  const until = momentOf(query, "end_time") ?? emulator.now();
  const oldest = emulator.now() - LISTED_DAYS * 24 * 60 * 60 * 1000;
  if (query.has("start_time") && from < oldest)
    throw invalid("start_time", "Must be within the last 30 days");
  if (!Number.isInteger(size) || size < 1 || size > 300) throw invalid("page_size", "Must be 1 to 300");
  const events = [...emulator.state.events.values()]
    .filter(({ clientId, wanted }) => clientId === client.clientId && wanted)
    .filter(({ createTime }) => {
      const at = Date.parse(createTime);
      return at >= Math.max(from, oldest) && at <= until;
    })
    .toReversed();
  const shown = events.slice((page - 1) * size, page * size);
  const next = new URLSearchParams(query);
  next.set("page", String(page + 1));
  const href = (of: URLSearchParams) => `${emulator.baseUrl}/v1/notifications/webhooks-events?${of}`;
  return {
    events: shown.map((event) => JSON.parse(event.body)),
    count: shown.length,
    links: [
      { href: href(query), rel: "self", method: "GET" },
      ...(events.length > page * size ? [{ href: href(next), rel: "next", method: "GET" }] : []),
    ],
  };
}

function momentOf(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const at = Date.parse(text);
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(at))
    throw invalid(name, "Not a date and time");
  return at;
}

function findEvent(event: WebhookEvent | undefined, clientId: string): WebhookEvent {
  if (event?.clientId !== clientId) throw unknownWebhook();
  return event;
}

/** PayPal signs a simulated event for no webhook in particular, so that it can't be verified. */
function simulate(emulator: Emulator, request: FastifyRequest): { status: number; body: unknown } {
  requireJson(request);
  const body = isObject(request.body) ? request.body : {};
  const webhook =
    typeof body.webhook_id === "string" ? emulator.state.webhooks.get(body.webhook_id) : undefined;
  const url = typeof body.url === "string" ? body.url : webhook?.url;
  const type = body.event_type;
  if (url === undefined || typeof type !== "string" || !emulator.eventTypes.has(type)) {
    throw new PaypalError("VALIDATION_ERROR", [
      { field: "event_type", issue: "Event type or URL is not valid" },
    ]);
  }
  const event = {
    id: newEventId(),
    create_time: new Date(emulator.now()).toISOString(),
    resource_type: "capture",
    event_type: type,
    summary: "A simulated event",
    resource: {
      id: "42311647XV020574X",
      status: "COMPLETED",
      amount: { currency_code: "USD", value: "1.00" },
    },
    event_version: "1.0",
    links: [],
  };
  const text = eventBytes(event);
  const id = randomUUID();
  const time = emulator.timestamp();
  const signature = signText(signingKeyOf(emulator.state), signedText(id, time, "WEBHOOK_ID", text));
  const headers = signatureHeaders(id, time, emulator.deliveries.certUrl, signature);
  emulator.deliveries.post(url, headers, text).catch(() => {
    // As at PayPal, nobody is told whether a simulated event arrived.
  });
  return { status: 202, body: event };
}
