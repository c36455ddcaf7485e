import { and, desc, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import { mostKeys } from "#contract/api-keys.ts";
import type { Tx } from "#server/db/database.ts";
import { newId } from "#server/db/ids.ts";
import { preparedOnce } from "#server/db/prepared.ts";
import { apiKeys } from "#server/db/tables/api-keys.ts";
import { creditBalances } from "#server/db/tables/credits.ts";
import { users } from "#server/db/tables/users.ts";
import { shownOfViewer } from "#server/db/viewer-columns.ts";

export type KeyRow = typeof apiKeys.$inferSelect;
export type ShownKeyRow = Omit<KeyRow, "hash" | "userId"> & { expired: boolean };
export type NewKeyRow = Pick<KeyRow, "userId" | "name" | "hash" | "start" | "scopes"> & {
  /** Null: never. */
  expiresInDays: number | null;
};

const { id, name, start, scopes, expiresAt, lastUsedAt, createdAt } = apiKeys;
const expired = sql<boolean>`coalesce(${expiresAt} <= now(), false)`;
const shown = { id, name, start, scopes, expiresAt, expired, lastUsedAt, createdAt };

const lives = or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`));

export async function findKeys(tx: Tx, userId: string): Promise<ShownKeyRow[]> {
  return tx
    .select(shown)
    .from(apiKeys)
    .where(eq(apiKeys.userId, userId))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
}

/** Null where the member has as many as there may be. Exact once `lockActiveOwner` has been waited for. */
export async function insertKey(
  tx: Tx,
  { userId, name, hash, start, scopes, expiresInDays }: NewKeyRow,
): Promise<ShownKeyRow | null> {
  const id = newId();
  const own = sql`select from ${apiKeys} where ${and(eq(apiKeys.userId, userId), lives)}`;
  await tx.execute(sql`
    insert into ${apiKeys} (id, user_id, name, hash, start, scopes, expires_at)
    select ${id}, ${userId}, ${name}, ${hash}, ${start}, array(select jsonb_array_elements_text(${JSON.stringify(scopes)}::jsonb)),
      now() + make_interval(days => ${expiresInDays}::int)
    where (select count(*) from (${own}) own) < ${mostKeys}`);
  const [made] = await tx.select(shown).from(apiKeys).where(eq(apiKeys.id, id));
  return made ?? null;
}

/** The key's name; null where the member has no such key. */
export async function deleteKeyOf(tx: Tx, userId: string, id: string): Promise<string | null> {
  const [gone] = await tx
    .delete(apiKeys)
    .where(and(eq(apiKeys.userId, userId), eq(apiKeys.id, id)))
    .returning({ name: apiKeys.name });
  return gone?.name ?? null;
}

/** Whose key it was, and its name; null where there is none. */
export async function deleteKeyByHash(tx: Tx, hash: string) {
  const [gone] = await tx
    .delete(apiKeys)
    .where(eq(apiKeys.hash, hash))
    .returning({ userId: apiKeys.userId, name: apiKeys.name });
  return gone ?? null;
}

/** Their names, the oldest first. */
export async function deleteKeysOf(tx: Tx, userId: string): Promise<string[]> {
  const gone = await tx
    .delete(apiKeys)
    .where(eq(apiKeys.userId, userId))
    .returning({ name: apiKeys.name, createdAt: apiKeys.createdAt });
  return gone.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime()).map(({ name }) => name);
}

const holderByHash = preparedOnce((tx) =>
  tx
    .select({
      id: users.id,
      email: users.email,
      name: users.name,
      key: { id: apiKeys.id, scopes: apiKeys.scopes },
      useIsDue: sql<boolean>`coalesce(${apiKeys.lastUsedAt} < now() - interval '1 minute', true)`,
      shown: shownOfViewer,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .leftJoin(creditBalances, eq(creditBalances.userId, users.id))
    .where(
      and(
        eq(apiKeys.hash, sql.placeholder("hash")),
        lives,
        isNull(users.disabledAt),
        isNull(users.deletedAt),
      ),
    )
    .prepare("find_key_holder"),
);

/** The member whose key has this hash, where it still opens something. */
export async function findKeyHolder(tx: Tx, hash: string) {
  const [found] = await holderByHash(tx).execute({ hash });
  return found ?? null;
}

/** At most once a minute, also by several processes at once. */
export async function noteKeyUse(tx: Tx, id: string): Promise<void> {
  await tx
    .update(apiKeys)
    .set({ lastUsedAt: sql`now()` })
    .where(
      and(
        eq(apiKeys.id, id),
        or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, sql`now() - interval '1 minute'`)),
      ),
    );
}

export async function findKeyMember(tx: Tx, userId: string) {
  const [found] = await tx
    .select({ email: users.email, name: users.name })
    .from(users)
    .where(eq(users.id, userId));
  return found ?? null;
}
