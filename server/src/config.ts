import { resolve } from "node:path";
import { type FederatedName, federatedNames } from "#contract/accounts.ts";
import { aliveSeconds } from "#contract/event-streams.ts";
import { ConfigError, type Env, parseEnv } from "./env.ts";
import { clientNames, type Environment, environment, isPublic } from "./environment.ts";
import { isLoopback } from "./networks.ts";

export interface Config {
  host: string;
  port: number;
  /** Public origin without a trailing slash. Never taken from a request. */
  appUrl: string;
  dataDir: string;
  /** None: the shop runs its own PostgreSQL under dataDir. */
  databaseUrl: string | undefined;
  /** None on loopback: one is made in dataDir at the first start. */
  appSecret: string | undefined;
  /** Former secrets, still able to read what was encrypted with them. */
  previousSecrets: string[];
  adminEmail: string | undefined;
  adminPassword: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: Environment["MAIL_FROM"];
  /** Without a region it is guessed from the address. */
  s3:
    | { url: string; bucket: string; accessKey: string; secretKey: string; region?: string | undefined }
    | undefined;
  rateLimitFactor: number;
  trustProxy: boolean | string[];
  /** How long an idle connection is kept for a next request. */
  keepAliveMs: number;
  /** How long it still answers after it was told to stop, while /readyz says 503. */
  shutdownDelayMs: number;
  demo: boolean;
  paypalApiUrl: string | undefined;
  paypalSdkUrl: string | undefined;
  geminiApiUrl: string | undefined;
  /** How long one call to the AI provider may take. Fixed; only tests wait less. */
  geminiTimeoutMs: number;
  /** OWASP's recommendation for Argon2id, memory in KiB. Fixed; only tests hash more quickly. */
  passwordCost: { memory: number; passes: number };
  /** How long clients are waited for. Fixed; only tests wait less. */
  patience: Patience;
  logLevel: string;
  /** Lets whoever brings it read /metrics; none: only this machine may. */
  metricsToken: string | undefined;
  /** Where traces are sent by OTLP over HTTP, without /v1/traces. */
  otlpEndpoint: string | undefined;
  /** The part of all traces that is kept. */
  traceRatio: number;
  federated: Partial<Record<FederatedName, { clientId: string; clientSecret: string }>>;
  /** Under which the addresses of Google, Facebook, GitHub and X are asked for; none: their own. */
  identityApiUrl: string | undefined;
  /** How long all calls of one sign-in to the other service may take together. Fixed; only tests wait less. */
  identityTimeoutMs: number;
  youtube: YoutubeConfig;
  webhooks: {
    /** Whether members' addresses may be on this machine, also by http. */
    allowLoopback: boolean;
    /** How long one try may take altogether. Fixed; only tests wait less. */
    timeoutMs: number;
    /** Asks DNS for a name's addresses; none: the system's own servers. Only tests give one. */
    resolve?: ((name: string) => Promise<string[]>) | undefined;
  };
}

/** Each address is without the path that YouTube's documents name. */
export interface YoutubeConfig {
  /** The shop's OAuth client at Google; without one no channel can be connected. */
  client: { clientId: string; clientSecret: string } | undefined;
  /** Of the Data API. */
  apiUrl: string;
  /** Under which the page of consent and the addresses for tokens are asked for; none: Google's own. */
  authUrl: string | undefined;
  /** Units of the Data API a day, as Google grants them. */
  dailyUnits: number;
  /** How many of them one member may use. */
  memberUnits: number;
  /** How long one call of the Data API, or for a token, may take. Fixed; only tests wait less. */
  apiTimeoutMs: number;
  /** The same of setting a thumbnail. */
  uploadTimeoutMs: number;
  oembedUrl: string;
  imageUrl: string;
  /** How long an answer about a public video, and a picture, are waited for. Fixed; only tests wait less. */
  publicTimeoutMs: number;
}

/** In milliseconds. */
export interface Patience {
  /** Until the headers of a request are there. */
  headersMs: number;
  /** Until the body is there; an upload has to bring 64 KB in each such span. */
  bodyMs: number;
  /** Until a whole request is there, uploads included. */
  requestMs: number;
  /** While a client takes nothing more of its answer. */
  answerMs: number;
  /** Between two looks at the sessions of open event streams, and between their signs of life. */
  streamMs: number;
}

/** The environment of this process. Where it is not well, the process says why and ends with 2. */
export function configOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
}

