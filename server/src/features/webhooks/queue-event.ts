import type { WebhookMessage } from "#contract/webhooks.ts";
import type { Tx } from "#server/db/database.ts";
import { insertDeliveries } from "./deliveries.repository.ts";
import { findReceivers } from "./webhooks.repository.ts";

export type GenerationMessage = Extract<WebhookMessage, { type: "run.done" | "run.failed" }>;

/**
 * Queues what a run came to for its owner's addresses, in the transaction that ends the run: it is sent if and only if
 * that is committed. `read` is asked only where somebody listens.
 */
export async function queueGenerationEvent<T extends GenerationMessage["type"]>(
  tx: Tx,
  userId: string,
  type: T,
  read: () => Promise<Extract<GenerationMessage, { type: T }>["data"]>,
): Promise<void> {
  const receivers = await findReceivers(tx, userId, type);
  if (receivers.length === 0) return;
  const message = { type, timestamp: new Date().toISOString(), data: await read() };
  await queue(
    tx,
    receivers.map(({ id }) => ({ webhookId: id, message: message as WebhookMessage })),
  );
}

/** Queues balance.low for the addresses whose number a balance has just fallen to, or past. */
export async function queueBalanceFall(
  tx: Tx,
  userId: string,
  before: number,
  balance: number,
): Promise<void> {
  if (balance >= before) return;
  const receivers = await findReceivers(tx, userId, "balance.low");
  const timestamp = new Date().toISOString();
  const crossed = receivers.filter(({ lowBalance }) => balance <= lowBalance && before > lowBalance);
  if (crossed.length === 0) return;
  await queue(
    tx,
    crossed.map(({ id, lowBalance: threshold }) => ({
      webhookId: id,
      message: { type: "balance.low", timestamp, data: { balance, threshold } },
    })),
  );
}

async function queue(tx: Tx, messages: { webhookId: string; message: WebhookMessage }[]): Promise<void> {
  await insertDeliveries(
    tx,
    messages.map(({ webhookId, message }) => ({
      webhookId,
      event: message.type,
      payload: JSON.stringify(message),
    })),
  );
}
