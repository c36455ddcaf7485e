import { expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { ConfigError } from "#server/env.ts";

test("without any variable the shop listens on loopback with its own data folder and the demo", () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    host: "127.0.0.1",
    port: 3000,
    appUrl: "http://localhost:3000",
    demo: true,
    rateLimitFactor: 1,
    trustProxy: false,
  });
  expect(config.databaseUrl).toBeUndefined();
  expect(readConfig({ HOST: "localhost" }).host, "one address, one server").toBe("127.0.0.1");
});

test("the demo is off and a secret is required where the host is not loopback", () => {
  expect(() => readConfig({ HOST: "0.0.0.0" })).toThrow(/APP_SECRET/);
  expect(readConfig({ HOST: "0.0.0.0", APP_SECRET: "x".repeat(32) }).demo).toBe(false);
});

test("behind a proxy on the same machine the shop is no demo, and a demo with a public address is refused", () => {
  expect(readConfig({ APP_URL: "https://shop.example" }).demo).toBe(false);
  for (const APP_URL of ["https://shop.example", "http://192.168.1.5:3000", "https://localhost.shop.example"])
    expect(() => readConfig({ APP_URL, DEMO: "on" })).toThrow(/^DEMO must be off where APP_URL is public/);
  for (const APP_URL of ["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"])
    expect(readConfig({ APP_URL }).demo).toBe(true);
  expect(readConfig({ HOST: "0.0.0.0", APP_SECRET: "x".repeat(32), DEMO: "on" }).demo).toBe(true);
});

test("webhooks to this machine are off, and refused where the shop is reached from elsewhere", () => {
  expect(readConfig({}).webhooks.allowLoopback).toBe(false);
  expect(readConfig({ WEBHOOK_LOOPBACK: "on" }).webhooks.allowLoopback).toBe(true);
  const elsewhere = [{ APP_URL: "https://shop.example" }, { HOST: "0.0.0.0", APP_SECRET: "x".repeat(32) }];
  for (const env of elsewhere)
    expect(() => readConfig({ ...env, WEBHOOK_LOOPBACK: "on" })).toThrow(/^WEBHOOK_LOOPBACK must be off/);
});

test("former secrets stand one beside the other, and one may be a sentence", () => {
  const [one, other] = ["1".repeat(32), "2".repeat(32)];
  expect(readConfig({ APP_SECRET_PREVIOUS: `${one}  ${other}` }).previousSecrets).toEqual(
    expect.arrayContaining([one, other]),
  );
  const sentence = "a former secret that is a whole sentence";
  expect(readConfig({ APP_SECRET_PREVIOUS: sentence }).previousSecrets).toEqual([sentence]);
});

const bad: [string, Record<string, string>][] = [
  ["PORT", { PORT: "70000" }],
  ["PORT", { PORT: "3e3" }],
  ["APP_URL", { APP_URL: "shop.example" }],
  ["APP_URL", { APP_URL: "https://shop.example/path" }],
  ["DATABASE_URL", { DATABASE_URL: "mysql://localhost/x" }],
  ["APP_SECRET", { APP_SECRET: "short" }],
  ["APP_SECRET_PREVIOUS", { APP_SECRET_PREVIOUS: "short and shorter" }],
  ["ADMIN_EMAIL", { ADMIN_EMAIL: "nobody" }],
  ["ADMIN_PASSWORD", { ADMIN_PASSWORD: "12345" }],
  ["SMTP_URL", { SMTP_URL: "mail.example:25" }],
  ["S3_SECRET_KEY", { S3_URL: "https://s3.example", S3_BUCKET: "b", S3_ACCESS_KEY: "a" }],
  ["S3_URL", { S3_REGION: "fr-par" }],
  ["METRICS_TOKEN", { METRICS_TOKEN: "short" }],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", { OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" }],
  ["OTEL_TRACES_SAMPLER_ARG", { OTEL_TRACES_SAMPLER_ARG: "1.5" }],
  ["METRICS_TOKEN", { METRICS_TOKEN: "sixteen letters and blanks" }],
  ["RATE_LIMIT_FACTOR", { RATE_LIMIT_FACTOR: "0" }],
  ["RATE_LIMIT_FACTOR", { RATE_LIMIT_FACTOR: "NaN" }],
  ["TRUST_PROXY", { TRUST_PROXY: "everyone" }],
  ["TRUST_PROXY", { TRUST_PROXY: "10.0.0.0/8,999.1.1.1" }],
  ["TRUST_PROXY", { TRUST_PROXY: "10.0.0.0/33" }],
  ["MAIL_FROM", { SMTP_URL: "smtp://mail.example", MAIL_FROM: "the shop" }],
  ["MAIL_FROM", { MAIL_FROM: "shop:hello@shop.example" }],
  ["S3_URL", { S3_URL: "s3.example", S3_BUCKET: "b", S3_ACCESS_KEY: "a", S3_SECRET_KEY: "s" }],
  ["PORT", { PORT: "-1" }],
  ["PORT", { PORT: "0" }],
  ["HOST", { HOST: "0.0.0.0" }],
  ["DEMO", { DEMO: "maybe" }],
  ["PAYPAL_API_URL", { PAYPAL_API_URL: "ftp://paypal" }],
  ["GEMINI_API_URL", { GEMINI_API_URL: "nowhere" }],
  ["PAYPAL_SDK_URL", { PAYPAL_SDK_URL: "x" }],
  ["PAYPAL_SDK_URL", { PAYPAL_SDK_URL: "https://pay.example/sdk/js?client-id=x" }],
  ["GEMINI_API_URL", { GEMINI_API_URL: "https://ai.example/v1beta/" }],
  ["LOG_LEVEL", { LOG_LEVEL: "loud" }],
  ["GOOGLE_CLIENT_SECRET", { GOOGLE_CLIENT_ID: "id" }],
];

