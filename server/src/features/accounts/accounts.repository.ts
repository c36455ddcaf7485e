import { eq } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { creditBalances } from "#server/db/tables/credits.ts";
import { users } from "#server/db/tables/users.ts";

export async function findUserWithBalance(tx: Tx, id: string) {
  const [row] = await tx
    .select({ user: users, balance: creditBalances.balance })
    .from(users)
    .leftJoin(creditBalances, eq(creditBalances.userId, users.id))
    .where(eq(users.id, id));
  return row ?? null;
}
