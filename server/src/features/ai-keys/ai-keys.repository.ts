import { and, asc, count, eq, getTableColumns, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Tx } from "#server/db/database.ts";
import { aiKeyModels, aiKeys } from "#server/db/tables/ai-keys.ts";

export type AiKeyRow = typeof aiKeys.$inferSelect;

/** How long a cooldown still lasts is told in seconds: the clocks of the database and of this process may differ. */
export interface KeyModel {
  model: string;
  restUntil: Date | null;
  restSeconds: number;
  lastError: string | null;
}
export type AiKeyState = AiKeyRow & { restSeconds: number; models: KeyModel[] };

const secondsUntil = (moment: AnyPgColumn) =>
  sql<number>`greatest(0, coalesce(extract(epoch from ${moment} - now()), 0))::float8`;

export async function findKeys(tx: Tx): Promise<AiKeyRow[]> {
  return tx.select().from(aiKeys).orderBy(asc(aiKeys.createdAt), asc(aiKeys.id));
}

/** The keys in their order, or the one that is named, with how they fare at each model. */
export async function findKeyStates(tx: Tx, id?: string): Promise<AiKeyState[]> {
  const keys = await tx
    .select({ ...getTableColumns(aiKeys), restSeconds: secondsUntil(aiKeys.restUntil) })
    .from(aiKeys)
    .where(id === undefined ? undefined : eq(aiKeys.id, id))
    .orderBy(asc(aiKeys.createdAt), asc(aiKeys.id));
  const models = await tx
    .select({ ...getTableColumns(aiKeyModels), restSeconds: secondsUntil(aiKeyModels.restUntil) })
    .from(aiKeyModels)
    .where(id === undefined ? undefined : eq(aiKeyModels.keyId, id));
  return keys.map((key) => ({ ...key, models: models.filter(({ keyId }) => keyId === key.id) }));
}

/** Until an active key can be used for the model: 0 for now, null where no key is active. */
export async function secondsUntilKey(tx: Tx, model: string): Promise<number | null> {
  const cooldown = sql`greatest(${secondsUntil(aiKeys.restUntil)}, ${secondsUntil(aiKeyModels.restUntil)})`;
  const [row] = await tx
    .select({ seconds: sql<number | null>`min(${cooldown})` })
    .from(aiKeys)
    .leftJoin(aiKeyModels, and(eq(aiKeyModels.keyId, aiKeys.id), eq(aiKeyModels.model, model)))
    .where(eq(aiKeys.isActive, true));
  return row!.seconds;
}

export interface KeyCounts extends Record<string, number> {
  active: number;
  resting: number;
  refused: number;
}

/** Of the active keys. A rest at another model keeps none of them from this one. */
export async function countKeys(tx: Tx, model: string): Promise<KeyCounts> {
  const isRefused = sql`${aiKeys.health} = 'refused'`;
  const [row] = await tx
    .select({
      active: count(),
      resting: count(sql`case when not ${isRefused} and ${aiKeyModels.restUntil} > now() then 1 end`),
      refused: count(sql`case when ${isRefused} then 1 end`),
    })
    .from(aiKeys)
    .leftJoin(aiKeyModels, and(eq(aiKeyModels.keyId, aiKeys.id), eq(aiKeyModels.model, model)))
    .where(eq(aiKeys.isActive, true));
  return row!;
}

export async function lockKey(tx: Tx, id: string): Promise<AiKeyRow | null> {
  const [row] = await tx.select().from(aiKeys).where(eq(aiKeys.id, id)).for("update");
  return row ?? null;
}

/** Null where there is one of this id. */
export async function insertKey(tx: Tx, key: typeof aiKeys.$inferInsert): Promise<AiKeyRow | null> {
  const [row] = await tx.insert(aiKeys).values(key).onConflictDoNothing({ target: aiKeys.id }).returning();
  return row ?? null;
}

