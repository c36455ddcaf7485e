import { sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { creditHolds } from "#server/db/tables/credits.ts";
import { generationImages, generations } from "#server/db/tables/generations.ts";

/**
 * Whether runs and their credits agree: one hold each, open while it is under way, spent when it is done (with two
 * images), given back when it failed. One sentence a problem.
 */
export async function checkRuns(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string; stage: string; state: string | null; images: number }>(sql`
    select g.id, g.stage, h.state, i.images::int as images
    from ${generations} g
    left join ${creditHolds} h on h.generation_id = g.id
    left join lateral (
      select count(*) as images from ${generationImages} i where i.generation_id = g.id
    ) i on true
    where h.state is distinct from
        (case g.stage when 'done' then 'settled' when 'failed' then 'released' else 'open' end)
      or h.amount is distinct from g.cost
      or (g.stage = 'failed' and not g.refunded)
      or (g.stage <> 'failed' and g.refunded)
      or (g.stage = 'done' and g.deleted_at is null and i.images <> 2)
      or (g.stage <> 'done' and i.images > 0)`);
  return rows.map(
    ({ id, stage, state, images }) =>
      `Run ${id} is ${stage}, its credit is ${state ?? "missing"}, and it has ${images} images.`,
  );
}
