import { and, asc, desc, eq, getTableColumns, or, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { contains, limitOf, type PageQuery, totalOf } from "#server/db/paging.ts";
import { sendableDeliveries, webhookDeliveries, webhooks } from "#server/db/tables/webhooks.ts";
import { wakeJob } from "#server/platform/jobs.ts";

export type DeliveryRow = typeof webhookDeliveries.$inferSelect & { underWay: boolean };

const underWay = sql<boolean>`coalesce(${webhookDeliveries.status} = 'queued' and ${webhookDeliveries.claimedUntil} > now(), false)`;
const columns = { ...getTableColumns(webhookDeliveries), underWay };

/** Wakes the sender when the transaction commits, in whichever process holds the job. */
export async function insertDeliveries(
  tx: Tx,
  rows: (typeof webhookDeliveries.$inferInsert)[],
): Promise<DeliveryRow[]> {
  const made = await tx.insert(webhookDeliveries).values(rows).returning(columns);
  await wakeJob(tx, "webhooks");
  return made;
}

export interface DeliveryQuery extends PageQuery {
  order?: "asc" | "desc" | undefined;
  q?: string | undefined;
}

/** Searched are the message's `webhook-id`, which a receiver's log has, its event and what came of it. */
export async function findDeliveries(tx: Tx, webhookId: string, query: DeliveryQuery) {
  const { id, event, answerText, error } = webhookDeliveries;
  const { q } = query;
  const where = and(
    eq(webhookDeliveries.webhookId, webhookId),
    q ? or(...[id, event, answerText, error].map((column) => contains(column, q))) : undefined,
  );
  const span = limitOf(query);
  const direction = query.order === "asc" ? asc : desc;
  const rows = await tx
    .select(columns)
    .from(webhookDeliveries)
    .where(where)
    .orderBy(direction(webhookDeliveries.createdAt), direction(webhookDeliveries.id))
    .limit(span.limit)
    .offset(span.offset);
  return { rows, total: await totalOf(span, rows.length, () => tx.$count(webhookDeliveries, where)) };
}

export async function findDelivery(tx: Tx, webhookId: string, id: string): Promise<DeliveryRow | null> {
  const [row] = await tx
    .select(columns)
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.webhookId, webhookId)));
  return row ?? null;
}

/** Queues a message anew with all its tries; null where a try is under way. */
export async function requeueDelivery(tx: Tx, id: string): Promise<DeliveryRow | null> {
  const [row] = await tx
    .update(webhookDeliveries)
    .set({ status: "queued", attempts: 0, nextAttemptAt: sql`now()`, claim: null, claimedUntil: null })
    .where(and(eq(webhookDeliveries.id, id), sql`not ${underWay}`))
    .returning(columns);
  if (row) await wakeJob(tx, "webhooks");
  return row ?? null;
}

/** At once to one address, so that a slow one takes few of the senders. */
const mostOfWebhook = 2;

export type ClaimedDelivery = typeof webhookDeliveries.$inferSelect & {
  webhook: typeof webhooks.$inferSelect;
};

/**
 * Takes the next message that is due, for `leaseSeconds`: its try is counted before it is handed over, so that a sender
 * that dies holds it no longer than that. Addresses that fail come last, and only where `failingToo` says so.
 */
export async function claimDelivery(
  tx: Tx,
  { claim, leaseSeconds, failingToo }: { claim: string; leaseSeconds: number; failingToo: boolean },
): Promise<ClaimedDelivery | null> {
  const due = sql`(
    select d.id from ${sendableDeliveries}
    where d.next_attempt_at <= now() ${failingToo ? sql`` : sql`and w.failing_since is null`}
      and (d.claimed_until is null or d.claimed_until <= now())
      and (
        select count(*) from ${webhookDeliveries} busy
        where busy.webhook_id = d.webhook_id and busy.claimed_until > now()
      ) < ${mostOfWebhook}
    order by w.failing_since is not null, d.next_attempt_at, d.id
    limit 1
    for update of d skip locked
  )`;
  const [taken] = await tx
    .update(webhookDeliveries)
    .set({
      claim,
      claimedUntil: sql`now() + make_interval(secs => ${leaseSeconds})`,
      attempts: sql`${webhookDeliveries.attempts} + 1`,
      attemptedAt: sql`now()`,
    })
    .from(webhooks)
    .where(and(sql`${webhookDeliveries.id} = ${due}`, eq(webhooks.id, webhookDeliveries.webhookId)))
    .returning({ delivery: getTableColumns(webhookDeliveries), webhook: getTableColumns(webhooks) });
  return taken ? { ...taken.delivery, webhook: taken.webhook } : null;
}

export interface Tried {
  answerStatus: number | null;
  answerText: string | null;
  error: string | null;
}

/** Writes only as the try that was claimed: a late sender does not overrule a later one. False where it did not. */
async function endClaim(
  tx: Tx,
  delivery: ClaimedDelivery,
  changes: Partial<typeof webhookDeliveries.$inferInsert> | Record<string, unknown>,
): Promise<boolean> {
  const ended = await tx
    .update(webhookDeliveries)
    .set({ ...changes, claim: null, claimedUntil: null })
    .where(and(eq(webhookDeliveries.id, delivery.id), eq(webhookDeliveries.claim, delivery.claim ?? "")))
    .returning({ id: webhookDeliveries.id });
  return ended.length > 0;
}

export async function recordDelivered(tx: Tx, delivery: ClaimedDelivery, tried: Tried): Promise<boolean> {
  return endClaim(tx, delivery, { ...tried, status: "delivered", deliveredAt: sql`now()` });
}

/** Gives a try back that was cut short, as if it had not begun. */
export async function giveBack(tx: Tx, delivery: ClaimedDelivery): Promise<void> {
  await endClaim(tx, delivery, { attempts: delivery.attempts - 1, nextAttemptAt: sql`now()` });
}

/** `pauseSeconds` until the next try; null: it was the last one. */
export async function recordTry(
  tx: Tx,
  delivery: ClaimedDelivery,
  tried: Tried,
  pauseSeconds: number | null,
): Promise<boolean> {
  const next =
    pauseSeconds === null
      ? { status: "failed" as const }
      : { nextAttemptAt: sql`now() + make_interval(secs => ${pauseSeconds})` };
  return endClaim(tx, delivery, { ...tried, ...next });
}
