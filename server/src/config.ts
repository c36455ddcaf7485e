import { isIP } from "node:net";
import { resolve } from "node:path";
import { address, base, ConfigError, decimal, type Env, flag, integer, oneOf, origin, text } from "./env.ts";

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
  /** Former secrets, still able to read what was sealed with them. */
  previousSecrets: string[];
  adminEmail: string | undefined;
  adminPassword: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
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
  federated: Partial<Record<FederatedProvider, { clientId: string; clientSecret: string }>>;
  /** Under which the addresses of Google, Facebook, GitHub and X are asked for; none: their own. */
  identityApiUrl: string | undefined;
  /** How long all calls of one sign-in to the other service may take together. Fixed; only tests wait less. */
  identityTimeoutMs: number;
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

export const federatedProviders = ["google", "facebook", "github", "twitter"] as const;
export type FederatedProvider = (typeof federatedProviders)[number];

const loopbackHosts = new Set(["127.0.0.1", "::1", "[::1]", "localhost"]);

/**
 * Reads the environment once, at the start. Throws a ConfigError for the first bad value.
 */
export function readConfig(env: Env): Config {
  const host = text(env, "HOST") ?? "127.0.0.1";
  const loopback = isLoopback(host);
  const production = env.NODE_ENV === "production";
  // Not 0, a port of the system's choice: the shop's own address stands in mails and at PayPal, so it has to be known.
  const port = integer(env, "PORT", 3000, 1, 65535);
  const appUrl = origin(env, "APP_URL") ?? `http://localhost:${port}`;
  const isDemo = demo(env, loopback, appUrl);
  const databaseUrl = address(env, "DATABASE_URL", ["postgres:", "postgresql:"]);
  const appSecret = text(env, "APP_SECRET");
  if (appSecret !== undefined && appSecret.length < 32) {
    throw new ConfigError(
      "APP_SECRET must have at least 32 characters; make one with: openssl rand -base64 32",
    );
  }
  if (appSecret === undefined && !loopback) {
    throw new ConfigError(`APP_SECRET must be set when HOST is not a loopback address (it is "${host}").`);
  }
  const adminEmail = text(env, "ADMIN_EMAIL")?.toLowerCase();
  if (adminEmail !== undefined && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(adminEmail)) {
    throw new ConfigError(`ADMIN_EMAIL must be an e-mail address, not "${adminEmail}".`);
  }
  const adminPassword = text(env, "ADMIN_PASSWORD");
  if (adminPassword !== undefined && (adminPassword.length < 6 || adminPassword.length > 128)) {
    throw new ConfigError("ADMIN_PASSWORD must have 6 to 128 characters.");
  }
  return {
    host,
    port,
    appUrl,
    dataDir: resolve(text(env, "DATA_DIR") ?? "./data"),
    databaseUrl,
    appSecret,
    previousSecrets: formerSecrets(env),
    adminEmail,
    adminPassword,
    smtpUrl: address(env, "SMTP_URL", ["smtp:", "smtps:"]),
    mailFrom: sender(env),
    s3: storage(env),
    rateLimitFactor: decimal(env, "RATE_LIMIT_FACTOR", 1, 0.01, 100_000),
    trustProxy: proxies(env),
    keepAliveMs: integer(env, "KEEP_ALIVE_SECONDS", 620, 5, 7200) * 1000,
    shutdownDelayMs: integer(env, "SHUTDOWN_DELAY_SECONDS", production && !isDemo ? 3 : 0, 0, 5) * 1000,
    demo: isDemo,
    paypalApiUrl: base(env, "PAYPAL_API_URL"),
    paypalSdkUrl: base(env, "PAYPAL_SDK_URL"),
    geminiApiUrl: geminiBase(env),
    geminiTimeoutMs: 60_000,
    passwordCost: { memory: 19_456, passes: 2 },
    patience: { headersMs: 15_000, bodyMs: 15_000, requestMs: 120_000, answerMs: 30_000, streamMs: 20_000 },
    logLevel: oneOf(env, "LOG_LEVEL", "info", ["silent", "fatal", "error", "warn", "info", "debug", "trace"]),
    identityTimeoutMs: 10_000,
    ...federatedLogins(env, isDemo ? `${appUrl}/demo/identity` : undefined),
  };
}

/**
 * One former secret, which may itself hold blanks, or several separated by blanks. What is too short is none: with it,
 * anyone could sign what a former secret vouches for.
 */
