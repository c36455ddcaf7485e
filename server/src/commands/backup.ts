import { statSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { readConfig } from "#server/config.ts";
import { createBackup } from "#server/db/backup/create-backup.ts";
import { withDatabase } from "#server/platform/postgres/command-database.ts";
import { runCommand } from "#server/run-command.ts";

await runCommand(async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [name] = positionals;
  if (!name || positionals.length > 1) throw new Error("Name one file: npm run backup -- FILE");
  // npm run changes to the project's folder; INIT_CWD is where the person typed the command.
  const file = path.resolve(process.env.INIT_CWD ?? "", name);
  const config = readConfig(process.env);
  const uploadsDir = config.s3 ? undefined : path.join(config.dataDir, "uploads");
  const saved = await withDatabase(config, "attach", (connectionString) =>
    createBackup({ connectionString, uploadsDir, file }),
  );
  const megabytes = (statSync(file).size / 1e6).toFixed(1);
  console.log(
    `Saved ${saved.tables} tables, ${saved.rows} rows and ${saved.files} files in ${file} (${megabytes} MB).`,
  );
  if (config.s3)
    console.log(`Uploaded files stay in the S3 bucket ${config.s3.bucket}; they are not in the backup.`);
  console.log(
    `The backup does not hold the secret. Keep APP_SECRET${config.appSecret ? "" : ` (now in ${path.join(config.dataDir, "secret")})`} ` +
      "in another safe place: without it, encrypted settings such as API keys cannot be read.",
  );
});
