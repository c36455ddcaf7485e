import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { preparedOnce } from "#server/db/prepared.ts";
import { sessions } from "#server/db/tables/sessions.ts";
import { users } from "#server/db/tables/users.ts";

const viewerByToken = preparedOnce((tx) =>
  tx
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
    .prepare("find_viewer"),
);

/** The session of this token and its person, where it has not ended and the account may have one. */
export async function findViewer(tx: Tx, token: string) {
  const [found] = await viewerByToken(tx).execute({ token });
  return found ?? null;
}
