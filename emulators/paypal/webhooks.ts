import { isDeepStrictEqual } from "node:util";
import type { Emulator } from "./emulator.ts";
import { PaypalError } from "./errors.ts";
import { newTransactionId } from "./ids.ts";
import { memberText } from "./json-span.ts";
import type { PaypalClient } from "./options.ts";
import { isObject, type JsonObject } from "./read.ts";
import { AUTH_ALGORITHM, signatureHolds, signedText, signingKeyOf } from "./signing.ts";
import type { Webhook } from "./state.ts";

const MAXIMUM_WEBHOOKS = 10;

export const invalid = (field: string, issue: string): PaypalError =>
  new PaypalError("VALIDATION_ERROR", [{ field, issue }]);

/** A 404 as /v1/notifications gives it. */
export const unknownWebhook = (): PaypalError => new PaypalError("INVALID_RESOURCE_ID");

/** Registers a URL. PayPal wants https; an emulator on this machine takes http as well. */
export function registerWebhook(emulator: Emulator, client: PaypalClient, body: unknown): Webhook {
  if (!isObject(body)) throw invalid("body", "Request body is missing or malformed");
  const url = readUrl(body.url);
  const own = webhooksOf(emulator, client);
  if (own.some((webhook) => webhook.url === url)) throw new PaypalError("WEBHOOK_URL_ALREADY_EXISTS");
  if (own.length >= MAXIMUM_WEBHOOKS) throw new PaypalError("WEBHOOK_NUMBER_LIMIT_EXCEEDED");
  const webhook: Webhook = {
    id: newTransactionId(),
    clientId: client.clientId,
    url,
    eventTypes: readEventTypes(emulator, body.event_types),
  };
  emulator.state.webhooks.set(webhook.id, webhook);
  emulator.changed();
  return webhook;
}

/** JSON Patch, of which PayPal knows 'replace' of /url and /event_types. */
export function patchWebhook(emulator: Emulator, webhook: Webhook, body: unknown): Webhook {
  if (!Array.isArray(body) || !body.every(isObject)) throw invalid("body", "Request body is malformed");
  const next = { ...webhook };
  for (const patch of body) {
    if (patch.op !== "replace") throw invalid("op", "Only 'replace' is supported");
    if (patch.path === "/url") next.url = readUrl(patch.value);
    else if (patch.path === "/event_types") next.eventTypes = readEventTypes(emulator, patch.value);
    else throw invalid("path", "Only /url and /event_types can be replaced");
  }
  if (isDeepStrictEqual(next, webhook)) throw new PaypalError("WEBHOOK_PATCH_REQUEST_NO_CHANGE");
  emulator.state.webhooks.set(next.id, next);
  emulator.changed();
  return next;
}

function readUrl(value: unknown): string {
  if (typeof value !== "string" || value.length > 2048 || !URL.canParse(value)) {
    throw invalid("url", "Not a valid webhook URL");
  }
  if (!/^https?:$/.test(new URL(value).protocol)) throw invalid("url", "Not a valid webhook URL");
  return value;
}

function readEventTypes(emulator: Emulator, value: unknown): string[] {
  if (!Array.isArray(value) || value.length === 0) throw invalid("event_types", "Event types are required");
  return value.map((type) => {
    const name = isObject(type) ? type.name : undefined;
    if (name === "*" || (typeof name === "string" && emulator.eventTypes.has(name))) return name;
    throw invalid("event_types", `Not a valid event type: ${String(name)}`);
  });
}

export const webhooksOf = (emulator: Emulator, client: PaypalClient): Webhook[] =>
  [...emulator.state.webhooks.values()].filter((webhook) => webhook.clientId === client.clientId);

export function findWebhook(emulator: Emulator, client: PaypalClient, id: string): Webhook {
  const webhook = emulator.state.webhooks.get(id);
  if (webhook?.clientId !== client.clientId) throw unknownWebhook();
  return webhook;
}

export function webhookJson(base: string, webhook: Webhook): JsonObject {
  const self = `${base}/v1/notifications/webhooks/${webhook.id}`;
  return {
    id: webhook.id,
    url: webhook.url,
    event_types: webhook.eventTypes.map((name) => ({ name, description: name, status: "ENABLED" })),
    links: [
      { href: self, rel: "self", method: "GET" },
      { href: self, rel: "update", method: "PATCH" },
      { href: self, rel: "delete", method: "DELETE" },
    ],
  };
}

const FIELDS = {
  auth_algo: 100,
  cert_url: 500,
  transmission_id: 50,
  transmission_sig: 500,
  transmission_time: 100,
  webhook_id: 50,
} as const;

/**
 * Whether an event's signature holds. `raw` is the request's own text: the checksum is over the bytes
 * of its webhook_event, so an event that was parsed and written anew doesn't verify.
 */
export function verifySignature(
  emulator: Emulator,
  client: PaypalClient,
  body: unknown,
  raw: string,
): boolean {
  if (!isObject(body)) throw invalid("body", "Request body is missing or malformed");
  const fields = {} as Record<keyof typeof FIELDS, string>;
  for (const [name, longest] of Object.entries(FIELDS) as [keyof typeof FIELDS, number][]) {
    const value = body[name];
    if (typeof value !== "string" || value === "") throw invalid(name, "Required field is missing");
    if (value.length > longest) throw invalid(name, "The value is too long");
    fields[name] = value;
  }
  const event = memberText(raw, "webhook_event");
  if (event === undefined || !isObject(body.webhook_event)) {
    throw invalid("webhook_event", "Required field is missing");
  }
  const webhook = emulator.state.webhooks.get(fields.webhook_id);
  if (webhook?.clientId !== client.clientId) return false;
  if (fields.auth_algo !== AUTH_ALGORITHM || fields.cert_url !== emulator.deliveries.certUrl) return false;
  const text = signedText(fields.transmission_id, fields.transmission_time, fields.webhook_id, event);
  return signatureHolds(signingKeyOf(emulator.state), text, fields.transmission_sig);
}
