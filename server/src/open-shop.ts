import { setDefaultAutoSelectFamilyAttemptTimeout } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Call } from "#contract/call.ts";
import { type AppOptions, buildApp } from "./app.ts";
import type { Config } from "./config.ts";
import { openDatabase } from "./db/database.ts";
import { migrate } from "./db/migrate.ts";
import { checkDatabaseClock, checkFolder, isFull } from "./doctor/checks.ts";
import { loadAppSecret } from "./platform/app-secret.ts";
import { createEncryption } from "./platform/encryption.ts";
import { startEvents } from "./platform/events.ts";
import { createRateLimits } from "./platform/http/rate-limits.ts";
import { createJobs } from "./platform/jobs.ts";
import type { Log } from "./platform/log.ts";
import { createMetrics } from "./platform/metrics/metrics.ts";
import type { Platform } from "./platform/platform.ts";
import { startOwnPostgres } from "./platform/postgres/embedded-postgres.ts";
import { requireGivenDatabase, requireRights } from "./platform/postgres/external-database.ts";
import { countFailures } from "./platform/storage.ts";
import { openTracing } from "./platform/tracing/tracing.ts";
import { checkS3 } from "./providers/storage/check-s3.ts";
import { openStorage } from "./providers/storage/open-storage.ts";

export interface Shop {
  http: FastifyInstance;
  /** Every call that is mounted. */
  calls: readonly Call[];
  platform: Platform;
  /** Starts the jobs: to be called once it listens. Resolves once each ran for the first time. */
  start(): Promise<void>;
  /**
   * Ends within ten seconds: balancers are told and given time to turn elsewhere, then new requests are refused, and
   * running ones and jobs finish or are handed on.
   */
  stop(): Promise<void>;
}

/**
 * Opens everything that the shop stands on and builds it; the caller listens, and then starts it. What was opened is
 * closed on failure.
 */
export async function openShop(config: Config, log: Log, options: AppOptions = {}): Promise<Shop> {
  // Of several addresses of a host, Node gives all but the last a quarter of a second, which no far one keeps to.
  setDefaultAutoSelectFamilyAttemptTimeout(2_500);
  const opened: (() => Promise<unknown>)[] = [];
  try {
    return await open(config, log, options, opened);
  } catch (error) {
    for (const close of opened.reverse()) await close().catch(() => undefined);
    throw error;
  }
}

async function open(
  config: Config,
  log: Log,
  options: AppOptions,
  opened: (() => Promise<unknown>)[],
): Promise<Shop> {
  const appSecret = await loadAppSecret(config);
  const own = config.databaseUrl ? null : await startOwnPostgres({ dataDir: config.dataDir, log });
  if (own) opened.push(own.stop);
  else if (!options.isDatabaseNew) {
    await requireGivenDatabase(config.databaseUrl!);
    for (const warning of await requireRights(config.databaseUrl!)) log.warn(warning);
  }
  await requireFolder(config, log);
  if (config.s3) await requireS3(config.s3, log);
  const connectionString = config.databaseUrl ?? own!.connectionString;
  if (!options.isDatabaseNew) await migrate(connectionString, { onWait: (message) => log.warn(message) });
  const database = openDatabase(connectionString, {
    onError: (error) => log.warn({ err: error }, "database connection lost"),
    // Statements are ended after 15 s.
    silenceMs: 20_000,
  });
  opened.push(database.close);
  const tracing = await openTracing(config, log);
  opened.push(tracing.stop);
  tracing.statements(database.pool);
  await checkDatabaseClock(database.db).catch((error: Error) => log.warn(error.message));
  const events = await startEvents(connectionString, log);
  opened.push(events.stop);
  const metrics = createMetrics();
  if (config.metricsToken) await metrics.open();
  metrics.gauges("thumbsmith_database_connections", {
    help: "Connections of this process's pool: used, idle, or waited for.",
    label: "state",
    read: () => {
      const { totalCount, idleCount, waitingCount } = database.pool;
      return { used: totalCount - idleCount, idle: idleCount, waited: waitingCount };
    },
  });
  const jobs = createJobs(database.pool, events, { log, metrics, tracing });
  opened.push(() => jobs.stop(1_000));
  const platform: Platform = {
    config,
    log,
    db: database.db,
    events,
    jobs,
    encryption: createEncryption(appSecret, config.previousSecrets),
    appSecret,
    storage: countFailures(openStorage(config), metrics),
    rateLimits: createRateLimits(database.pool, config.rateLimitFactor),
    metrics,
    tracing,
  };
  const { http, routes, start } = await buildApp(platform, options);
  return {
    http,
    calls: routes.mounted,
    platform,
    start,
    async stop() {
      http.isDraining = true;
      const began = performance.now();
      const cut = setInterval(() => {
        if (performance.now() - began > cutAfterMs) http.server.closeAllConnections();
      }, 250);
      const closed = pause(config.shutdownDelayMs).then(() => http.close());
      await Promise.allSettled([closed, jobs.stop(6_000)]);
      clearInterval(cut);
      await Promise.all([events.stop(), tracing.stop()]);
      // A connection that is still lent, as to a job that waits for a mail server, must not keep PostgreSQL from its end.
      await Promise.race([database.close(), pause(1_000, undefined, { ref: false })]);
      await own?.stop();
    },
  };
}

/** Of the ten seconds to end in: whoever still sends or reads then is cut off, so that the rest ends in order. */
const cutAfterMs = 8_000;

/** A full disk must not keep the shop down: what needs room says so. */
async function requireFolder(config: Config, log: Log): Promise<void> {
  await checkFolder(config).catch((error: Error) => {
    if (!isFull(error.cause)) throw error;
    log.warn(error.message);
  });
}

/** A store that is away for the moment must not keep the shop down: uploads alone need it. */
async function requireS3(s3: NonNullable<Config["s3"]>, log: Log): Promise<void> {
  const problem = await checkS3(s3);
  if (problem?.isPassing) log.warn(problem.sentence);
  else if (problem) throw new Error(problem.sentence);
}

/**
 * A second signal, or ten seconds, ends what does not end by itself. To be called before anything is opened: a signal that
 * nobody waits for ends a process without a word to its PostgreSQL, and is lost on the first process of a container.
 */
export function stopOnSignals(stop: () => Promise<void>, log: Log): void {
  let stoppingSince: number | null = null;
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (stoppingSince !== null) {
        // A terminal that closes sends several, and so does npm: only somebody who is impatient waits between them.
        if (performance.now() - stoppingSince > 1_000) process.exit(1);
        return;
      }
      stoppingSince = performance.now();
      setTimeout(() => process.exit(1), 9_800).unref();
      stop().then(
        () => process.exit(0),
        (error) => {
          log.error({ err: error }, "stop failed");
          process.exit(1);
        },
      );
    });
  }
}
