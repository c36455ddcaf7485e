import { spawn } from "node:child_process";
import { readConfig } from "#server/config.ts";
import { findRunningOwnPostgres } from "#server/platform/postgres/embedded-postgres.ts";

// npm run db:psql: a session with the database of the shop that is running, or that DATABASE_URL names.
const config = readConfig(process.env);
const database = config.databaseUrl ?? findRunningOwnPostgres(config.dataDir);
if (!database) {
  console.error(`No shop runs on ${config.dataDir}: start it first (npm run dev), or set DATABASE_URL.`);
  process.exit(1);
}
const psql = spawn("psql", [database, ...process.argv.slice(2)], { stdio: "inherit" });
psql.on("error", () => {
  console.error(`psql is not installed here. The database is at:\n  ${database}`);
  process.exit(1);
});
psql.on("exit", (code) => process.exit(code ?? 1));
