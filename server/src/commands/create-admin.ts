import { parseArgs } from "node:util";
import { readConfig } from "#server/config.ts";
import { usingDatabase } from "#server/db/database.ts";
import { migrate } from "#server/db/migrate.ts";
import { requireEmail } from "#server/features/accounts/accounts.service.ts";
import { namesOf } from "#server/features/accounts/admin-mails.ts";
import { createAdmin, type MadeAdmin } from "#server/features/accounts/first-admin.ts";
import { withDatabase } from "#server/platform/postgres/command-database.ts";
import { runCommand } from "#server/run-command.ts";

await runCommand(async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [text] = positionals;
  if (!text || positionals.length > 1) throw new Error("Name one e-mail: npm run create-admin -- EMAIL");
  const email = requireEmail(text);
  const config = readConfig(process.env);
  const made = await withDatabase(config, "attach", async (connectionString) => {
    await migrate(connectionString);
    return usingDatabase(connectionString, ({ db }) => createAdmin({ db, config }, email));
  });
  console.log(`${made.email} is an admin now${signInOf(made)}`);
  const removed = namesOf(made.removed);
  if (removed) console.log(`Taken off, with a mail to the person: ${removed}.`);
});

function signInOf({ password, hasPassword }: MadeAdmin): string {
  if (password) return `. Password: ${password}`;
  if (hasPassword) return ", with the password that the account had.";
  return ". The account has no password: it signs in by the service that it was made with.";
}
