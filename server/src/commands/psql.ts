import { spawn } from "node:child_process";
import { configOrExit } from "#server/config.ts";
import { findRunningOwnPostgres } from "#server/platform/postgres/embedded-postgres.ts";

// npm run db:psql: a session with the database of the shop that is running, or that DATABASE_URL names.
const { databaseUrl, dataDir } = configOrExit();
// As it was given: psql has meanings of its own for sslmode.
const database = databaseUrl ? process.env.DATABASE_URL! : findRunningOwnPostgres(dataDir);
if (!database) {
  console.error(`No shop runs on ${dataDir}: start it first (npm run dev), or set DATABASE_URL.`);
  process.exit(1);
}
const psql = spawn("psql", [database, ...process.argv.slice(2)], { stdio: "inherit" });
psql.on("error", () => {
  console.error(`psql is not installed here. The database is at:\n  ${database}`);
  process.exit(1);
});
psql.on("exit", (code) => process.exit(code ?? 1));
