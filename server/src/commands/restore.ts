import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { readConfig } from "#server/config.ts";
import { nothingClosed } from "#server/db/backup/closed-since.ts";
import { keptDays } from "#server/db/backup/files-since.ts";
import { restoreBackup } from "#server/db/backup/restore-backup.ts";
import { readSinceBackup, type Settled, settleRestored } from "#server/db/backup/since-backup.ts";
import { usingDatabase } from "#server/db/database.ts";
import { migrate } from "#server/db/migrate.ts";
import { eraseAgain } from "#server/features/accounts/erasure/erase-account.ts";
import {
  addErasures,
  dropUndone,
  erasuresFile,
  readErasures,
} from "#server/features/accounts/erasure/erasures-list.ts";
import { createLog } from "#server/platform/log.ts";
import type { Platform } from "#server/platform/platform.ts";
import { withDatabase } from "#server/platform/postgres/command-database.ts";
import { projectRoot } from "#server/project-root.ts";
import { openStorage } from "#server/providers/storage/open-storage.ts";
import { runCommand } from "#server/run-command.ts";

await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      replace: { type: "boolean", default: false },
      erasures: { type: "string" },
      "as-saved": { type: "boolean", default: false },
    },
  });
  const [name] = positionals;
  if (!name || positionals.length > 1)
    throw new Error("Name one file: npm run restore -- FILE [--replace] [--erasures FILE] [--as-saved]");
  // npm run changes to the project's folder; INIT_CWD is where the person typed the command.
  const given = (file: string) => path.resolve(process.env.INIT_CWD ?? "", file);
  const config = readConfig(process.env);
  const asSaved = values["as-saved"];
  const lists = [erasuresFile(config.dataDir), ...(values.erasures ? [given(values.erasures)] : [])];
  if (values.erasures && !existsSync(lists[1]!)) throw new Error(`There is no file "${lists[1]}".`);

  await withDatabase(config, "alone", async (connectionString) => {
    const since = await readSinceBackup(connectionString).catch((error: Error) => {
      console.error(
        `The database that is replaced cannot tell who was erased or disabled since (${error.message}): ` +
          "the list of erased people alone is taken.",
      );
      return null;
    });
    const erased = new Set([
      ...(since?.erased ?? []),
      ...(await Promise.all(lists.map(readErasures))).flat(),
    ]);
    // Before the database that knows of them goes, so that a restore that breaks off can be run again.
    await addErasures(config.dataDir, [...erased]);
    let settled: Settled = { nextReceipt: 1, closed: nothingClosed, filesGivenUp: 0 };
    const restored = await restoreBackup({
      file: given(name),
      connectionString,
      uploadsDir: path.join(config.dataDir, "uploads"),
      replace: values.replace,
      migrationsFolder: path.join(projectRoot, "server/src/db/migrations"),
      settle: async (client) => {
        settled = await settleRestored(client, since, asSaved);
      },
      migrate,
    });
    console.log(`Restored ${restored.rows} rows and ${restored.files} files, as of ${restored.createdAt}.`);
    if (!restored.filesIncluded)
      console.log("The backup holds no uploaded files: they stayed in the S3 bucket.");
    if (asSaved) tellUndone(await onRestored(connectionString, dropUndone));
    else {
      const again = await onRestored(connectionString, (needs) => eraseAgain(needs, [...erased]));
      console.log(`${again} erased since were erased again.`);
    }
    if (settled.filesGivenUp > 0)
      console.log(`${settled.filesGivenUp} files that only the replaced shop named go in ${keptDays} days.`);
    const { keys, passkeys, services, webhooks } = settled.closed;
    if (!asSaved)
      console.log(
        `Ended again: ${keys} keys for programs, ${passkeys} passkeys, ${services} sign-ins by another service, ` +
          `${webhooks} webhooks.`,
      );
    console.log(`Everybody signs in again. The next receipt gets the number ${settled.nextReceipt}.`);
    console.log(
      `Payments since the backup are at PayPal and not in the shop: compare PayPal's activity report from ` +
        `${restored.createdAt.slice(0, 10)} on with the orders. Roles, passwords and authenticators are those of the backup, too.`,
    );
  });
  console.log(
    "Start Thumbsmith with the APP_SECRET that was in use when the backup was made " +
      `(or put its secret at ${path.join(config.dataDir, "secret")}): encrypted settings such as API keys need it.`,
  );

  function onRestored<Done>(
    connectionString: string,
    work: (needs: Pick<Platform, "db" | "config" | "log" | "storage">) => Promise<Done>,
  ): Promise<Done> {
    return usingDatabase(connectionString, ({ db }) =>
      work({ db, config, log: createLog(config.logLevel), storage: openStorage(config) }),
    );
  }

  function tellUndone(ids: string[]): void {
    if (ids.length === 0) return;
    console.log(
      `${ids.length} erased people are back, and no more in ${lists[0]}: ${ids.join(" ")}. Delete again whoever is not ` +
        "meant to be. Renew the list's copies, and take the ids out of it in every other DATA_DIR: a restore that reads " +
        "them there erases these people again.",
    );
  }
});
