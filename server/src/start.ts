import type { FastifyInstance } from "fastify";
import { type AppOptions, buildApp } from "./app.ts";
import type { Config } from "./config.ts";
import { openDatabase } from "./db/database.ts";
import { migrate } from "./db/migrate.ts";
import { loadAppSecret } from "./platform/app-secret.ts";
import { startEvents } from "./platform/events.ts";
import { createRateLimits } from "./platform/http/rate-limits.ts";
import { createJobs } from "./platform/jobs.ts";
import type { Log } from "./platform/log.ts";
import type { Platform } from "./platform/platform.ts";
import { startOwnPostgres } from "./platform/postgres/own-postgres.ts";
import { createSecretBox } from "./platform/secret-box.ts";
import { openStorage } from "./providers/storage/open-storage.ts";

export interface Shop {
  http: FastifyInstance;
  platform: Platform;
  /** Ends within ten seconds: new requests are refused, running ones and jobs finish or are handed on. */
  stop(): Promise<void>;
}

/** Opens everything that the shop stands on and builds it; the caller listens. */
export async function startShop(config: Config, log: Log, options: AppOptions = {}): Promise<Shop> {
  const appSecret = await loadAppSecret(config);
  const own = config.databaseUrl ? null : await startOwnPostgres({ dataDir: config.dataDir, log });
  const connectionString = config.databaseUrl ?? own!.connectionString;
  await migrate(connectionString);
  const database = openDatabase(connectionString, { onError: (error) => log.warn({ err: error }, "database connection lost") });
  const events = await startEvents(connectionString, log);
  const jobs = createJobs(database.pool, events, log);
  const platform: Platform = {
    config,
    log,
    db: database.db,
    events,
    jobs,
    secrets: createSecretBox(appSecret, config.previousSecrets),
    appSecret,
    storage: openStorage(config),
    rateLimits: createRateLimits(database.pool, config.rateLimitFactor),
  };
  const { http } = await buildApp(platform, options);
  return {
    http,
    platform,
    async stop() {
      await Promise.allSettled([http.close(), jobs.stop(8_000)]);
      await events.stop();
      await database.close();
      await own?.stop();
    },
  };
}
