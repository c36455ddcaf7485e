import { and, isNull, lt, ne, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { expiredKeyDays } from "#contract/api-keys.ts";
import { deliveryDays } from "#contract/webhooks.ts";
import type { Tx } from "./database.ts";
import { apiKeys } from "./tables/api-keys.ts";
import { outbox } from "./tables/mail.ts";
import { webhookEvents } from "./tables/payments.ts";
import { rateLimits } from "./tables/rate-limits.ts";
import { sessions, verifications } from "./tables/sessions.ts";
import { ticketMessages, tickets } from "./tables/support.ts";
import { webhookDeliveries, webhooks } from "./tables/webhooks.ts";
import { youtubeConnections, youtubeConsents, youtubeMemberUnits, youtubeUnits } from "./tables/youtube.ts";

/** So many rows at a time, so that no statement holds many locks or runs into its time limit. */
const batch = 1_000;

/** In days; the other rules are of a row's own end. */
export const retentionDays = {
  unmatchedEvents: 180,
  spam: 90,
  mailContents: 90,
  youtubeUnits: 30,
  endedConnections: 7,
  deliveries: deliveryDays,
};

const daysAgo = (days: number) => sql`now() - make_interval(days => ${days}::int)`;

/**
 * Deletes what its time has passed for; docs/operations.md has the rule of every table. The contents of a mail go, its
 * line of the message log stays.
 */
export async function deleteExpired(tx: Tx): Promise<void> {
  await deleteAll(tx, sessions, lt(sessions.expiresAt, sql`now()`));
  await deleteAll(tx, verifications, lt(verifications.expiresAt, sql`now()`));
  await deleteAll(tx, apiKeys, sql`${apiKeys.expiresAt} < ${daysAgo(expiredKeyDays)}`);
  await deleteAll(tx, youtubeConsents, lt(youtubeConsents.expiresAt, sql`now()`));
  // Without access the channel can't be read anew, and may not be kept:
  // https://developers.google.com/youtube/terms/developer-policies, III.E.4
  const ended = sql`${youtubeConnections.endedAt} < ${daysAgo(retentionDays.endedConnections)}`;
  await deleteAll(tx, youtubeConnections, ended);
  for (const counts of [youtubeUnits, youtubeMemberUnits])
    await deleteAll(tx, counts, sql`${counts.day} < ${daysAgo(retentionDays.youtubeUnits)}`);
  await deleteAll(tx, rateLimits, lt(rateLimits.expire, sql`extract(epoch from now()) * 1000`));
  await deleteAll(tx, webhookDeliveries, lt(webhookDeliveries.createdAt, daysAgo(retentionDays.deliveries)));
  await tx
    .update(webhooks)
    .set({ previousSecret: null, previousUntil: null })
    .where(lt(webhooks.previousUntil, sql`now()`));
  const strange = and(
    isNull(webhookEvents.orderId),
    lt(webhookEvents.createdAt, daysAgo(retentionDays.unmatchedEvents)),
  );
  await deleteAll(tx, webhookEvents, strange!);
  const spam = sql`${tickets.suspectedSpam} and ${tickets.createdAt} < ${daysAgo(retentionDays.spam)}
    and not exists (select from ${ticketMessages} where ${ticketMessages.ticketId} = ${tickets.id})`;
  await deleteAll(tx, tickets, spam);
  const old = and(
    ne(outbox.status, "queued"),
    ne(outbox.html, ""),
    lt(outbox.createdAt, daysAgo(retentionDays.mailContents)),
  );
  await inBatches(() =>
    tx.execute(sql`update ${outbox} set html = '', text = '', sealed = false, attachments = '[]'
      where ctid = any(array(${someOf(outbox, old!)}))`),
  );
}

async function deleteAll(tx: Tx, table: PgTable, which: SQL): Promise<void> {
  await inBatches(() =>
    tx.execute(sql`delete from ${table} where ctid = any(array(${someOf(table, which)}))`),
  );
}

function someOf(table: PgTable, which: SQL): SQL {
  return sql`select ctid from ${table} where ${which} limit ${batch} for update skip locked`;
}

async function inBatches(work: () => Promise<{ rowCount: number | null }>): Promise<void> {
  while ((await work()).rowCount === batch);
}
