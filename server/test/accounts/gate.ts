import { sql } from "drizzle-orm";
import pg from "pg";
import { expect, onTestFinished } from "vitest";
import type { TestShop } from "../helpers/test-shop.ts";

let gates = 0;

/**
 * Holds the first statement that is `at` this point, such as "insert on sessions", before it holds a row itself, until the gate
 * is opened. With `when`, a trigger's condition, the first row that meets it.
 */
export async function closeGate(shop: TestShop, at: string, when?: string) {
  gates += 1;
  const { db } = shop.platform;
  const [gate, row] = [sql.raw(`gate_${gates}`), sql.raw(at.startsWith("delete") ? "old" : "new")];
  await db.execute(sql`create sequence ${gate}`);
  await db.execute(sql`create function wait_at_${gate}() returns trigger language plpgsql as $$ begin
    if nextval('${gate}') = 1 then perform pg_advisory_xact_lock(7, ${sql.raw(String(gates))}); end if;
    return ${row}; end $$`);
  const each = when ? `for each row when (${when})` : "for each statement";
  await db.execute(sql`create trigger wait_at_${gate} before ${sql.raw(at)} ${sql.raw(each)}
    execute function wait_at_${gate}()`);
  const holder = new pg.Client({ connectionString: shop.connectionString });
  await holder.connect();
  onTestFinished(() => holder.end());
  const key = [7, gates];
  await holder.query("select pg_advisory_lock($1, $2)", key);
  const waiting = `select from pg_locks where locktype = 'advisory' and not granted
    and classid = $1 and objid = $2 and database = (select oid from pg_database where datname = current_database())`;
  return {
    reached: () => expect.poll(async () => (await holder.query(waiting, key)).rowCount).toBe(1),
    open: () => holder.query("select pg_advisory_unlock($1, $2)", key),
  };
}

/** Until the work has ended, or waits for what another transaction holds. */
export async function endedOrWaiting(shop: TestShop, work: Promise<unknown>): Promise<void> {
  let ended = false;
  const end = () => {
    ended = true;
  };
  void work.then(end, end);
  const waiting = sql`select from pg_stat_activity where datname = current_database()
    and wait_event_type = 'Lock' and wait_event <> 'advisory'`;
  const isSo = async () => ended || (await shop.platform.db.execute(waiting)).rowCount === 1;
  await expect.poll(isSo).toBe(true);
}
