import { AsyncLocalStorage } from "node:async_hooks";
import type { Pool } from "pg";
import type { Platform } from "#server/platform/platform.ts";

/**
 * Notes who asks the pool for a connection within a transaction: as many transactions as there are connections would each
 * wait for one more, and hold their locks meanwhile. A copy in memory hides it as long as that is fresh.
 */
export function watchSecondConnections({ db }: Platform): string[] {
  const within = new AsyncLocalStorage<true>();
  const found: string[] = [];
  const note = (what: string) => {
    if (within.getStore()) found.push(`${what} within a transaction`);
  };
  const pool = (db as unknown as { $client: Pool }).$client;
  const { transaction } = db;
  db.transaction = (work, config) => {
    note("a transaction");
    return transaction.call(db, (tx) => within.run(true, () => work(tx)), config) as never;
  };
  const query = pool.query.bind(pool) as (...args: unknown[]) => never;
  pool.query = (...args: unknown[]) => {
    note((args[0] as { text?: string }).text ?? String(args[0]));
    return query(...args);
  };
  return found;
}
