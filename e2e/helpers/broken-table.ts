import pg from "pg";
import { findRunningOwnPostgres } from "#server/platform/postgres/embedded-postgres.ts";
import type { RunningShop } from "./start-shop.ts";

/** What tells the shop's processes to let go of the copies that they keep of content. */
const news = JSON.stringify({ topic: "content", data: {} });

/**
 * Takes one table away from a running shop, so that the call which reads it fails in the server as after a fault in
 * the database. Answers how to bring it back.
 */
export async function takeTableAway(
  shop: RunningShop,
  table: string,
  call: string,
): Promise<() => Promise<void>> {
  await rename(shop, table, `${table}_away`);
  await answers(shop, call, 500);
  return async () => {
    await rename(shop, `${table}_away`, table);
    await answers(shop, call, 200);
  };
}

async function rename(shop: RunningShop, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: findRunningOwnPostgres(shop.dataDir)! });
  await client.connect();
  try {
    const [old, wanted] = [client.escapeIdentifier(from), client.escapeIdentifier(to)];
    await client.query(`alter table ${old} rename to ${wanted}`);
    await client.query("select pg_notify('thumbsmith_events', $1)", [news]);
  } finally {
    await client.end();
  }
}

async function answers(shop: RunningShop, call: string, status: number): Promise<void> {
  const until = Date.now() + 30_000;
  while ((await fetch(shop.url + call)).status !== status) {
    if (Date.now() > until) throw new Error(`${call} did not come to answer ${status}.`);
    await new Promise((done) => setTimeout(done, 20));
  }
}
