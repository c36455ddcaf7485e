import { asc, eq } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import type { EveryColumnBut } from "#server/db/every-column.ts";
import { webhookDeliveries, webhooks } from "#server/db/tables/webhooks.ts";

type WithheldOfWebhooks = "userId" | "secret" | "previousSecret";

export async function findExportedWebhooks(tx: Tx, userId: string) {
  return tx
    .select({
      id: webhooks.id,
      url: webhooks.url,
      events: webhooks.events,
      lowBalance: webhooks.lowBalance,
      active: webhooks.active,
      failingSince: webhooks.failingSince,
      switchedOffAt: webhooks.switchedOffAt,
      previousUntil: webhooks.previousUntil,
      version: webhooks.version,
      createdAt: webhooks.createdAt,
      updatedAt: webhooks.updatedAt,
    } satisfies EveryColumnBut<typeof webhooks, WithheldOfWebhooks>)
    .from(webhooks)
    .where(eq(webhooks.userId, userId))
    .orderBy(asc(webhooks.createdAt));
}

/** Who sends it. */
type WithheldOfDeliveries = "claim" | "claimedUntil";

export async function findExportedDeliveries(tx: Tx, userId: string) {
  return tx
    .select({
      id: webhookDeliveries.id,
      webhookId: webhookDeliveries.webhookId,
      event: webhookDeliveries.event,
      payload: webhookDeliveries.payload,
      status: webhookDeliveries.status,
      attempts: webhookDeliveries.attempts,
      nextAttemptAt: webhookDeliveries.nextAttemptAt,
      attemptedAt: webhookDeliveries.attemptedAt,
      answerStatus: webhookDeliveries.answerStatus,
      answerText: webhookDeliveries.answerText,
      error: webhookDeliveries.error,
      deliveredAt: webhookDeliveries.deliveredAt,
      createdAt: webhookDeliveries.createdAt,
    } satisfies EveryColumnBut<typeof webhookDeliveries, WithheldOfDeliveries>)
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(eq(webhooks.userId, userId))
    .orderBy(asc(webhookDeliveries.createdAt));
}
