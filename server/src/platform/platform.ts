import type { Config } from "#server/config.ts";
import type { Db } from "#server/db/database.ts";
import type { Storage } from "#server/platform/storage.ts";
import type { Encryption } from "./encryption.ts";
import type { Events } from "./events.ts";
import type { RateLimits } from "./http/rate-limits.ts";
import type { Jobs } from "./jobs.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { Tracing } from "./tracing/spans.ts";

/** What every feature is built on. Made once at the start, handed to each feature as its first argument. */
export interface Platform {
  config: Config;
  log: Log;
  db: Db;
  events: Events;
  jobs: Jobs;
  encryption: Encryption;
  /** The application's secret itself, for signing; never logged. */
  appSecret: string;
  storage: Storage;
  rateLimits: RateLimits;
  metrics: Metrics;
  tracing: Tracing;
}
