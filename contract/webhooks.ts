import { z } from "zod";
import { call } from "./call.ts";
import { acknowledged, envelope, idempotencyKey, idParams, listQuery, recordVersion } from "./fields.ts";
import { webhookEvents } from "./webhook-events.ts";
import { webhookChanges, webhookInput } from "./webhook-form.ts";

/** A member has so many addresses at most. */
export const maxWebhooks = 5;
/** For so long the former secret signs as well after a change. */
export const secretOverlapHours = 24;
/** An address at which nothing arrived for so long is switched off. */
export const webhookFailingDays = 5;
/** For so long the same request to add an address, or to change its secret, is told the secret again. */
export const secretToldMinutes = 60;
/** Deliveries are kept for so long. */
export const deliveryDays = 30;

const webhookEdit = webhookChanges.extend({
  active: z.boolean("active is true or false.").optional(),
  version: recordVersion.optional(),
});

export const webhookRecord = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  lowBalance: z.number().int(),
  active: z.boolean(),
  /** Since when nothing has arrived there; null while messages do. */
  failingSince: z.string().nullable(),
  /** When the shop switched it off, for it had failed too long. */
  switchedOffAt: z.string().nullable(),
  /** Until then the former secret signs as well. */
  previousSecretUntil: z.string().nullable(),
  version: recordVersion,
  createdAt: z.string(),
});
export type WebhookRecord = z.output<typeof webhookRecord>;

const newWebhook = webhookInput.extend({
  /** The same request sent again finds the address that it added. */
  idempotencyKey,
});

/** Told as it is made, and for `secretToldMinutes` again to the same request. */
export const webhookWithSecret = webhookRecord.extend({ secret: z.string() });

export const listWebhooks = call({
  method: "GET",
  path: "/api/webhooks",
  access: "member",
  scope: "webhooks",
  summary: "The own addresses that hear of events, the oldest first.",
  answer: envelope(z.array(webhookRecord)),
  errors: [],
});

export const addWebhook = call({
  method: "POST",
  path: "/api/webhooks",
  access: "member",
  scope: "webhooks",
  summary: `Adds an address, https and public; ${maxWebhooks} at most. Its secret is told in this answer only, and for ${secretToldMinutes} minutes to the same request with the same idempotency key.`,
  body: newWebhook,
  answer: envelope(webhookWithSecret),
  status: 201,
  errors: ["INVALID_INPUT", "CONFLICT"],
  rateLimit: { name: "new-webhooks", max: 20, windowSeconds: 3600, by: "user" },
});

export const editWebhook = call({
  method: "PUT",
  path: "/api/webhooks/{id}",
  access: "member",
  scope: "webhooks",
  summary:
    "Changes one of the own addresses, or switches it on or off; what is left out stays. What waits for one that is off is not sent.",
  params: idParams,
  body: webhookEdit,
  answer: envelope(webhookRecord),
  errors: ["INVALID_INPUT", "NOT_FOUND", "STALE_VERSION"],
  // A change of the address is told by mail.
  rateLimit: { name: "webhook-changes", max: 60, windowSeconds: 3600, by: "user" },
});

export const deleteWebhook = call({
  method: "DELETE",
  path: "/api/webhooks/{id}",
  access: "member",
  scope: "webhooks",
  summary: "Removes one of the own addresses with its deliveries.",
  params: idParams,
  answer: acknowledged,
  errors: ["NOT_FOUND"],
});

export const rotateWebhookSecret = call({
  method: "POST",
  path: "/api/webhooks/{id}/rotate-secret",
  access: "member",
  scope: "webhooks",
  summary: `Gives an address a new secret, told in this answer only, and for ${secretToldMinutes} minutes to the same request with the same idempotency key; the former one signs as well for ${secretOverlapHours} hours.`,
  params: idParams,
  body: z.strictObject({
    /** The same request sent again finds the secret that it made. */
    idempotencyKey,
  }),
  answer: envelope(webhookWithSecret),
  errors: ["INVALID_INPUT", "NOT_FOUND", "CONFLICT"],
  rateLimit: { name: "webhook-secrets", max: 20, windowSeconds: 3600, by: "user" },
});

