import pg from "pg";
import { onTestFinished } from "vitest";
import { jobLock } from "#server/platform/jobs.ts";

/**
 * Keeps the shop's own jobs of these names from running until the test ends, and waits for one that runs; what the
 * test then does in their place is done by nobody else. The connection is the test's to use.
 */
export async function holdJobs(connectionString: string, names: readonly string[]): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  onTestFinished(() => client.end());
  for (const name of names) await client.query(`select pg_advisory_lock(${jobLock})`, [name]);
  return client;
}
