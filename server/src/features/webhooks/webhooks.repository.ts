import { and, asc, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type { WebhookEvent } from "#contract/webhook-events.ts";
import { maxWebhooks, secretOverlapHours, webhookFailingDays } from "#contract/webhooks.ts";
import type { Tx } from "#server/db/database.ts";
import { users } from "#server/db/tables/users.ts";
import { webhookDeliveries, webhooks } from "#server/db/tables/webhooks.ts";

export type WebhookRow = typeof webhooks.$inferSelect;

const isOwn = (userId: string, id: string) => and(eq(webhooks.id, id), eq(webhooks.userId, userId));

export async function findWebhooks(tx: Tx, userId: string): Promise<WebhookRow[]> {
  return tx
    .select()
    .from(webhooks)
    .where(eq(webhooks.userId, userId))
    .orderBy(asc(webhooks.createdAt), asc(webhooks.id));
}

export async function findWebhook(tx: Tx, userId: string, id: string): Promise<WebhookRow | null> {
  const [row] = await tx.select().from(webhooks).where(isOwn(userId, id));
  return row ?? null;
}

/** Until the transaction's end nobody else changes it, switches it off or ends a try to send to it. */
export async function lockWebhook(tx: Tx, userId: string, id: string): Promise<WebhookRow | null> {
  const [row] = await tx.select().from(webhooks).where(isOwn(userId, id)).for("no key update");
  return row ?? null;
}

/** Null where the member has as many as they may. Exact once `lockActiveOwner` has been waited for. */
export async function insertWebhook(tx: Tx, row: typeof webhooks.$inferInsert): Promise<WebhookRow | null> {
  if ((await tx.$count(webhooks, eq(webhooks.userId, row.userId))) >= maxWebhooks) return null;
  const [made] = await tx.insert(webhooks).values(row).returning();
  return made!;
}

export async function updateWebhook(
  tx: Tx,
  id: string,
  changes: Partial<typeof webhooks.$inferInsert>,
): Promise<WebhookRow> {
  const [row] = await tx
    .update(webhooks)
    .set({ ...changes, version: sql`${webhooks.version} + 1` })
    .where(eq(webhooks.id, id))
    .returning();
  return row!;
}

/** The present secret becomes the former one. Called with the row locked. */
export async function rotateSecret(tx: Tx, id: string, secret: string): Promise<WebhookRow> {
  const [row] = await tx
    .update(webhooks)
    .set({
      secret,
      previousSecret: sql`${webhooks.secret}`,
      previousUntil: sql`now() + make_interval(hours => ${secretOverlapHours}::int)`,
    })
    .where(eq(webhooks.id, id))
    .returning();
  return row!;
}

/** False where it is not the person's. Its deliveries go with it. */
export async function deleteWebhook(tx: Tx, userId: string, id: string): Promise<boolean> {
  const gone = await tx.delete(webhooks).where(isOwn(userId, id)).returning({ id: webhooks.id });
  return gone.length > 0;
}

export async function deleteWebhooksOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(webhooks).where(eq(webhooks.userId, userId));
}

/**
 * Who of a member's addresses hears of an event, held until the transaction's end: one that is deleted meanwhile is none,
 * rather than a broken reference that would undo what the event tells of.
 */
export async function findReceivers(tx: Tx, userId: string, event: WebhookEvent) {
  return tx
    .select({ id: webhooks.id, lowBalance: webhooks.lowBalance })
    .from(webhooks)
    .innerJoin(users, eq(users.id, webhooks.userId))
    .where(
      and(
        eq(webhooks.userId, userId),
        webhooks.active,
        sql`${event} = any(${webhooks.events})`,
        isNull(users.disabledAt),
        isNull(users.deletedAt),
      ),
    )
    .for("key share", { of: webhooks });
}

export async function markArrived(tx: Tx, id: string): Promise<void> {
  await tx
    .update(webhooks)
    .set({ failingSince: null })
    .where(and(eq(webhooks.id, id), sql`${webhooks.failingSince} is not null`));
}

export async function markFailing(tx: Tx, id: string): Promise<void> {
  await tx
    .update(webhooks)
    .set({ failingSince: sql`now()` })
    .where(and(eq(webhooks.id, id), isNull(webhooks.failingSince)));
}

/** Switches it off where nothing has arrived for too long; answers it with its owner where that is now. */
export async function switchOffFailing(tx: Tx, id: string) {
  const tooLong = sql`now() - make_interval(days => ${webhookFailingDays}::int)`;
  const [row] = await tx
    .update(webhooks)
    .set({ active: false, switchedOffAt: sql`now()`, version: sql`${webhooks.version} + 1` })
    .from(users)
    .where(
      and(
        eq(webhooks.id, id),
        eq(users.id, webhooks.userId),
        webhooks.active,
        lt(webhooks.failingSince, tooLong),
      ),
    )
    .returning({
      id: webhooks.id,
      url: webhooks.url,
      switchedOffAt: webhooks.switchedOffAt,
      email: users.email,
      name: users.name,
    });
  return row ?? null;
}

/** Answers those that were on, which are off now. */
export async function switchOffAllOf(tx: Tx, userId: string): Promise<Pick<WebhookRow, "id" | "url">[]> {
  return tx
    .update(webhooks)
    .set({ active: false, version: sql`${webhooks.version} + 1` })
    .where(and(eq(webhooks.userId, userId), webhooks.active))
    .returning({ id: webhooks.id, url: webhooks.url });
}

/** What waits for an address that is off is not sent any more; a try under way ends as it ends. */
export async function failWaiting(tx: Tx, webhookId: string): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ status: "failed", error: "The address was switched off.", claim: null, claimedUntil: null })
    .where(
      and(
        eq(webhookDeliveries.webhookId, webhookId),
        eq(webhookDeliveries.status, "queued"),
        sql`(${webhookDeliveries.claimedUntil} is null or ${webhookDeliveries.claimedUntil} <= now())`,
      ),
    );
}

export async function findWebhooksAfter(tx: Tx, after: string, limit: number): Promise<WebhookRow[]> {
  return tx.select().from(webhooks).where(gt(webhooks.id, after)).orderBy(asc(webhooks.id)).limit(limit);
}

/** Unless they were changed meanwhile. */
export async function replaceSecrets(
  tx: Tx,
  read: WebhookRow,
  fresh: Pick<WebhookRow, "secret" | "previousSecret">,
): Promise<void> {
  await tx
    .update(webhooks)
    .set(fresh)
    .where(
      and(
        eq(webhooks.id, read.id),
        eq(webhooks.secret, read.secret),
        sql`${webhooks.previousSecret} is not distinct from ${read.previousSecret}`,
      ),
    );
}
