import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { type Database, openDatabase } from "#server/db/database.ts";
import { users } from "#server/db/tables/users.ts";
import { grantCredits } from "#server/features/credits/credits.service.ts";
import { findRunningOwnPostgres } from "#server/platform/postgres/embedded-postgres.ts";
import { projectRoot } from "#server/project-root.ts";
import { type BenchProcess, freePort, startProcess } from "./processes.ts";

export interface BenchPerson {
  id: string;
  email: string;
  /** The session's cookie. */
  cookie: string;
}

export interface BenchShop extends BenchProcess {
  /** Of its PostgreSQL, for rows that the calls would take too long to make, and for a bare server beside it. */
  connectionString: string;
  admin: BenchPerson;
  /** Members with plenty of credits. */
  people: BenchPerson[];
}

interface BenchShopOptions {
  people?: number;
  /** A folder with a shop's data, which stays; a fresh one where absent. */
  dataDir?: string;
  env?: Record<string, string>;
}

export function builtServer(): string {
  const bundle = join(projectRoot, process.env.BUILD_DIR || "build", "server/server.js");
  if (!existsSync(bundle)) throw new Error("The shop is not built yet: npm start builds it.");
  return bundle;
}

/** As scripts/start.mjs sets them. */
const nodeFlags = ["--max-semi-space-size=8", "--expose-gc"];
const nodeEnv = { UV_THREADPOOL_SIZE: "16", MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "262144" };

/** A process of the built shop as npm start makes it, without what stands around it. */
export function startBareShop(env: Record<string, string>): Promise<BenchProcess> {
  return startProcess([...nodeFlags, builtServer()], { ...nodeEnv, ...env });
}

/** A process of the built shop that refuses nobody for asking often. */
export function startBuiltServer(env: Record<string, string>): Promise<BenchProcess> {
  return startBareShop({
    DEMO: "off",
    RATE_LIMIT_FACTOR: "100000",
    SHUTDOWN_DELAY_SECONDS: "0",
    LOG_LEVEL: "warn",
    ...env,
  });
}

/** The built shop with its own PostgreSQL on its folder, an admin and so many members. */
export async function startBenchShop(options: BenchShopOptions = {}): Promise<BenchShop> {
  const { people = 0, env = {} } = options;
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), "bench-shop-")));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = await startBuiltServer({ DATA_DIR: dataDir, PORT: String(port), APP_URL: url, ...env });
  const stop = async () => {
    await server.stop();
    if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
  };
  const connectionString = findRunningOwnPostgres(dataDir)!;
  const database = openDatabase(connectionString, { max: 4 });
  try {
    const admin = await signUp(url, `admin-${randomUUID()}`);
    await database.db.update(users).set({ role: "Admin" }).where(eq(users.id, admin.id));
    const members: BenchPerson[] = [];
    for (let number = 0; number < people; number += 1)
      members.push(await signUpRich(url, database, String(number)));
    return { ...server, url, stop, connectionString, admin, people: members };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    await database.close();
  }
}

async function signUpRich(url: string, { db }: Database, name: string): Promise<BenchPerson> {
  const person = await signUp(url, name);
  const grant = { userId: person.id, amount: 100_000, reason: "purchase", reference: person.id } as const;
  await db.transaction((tx) => grantCredits(tx, grant));
  return person;
}

async function signUp(url: string, name: string): Promise<BenchPerson> {
  const email = `${name}@bench.example`;
  const response = await post(url, "/api/auth/sign-up/email", { name, email, password: "a long password" });
  const cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  return { id: ((await response.json()) as { user: { id: string } }).user.id, email, cookie };
}

/** Sends JSON and throws where the answer is no success. */
export async function post(url: string, path: string, body: object, cookie?: string): Promise<Response> {
  const response = await fetch(url + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...(cookie ? { cookie } : {}) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response;
}
