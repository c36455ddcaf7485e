/** What an address can hear of. */
export const webhookEvents = ["run.done", "run.failed", "balance.low"] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** A test is sent at its owner's word only. */
export type SentEvent = WebhookEvent | "webhook.test";
