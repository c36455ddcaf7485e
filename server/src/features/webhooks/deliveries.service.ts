import type { WebhookDelivery } from "#contract/webhooks.ts";
import { isId } from "#server/db/ids.ts";
import { failure } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import {
  type DeliveryQuery,
  type DeliveryRow,
  findDeliveries,
  findDelivery,
  insertDeliveries,
  requeueDelivery,
} from "./deliveries.repository.ts";
import { lockWebhook } from "./webhooks.repository.ts";
import { requireWebhook, webhookMissing } from "./webhooks.service.ts";

export async function readDeliveries(
  platform: Platform,
  userId: string,
  id: string,
  query: DeliveryQuery,
): Promise<{ deliveries: WebhookDelivery[]; total: number }> {
  await requireWebhook(platform, userId, id);
  const { rows, total } = await findDeliveries(platform.db, id, query);
  return { deliveries: rows.map(deliveryOf), total };
}

export async function resendDelivery(
  platform: Platform,
  userId: string,
  id: string,
  deliveryId: string,
): Promise<WebhookDelivery> {
  return platform.db.transaction(async (tx) => {
    const webhook = isId(id) ? await lockWebhook(tx, userId, id) : null;
    if (!webhook) throw webhookMissing();
    if (!isId(deliveryId) || !(await findDelivery(tx, id, deliveryId)))
      throw failure("NOT_FOUND", "Delivery not found.");
    requireActive(webhook);
    const queued = await requeueDelivery(tx, deliveryId);
    if (!queued) throw failure("CONFLICT", "This message is being sent right now.");
    return deliveryOf(queued);
  });
}

export async function sendTest(platform: Platform, userId: string, id: string): Promise<WebhookDelivery> {
  return platform.db.transaction(async (tx) => {
    const webhook = isId(id) ? await lockWebhook(tx, userId, id) : null;
    if (!webhook) throw webhookMissing();
    requireActive(webhook);
    const message = { type: "webhook.test", timestamp: new Date().toISOString(), data: {} };
    const [row] = await insertDeliveries(tx, [
      { webhookId: id, event: "webhook.test", payload: JSON.stringify(message) },
    ]);
    return deliveryOf(row!);
  });
}

function requireActive({ active }: { active: boolean }): void {
  if (!active) throw failure("CONFLICT", "This address is switched off. Please switch it on first.");
}

function statusOf({ status, underWay }: DeliveryRow): WebhookDelivery["status"] {
  if (status !== "queued") return status;
  return underWay ? "sending" : "waiting";
}

function deliveryOf(row: DeliveryRow): WebhookDelivery {
  const status = statusOf(row);
  return {
    id: row.id,
    event: row.event,
    status,
    attempts: row.attempts,
    answerStatus: row.answerStatus,
    answerText: row.answerText,
    error: row.error,
    createdAt: row.createdAt.toISOString(),
    attemptedAt: row.attemptedAt?.toISOString() ?? null,
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
    nextAttemptAt: status === "waiting" ? row.nextAttemptAt.toISOString() : null,
  };
}
