import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { readPostmasterFile } from "#server/platform/postgres/postmaster-file.ts";
import { quickestTemporaryFolder } from "../../server/test/helpers/test-cluster.ts";
import { leavePort, takePort } from "./free-port.ts";

export const admin = { email: "owner@example.com", password: "the owner's password" };

export interface RunningShop {
  url: string;
  dataDir: string;
  /** Ends the process at once and starts it anew on the same data, as after a crash. */
  crashAndRestart(): Promise<void>;
  stop(options?: { keepDataIn?: string }): Promise<void>;
  /** What the shop has printed so far, for a failure's report. */
  output(): string;
}

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Starts the built shop (BUILD_DIR, by default build) with its own PostgreSQL, data folder, port and first admin. In a
 * run of the journeys its data is a copy of a shop that was started once: making a database takes longer than starting.
 */
export async function startShop(env: Record<string, string> = {}): Promise<RunningShop> {
  const server = resolve(root, process.env.BUILD_DIR || "build", "server/server.js");
  if (!existsSync(server))
    throw new Error(`There is no built shop at ${server}; run npm test, which builds it.`);
  const dataDir = await mkdtemp(join(quickestTemporaryFolder(), "shop journey "));
  const { PREPARED_DATA_DIR: prepared } = process.env;
  if (prepared) await cp(prepared, dataDir, { recursive: true });
  const port = await takePort();
  const url = `http://localhost:${port}`;
  let output = "";
  let child: ChildProcess;

  function launch(): ChildProcess {
    const started = spawn(process.execPath, [server], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: "production",
        HOST: "127.0.0.1",
        PORT: String(port),
        DATA_DIR: dataDir,
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
        RATE_LIMIT_FACTOR: "1000",
        SHUTDOWN_DELAY_SECONDS: "0",
        LOG_LEVEL: "warn",
        NODE_COMPILE_CACHE: join(tmpdir(), "shop-compile-cache"),
        ...env,
      },
    });
    const keep = (chunk: Buffer) => {
      output += chunk.toString();
    };
    started.stdout?.on("data", keep);
    started.stderr?.on("data", keep);
    return started;
  }

  async function open(): Promise<void> {
    child = launch();
    const until = Date.now() + 60_000;
    for (;;) {
      if (child.exitCode !== null) throw new Error(`The shop ended with ${child.exitCode}:\n${output}`);
      const ready = await fetch(`${url}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      );
      if (ready) return;
      if (Date.now() > until) throw new Error(`The shop did not open in time:\n${output}`);
      await pause(100);
    }
  }

  /** A shop that does not open leaves nothing running: neither itself nor its PostgreSQL. */
  async function openOrEnd(): Promise<void> {
    try {
      await open();
    } catch (error) {
      await end("SIGTERM");
      const left = readPostmasterFile(join(dataDir, "postgres/18"));
      if (left) process.kill(left.pid, "SIGQUIT");
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
      throw error;
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((done) => child.once("exit", done));
    child.kill(signal);
    await ended;
  }

  await openOrEnd();
  return {
    url,
    dataDir,
    output: () => output,
    async crashAndRestart() {
      await end("SIGKILL");
      await openOrEnd();
    },
    async stop({ keepDataIn } = {}) {
      await end("SIGTERM");
      leavePort(port);
      // Before its data go: a PostgreSQL that it left behind still writes them.
      if (child.exitCode !== 0)
        throw new Error(`The shop ended with ${child.exitCode ?? child.signalCode}:\n${output}`);
      if (keepDataIn) await rename(dataDir, keepDataIn);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}