export async function updateKey(tx: Tx, id: string, change: Partial<AiKeyRow>): Promise<AiKeyRow> {
  const [row] = await tx.update(aiKeys).set(change).where(eq(aiKeys.id, id)).returning();
  return row!;
}

/** Replaces a sealed text by one under the present secret, unless another key was entered meanwhile. */
export async function replaceEncrypted(tx: Tx, id: string, old: string, fresh: string): Promise<void> {
  await tx
    .update(aiKeys)
    .set({ sealedKey: fresh })
    .where(and(eq(aiKeys.id, id), eq(aiKeys.sealedKey, old)));
}

export async function removeKey(tx: Tx, id: string): Promise<void> {
  await tx.delete(aiKeys).where(eq(aiKeys.id, id));
}

/** No secret opens what was stored then. */
export async function markUnreadable(
  tx: Tx,
  { id, sealedKey }: Pick<AiKeyRow, "id" | "sealedKey">,
  lastError: string,
): Promise<void> {
  await tx
    .update(aiKeys)
    .set({ health: "refused", lastError })
    .where(and(eq(aiKeys.id, id), eq(aiKeys.sealedKey, sealedKey)));
}

/**
 * The key that a call was made with, and not one that has replaced it in its row: the mask changes with the key alone,
 * the sealed text with APP_SECRET as well.
 */
export type TriedKey = Pick<AiKeyRow, "id" | "mask">;

const isStill = ({ id, mask }: TriedKey) => and(eq(aiKeys.id, id), eq(aiKeys.mask, mask));

export interface Cooldown {
  seconds: number;
  error: string;
}

const cooldownEnd = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;

/** Leaves the key alone at every model. Of two calls that fail at once the longer cooldown stays. */
export async function refuseKey(tx: Tx, key: TriedKey, { seconds, error }: Cooldown): Promise<void> {
  await tx
    .update(aiKeys)
    .set({
      health: "refused",
      restUntil: sql`greatest(${aiKeys.restUntil}, ${cooldownEnd(seconds)})`,
      lastError: error,
      lastUsedAt: sql`now()`,
    })
    .where(isStill(key));
}

/** Leaves the key alone at one model; of two cooldowns the longer one stays. A key that is gone or replaced meanwhile gets none. */
export async function coolDownModel(
  tx: Tx,
  key: TriedKey,
  model: string,
  { seconds, error }: Cooldown,
): Promise<void> {
  await tx.execute(sql`
    insert into ${aiKeyModels} as m (key_id, model, rest_until, last_error)
    select id, ${model}, ${cooldownEnd(seconds)}, ${error} from ${aiKeys} where ${isStill(key)} for key share
    on conflict (key_id, model) do update
    set rest_until = greatest(m.rest_until, excluded.rest_until), last_error = excluded.last_error`);
  await tx.update(aiKeys).set({ lastUsedAt: sql`now()` }).where(isStill(key));
}

/** The model has answered the key. A cooldown that another call began meanwhile stays, unless `endsCooldowns`. */
export async function markKeyUsed(
  tx: Tx,
  key: TriedKey,
  model: string,
  endsCooldowns = false,
): Promise<void> {
  await tx.execute(sql`
    insert into ${aiKeyModels} as m (key_id, model)
    select id, ${model} from ${aiKeys} where ${isStill(key)} for key share
    on conflict (key_id, model) do update set rest_until = null, last_error = null
    where ${endsCooldowns} or m.rest_until is null or m.rest_until <= now()`);
  await tx
    .update(aiKeys)
    .set({ health: "ok", restUntil: null, lastError: null, lastUsedAt: sql`now()` })
    .where(
      and(
        isStill(key),
        sql`(${endsCooldowns} or ${aiKeys.restUntil} is null or ${aiKeys.restUntil} <= now())`,
      ),
    );
}

/** A key that is new, or switched on anew, begins without what the former one met. */
export async function forgetModels(tx: Tx, id: string): Promise<void> {
  await tx.delete(aiKeyModels).where(eq(aiKeyModels.keyId, id));
}
