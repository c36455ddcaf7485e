import { sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import {
  captures,
  refundRequests,
  reversals,
  strayIsNews,
  strayPayments,
} from "#server/db/tables/payments.ts";

export type Matters = Record<"stray-payments" | "open-disputes" | "refused-refunds", number>;

/** What only the owner can see to. A refund is asked for anew where it was refused, or given by hand at PayPal. */
export async function readMatters(tx: Tx): Promise<Matters> {
  const { rows } = await tx.execute<Matters & Record<string, unknown>>(sql`
    select
      (select count(*)::int from ${strayPayments} where ${strayIsNews}) as "stray-payments",
      (select count(*)::int from ${reversals} r where r.kind = 'dispute' and r.state = 'open') as "open-disputes",
      (select count(*)::int from ${refundRequests} q join ${captures} c on c.id = q.capture_id
        where q.state = 'refused' and q.updated_at > now() - interval '30 days' and c.status <> 'REFUNDED'
          and not exists (select from ${refundRequests} later where later.capture_id = q.capture_id
            and later.created_at > q.created_at and later.state <> 'refused')) as "refused-refunds"`);
  return rows[0]!;
}
