import { Webhook } from "standardwebhooks";
import { newId } from "#server/db/ids.ts";
import { loadTemplates, queueMail } from "#server/features/mail/queue-mail.ts";
import { drainQueue, signalAfter } from "#server/platform/concurrency.ts";
import { failpoint } from "#server/platform/failpoints.ts";
import type { Platform } from "#server/platform/platform.ts";
import { type Posted, postWebhook } from "#server/providers/webhooks/post-webhook.ts";
import {
  type ClaimedDelivery,
  claimDelivery,
  giveBack,
  recordDelivered,
  recordTry,
  type Tried,
} from "./deliveries.repository.ts";
import { webhookOffMail } from "./webhook-mails.ts";
import { openSecrets } from "./webhook-secrets.ts";
import {
  failWaiting,
  lockWebhook,
  markArrived,
  markFailing,
  switchOffFailing,
} from "./webhooks.repository.ts";

/** Seconds to wait after the first, second, … try that failed: nine more within a day. */
export const retryDelays = [30, 120, 600, 1800, 3600, 2 * 3600, 4 * 3600, 6 * 3600, 6 * 3600];

/** Messages under way at once: they wait for others, and cost little meanwhile. */
const senders = 64;
/** Of those, to addresses that fail: receivers that hang keep nobody else's messages waiting. */
const failingSenders = 16;

/** For so long a process that stops waits for answers; what has none by then is left to the next one. */
const graceMs = 2_000;

/**
 * Sends what is due, many at a time, and looks for more while any is under way. A message is marked once it was answered:
 * a crash in between sends it again under the same id, and never loses it.
 */
export async function sendDueDeliveries(
  platform: Platform,
  signal: AbortSignal,
  pieceDone: () => void,
): Promise<void> {
  const cut = signalAfter(signal, graceMs);
  let failing = 0;
  await drainQueue({
    atOnce: senders,
    signal,
    claim: () =>
      claimDelivery(platform.db, {
        claim: newId(),
        leaseSeconds: leaseSeconds(platform),
        failingToo: failing < failingSenders,
      }),
    async work(delivery) {
      const isFailing = delivery.webhook.failingSince !== null;
      if (isFailing) failing += 1;
      try {
        await sendOne(platform, delivery, cut);
      } catch (error) {
        platform.log.error({ err: error, delivery: delivery.id }, "a webhook's try could not be recorded");
      } finally {
        if (isFailing) failing -= 1;
      }
    },
    pieceDone,
  });
}

/** Longer than any try takes, so that a message under way is never taken twice while its sender lives. */
const leaseSeconds = ({ config }: Platform) => config.webhooks.timeoutMs / 1000 + 30;

async function sendOne(platform: Platform, delivery: ClaimedDelivery, cut: AbortSignal): Promise<void> {
  const { metrics } = platform;
  failpoint("delivery-claimed");
  const posted = await platform.tracing.span("webhook", {}, () => post(platform, delivery, cut));
  if (cut.aborted && posted.status === null) return giveBack(platform.db, delivery);
  failpoint("delivery-answered");
  const tried = { answerStatus: posted.status, answerText: posted.text || null, error: posted.error };
  if (posted.error === null) {
    await platform.db.transaction(async (tx) => {
      // First the address, as wherever both are changed: whoever removes it would else wait for the message, and this for them.
      await markArrived(tx, delivery.webhookId);
      await recordDelivered(tx, delivery, tried);
    });
    metrics.count("thumbsmith_webhooks_total", { result: "delivered" });
  } else {
    const result = await recordFailure(platform, delivery, tried);
    metrics.count("thumbsmith_webhooks_total", { result });
  }
  failpoint("delivery-recorded");
}

/** Signed by each secret that counts now, as https://www.standardwebhooks.com has it. */
async function post(platform: Platform, delivery: ClaimedDelivery, cut: AbortSignal): Promise<Posted> {
  const { id, payload, webhook } = delivery;
  let secrets: string[];
  try {
    secrets = openSecrets(platform, webhook, delivery.attemptedAt!);
  } catch {
    const error = "The shop can't open this address's secret. Please change it.";
    return { status: null, text: "", error };
  }
  const at = new Date();
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(id, at, payload)).join(" "),
  };
  return postWebhook(webhook.url, { body: payload, headers }, platform.config.webhooks, cut);
}

/** Puts the message off, or gives it up; then an address at which nothing arrives for days is switched off. */
async function recordFailure(
  platform: Platform,
  delivery: ClaimedDelivery,
  tried: Tried,
): Promise<"retried" | "failed"> {
  const { webhook } = delivery;
  const delay = retryDelays[delivery.attempts - 1] ?? null;
  if (delay === null) await loadTemplates();
  return platform.db.transaction(async (tx) => {
    const present = await lockWebhook(tx, webhook.userId, webhook.id);
    const next = present?.active ? delay : null;
    if (!(await recordTry(tx, delivery, tried, next)) || !present?.active) return "failed";
    await markFailing(tx, webhook.id);
    if (next !== null) return "retried";
    const off = await switchOffFailing(tx, webhook.id);
    if (!off) return "failed";
    await failWaiting(tx, webhook.id);
    const told = { id: off.id, url: off.url, since: off.switchedOffAt!, lastError: tried.error };
    await queueMail(tx, await webhookOffMail(platform, tx, off, told));
    platform.log.warn({ webhook: off.id }, "a webhook has failed for days and was switched off");
    return "failed";
  });
}
