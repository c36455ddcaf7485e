import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { inject, onTestFinished } from "vitest";
import { projectRoot } from "#server/project-root.ts";
import { freePort } from "../../../e2e/helpers/free-port.ts";
import { ensureTestShop } from "../../../scripts/build.mjs";
import { cloneTestDatabase } from "./test-cluster.ts";

export interface ShopProcess {
  url: string;
  pid: number;
  /** Everything that it wrote so far. */
  output(): string;
  /** How it ended, as soon as it has: its signal or its exit code. */
  ended: Promise<NodeJS.Signals | number | null>;
  /** Ends it as a crash would, or as an administrator would, and waits until it is gone. */
  kill(signal: "SIGKILL" | "SIGTERM" | "SIGHUP"): Promise<void>;
}

export interface ProcessOptions {
  /** The largest file in bytes that it may write. */
  largestFile?: number;
  /** The built shop, with its pages, rather than the calls alone. */
  built?: boolean;
}

/** When what a test has opened ends: with the test, or with the file. */
export type OnEnd = (end: () => Promise<void> | void) => void;

/** For what a file's tests share: `end` is what its `beforeAll` answers. An `afterAll` within a hook is never called. */
export function withTheFile(): { onEnd: OnEnd; end: () => Promise<void> } {
  const ends: Parameters<OnEnd>[0][] = [];
  return {
    onEnd: (end) => void ends.push(end),
    end: async () => {
      for (const end of ends.reverse()) await end();
    },
  };
}

/** What is compiled of a process's code, kept for the next one. */
export const compileCache = { NODE_COMPILE_CACHE: join(tmpdir(), "shop-compile-cache") };

/** What a shop of the test's own needs: its database and data folder, gone with the test, and a secret. */
export async function ownEnvironment(onEnd: OnEnd = onTestFinished): Promise<Record<string, string>> {
  const database = await cloneTestDatabase(inject("postgres"));
  onEnd(database.drop);
  const dataDir = await mkdtemp(join(tmpdir(), "shop-"));
  onEnd(() => rm(dataDir, { recursive: true, force: true }));
  const APP_SECRET = "a secret that only the tests know, long enough";
  return { DATABASE_URL: database.connectionString, DATA_DIR: dataDir, APP_SECRET };
}

/** The shop as a process of its own, ended with the test at the latest. */
export async function startShopProcess(
  env: Record<string, string>,
  options: ProcessOptions = {},
  onEnd: OnEnd = onTestFinished,
): Promise<ShopProcess> {
  const script = options.built ? join(projectRoot, "build/server/server.js") : await testShop();
  if (!existsSync(script))
    throw new Error(`There is no built shop at ${script}; run npm test, which builds it.`);
  const port = options.built ? await freePort() : null;
  const command = [process.execPath, script];
  // A limit of the process is what a full disk is, without a disk of its own: a write ends half way.
  const limit = `ulimit -f ${Math.ceil((options.largestFile ?? 0) / 512)}; exec "$@"`;
  const limited = options.largestFile === undefined ? command : ["/bin/sh", "-c", limit, "sh", ...command];
  const child = spawn(limited[0]!, limited.slice(1), {
    env: {
      PATH: process.env.PATH ?? "",
      ...compileCache,
      DEMO: "off",
      RATE_LIMIT_FACTOR: "1000",
      LOG_LEVEL: "warn",
      ...(port ? { NODE_ENV: "production", HOST: "127.0.0.1", PORT: String(port) } : {}),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const gone = once(child, "exit");
  const ended = gone.then(([code, signal]) => signal ?? code);
  const kill = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await gone;
  };
  onEnd(() => (child.exitCode === null && child.signalCode === null ? kill("SIGKILL") : undefined));
  const url = await new Promise<string>((resolve, reject) => {
    const read = (text: string) => {
      output += text;
      const found = port ? / is open at /.exec(output) : /^http:\/\/\S+$/m.exec(output);
      if (found) resolve(port ? `http://127.0.0.1:${port}` : found[0]);
    };
    readAll(child, read);
    child.once("exit", (code) => reject(new Error(`The shop ended with ${code}: ${output}`)));
  });
  return { url, pid: child.pid!, output: () => output, ended, kill };
}

/** Bundled once for all test files of a run: whoever comes first makes it while the others wait at the database's lock. */
async function testShop(): Promise<string> {
  const client = new pg.Client({ connectionString: inject("postgres") });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(1)");
    return await ensureTestShop();
  } finally {
    await client.end();
  }
}

function readAll(child: ChildProcess, read: (text: string) => void): void {
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8");
    stream?.on("data", read);
  }
}

/** Signs a new person up over a real connection; answers the session's cookie. */
export async function signUpAt(url: string, name: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name, email: `${name}@example.com`, password: "a good password" }),
  });
  if (!answer.ok) throw new Error(`sign-up answered ${answer.status}: ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
}

/** Resident memory in megabytes, now and at most ever; 0 where the system does not tell it so. */
export function memoryOf(pid: number): { now: number; peak: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024;
    return { now: read("VmRSS"), peak: read("VmHWM") };
  } catch {
    return { now: 0, peak: 0 };
  }
}
