import { isIP } from "node:net";
import { z } from "zod";
import { type FederatedName, federatedNames } from "#contract/accounts.ts";
import { address, base, decimal, flag, oneOf, origin, variable, wholeNumber } from "./env.ts";
import { isLoopback, privateNetworks } from "./networks.ts";

const text = z.string().optional();

/** The variables, each with what it must be. */
export const environment = z
  .object({
    NODE_ENV: text,
    // Fastify would listen at both addresses of localhost, with a server of its own whose requests nobody waits for.
    HOST: z
      .string()
      .transform((host) => (host === "localhost" ? "127.0.0.1" : host.replace(/^\[(.*)\]$/, "$1")))
      .default("127.0.0.1"),
    // Not 0, a port of the system's choice: the shop's own address stands in mails and at PayPal, so it has to be known.
    PORT: wholeNumber(1, 65535).default(3000),
    APP_URL: origin.optional(),
    DEMO: flag.optional(),
    DATA_DIR: z.string().default("./data"),
    DATABASE_URL: address("postgres:", "postgresql:").transform(checkingCertificates).optional(),
    APP_SECRET: variable(
      (value) => value.length >= 32,
      () => "must have at least 32 characters; make one with: openssl rand -base64 32",
    ).optional(),
    APP_SECRET_PREVIOUS: z
      .string()
      .transform(formerSecrets)
      .refine((secrets) => secrets.length > 0, {
        error: "must hold former secrets, each of at least 32 characters.",
      })
      .default([]),
    ADMIN_EMAIL: variable(
      (value) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value),
      (value) => `must be an e-mail address, not "${value}".`,
    )
      .toLowerCase()
      .optional(),
    ADMIN_PASSWORD: variable(
      (value) => value.length >= 12 && value.length <= 128,
      () => "must have 12 to 128 characters.",
    ).optional(),
    SMTP_URL: address("smtp:", "smtps:").optional(),
    // `Name <address>` or an address alone.
    MAIL_FROM: variable(
      (value) => /^[^\s@<>(),:;"]+@[^\s@<>(),:;"]+$/.test(senderOf(value).address),
      (value) => `must be like Shop <hello@shop.example>, not "${value}".`,
    )
      .transform(senderOf)
      .default({ name: "Thumbsmith", address: "hello@thumbsmith.local" }),
    S3_URL: base.optional(),
    S3_BUCKET: text,
    S3_REGION: text,
    S3_ACCESS_KEY: text,
    S3_SECRET_KEY: text,
    RATE_LIMIT_FACTOR: decimal(0.01, 100_000).default(1),
    TRUST_PROXY: variable(
      (value) => proxies(value).every((part) => Object.hasOwn(privateNetworks, part) || isNetwork(part)),
      (value) => `must be off or a list of proxy addresses such as 10.0.0.0/8, not "${value}".`,
    )
      .transform((value) => (proxies(value).length > 0 ? proxies(value) : false))
      .default(false),
    KEEP_ALIVE_SECONDS: wholeNumber(5, 7200).default(620),
    SHUTDOWN_DELAY_SECONDS: wholeNumber(0, 5).optional(),
    PAYPAL_API_URL: base.optional(),
    PAYPAL_SDK_URL: base.optional(),
    GEMINI_API_URL: base
      .refine((value) => !/\/v1(beta|alpha)?$/.test(value), {
        error: "must be without the version at its end, which the shop adds: /v1beta.",
      })
      .optional(),
    LOG_LEVEL: oneOf("silent", "fatal", "error", "warn", "info", "debug", "trace").default("info"),
    METRICS_TOKEN: variable(
      (value) => /^[A-Za-z0-9\-._~+/]{16,200}=*$/.test(value),
      () =>
        "must have 16 to 200 letters, digits or any of -._~+/, as a bearer token; make one with: openssl rand -hex 24",
    ).optional(),
    OTEL_EXPORTER_OTLP_ENDPOINT: base.optional(),
    OTEL_TRACES_SAMPLER_ARG: decimal(0, 1).default(1),
    IDENTITY_API_URL: base.optional(),
    GOOGLE_CLIENT_ID: text,
    GOOGLE_CLIENT_SECRET: text,
    FACEBOOK_CLIENT_ID: text,
    FACEBOOK_CLIENT_SECRET: text,
    GITHUB_CLIENT_ID: text,
    GITHUB_CLIENT_SECRET: text,
    TWITTER_CLIENT_ID: text,
    TWITTER_CLIENT_SECRET: text,
    YOUTUBE_CLIENT_ID: text,
    YOUTUBE_CLIENT_SECRET: text,
    YOUTUBE_DAILY_UNITS: wholeNumber(1, 1_000_000_000).default(10_000),
    YOUTUBE_MEMBER_UNITS: wholeNumber(1, 1_000_000_000).optional(),
    YOUTUBE_API_URL: base.optional(),
    YOUTUBE_AUTH_URL: base.optional(),
    YOUTUBE_OEMBED_URL: base.optional(),
    YOUTUBE_IMAGE_URL: base.optional(),
    WEBHOOK_LOOPBACK: flag.default(false),
  })
  .superRefine((env, { addIssue }) => {
    const { HOST, APP_SECRET, APP_URL, DEMO } = env;
    if (APP_SECRET === undefined && !isLoopback(HOST))
      addIssue(`APP_SECRET must be set when HOST is not a loopback address (it is "${HOST}").`);
    if (DEMO && isPublic(APP_URL)) {
      addIssue(
        `DEMO must be off where APP_URL is public (it is "${APP_URL}"), because the demo sells for play money.`,
      );
    }
    if (env.WEBHOOK_LOOPBACK && (isPublic(APP_URL) || !isLoopback(HOST)))
      addIssue(
        "WEBHOOK_LOOPBACK must be off where HOST or APP_URL is not a loopback address, because webhooks would reach this machine.",
      );
    const missing = bucketNames.filter((name) => env[name] === undefined);
    if (missing.length > 0 && (missing.length < bucketNames.length || env.S3_REGION !== undefined))
      addIssue(`${missing.join(", ")} must be set too, because the S3 variables only work together.`);
    for (const provider of federatedNames) {
      const [id, secret] = clientNames(provider);
      if ((env[id] === undefined) !== (env[secret] === undefined))
        addIssue(`${id} and ${secret} must be set together.`);
    }
    if ((env.YOUTUBE_CLIENT_ID === undefined) !== (env.YOUTUBE_CLIENT_SECRET === undefined))
      addIssue("YOUTUBE_CLIENT_ID and YOUTUBE_CLIENT_SECRET must be set together.");
  });
