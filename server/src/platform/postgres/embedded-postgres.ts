import type { ChildProcess } from "node:child_process";
import { accessSync, constants, realpathSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { ensurePrivateDir } from "#server/platform/ensure-private-dir.ts";
import { type Binaries, prepareBinaries } from "#server/platform/postgres/binaries.ts";
import { ensureCluster, readPassword } from "#server/platform/postgres/cluster.ts";
import { lockDataDir } from "#server/platform/postgres/data-dir-lock.ts";
import {
  connectionStringOf,
  databaseName,
  type Endpoint,
  freeLoopbackPort,
  makeSocketFolder,
  removeSocketFolder,
} from "#server/platform/postgres/endpoint.ts";
import {
  endLeftover,
  hasEnded,
  launchPostmaster,
  stopPostmaster,
} from "#server/platform/postgres/postmaster.ts";
import { isPostmasterOf, readPostmasterFile } from "#server/platform/postgres/postmaster-file.ts";
import { chooseServiceUser } from "#server/platform/postgres/service-user.ts";
import { shopSettings } from "#server/platform/postgres/settings.ts";

type LogLine = (details: object, message: string) => void;
/** The part of a pino logger that is used here. */
export type PostgresLog = { info: LogLine; warn: LogLine; error: LogLine };

export type OwnPostgres = { connectionString: string; stop(): Promise<void> };

/**
 * Starts the shop's own PostgreSQL on DATA_DIR, made at the first start, and keeps it running: a server that ends
 * by itself is started again at the same address. All of its data lies in DATA_DIR/postgres, so a copy of DATA_DIR
 * taken while the shop is stopped is a whole copy, also when root starts the shop and the server's files belong
 * to another user. `stop` resolves when the server has ended and DATA_DIR is free.
 *
 * @throws one sentence when another shop runs on DATA_DIR, or when PostgreSQL cannot run here.
 */
export async function startOwnPostgres(options: { dataDir: string; log: PostgresLog }): Promise<OwnPostgres> {
  const { dataDir, log } = options;
  openDataDir(dataDir);
  const clusterDir = clusterDirOf(dataDir);
  const lock = await lockDataDir(dataDir, path.dirname(clusterDir));
  let endpoint: Endpoint | undefined;
  try {
    const user = chooseServiceUser(clusterDir);
    const binaries = await prepareBinaries(user, path.dirname(clusterDir));
    await ensureCluster(clusterDir, binaries, user);
    endpoint = await makeEndpoint(clusterDir, user);
    const launch = async () => {
      const leftover = await endLeftover(clusterDir, binaries, reached);
      if (leftover === "ended")
        log.warn({}, "Ended the PostgreSQL server that a killed shop had left running");
      const onLine = (line: string) => forward(log, line);
      const server = { binaries, clusterDir, user, endpoint: reached, settings: shopSettings, onLine };
      for (const end = Date.now() + 30_000; ; ) {
        try {
          return await launchPostmaster(server);
        } catch (error) {
          if (!isStillAtWork(error) || Date.now() > end) throw error;
          log.warn(
            {},
            "A process of the PostgreSQL server that was killed is still at work; waiting for its end",
          );
          await delay(200);
        }
      }
    };
    const reached = endpoint;
    const child = await launch();
    const supervisor = supervise(child, { launch, log, binaries, clusterDir });
    const stop = async () => {
      await supervisor.stop();
      if (reached.kind === "socket") removeSocketFolder(reached.folder);
      await lock.release();
    };
    try {
      await ensureDatabase(reached);
    } catch (error) {
      await stop();
      throw error;
    }
    return { connectionString: connectionStringOf(reached), stop };
  } catch (error) {
    if (endpoint?.kind === "socket") removeSocketFolder(endpoint.folder);
    await lock.release();
    throw error;
  }
}

/** The address of the server on DATA_DIR where one runs, be its shop alive or not; the caller doesn't own it. */
export function findRunningOwnPostgres(dataDir: string): string | undefined {
  let file: ReturnType<typeof readPostmasterFile>;
  let clusterDir: string;
  try {
    clusterDir = clusterDirOf(dataDir);
    file = readPostmasterFile(clusterDir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  if (!file?.ready || !isPostmasterOf(file.pid, clusterDir)) return undefined;
  return connectionStringOf(
    file.socketFolder
      ? { kind: "socket", folder: file.socketFolder }
      : { kind: "tcp", port: file.port, password: readPassword(clusterDir) },
  );
}

function openDataDir(dataDir: string): void {
  const folder = path.join(dataDir, "postgres");
  try {
    ensurePrivateDir(folder, 0o700);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(
      `DATA_DIR "${dataDir}" cannot be used by this user (${code}): start Thumbsmith as the user who owns it, or ` +
        "set another DATA_DIR.",
    );
  }
}

/** One folder for each major version: a later one cannot read the files of an earlier one. */
function clusterDirOf(dataDir: string): string {
  return path.join(realpathSync(dataDir), "postgres", "18");
}

async function makeEndpoint(
  clusterDir: string,
  user: Parameters<typeof makeSocketFolder>[0],
): Promise<Endpoint> {
  return process.platform === "win32"
    ? { kind: "tcp", port: await freeLoopbackPort(), password: readPassword(clusterDir) }
    : { kind: "socket", folder: makeSocketFolder(user) };
}

async function ensureDatabase(endpoint: Endpoint): Promise<void> {
  const client = new pg.Client({ connectionString: connectionStringOf(endpoint, "postgres") });
  await client.connect();
  try {
    const found = await client.query("select 1 from pg_database where datname = $1", [databaseName]);
    if (found.rowCount === 0) await client.query(`create database ${databaseName}`);
  } finally {
    await client.end();
  }
}

type Supervised = {
  launch(): Promise<ChildProcess>;
  log: PostgresLog;
  binaries: Binaries;
  clusterDir: string;
};

function supervise(first: ChildProcess, { launch, log, binaries, clusterDir }: Supervised) {
  const stopping = new AbortController();
  let child = first;
  let restarting: Promise<void> = Promise.resolve();

  const restart = async () => {
    for (let waitMs = 100; !stopping.signal.aborted; waitMs = Math.min(waitMs * 2, 5000)) {
      await delay(waitMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      try {
        child = await launch();
        log.info({}, "PostgreSQL runs again");
        return watch();
      } catch (error) {
        log.error({ err: error }, "PostgreSQL could not be started again; trying once more");
      }
    }
  };
  const onEnd = (exitCode: number | null, signal: string | null) => {
    if (stopping.signal.aborted) return;
    log.error({ exitCode, signal }, "PostgreSQL ended unexpectedly; starting it again");
    restarting = restart();
  };
  const watch = () => {
    if (hasEnded(child)) onEnd(child.exitCode, child.signalCode);
    else child.once("exit", onEnd);
  };
  watch();

  return {
    stop: async () => {
      stopping.abort();
      await restarting;
      await stopPostmaster(child, binaries, clusterDir);
    },
  };
}

/**
 * A killed server's processes end when they notice, late on a busy machine; PostgreSQL doesn't start beside them, since
 * both would write.
 */
const isStillAtWork = (error: unknown) =>
  error instanceof Error && /pre-existing shared memory block .* is still in use/.test(error.message);

/** Of the server's own log only what an operator must act on or wonder about; the rest is noise at every start. */
function forward(log: PostgresLog, line: string): void {
  if (line.startsWith("PANIC:")) log.error({ postgres: line }, "PostgreSQL reports an error");
  else if (/^FATAL:(?!.*(administrator command|starting up|shutting down))/.test(line)) {
    log.warn({ postgres: line }, "PostgreSQL refused a session or ended one");
  } else if (
    /was interrupted|not properly shut down|terminated by signal|could not|No space left/.test(line)
  ) {
    log.warn({ postgres: line }, "PostgreSQL reports");
  }
}
