import { z } from "zod";
import type { PaypalCaller } from "./client.ts";
import { type PaypalResult, unknown } from "./result.ts";

/** The headers that PayPal signs an event with. */
export interface WebhookHeaders {
  authAlgo: string;
  certUrl: string;
  transmissionId: string;
  transmissionSig: string;
  transmissionTime: string;
}

/** Of what these tell the shop learns late otherwise, or never. */
const neededEvents = [
  "CHECKOUT.ORDER.APPROVED",
  "PAYMENT.CAPTURE.COMPLETED",
  "PAYMENT.CAPTURE.REFUNDED",
  "PAYMENT.CAPTURE.REVERSED",
  "CUSTOMER.DISPUTE.CREATED",
  "CUSTOMER.DISPUTE.UPDATED",
  "CUSTOMER.DISPUTE.RESOLVED",
];

/** PayPal refuses a registration whole that names an event which it does not know, so that each is looked up first. */
const wantedEvents = [
  ...neededEvents,
  "CHECKOUT.ORDER.COMPLETED",
  "PAYMENT.CAPTURE.PENDING",
  "PAYMENT.CAPTURE.DENIED",
  "PAYMENT.CAPTURE.DECLINED",
  "PAYMENT.REFUND.PENDING",
  "PAYMENT.REFUND.FAILED",
];

const eventTypes = z.array(z.object({ name: z.string() }));

const path = "/v1/notifications/webhooks";

/**
 * PayPal's checksum is over the event's own bytes, so they are set into the request as they came: parsed and
 * written anew, an event no longer verifies. They must be valid JSON.
 */
export async function verifyWebhook(
  call: PaypalCaller,
  headers: WebhookHeaders,
  webhookId: string,
  event: Buffer,
): Promise<PaypalResult<boolean>> {
  const fields = JSON.stringify({
    auth_algo: headers.authAlgo,
    cert_url: headers.certUrl,
    transmission_id: headers.transmissionId,
    transmission_sig: headers.transmissionSig,
    transmission_time: headers.transmissionTime,
    webhook_id: webhookId,
  });
  const answer = await call(
    {
      method: "POST",
      path: "/v1/notifications/verify-webhook-signature",
      body: `${fields.slice(0, -1)},"webhook_event":${event.toString("utf8")}}`,
    },
    z.object({ verification_status: z.enum(["SUCCESS", "FAILURE"]) }),
  );
  // An unknown webhook id is the settings' mistake, not a forgery: PayPal shall send the event again.
  if (answer.kind === "refused" && answer.status === 404) return unknown("unknown webhook id");
  if (answer.kind === "refused") return { kind: "ok", status: answer.status, value: false };
  return answer.kind === "ok" ? { ...answer, value: answer.value.verification_status === "SUCCESS" } : answer;
}

/** The events that the shop wants and PayPal knows. */
async function knownEvents(call: PaypalCaller): Promise<PaypalResult<string[]>> {
  const answer = await call(
    { method: "GET", path: "/v1/notifications/webhooks-event-types" },
    z.object({ event_types: eventTypes }),
  );
  if (answer.kind !== "ok") return answer;
  const names = new Set(answer.value.event_types.map(({ name }) => name));
  const missing = neededEvents.find((name) => !names.has(name));
  if (missing) return unknown(`no event ${missing}`);
  return { ...answer, value: wantedEvents.filter((name) => names.has(name)) };
}

/** Where a webhook leads, and the events that it lacks; null where PayPal does not know it. */
export async function readWebhook(
  call: PaypalCaller,
  id: string,
): Promise<PaypalResult<{ url: string; lacks: string[] } | null>> {
  const found = await call(
    { method: "GET", path: `${path}/${encodeURIComponent(id)}` },
    z.object({ url: z.string(), event_types: eventTypes }),
  );
  if (found.kind === "refused" && found.status === 404) return { kind: "ok", status: 404, value: null };
  if (found.kind !== "ok") return found;
  const known = await knownEvents(call);
  if (known.kind !== "ok") return known;
  const has = new Set(found.value.event_types.map(({ name }) => name));
  const lacks = has.has("*") ? [] : known.value.filter((name) => !has.has(name));
  return { ...found, value: { url: found.value.url, lacks } };
}

export async function createWebhook(call: PaypalCaller, url: string): Promise<PaypalResult<string>> {
  const known = await knownEvents(call);
  if (known.kind !== "ok") return known;
  const events = known.value.map((name) => ({ name }));
  const made = await call(
    { method: "POST", path, body: JSON.stringify({ url, event_types: events }) },
    z.object({ id: z.string().min(1).max(50) }),
  );
  if (made.kind === "refused" && made.name === "WEBHOOK_URL_ALREADY_EXISTS")
    return adoptWebhook(call, url, events);
  return made.kind === "ok" ? { ...made, value: made.value.id } : made;
}

/** The address is registered already: its id is kept, and its events are made ours. */
async function adoptWebhook(
  call: PaypalCaller,
  url: string,
  events: { name: string }[],
): Promise<PaypalResult<string>> {
  const list = await call(
    { method: "GET", path },
    z.object({ webhooks: z.array(z.object({ id: z.string().min(1).max(50), url: z.string() })) }),
  );
  if (list.kind !== "ok") return list;
  const found = list.value.webhooks.find((webhook) => webhook.url === url);
  if (!found) return unknown("the address is registered, but not listed");
  const patched = await call(
    {
      method: "PATCH",
      path: `${path}/${encodeURIComponent(found.id)}`,
      body: JSON.stringify([{ op: "replace", path: "/event_types", value: events }]),
    },
    z.unknown(),
  );
  const isSame = patched.kind === "refused" && patched.name === "WEBHOOK_PATCH_REQUEST_NO_CHANGE";
  return patched.kind === "ok" || isSame ? { kind: "ok", status: 200, value: found.id } : patched;
}

const pageSize = 100;

/**
 * The query of a list's first page.
 * https://developer.paypal.com/docs/api/webhooks/v1/#webhooks-events_list
 */
export function firstEventsPage(from: Date, until: Date): string {
  const query = {
    page_size: String(pageSize),
    start_time: from.toISOString(),
    end_time: until.toISOString(),
  };
  return new URLSearchParams(query).toString();
}

const eventsPage = z.object({
  events: z.array(z.unknown()).nullable().default([]),
  links: z
    .array(z.object({ href: z.string(), rel: z.string() }))
    .catch([])
    .default([]),
});

/** Of the link to the next page only the query is followed, so that the token goes nowhere else. */
export async function listEvents(
  call: PaypalCaller,
  query: string,
): Promise<PaypalResult<{ events: unknown[]; next: string | null }>> {
  const answer = await call(
    { method: "GET", path: `/v1/notifications/webhooks-events?${query}` },
    eventsPage,
  );
  if (answer.kind !== "ok") return answer;
  const events = answer.value.events ?? [];
  const next = answer.value.links.find(({ rel }) => rel === "next")?.href.split("?")[1];
  return { ...answer, value: { events, next: next && next !== query && events.length > 0 ? next : null } };
}
