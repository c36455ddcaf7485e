import { sql } from "drizzle-orm";
import type { TestShop } from "./test-shop.ts";

/** Calls that wait for a person's row that another transaction has locked; a job may wait for a mail's meanwhile. */
export async function waitingForPeople({ platform }: TestShop): Promise<number> {
  const { rows } = await platform.db.execute<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and wait_event in ('tuple', 'transactionid')
      and query like '%users%'`);
  return rows[0]!.count;
}
