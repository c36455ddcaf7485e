import { sql } from "drizzle-orm";
import type { Tx } from "./database.ts";

/** By the database's clock, since those of the processes differ. As SQL: clock_timestamp(), or now() for a transaction's beginning. */
export async function databaseNow(tx: Tx): Promise<Date> {
  const { rows } = await tx.execute<{ moment: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as moment`,
  );
  return new Date(rows[0]!.moment);
}
