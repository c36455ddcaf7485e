import { parseArgs } from "node:util";
import { readConfig } from "#server/config.ts";
import { openDatabase } from "#server/db/database.ts";
import { migrate } from "#server/db/migrate.ts";
import { requireEmail } from "#server/features/accounts/accounts.service.ts";
import { createAdmin } from "#server/features/accounts/first-admin.ts";
import { withDatabase } from "#server/platform/postgres/command-database.ts";

const { positionals } = parseArgs({ allowPositionals: true });
process.once("SIGINT", () => process.exit(130));

try {
  const [text] = positionals;
  if (!text || positionals.length > 1) throw new Error("Name one e-mail: npm run create-admin -- EMAIL");
  const email = requireEmail(text);
  const config = readConfig(process.env);
  const made = await withDatabase(config, "attach", async (connectionString) => {
    await migrate(connectionString);
    const database = openDatabase(connectionString, { max: 2 });
    try {
      return await createAdmin(database.db, email, config.passwordCost);
    } finally {
      await database.close();
    }
  });
  console.log(
    made.password
      ? `${made.email} is an admin now. Password: ${made.password}`
      : `${made.email} is an admin now, with the password that the account had.`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