test.each(bad)("a bad %s is answered by one sentence that names it", (name, env) => {
  expect(() => readConfig(env)).toThrow(ConfigError);
  expect(() => readConfig(env)).toThrow(name);
});

test("all bad variables are told at once, each in a line of its own", () => {
  const env = { PORT: "0", DEMO: "maybe", APP_URL: "nowhere", MAIL_FROM: "the shop", S3_REGION: "here" };
  const lines = (catchError(() => readConfig(env)) as Error).message.split("\n");
  expect(lines.map((line) => line.split(/\W/)[0]).sort()).toEqual([
    "APP_URL",
    "DEMO",
    "MAIL_FROM",
    "PORT",
    "S3_URL",
  ]);
  expect(lines).toContain('PORT must be a whole number from 1 to 65535, not "0".');
});

function catchError(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

test("a refused address does not repeat the password in it", () => {
  expect(() => readConfig({ DATABASE_URL: "mysql://shop:hunter22@db/x" })).not.toThrow(/hunter22/);
});

test.each([
  ["SMTP_URL", "smtp://AKIA:BJx/9+aQ4z@host:587"],
  ["SMTP_URL", "smtp://AKIA:12/9+aQ4z@host:587"],
  ["SMTP_URL", "smtps://AKIA:9aQ4z%@host"],
  ["DATABASE_URL", "postgres://shop:Qh#9z@db/shop"],
  ["DATABASE_URL", "postgres://shop:12#9z@db/shop"],
])("%s with a password as it was given is told to percent-encode it", (name, value) => {
  const start = () => readConfig({ [name]: value });
  expect(start).toThrow(`${name} has a user or a password that must be percent-encoded`);
  expect(start).not.toThrow(/begins with|9z|9\+aQ4z/);
});

test.each([
  ["DATABASE_URL", "postgres://127.0.0.1:abc/shop"],
  ["SMTP_URL", "smtp://127.0.0.1:99999"],
  ["SMTP_URL", "smtp://"],
  ["S3_URL", "https://s3.example:port"],
])("%s with a host or port that cannot be read is told so", (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(`${name} has a host or a port that cannot be read.`);
});

test("an origin may name its scheme's own port, and a host of IPv6 stand in brackets", () => {
  const values = { APP_URL: "https://shop.example:443/", HOST: "[::1]" };
  expect(readConfig(values)).toMatchObject({ appUrl: "https://shop.example", host: "::1" });
});

test.each(["prefer", "require", "verify-ca"])(
  "sslmode=%s checks the server's certificate, with whatever the driver makes of it",
  (mode) => {
    const { databaseUrl } = readConfig({
      DATABASE_URL: `postgres://db/shop?sslmode=${mode}&sslrootcert=/ca`,
    });
    expect(databaseUrl).toBe("postgres://db/shop?sslmode=verify-full&sslrootcert=/ca");
  },
);

test.each(["sslmode=no-verify", "sslmode=disable", "uselibpqcompat=true&sslmode=require"])(
  "a %s that was meant as it is stays",
  (query) => {
    const DATABASE_URL = `postgres://db/shop?${query}`;
    expect(readConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
  },
);

test("a percent-encoded password is taken", () => {
  const values = {
    SMTP_URL: "smtp://AKIA:BJx%2F9+aQ4z@host:587",
    DATABASE_URL: "postgres://shop:Q%23%25@db/shop",
  };
  expect(readConfig(values)).toMatchObject({ smtpUrl: values.SMTP_URL, databaseUrl: values.DATABASE_URL });
});