function formerSecrets(env: Env): string[] {
  const all = text(env, "APP_SECRET_PREVIOUS");
  if (all === undefined) return [];
  const secrets = [...new Set([all, ...all.split(/\s+/)])].filter((secret) => secret.length >= 32);
  if (secrets.length === 0) {
    throw new ConfigError("APP_SECRET_PREVIOUS must hold former secrets, each of at least 32 characters.");
  }
  return secrets;
}

function geminiBase(env: Env): string | undefined {
  const value = base(env, "GEMINI_API_URL");
  if (value !== undefined && /\/v1(beta|alpha)?$/.test(value)) {
    throw new ConfigError(
      "GEMINI_API_URL must be without the version at its end, which the shop adds: /v1beta.",
    );
  }
  return value;
}

/** Whether what listens or answers there is reached from this machine alone. */
export function isLoopback(host: string): boolean {
  return loopbackHosts.has(host);
}

/**
 * The demo takes play money, so whoever reaches the shop from elsewhere must not meet it: a proxy on the same machine
 * leaves HOST at its loopback default, and only APP_URL tells.
 */
function demo(env: Env, loopback: boolean, appUrl: string): boolean {
  const asked = flag(env, "DEMO");
  const isPublic = !isLoopback(new URL(appUrl).hostname);
  if (asked && isPublic) {
    throw new ConfigError(
      `DEMO must be off where APP_URL is public (it is "${appUrl}"), because the demo sells for play money.`,
    );
  }
  return asked ?? (loopback && !isPublic);
}

function storage(env: Env): Config["s3"] {
  const names = ["S3_URL", "S3_BUCKET", "S3_ACCESS_KEY", "S3_SECRET_KEY"];
  const missing = names.filter((name) => text(env, name) === undefined);
  const region = text(env, "S3_REGION");
  if (missing.length === names.length && region === undefined) return undefined;
  if (missing.length > 0) {
    throw new ConfigError(
      `${missing.join(", ")} must be set too, because the S3 variables only work together.`,
    );
  }
  return {
    url: base(env, "S3_URL")!,
    bucket: text(env, "S3_BUCKET")!,
    accessKey: text(env, "S3_ACCESS_KEY")!,
    secretKey: text(env, "S3_SECRET_KEY")!,
    region,
  };
}

function proxies(env: Env): boolean | string[] {
  const value = text(env, "TRUST_PROXY");
  if (value === undefined || /^(off|0|false|no)$/i.test(value)) return false;
  const list = value.split(",").map((part) => part.trim());
  const named = new Set(["loopback", "linklocal", "uniquelocal"]);
  const bad = list.find((part) => !named.has(part) && !isNetwork(part));
  if (bad !== undefined) {
    throw new ConfigError(
      `TRUST_PROXY must be off or a list of proxy addresses such as 10.0.0.0/8, not "${bad}".`,
    );
  }
  return list;
}

/** An address, or one with the length of its network's prefix. */
function isNetwork(part: string): boolean {
  const [address = "", prefix, ...rest] = part.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

/** `Name <address>` or an address alone. */
function sender(env: Env): string {
  const value = text(env, "MAIL_FROM") ?? "Thumbsmith <hello@thumbsmith.local>";
  const address = /<([^<>]*)>$/.exec(value)?.[1] ?? value;
  if (!/^[^\s@<>]+@[^\s@<>]+$/.test(address)) {
    throw new ConfigError(`MAIL_FROM must be like Shop <hello@shop.example>, not "${value}".`);
  }
  return value;
}

/** Where none is configured, the demo has all of them, by its emulator. */
function federatedLogins(
  env: Env,
  demoUrl: string | undefined,
): Pick<Config, "federated" | "identityApiUrl"> {
  const identityApiUrl = base(env, "IDENTITY_API_URL");
  const found: Config["federated"] = {};
  for (const provider of federatedProviders) {
    const upper = provider.toUpperCase();
    const clientId = text(env, `${upper}_CLIENT_ID`);
    const clientSecret = text(env, `${upper}_CLIENT_SECRET`);
    if (clientId && clientSecret) found[provider] = { clientId, clientSecret };
    else if (clientId || clientSecret) {
      throw new ConfigError(`${upper}_CLIENT_ID and ${upper}_CLIENT_SECRET must be set together.`);
    }
  }
  if (!demoUrl || Object.keys(found).length > 0) return { federated: found, identityApiUrl };
  const demoClient = { clientId: "demo", clientSecret: "demo" };
  const federated = Object.fromEntries(federatedProviders.map((name) => [name, demoClient]));
  return { federated, identityApiUrl: identityApiUrl ?? demoUrl };
}
