import { sql } from "drizzle-orm";
import type { RateLimit } from "#contract/call.ts";
import type { Tx } from "./database.ts";
import { rateLimits } from "./tables/rate-limits.ts";

/**
 * Counts against a limit in the transaction of what it is for: what comes to nothing has counted none. Answers how many
 * there are in the window that the first of them began.
 */
export async function countWithin(
  tx: Tx,
  { name, windowSeconds }: Pick<RateLimit, "name" | "windowSeconds">,
  key: string,
  points = 1,
): Promise<number> {
  const now = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
  const isOver = sql`${rateLimits.expire} <= ${now}`;
  const [row] = await tx
    .insert(rateLimits)
    .values({ key: `${name}:${key}`, points, expire: sql`${now} + ${windowSeconds * 1000}::bigint` })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        points: sql`case when ${isOver} then excluded.points else ${rateLimits.points} + excluded.points end`,
        expire: sql`case when ${isOver} then excluded.expire else ${rateLimits.expire} end`,
      },
    })
    .returning({ points: rateLimits.points });
  return row!.points;
}
