import {
  findRunningOwnPostgres,
  type PostgresLog,
  startOwnPostgres,
} from "#server/platform/postgres/embedded-postgres.ts";
import { requireGivenDatabase } from "#server/platform/postgres/external-database.ts";

/**
 * Runs a command's work on the shop's database, whichever it has. With a PostgreSQL of its own, "attach" joins a
 * running shop or starts the server for the while; "alone" refuses while a shop runs.
 */
export async function withDatabase<Result>(
  config: { dataDir: string; databaseUrl?: string | undefined },
  how: "attach" | "alone",
  work: (connectionString: string) => Promise<Result>,
): Promise<Result> {
  if (config.databaseUrl) await requireGivenDatabase(config.databaseUrl);
  const address =
    config.databaseUrl ?? (how === "attach" ? findRunningOwnPostgres(config.dataDir) : undefined);
  if (address) return work(address);
  const own = await startOwnPostgres({ dataDir: config.dataDir, log: commandLog });
  try {
    return await work(own.connectionString);
  } finally {
    await own.stop();
  }
}

const complain = (_details: object, message: string) => console.error(message);
const commandLog: PostgresLog = { info: () => {}, warn: complain, error: complain };
