import type { SQL } from "drizzle-orm";
import type { Tx } from "./database.ts";

/** A query answers one row (`id`) for everything that is wrong. */
export type Check = [sentence: (id: string) => string, query: SQL];

/** One sentence a problem. */
export async function runChecks(tx: Tx, checks: readonly Check[]): Promise<string[]> {
  const problems: string[] = [];
  for (const [sentence, query] of checks) {
    const { rows } = await tx.execute<{ id: string }>(query);
    problems.push(...rows.map(({ id }) => sentence(id)));
  }
  return problems;
}
