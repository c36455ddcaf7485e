import { z } from "zod";
import { type PaypalMode, paypalModes } from "#contract/paypal-settings-form.ts";
import { databaseNow } from "#server/db/clock.ts";
import type { Db, Tx } from "#server/db/database.ts";
import { isTransient } from "#server/db/errors.ts";
import { findSettings, lockSettings, saveSettings } from "#server/db/stored-settings.ts";
import { Failure } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { Paypal } from "#server/providers/paypal/paypal.ts";
import { reasonOf } from "#server/providers/paypal/result.ts";
import { hasWebhookEvent } from "../payments.repository.ts";
import { paypalClient } from "../settings/paypal-account.ts";
import { readPaypalSettings } from "../settings/paypal-settings.ts";
import { parseEvent } from "./paypal-event.ts";
import { processEvent } from "./process-event.ts";

const hour = 3_600_000;

/**
 * PayPal lists the events of the last 30 days; an hour less, since clocks differ.
 * https://developer.paypal.com/docs/api/webhooks/v1/#webhooks-events_list
 */
const listedMs = 30 * 24 * hour - hour;
/** An event may be listed later than it happened. */
const overlapMs = 3 * hour;
const windowMs = 5 * 24 * hour;

/**
 * Processes events that never reached the shop: after it was down for longer than PayPal goes on sending, and after a
 * restore, when PayPal knows more of the orders than the shop. Throws, after both modes, where the mode in use could not
 * be read to its end: the job has failed then, which is watched.
 */
export async function backfillEvents(platform: Platform, signal?: AbortSignal): Promise<void> {
  const settings = await readPaypalSettings(platform.db);
  const brokenOff: PaypalMode[] = [];
  for (const mode of paypalModes) {
    const { clientId, webhookId } = settings[mode];
    const paypal = webhookId ? paypalClient(platform, settings, mode) : null;
    if (paypal && !(await backfillMode(platform, paypal, mode, clientId, signal))) brokenOff.push(mode);
  }
  if (brokenOff.includes(settings.mode) && !signal?.aborted)
    throw new Error("PayPal's events could not be read to their end; they are asked for again.");
}

/** False where it was broken off. The cursor is part of the shop's data, so that a restored backup goes on from its own day. */
async function backfillMode(
  platform: Platform,
  paypal: Paypal,
  mode: PaypalMode,
  clientId: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const now = (await databaseNow(platform.db)).getTime();
  const read = (await findBackfillCursors(platform.db))[clientId] ?? 0;
  let from = Math.max(now - listedMs, read - overlapMs);
  let tookAll = true;
  while (from < now && !signal?.aborted) {
    const until = Math.min(now, from + windowMs);
    const window = await processWindow(platform, paypal, mode, new Date(from), new Date(until), signal);
    if (window === "broken off") return false;
    // The cursor stays before a window with events left; later windows are processed all the same.
    tookAll &&= window === "taken";
    if (tookAll) await saveBackfillCursor(platform.db, clientId, until);
    from = until;
  }
  return true;
}

/** After so many events that could not be handled, PayPal or the database is taken to be away. */
const givesUpAfter = 10;

/** An event that cannot be handled now does not keep back the others. */
async function processWindow(
  platform: Platform,
  paypal: Paypal,
  mode: PaypalMode,
  from: Date,
  until: Date,
  signal?: AbortSignal,
): Promise<"taken" | "some left" | "broken off"> {
  let unanswered = 0;
  for (let page: string | null = paypal.eventsBetween(from, until); page !== null; ) {
    if (signal?.aborted) return "broken off";
    const listed = await paypal.listEvents(page);
    if (listed.kind !== "ok") {
      platform.log.warn({ mode, reason: reasonOf(listed) }, "PayPal's events could not be listed");
      return "broken off";
    }
    for (const body of listed.value.events) {
      const event = parseEvent(body);
      if (!event || (await hasWebhookEvent(platform.db, event.id))) continue;
      try {
        await processEvent(platform, { ...event, mode });
      } catch (error) {
        platform.log.warn({ err: error, event: event.id }, "an event that was missed could not be taken");
        if (isTransient(error) || (error instanceof Failure && error.code === "UNAVAILABLE")) unanswered += 1;
        if (unanswered === givesUpAfter) return "broken off";
      }
    }
    page = listed.value.next;
  }
  return unanswered === 0 ? "taken" : "some left";
}

const eventsName = "paypal-events";
const eventsRead = z.record(z.string(), z.number()).catch({});

/** For each client id, until when (ms since 1970) its events were processed. */
async function findBackfillCursors(tx: Tx): Promise<Record<string, number>> {
  return eventsRead.parse((await findSettings(tx, eventsName)).data);
}

async function saveBackfillCursor(db: Db, clientId: string, until: number): Promise<void> {
  await db.transaction(async (tx) => {
    const stored = await lockSettings(tx, eventsName);
    const data = { ...eventsRead.parse(stored.data), [clientId]: until };
    await saveSettings(tx, eventsName, { data, version: stored.version + 1 });
  });
}
