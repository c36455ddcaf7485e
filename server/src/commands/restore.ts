import path from "node:path";
import { parseArgs } from "node:util";
import { readConfig } from "#server/config.ts";
import { forgetAllMarks } from "#server/db/list-marks.ts";
import { migrate } from "#server/db/migrate.ts";
import { withDatabase } from "#server/platform/postgres/command-database.ts";
import { restoreBackup } from "#server/platform/postgres/restore-backup.ts";
import { projectRoot } from "#server/platform/project-root.ts";

process.once("SIGINT", () => process.exit(130));

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: "boolean", default: false } },
  });
  const [name] = positionals;
  if (!name || positionals.length > 1) throw new Error("Name one file: npm run restore -- FILE [--replace]");
  const config = readConfig(process.env);
  const restored = await withDatabase(config, "alone", (connectionString) =>
    restoreBackup({
      // npm run changes to the project's folder; INIT_CWD is where the person typed the command.
      file: path.resolve(process.env.INIT_CWD ?? "", name),
      connectionString,
      uploadsDir: path.join(config.dataDir, "uploads"),
      replace: values.replace,
      migrationsFolder: path.join(projectRoot, "server/src/db/migrations"),
      migrate: async (address) => {
        await migrate(address);
        await forgetAllMarks(address);
      },
    }),
  );
  console.log(`Restored ${restored.rows} rows and ${restored.files} files, as of ${restored.createdAt}.`);
  if (!restored.filesIncluded)
    console.log("The backup holds no uploaded files: they stayed in the S3 bucket.");
  console.log(
    "Start Thumbsmith with the APP_SECRET that was in use when the backup was made " +
      `(or put its secret at ${path.join(config.dataDir, "secret")}): encrypted settings such as API keys need it.`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