/** Reads the environment once, at the start. Throws a ConfigError that tells of every bad value. */
export function readConfig(values: Env): Config {
  const env = parseEnv(environment, values);
  const appUrl = env.APP_URL ?? `http://localhost:${env.PORT}`;
  // The demo takes play money, so whoever reaches the shop from elsewhere must not meet it: a proxy on the same machine
  // leaves HOST at its loopback default, and only APP_URL tells.
  const demo = env.DEMO ?? (isLoopback(env.HOST) && !isPublic(env.APP_URL));
  const shutdownDelay = env.SHUTDOWN_DELAY_SECONDS ?? (env.NODE_ENV === "production" && !demo ? 3 : 0);
  return {
    host: env.HOST,
    port: env.PORT,
    appUrl,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    appSecret: env.APP_SECRET,
    previousSecrets: env.APP_SECRET_PREVIOUS,
    adminEmail: env.ADMIN_EMAIL,
    adminPassword: env.ADMIN_PASSWORD,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    s3: env.S3_URL
      ? {
          url: env.S3_URL,
          bucket: env.S3_BUCKET!,
          accessKey: env.S3_ACCESS_KEY!,
          secretKey: env.S3_SECRET_KEY!,
          region: env.S3_REGION,
        }
      : undefined,
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    trustProxy: env.TRUST_PROXY,
    keepAliveMs: env.KEEP_ALIVE_SECONDS * 1000,
    shutdownDelayMs: shutdownDelay * 1000,
    demo,
    paypalApiUrl: env.PAYPAL_API_URL,
    paypalSdkUrl: env.PAYPAL_SDK_URL,
    geminiApiUrl: env.GEMINI_API_URL,
    geminiTimeoutMs: 60_000,
    passwordCost: { memory: 19_456, passes: 2 },
    patience: {
      headersMs: 15_000,
      bodyMs: 15_000,
      requestMs: 120_000,
      answerMs: 30_000,
      streamMs: aliveSeconds * 1000,
    },
    logLevel: env.LOG_LEVEL,
    metricsToken: env.METRICS_TOKEN,
    otlpEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    traceRatio: env.OTEL_TRACES_SAMPLER_ARG,
    identityTimeoutMs: 10_000,
    youtube: youtubeOf(env, demo && !env.YOUTUBE_CLIENT_ID ? `${appUrl}/demo/youtube` : undefined),
    webhooks: { allowLoopback: env.WEBHOOK_LOOPBACK, timeoutMs: 10_000 },
    ...federatedLogins(env, demo ? `${appUrl}/demo/identity` : undefined),
  };
}

/** Where none is configured, the demo has all of them, by its emulator. */
function federatedLogins(
  env: Environment,
  demoUrl: string | undefined,
): Pick<Config, "federated" | "identityApiUrl"> {
  const identityApiUrl = env.IDENTITY_API_URL;
  const found: Config["federated"] = {};
  for (const provider of federatedNames) {
    const [id, secret] = clientNames(provider);
    if (env[id]) found[provider] = { clientId: env[id], clientSecret: env[secret]! };
  }
  if (!demoUrl || Object.keys(found).length > 0) return { federated: found, identityApiUrl };
  const demoClient = { clientId: "demo", clientSecret: "demo" };
  const federated = Object.fromEntries(federatedNames.map((name) => [name, demoClient]));
  return { federated, identityApiUrl: identityApiUrl ?? demoUrl };
}

/** Five settings of a thumbnail. */
const leastMemberUnits = 255;

/** Where no client is configured, the demo has its emulator's. */
function youtubeOf(env: Environment, demoUrl: string | undefined): YoutubeConfig {
  const { YOUTUBE_CLIENT_ID: clientId, YOUTUBE_CLIENT_SECRET: clientSecret } = env;
  const demoClient = demoUrl ? { clientId: "demo", clientSecret: "demo" } : undefined;
  return {
    client: clientId && clientSecret ? { clientId, clientSecret } : demoClient,
    apiUrl: env.YOUTUBE_API_URL ?? demoUrl ?? "https://youtube.googleapis.com",
    authUrl: env.YOUTUBE_AUTH_URL ?? demoUrl,
    dailyUnits: env.YOUTUBE_DAILY_UNITS,
    memberUnits:
      env.YOUTUBE_MEMBER_UNITS ?? Math.max(Math.floor(env.YOUTUBE_DAILY_UNITS / 10), leastMemberUnits),
    apiTimeoutMs: 10_000,
    uploadTimeoutMs: 30_000,
    oembedUrl: env.YOUTUBE_OEMBED_URL ?? demoUrl ?? "https://www.youtube.com",
    imageUrl: env.YOUTUBE_IMAGE_URL ?? demoUrl ?? "https://i.ytimg.com",
    publicTimeoutMs: 5_000,
  };
}
