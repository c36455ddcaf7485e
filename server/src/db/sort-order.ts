import { type Column, sql, type Table } from "drizzle-orm";
import type { Tx } from "./database.ts";

/**
 * Numbers the rows 0, 1, 2, … in the order of their ids, in one statement. Their versions stay: whoever edits an
 * entry's texts meanwhile is not in the way of a new order.
 */
export async function savePositions(
  tx: Tx,
  table: Table & { id: Column; position: Column },
  ids: string[],
): Promise<void> {
  await tx.execute(sql`
    update ${table} set position = placed.at - 1
    from unnest(array[${sql.join(
      ids.map((id) => sql`${id}::text`),
      sql`, `,
    )}]) with ordinality as placed(id, at)
    where ${table.id} = placed.id and ${table.position} <> placed.at - 1`);
}
