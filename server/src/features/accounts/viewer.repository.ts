import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { sessions } from "#server/db/tables/sessions.ts";
import { users } from "#server/db/tables/users.ts";

/** The session of this token and its person, where it has not ended and the account may have one. */
export async function findViewer(tx: Tx, token: string) {
  const query = queries.get(tx) ?? prepareFor(tx);
  const [found] = await query.execute({ token });
  return found ?? null;
}

/** Every call begins with it, so that its text is made once and not at each. */
const queries = new WeakMap<Tx, ReturnType<typeof viewerQuery>>();

function prepareFor(tx: Tx) {
  const query = viewerQuery(tx);
  queries.set(tx, query);
  return query;
}

function viewerQuery(tx: Tx) {
  return tx
    .select({
      id: users.id,
      email: users.email,
      name: users.name,
      role: users.role,
      sessionId: sessions.id,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.token, sql.placeholder("token")),
        gt(sessions.expiresAt, sql`now()`),
        isNull(users.disabledAt),
        isNull(users.deletedAt),
      ),
    )
    .prepare("find_viewer");
}
