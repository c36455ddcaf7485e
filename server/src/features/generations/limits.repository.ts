import { sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { executePrepared } from "#server/db/prepared.ts";
import { generations } from "#server/db/tables/generations.ts";
import { refusalReasons } from "#server/providers/gemini/problem.ts";
import type { GenerationRow } from "./generations.repository.ts";

export interface GenerationLimit {
  /** Under way; refused by the model; costing the shop something, which other failures do not. */
  counts: "unfinished" | "refused" | "charged";
  max: number;
  /** So many seconds back. */
  seconds: number;
}

/** The first limit that the person's other generations reach, deleted ones counted, and how long until they do no more. */
export async function findReachedLimit(
  tx: Tx,
  { id, userId }: Pick<GenerationRow, "id" | "userId">,
  limits: readonly GenerationLimit[],
): Promise<{ limit: number; seconds: number } | null> {
  const values = limits.map(
    ({ counts, max, seconds }, at) => sql`(${at}::int, ${counts}, ${max}::int, ${seconds}::int)`,
  );
  const refused = sql`g.error_reason = any(${sql.param(refusalReasons)}::text[])`;
  const statement = sql`
    select l.at as limit, reached.seconds
    from (values ${sql.join(values, sql`, `)}) as l (at, counts, max, seconds), lateral (
      select extract(epoch from g.created_at + make_interval(secs => l.seconds) - now())::float8 as seconds
      from ${generations} g
      where g.user_id = ${userId} and g.id <> ${id} and g.created_at > now() - make_interval(secs => l.seconds)
        and case l.counts
          when 'unfinished' then g.stage in ('queued', 'generating')
          when 'refused' then g.stage = 'failed' and ${refused}
          else g.stage <> 'failed' or ${refused}
        end
      order by g.created_at desc offset l.max - 1 limit 1
    ) as reached
    order by l.at limit 1`;
  const [row] = await executePrepared<{ limit: number; seconds: number }>(tx, "reached_limit", statement);
  return row ?? null;
}
