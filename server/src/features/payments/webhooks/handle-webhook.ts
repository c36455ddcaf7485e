import type { FastifyRequest } from "fastify";
import type { RateLimit } from "#contract/call.ts";
import { type PaypalMode, paypalModes } from "#contract/paypal-settings-form.ts";
import { failpoint } from "#server/platform/failpoints.ts";
import { failure } from "#server/platform/failure.ts";
import { addressKey } from "#server/platform/http/client-address.ts";
import type { Platform } from "#server/platform/platform.ts";
import { paypalBaseUrl } from "#server/providers/paypal/address.ts";
import type { WebhookHeaders } from "#server/providers/paypal/webhooks.ts";
import { hasWebhookEvent } from "../payments.repository.ts";
import { paypalClient } from "../settings/paypal-account.ts";
import { readPaypalSettings } from "../settings/paypal-settings.ts";
import { type PaypalEvent, parseEvent } from "./paypal-event.ts";
import { processEvent } from "./process-event.ts";

/** Anyone can send what looks like an event: while PayPal verifies slowly they must not pile up. */
export const maxVerifications = 20;
let verifying = 0;

/** Events of one address that PayPal did not confirm: nobody else is to decide how often the shop asks PayPal. */
export const unconfirmedLimit: RateLimit = {
  name: "unconfirmed-event",
  max: 60,
  windowSeconds: 900,
  by: "address",
};

/**
 * Handles one event, after PayPal has verified the signature over the bytes as they came. 400: PayPal does not confirm
 * it. 429: too many of the address were not confirmed. 503: PayPal cannot be asked; nothing is kept, and PayPal sends the
 * event again.
 * https://developer.paypal.com/docs/api/webhooks/v1/#verify-webhook-signature_post
 */
export async function handleWebhook(platform: Platform, request: FastifyRequest, raw: Buffer): Promise<void> {
  const event = readEvent(raw);
  const signature = readSignature(request.headers);
  if (!event || !signature || !isPlausible(platform, signature)) throw unverified();
  const { rateLimits } = platform;
  const address = addressKey(request);
  if (await rateLimits.isUsedUp(unconfirmedLimit, address))
    throw failure("TOO_MANY_REQUESTS", undefined, { retryAfter: unconfirmedLimit.windowSeconds });
  if (verifying >= maxVerifications) throw unavailable();
  verifying += 1;
  const mode = await verifiedMode(platform, signature, raw).finally(() => {
    verifying -= 1;
  });
  if (!mode) {
    await rateLimits.take(unconfirmedLimit, address);
    throw unverified();
  }
  failpoint("webhook-verified");
  if (await hasWebhookEvent(platform.db, event.id)) return;
  await processEvent(platform, { ...event, mode });
  failpoint("webhook-taken");
}

const hour = 3_600_000;

/** PayPal sends an event 25 times over three days, and clocks differ: https://developer.paypal.com/api/rest/webhooks/ */
const oldestMs = 4 * 24 * hour;

/**
 * Whether PayPal could have sent it: the certificate lies at PayPal, and the event was sent lately. What fails is refused
 * without a call to PayPal. https://developer.paypal.com/api/rest/webhooks/rest/#link-verifymessagesignature
 */
function isPlausible({ config }: Platform, { certUrl, transmissionTime }: WebhookHeaders): boolean {
  const age = Date.now() - Date.parse(transmissionTime);
  if (!(age > -hour && age < oldestMs) || !URL.canParse(certUrl)) return false;
  const { protocol, hostname, origin } = new URL(certUrl);
  if (protocol === "https:" && /(^|\.)paypal\.com$/.test(hostname)) return true;
  return paypalModes.some((mode) => new URL(paypalBaseUrl(config, mode)).origin === origin);
}

const unavailable = () =>
  failure("UNAVAILABLE", "The event cannot be verified right now.", { retryAfter: 60 });

const unverified = () => failure("MALFORMED_REQUEST", "This event could not be verified.");

function readEvent(raw: Buffer): Omit<PaypalEvent, "mode"> | null {
  try {
    return parseEvent(JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(raw)));
  } catch {
    return null;
  }
}

function readSignature(headers: FastifyRequest["headers"]): WebhookHeaders | null {
  const read = (name: string, longest: number) => {
    const value = headers[`paypal-${name}`];
    return typeof value === "string" && value !== "" && value.length <= longest ? value : null;
  };
  const [authAlgo, certUrl, transmissionId, transmissionSig, transmissionTime] = [
    read("auth-algo", 100),
    read("cert-url", 500),
    read("transmission-id", 50),
    read("transmission-sig", 500),
    read("transmission-time", 100),
  ];
  if (!authAlgo || !certUrl || !transmissionId || !transmissionSig || !transmissionTime) return null;
  return { authAlgo, certUrl, transmissionId, transmissionSig, transmissionTime };
}

/** Null where PayPal says no. The mode in use is tried first: orders of the other one may still be paid or refunded. */
async function verifiedMode(
  platform: Platform,
  signature: WebhookHeaders,
  raw: Buffer,
): Promise<PaypalMode | null> {
  const settings = await readPaypalSettings(platform.db);
  const modes = settings.mode === "live" ? (["live", "sandbox"] as const) : (["sandbox", "live"] as const);
  let unanswered = false;
  for (const mode of modes) {
    const paypal = paypalClient(platform, settings, mode);
    const { webhookId } = settings[mode];
    if (!paypal || !webhookId) continue;
    const result = await paypal.verifyWebhook(signature, webhookId, raw);
    if (result.kind === "ok" && result.value) return mode;
    if (result.kind !== "ok") unanswered = true;
  }
  if (unanswered) throw unavailable();
  return null;
}
