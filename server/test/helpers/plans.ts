import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import type { Db } from "#server/db/database.ts";
import { openClient } from "#server/db/open-client.ts";

/**
 * How the database goes about each statement of the work, a text each. It is told to read no table whole where there is
 * another way, as it would anyhow if the tables were large: what it reads whole nevertheless has no index to go by.
 */
export async function plansOf(
  { connectionString }: { connectionString: string },
  work: (db: Db) => Promise<unknown>,
): Promise<string[]> {
  const client = await openClient(connectionString);
  const plans: string[] = [];
  const query = async (config: pg.QueryConfig | string, values?: unknown[]) => {
    const text = typeof config === "string" ? config : config.text;
    if (/^\s*(select|with|insert|update|delete)\b/i.test(text)) {
      const { rows } = await client.query(`explain ${text}`, values);
      plans.push([text, ...rows.map((row) => row["QUERY PLAN"])].join("\n"));
    }
    return client.query(config as pg.QueryConfig, values);
  };
  try {
    await client.query("set enable_seqscan = off");
    await work(drizzle({ client: { query } as unknown as pg.Client }));
  } finally {
    await client.end();
  }
  return plans;
}
