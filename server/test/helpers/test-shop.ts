import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { inject, onTestFinished } from "vitest";
import type { Call } from "#contract/call.ts";
import type { Role } from "#contract/roles.ts";
import { type Config, readConfig } from "#server/config.ts";
import { users } from "#server/db/tables/users.ts";
import { openShop } from "#server/open-shop.ts";
import { createLog } from "#server/platform/log.ts";
import type { Platform } from "#server/platform/platform.ts";
import { cloneTestDatabase } from "./test-cluster.ts";

export interface TestShop {
  http: FastifyInstance;
  calls: readonly Call[];
  platform: Platform;
  connectionString: string;
  /** Makes a call as the person whose cookie is given; JSON in, JSON out. */
  send(options: SendOptions): Promise<Answer>;
  /** Signs a new person up over the real route and gives them the role. */
  signUp(options?: { role?: Role; name?: string; email?: string; password?: string }): Promise<Person>;
  /** Listens on a random port of the loopback address; for tests that need a socket. */
  listen(): Promise<string>;
  /** Resolves once each job ran for the first time; for tests that count what the shop does. */
  started: Promise<void>;
  /** Ends it before the test does. */
  stop(): Promise<void>;
}

export interface SendOptions {
  method?: string;
  url: string;
  body?: unknown;
  as?: Person | null;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  body: any;
  text: string;
  headers: Record<string, string | string[] | number | undefined>;
}

export interface Person {
  id: string;
  email: string;
  name: string;
  password: string;
  cookie: string;
}

let counter = 0;

/**
 * The whole shop on a database of its own, ended when the test ends. `database` opens a second process's worth of
 * shop on the same database, `copyOf` a shop on a copy of that one's.
 */
export async function openTestShop(
  options: {
    env?: Record<string, string>;
    config?: Partial<Config>;
    database?: string;
    copyOf?: string;
    dataDir?: string;
  } = {},
): Promise<TestShop> {
  const database = options.database ? null : await cloneTestDatabase(inject("postgres"), options.copyOf);
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), "shop-")));
  const config: Config = {
    ...readConfig({
      DATABASE_URL: options.database ?? database!.connectionString,
      DATA_DIR: dataDir,
      APP_SECRET: "a secret that only the tests know, long enough",
      ADMIN_EMAIL: "owner@example.com",
      ADMIN_PASSWORD: "owner password",
      RATE_LIMIT_FACTOR: "1000",
      DEMO: "off",
      // Nobody answers there: no test asks YouTube itself.
      YOUTUBE_OEMBED_URL: "http://127.0.0.1:9",
      YOUTUBE_IMAGE_URL: "http://127.0.0.1:9",
      LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? "fatal",
      ...options.env,
    }),
    // A shop of each test's own makes some thousand passwords in a run, and what they cost is tested by itself.
    passwordCost: { memory: 64, passes: 1 },
    // No test asks a name server.
    webhooks: {
      allowLoopback: true,
      timeoutMs: 10_000,
      resolve: () => Promise.reject(Object.assign(new Error("no such name"), { code: "ENOTFOUND" })),
    },
    ...options.config,
  };
  const log = createLog(config.logLevel);
  const shop = await openShop(config, log, { checkAnswers: true, isDatabaseNew: database !== null });
  await shop.http.ready();
  const started = shop.start();
  let stopped: Promise<void> | null = null;
  const stop = () => {
    stopped ??= shop.stop();
    return stopped;
  };
  onTestFinished(async () => {
    await stop();
    await database?.drop();
    if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
  });

  const send = async ({ method = "GET", url, body, as, headers = {} }: SendOptions): Promise<Answer> => {
    const response = await shop.http.inject({
      method: method as "GET",
      url,
      headers: {
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(as ? { cookie: as.cookie } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    return {
      status: response.statusCode,
      body: parsed(response.body),
      text: response.body,
      headers: response.headers,
    };
  };

  return {
    http: shop.http,
    calls: shop.calls,
    platform: shop.platform,
    connectionString: config.databaseUrl!,
    send,
    async signUp({ role, name, email, password } = {}) {
      counter += 1;
      const person = {
        name: name ?? `Person ${counter}`,
        email: email ?? `person${counter}.${process.pid}@example.com`,
        password: password ?? "a good password",
      };
      const answer = await onceAdmitted(() =>
        send({ method: "POST", url: "/api/auth/sign-up/email", body: person }),
      );
      if (answer.status !== 200) throw new Error(`sign-up answered ${answer.status}: ${answer.text}`);
      const id = answer.body.user.id as string;
      if (role) await shop.platform.db.update(users).set({ role }).where(eq(users.id, id));
      return { ...person, id, cookie: cookieOf(answer) };
    },
    listen: () => shop.http.listen({ host: "127.0.0.1", port: 0 }),
    started,
    stop,
  };
}

/** The answer of a shop that had a connection to its database to spare: on a busy machine 503 says to come again. */
export async function onceAdmitted(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask();
    if (answer.status !== 503 || tries === 20) return answer;
  }
}

/** The body of an answer that has to be a success: what a test only needs to be there. */
export async function sendOrThrow(shop: TestShop, request: SendOptions) {
  const answer = await shop.send(request);
  if (answer.status >= 300)
    throw new Error(`${request.method} ${request.url}: ${answer.status} ${answer.text}`);
  return answer.body;
}

export function cookieOf(answer: Answer): string {
  const cookies = [answer.headers["set-cookie"] ?? []].flat().map(String);
  return cookies.map((cookie) => cookie.split(";")[0]).join("; ");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