export type Environment = z.output<typeof environment>;

/** The driver takes these for verify-full today, and warns at each start that it will not for ever. */
function checkingCertificates(url: string): string {
  if (/[?&]uselibpqcompat=true/.test(url)) return url;
  return url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, "$1verify-full");
}

/** The name may stand in quotes, as a mail's head has it. */
function senderOf(value: string) {
  const [, name = "", address = value] = /^(.*?)\s*<([^<>]*)>$/.exec(value) ?? [];
  const unquoted = name.replace(/^"(.*)"$/, (_, quoted: string) => quoted.replace(/\\(.)/g, "$1"));
  return { name: unquoted, address };
}

const bucketNames = ["S3_URL", "S3_BUCKET", "S3_ACCESS_KEY", "S3_SECRET_KEY"] as const;

export function isPublic(appUrl: string | undefined): boolean {
  return appUrl !== undefined && URL.canParse(appUrl) && !isLoopback(new URL(appUrl).hostname);
}

/**
 * One former secret, which may itself hold blanks, or several separated by blanks. What is too short is none: with it,
 * anyone could sign what a former secret vouches for.
 */
function formerSecrets(all: string): string[] {
  return [...new Set([all, ...all.split(/\s+/)])].filter((secret) => secret.length >= 32);
}

function proxies(value: string): string[] {
  return /^(off|0|false|no)$/i.test(value) ? [] : value.split(",").map((part) => part.trim());
}

/** An address, or one with the length of its network's prefix. */
function isNetwork(part: string): boolean {
  const [address = "", prefix, ...rest] = part.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

export function clientNames(provider: FederatedName) {
  const name = provider.toUpperCase() as Uppercase<FederatedName>;
  return [`${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`] as const;
}
