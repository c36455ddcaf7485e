import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { openDatabase } from "#server/db/database.ts";
import { users } from "#server/db/tables/users.ts";
import { grantCredits } from "#server/features/credits/credits.service.ts";
import { findRunningOwnPostgres } from "#server/platform/postgres/own-postgres.ts";
import { projectRoot } from "#server/platform/project-root.ts";
import { type BenchProcess, freePort, startProcess } from "./processes.ts";

export interface BenchShop extends BenchProcess {
  /** Session cookies of people with plenty of credits. */
  cookies: string[];
}

/** The built shop with its own PostgreSQL on a fresh folder, a key for the stand-in, and people to use it. */
export async function startBenchShop(geminiUrl: string, people: number): Promise<BenchShop> {
  const bundle = join(projectRoot, process.env.BUILD_DIR ?? "build", "server/server.js");
  if (!existsSync(bundle)) throw new Error("The shop is not built yet: npm start builds it.");
  const dataDir = await mkdtemp(join(tmpdir(), "bench-shop-"));
  const port = await freePort();
  const process_ = await startProcess([bundle], {
    DATA_DIR: dataDir,
    PORT: String(port),
    APP_URL: `http://127.0.0.1:${port}`,
    GEMINI_API_URL: geminiUrl,
    DEMO: "off",
    RATE_LIMIT_FACTOR: "100000",
    LOG_LEVEL: "warn",
  });
  const url = `http://127.0.0.1:${port}`;
  const database = openDatabase(findRunningOwnPostgres(dataDir)!, { max: 4 });
  try {
    const admin = await signUp(url, "admin");
    await database.db.update(users).set({ role: "Admin" }).where(eq(users.id, admin.id));
    await post(url, "/api/gemini-keys", { name: "Bench", key: "bench-key-of-no-value-0000" }, admin.cookie);
    const cookies: string[] = [];
    for (let number = 0; number < people; number += 1) {
      const { id: userId, cookie } = await signUp(url, String(number));
      const grant = { userId, amount: 100_000, reason: "purchase", reference: userId } as const;
      await database.db.transaction((tx) => grantCredits(tx, grant));
      cookies.push(cookie);
    }
    const stop = async () => {
      await process_.stop();
      await rm(dataDir, { recursive: true, force: true });
    };
    return { ...process_, url, stop, cookies };
  } finally {
    await database.close();
  }
}

async function signUp(url: string, name: string): Promise<{ id: string; cookie: string }> {
  const body = { name, email: `${name}@bench.example`, password: "a long password" };
  const response = await post(url, "/api/auth/sign-up/email", body);
  const cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  return { id: ((await response.json()) as { user: { id: string } }).user.id, cookie };
}

async function post(url: string, path: string, body: object, cookie?: string): Promise<Response> {
  const response = await fetch(url + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...(cookie ? { cookie } : {}) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response;
}
