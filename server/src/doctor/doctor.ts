import { statfsSync } from "node:fs";
import { DrizzleQueryError, type SQL, sql } from "drizzle-orm";
import type { Config } from "#server/config.ts";
import { type Db, usingDatabase } from "#server/db/database.ts";
import { requireMigratable } from "#server/db/migration-files.ts";
import { checkKeys } from "#server/features/ai-keys/try-keys.ts";
import { hasAdminWithMail } from "#server/features/mail/mail.service.ts";
import { checkPaypal } from "#server/features/payments/settings/paypal-account.ts";
import { loadAppSecret } from "#server/platform/app-secret.ts";
import { createEncryption } from "#server/platform/encryption.ts";
import { createLog } from "#server/platform/log.ts";
import { withDatabase } from "#server/platform/postgres/command-database.ts";
import { requireRights } from "#server/platform/postgres/external-database.ts";
import { askThroughProxy, judgeProxy } from "./address.ts";
import { checkDatabaseClock, checkDisk, checkFiles, checkMail, checkWorldClock } from "./checks.ts";

export interface Finding {
  name: string;
  isWell: boolean;
  text: string;
}

export interface DoctorOptions {
  tell: (finding: Finding) => void;
  /** Tests put them in the place of this machine's. */
  now?: () => number;
  statfs?: typeof statfsSync;
}

/**
 * Asks everything that the shop stands on, one after the other, beside a running shop or without one, and changes
 * nothing.
 */
export async function examine(config: Config, options: DoctorOptions): Promise<void> {
  const { tell, now = Date.now, statfs = statfsSync } = options;
  const look = async (name: string, check: () => Promise<string> | string) => {
    try {
      tell({ name, isWell: true, text: await check() });
    } catch (error) {
      tell({ name, isWell: false, text: sentenceOf(error) });
    }
  };
  const appSecret = loadAppSecret(config);
  appSecret.catch(() => undefined);

  const lookAtAll = async (db: Db | null) => {
    const ofShop = (check: (db: Db) => Promise<string>) => async () => {
      if (!db) throw new Error("cannot be asked without the database");
      return (await hasShop(db))
        ? check(db)
        : "nothing is set yet: the shop was never started on this database";
    };
    const platformOf = async (db: Db) => ({
      config,
      db,
      log: createLog("silent"),
      encryption: createEncryption(await appSecret, config.previousSecrets),
    });
    await look("files", () => checkFiles(config));
    await look("mail", async () => {
      const sent = await checkMail(config);
      if (config.smtpUrl && db && (await hasShop(db)) && !(await isTrue(db, hasAdminWithMail)))
        throw new Error(
          `${sent}, but no admin has an address that gets any, so that notices of refunds and disputes reach nobody: ` +
            "npm run create-admin -- YOUR-ADDRESS",
        );
      return sent;
    });
    const emulator = "the demo's emulator";
    if (config.demo && !config.paypalApiUrl) await look("paypal", () => emulator);
    else
      await look(
        "paypal",
        ofShop(async (db) => checkPaypal(await platformOf(db))),
      );
    if (config.demo && !config.geminiApiUrl) await look("model", () => emulator);
    else
      await look(
        "model",
        ofShop(async (db) => checkKeys(await platformOf(db))),
      );
    const seen = appSecret.then((secret) => askThroughProxy(config.appUrl, secret));
    await look("address", async () => (await seen) && `${config.appUrl} leads to this shop`);
    await look("proxy", async () =>
      judgeProxy(
        await seen.catch(() => {
          throw new Error("cannot be asked while the shop does not answer at its address");
        }),
        config.trustProxy,
      ),
    );
    await look("clock", async () => {
      const database = db ? await checkDatabaseClock(db, now) : null;
      const world = config.demo && !config.paypalApiUrl ? null : await checkWorldClock(config, now);
      return [database, world].filter(Boolean).join(", ") || "nothing answers to compare it with";
    });
    await look("disk", () => checkDisk(config, statfs));
  };

  let isOpen = false;
  try {
    await withDatabase(config, "attach", async (connectionString) => {
      const warnings = config.databaseUrl ? await requireRights(connectionString) : [];
      await usingDatabase(connectionString, async ({ db, pool }) => {
        const { rows } = await db.execute<{ version: string }>(
          sql`select current_setting('server_version') as version`,
        );
        isOpen = true;
        await look("database", async () => {
          await requireMigratable(pool);
          if (warnings[0]) throw new Error(warnings[0]);
          return `PostgreSQL ${rows[0]!.version}, its role may do what the shop does`;
        });
        await lookAtAll(db);
      });
    });
  } catch (error) {
    if (isOpen) throw error;
    await look("database", () => {
      throw error;
    });
    await lookAtAll(null);
  }
}

const hasShop = (db: Db) => isTrue(db, sql`to_regclass('public.ai_keys') is not null`);

async function isTrue(db: Db, condition: SQL): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`select ${condition} as found`);
  return rows[0]!.found;
}

/** A statement that fails carries itself and its parameters in its message: only what PostgreSQL says is passed on. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof DrizzleQueryError)) return error instanceof Error ? error.message : String(error);
  const { code, message = "no answer" } = (error.cause ?? {}) as { code?: string; message?: string };
  if (code === "42P01" || code === "42703")
    return "the database is of another release: start this one's shop once";
  return `the database does not answer (${message})`;
}
