import { join } from "node:path";
import pg from "pg";
import { connectionStringOf } from "#server/platform/postgres/endpoint.ts";
import { readPostmasterFile } from "#server/platform/postgres/postmaster-file.ts";
import type { RunningShop } from "./start-shop.ts";

/** Makes the running shop's calls fail at the server, by what its own database refuses. */
export interface Faults {
  /** Every read and write of these tables fails until the function that is answered is called. */
  hide(...tables: string[]): Promise<() => Promise<void>>;
  /** Every write of these tables fails until then; reads go on. */
  freeze(...tables: string[]): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

async function connect(shop: RunningShop): Promise<pg.Client> {
  const file = readPostmasterFile(join(shop.dataDir, "postgres", "18"));
  if (!file) throw new Error("The shop's PostgreSQL does not run.");
  const client = new pg.Client({
    connectionString: connectionStringOf({ kind: "socket", folder: file.socketFolder }),
  });
  await client.connect();
  return client;
}

/** Puts into the shop's database what would take days to come about. */
export async function runSql(shop: RunningShop, statement: string, values: unknown[]): Promise<object[]> {
  const client = await connect(shop);
  try {
    return (await client.query(statement, values)).rows;
  } finally {
    await client.end();
  }
}

/** Has the person's last proof of who sits there be an hour old. */
export const proveLongAgo = (shop: RunningShop, email: string) =>
  runSql(
    shop,
    `update sessions set proven_at = now() - interval '1 hour'
     where user_id = (select id from users where email = $1)`,
    [email],
  );

export async function openFaults(shop: RunningShop): Promise<Faults> {
  const client = await connect(shop);
  await client.query(`create or replace function refuse_write() returns trigger language plpgsql as
    $$ begin raise exception 'refused by the journey'; end $$`);

  const forEach = (tables: string[], statement: (table: string) => string) => async () => {
    for (const table of tables) await client.query(statement(table));
  };
  return {
    async hide(...tables) {
      await forEach(tables, (table) => `alter table ${table} rename to ${table}_hidden`)();
      return forEach(tables, (table) => `alter table ${table}_hidden rename to ${table}`);
    },
    async freeze(...tables) {
      await forEach(
        tables,
        (table) => `create trigger refuse_write before insert or update or delete on ${table}
          for each statement execute function refuse_write()`,
      )();
      return forEach(tables, (table) => `drop trigger refuse_write on ${table}`);
    },
    close: () => client.end(),
  };
}
