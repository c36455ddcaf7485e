import { isIP } from "node:net";
import { resolve } from "node:path";

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
  s3: { url: string; bucket: string; accessKey: string; secretKey: string } | undefined;
  rateLimitFactor: number;
  trustProxy: boolean | string[];
  demo: boolean;
  paypalApiUrl: string | undefined;
  paypalSdkUrl: string | undefined;
  geminiApiUrl: string | undefined;
  /** How long one call to the AI provider may take. Fixed; only tests wait less. */
  geminiTimeoutMs: number;
  logLevel: string;
  production: boolean;
  federated: Partial<Record<FederatedProvider, { clientId: string; clientSecret: string }>>;
}

export const federatedProviders = ["google", "facebook", "github", "twitter"] as const;
export type FederatedProvider = (typeof federatedProviders)[number];

/** One sentence that names the variable; the start prints it and ends. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

type Env = Record<string, string | undefined>;

const loopbackHosts = new Set(["127.0.0.1", "::1", "localhost"]);

/**
 * Reads the environment once, at the start. Throws a ConfigError for the first bad value.
 */
export function readConfig(env: Env): Config {
  const host = text(env, "HOST") ?? "127.0.0.1";
  const loopback = loopbackHosts.has(host);
  // Not 0, a port of the system's choice: the shop's own address stands in mails and at PayPal, so it has to be known.
  const port = integer(env, "PORT", 3000, 1, 65535);
  const appUrl = origin(env, "APP_URL") ?? `http://localhost:${port}`;
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
    demo: flag(env, "DEMO") ?? loopback,
    paypalApiUrl: base(env, "PAYPAL_API_URL"),
    paypalSdkUrl: base(env, "PAYPAL_SDK_URL"),
    geminiApiUrl: geminiBase(env),
    geminiTimeoutMs: 60_000,
    logLevel: oneOf(env, "LOG_LEVEL", "info", ["silent", "fatal", "error", "warn", "info", "debug", "trace"]),
    production: env.NODE_ENV === "production",
    federated: federatedLogins(env),
  };
}

function text(env: Env, name: string): string | undefined {
  const value = env[name]?.trim();
  return value ? value : undefined;
}

function integer(env: Env, name: string, fallback: number, min: number, max: number): number {
  const value = text(env, name);
  if (value === undefined) return fallback;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max) {
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${value}".`);
  }
  return number;
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

function decimal(env: Env, name: string, fallback: number, min: number, max: number): number {
  const value = text(env, name);
  if (value === undefined) return fallback;
  const number = Number(value);
  if (!(number >= min && number <= max)) {
    throw new ConfigError(`${name} must be a number from ${min} to ${max}, not "${value}".`);
  }
  return number;
}

function flag(env: Env, name: string): boolean | undefined {
  const value = text(env, name)?.toLowerCase();
  if (value === undefined) return undefined;
  if (["on", "1", "true", "yes"].includes(value)) return true;
  if (["off", "0", "false", "no"].includes(value)) return false;
  throw new ConfigError(`${name} must be on or off, not "${value}".`);
}

function oneOf(env: Env, name: string, fallback: string, allowed: string[]): string {
  const value = text(env, name) ?? fallback;
  if (!allowed.includes(value)) {
    throw new ConfigError(`${name} must be one of ${allowed.join(", ")}, not "${value}".`);
  }
  return value;
}

/** An address that may hold a password, so that a refusal does not repeat it. */
function address(env: Env, name: string, protocols: string[]): string | undefined {
  const value = text(env, name);
  if (value === undefined) return undefined;
  if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
    throw new ConfigError(
      `${name} must be an address that begins with ${protocols.map((p) => `${p}//`).join(" or ")}.`,
    );
  }
  return value.replace(/\/+$/, "");
}

/** An address to which paths, or a query, are added. */
function base(env: Env, name: string): string | undefined {
  const value = address(env, name, ["http:", "https:"]);
  if (value !== undefined && /[?#]/.test(value)) {
    throw new ConfigError(`${name} must be an address without "?" and "#", because the shop adds to it.`);
  }
  return value;
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

function origin(env: Env, name: string): string | undefined {
  const value = address(env, name, ["http:", "https:"]);
  if (value === undefined) return undefined;
  const parsed = new URL(value);
  if (parsed.origin !== value.toLowerCase()) {
    throw new ConfigError(
      `${name} must be an origin without a path, such as https://shop.example, not "${value}".`,
    );
  }
  return parsed.origin;
}

function storage(env: Env): Config["s3"] {
  const names = ["S3_URL", "S3_BUCKET", "S3_ACCESS_KEY", "S3_SECRET_KEY"];
  const missing = names.filter((name) => text(env, name) === undefined);
  if (missing.length === names.length) return undefined;
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

function federatedLogins(env: Env): Config["federated"] {
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
  return found;
}
