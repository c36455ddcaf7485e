import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { prepareBinaries } from "#server/platform/postgres/binaries.ts";
import { ensureCluster } from "#server/platform/postgres/cluster.ts";
import {
  connectionStringOf,
  makeSocketFolder,
  removeSocketFolder,
} from "#server/platform/postgres/endpoint.ts";
import { launchPostmaster, stopPostmaster } from "#server/platform/postgres/postmaster.ts";
import { chooseServiceUser } from "#server/platform/postgres/service-user.ts";
import { type Settings, shopSettings } from "#server/platform/postgres/settings.ts";

/** A test's data need not outlive the machine: without waiting for the disk a test run is several times faster. */
const testSettings: Settings = {
  ...shopSettings,
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "400",
  autovacuum: "off",
  max_wal_size: "1GB",
  cluster_name: "thumbsmith-test",
};

const template = "thumbsmith_template";

export type TestDatabase = { connectionString: string; drop(): Promise<void> };

export type TestPostgres = {
  /** Of the maintenance database: all that another process needs for `cloneTestDatabase`. */
  adminConnectionString: string;
  /** Makes the database that clones are made from; to be called once. */
  createTemplate(migrate: (connectionString: string) => Promise<void>): Promise<void>;
  /** A database of its own, a copy of the template where there is one. */
  cloneDatabase(): Promise<TestDatabase>;
  stop(): Promise<void>;
};

/**
 * One PostgreSQL for a test run, in a temporary folder and without waiting for the disk. It ends and its folder
 * goes also when the test run is killed.
 */
export async function startTestPostgres(): Promise<TestPostgres> {
  const folder = mkdtempSync(path.join(quickestTemporaryFolder(), "thumbsmith-test-"));
  const clusterDir = path.join(folder, "18");
  const user = chooseServiceUser(clusterDir);
  const binaries = await prepareBinaries(
    user,
    path.join(os.tmpdir(), `thumbsmith-${process.getuid?.() ?? "test"}`),
  );
  await ensureCluster(clusterDir, binaries, user, { sync: false });
  const socketFolder = makeSocketFolder(user);
  const endpoint = { kind: "socket", folder: socketFolder } as const;
  const child = await launchPostmaster({
    binaries,
    clusterDir,
    user,
    endpoint,
    settings: testSettings,
    onLine: () => {},
  });
  const watchdog = startWatchdog(child.pid as number, folder, socketFolder);
  const adminConnectionString = connectionStringOf(endpoint, "postgres");

  return {
    adminConnectionString,
    createTemplate: async (migrate) => {
      await query(adminConnectionString, `create database ${template}`);
      await migrate(connectionStringOf(endpoint, template));
      await query(
        adminConnectionString,
        `alter database ${template} with is_template true allow_connections false`,
      );
    },
    cloneDatabase: () => cloneTestDatabase(adminConnectionString),
    stop: async () => {
      await stopPostmaster(child, binaries, clusterDir);
      removeSocketFolder(socketFolder);
      rmSync(folder, { recursive: true, force: true });
      watchdog.kill("SIGKILL");
    },
  };
}

/**
 * Memory where there is plenty: copying a database takes 20 ms there, and half a second on a slow disk. The 64 MB
 * that a container has by default would not do.
 */
export function quickestTemporaryFolder(): string {
  const memory = "/dev/shm";
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > 2e9 ? memory : os.tmpdir();
  } catch {
    return os.tmpdir();
  }
}

/**
 * A copy of the template, or of another database that nobody is connected to, for one test; works in any process that
 * was told the admin connection string.
 */
export async function cloneTestDatabase(adminConnectionString: string, of?: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  const copied = of ? new URL(of).pathname.slice(1) : template;
  const found = await query(adminConnectionString, `select 1 from pg_database where datname = '${copied}'`);
  const source = found.rowCount ? `template ${copied} strategy file_copy` : "";
  await query(adminConnectionString, `create database ${name} ${source}`);
  const url = new URL(adminConnectionString);
  url.pathname = `/${name}`;
  return {
    connectionString: url.href,
    drop: async () => {
      await query(adminConnectionString, `drop database if exists ${name} with (force)`);
    },
  };
}

/** A shell that notices by its closed input that this process is gone, killed or not. */
function startWatchdog(pid: number, folder: string, socketFolder: string) {
  const script = 'read -r _; kill -QUIT "$1" && while kill -0 "$1"; do sleep 0.1; done; rm -rf "$2" "$3"';
  const watchdog = spawn("/bin/sh", ["-c", script, "sh", String(pid), folder, socketFolder], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  watchdog.unref();
  (watchdog.stdin as unknown as { unref?(): void }).unref?.();
  return watchdog;
}

/** One session a process for making and dropping databases, since each new one costs PostgreSQL six milliseconds. */
const admins = new Map<string, pg.Pool>();

async function query(connectionString: string, sql: string) {
  let admin = admins.get(connectionString);
  if (!admin) {
    admin = new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
    // The cluster may end before the process does.
    admin.on("error", () => undefined);
    admins.set(connectionString, admin);
  }
  return admin.query(sql);
}