/** waiting: for its next try; sending: a try is under way. */
const deliveryStates = ["waiting", "sending", "delivered", "failed"] as const;

export const webhookDelivery = z.object({
  /** The message's `webhook-id`, the same over all tries. */
  id: z.string(),
  event: z.enum([...webhookEvents, "webhook.test"]),
  status: z.enum(deliveryStates),
  attempts: z.number().int(),
  /** Status of the last answer. */
  answerStatus: z.number().int().nullable(),
  /** The beginning of the last answer. */
  answerText: z.string().nullable(),
  /** Why the last try came to nothing. */
  error: z.string().nullable(),
  createdAt: z.string(),
  attemptedAt: z.string().nullable(),
  deliveredAt: z.string().nullable(),
  /** While it waits. */
  nextAttemptAt: z.string().nullable(),
});
export type WebhookDelivery = z.output<typeof webhookDelivery>;

export const listDeliveries = call({
  method: "GET",
  path: "/api/webhooks/{id}/deliveries",
  access: "member",
  scope: "webhooks",
  summary: `What was sent to one of the own addresses, newest first, for ${deliveryDays} days.`,
  params: idParams,
  query: listQuery(["createdAt"], {}),
  answer: envelope(z.array(webhookDelivery)),
  errors: ["INVALID_INPUT", "NOT_FOUND"],
});

/** Messages sent again, and tests. */
export const sendLimit = { name: "webhook-sends", max: 60, windowSeconds: 3600, by: "user" } as const;

export const resendDelivery = call({
  method: "POST",
  path: "/api/webhooks/{id}/deliveries/{deliveryId}/resend",
  access: "member",
  scope: "webhooks",
  summary: "Sends a message again, under its id and with all its tries.",
  params: idParams.extend({ deliveryId: z.string().max(200) }),
  answer: envelope(webhookDelivery),
  errors: ["NOT_FOUND", "CONFLICT"],
  rateLimit: sendLimit,
});

export const testWebhook = call({
  method: "POST",
  path: "/api/webhooks/{id}/test",
  access: "member",
  scope: "webhooks",
  summary: "Sends webhook.test to one of the own addresses.",
  params: idParams,
  answer: envelope(webhookDelivery),
  errors: ["NOT_FOUND", "CONFLICT"],
  rateLimit: sendLimit,
});

/** One picture of a run that is done. */
export const messageImage = z.object({
  position: z.number().int(),
  /** Asks for the session or key of its owner. Where there is a design, it is the art alone. */
  url: z.string(),
  /** Of a run with words as text, and of a changed design: what has the words. */
  designId: z.string().optional(),
});

/** The bodies that are sent. */
export const webhookMessage = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("run.done"),
    timestamp: z.string(),
    data: z.object({
      id: z.string(),
      kind: z.enum(["new", "change", "variation", "retake"]),
      title: z.string(),
      images: z.array(messageImage),
      balance: z.number().int(),
    }),
  }),
  z.object({
    type: z.literal("run.failed"),
    timestamp: z.string(),
    data: z.object({
      id: z.string(),
      kind: z.enum(["new", "change", "variation", "retake"]),
      title: z.string(),
      reason: z.string(),
      error: z.string(),
      balance: z.number().int(),
    }),
  }),
  z.object({
    type: z.literal("balance.low"),
    timestamp: z.string(),
    data: z.object({ balance: z.number().int(), threshold: z.number().int() }),
  }),
  z.object({ type: z.literal("webhook.test"), timestamp: z.string(), data: z.object({}) }),
]);
export type WebhookMessage = z.output<typeof webhookMessage>;
