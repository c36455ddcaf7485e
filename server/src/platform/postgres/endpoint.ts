import { chmodSync, chownSync, mkdtempSync, rmdirSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import type { ServiceUser } from "#server/platform/postgres/service-user.ts";

export const databaseName = "thumbsmith";
const socketPort = 5432;
const prefix = "thumbsmith-";

/**
 * Where a PostgreSQL of ours is reached: a Unix socket in a folder that only its user can enter, or, on Windows,
 * a loopback port with a password.
 */
export type Endpoint = { kind: "socket"; folder: string } | { kind: "tcp"; port: number; password: string };

export function connectionStringOf(endpoint: Endpoint, database = databaseName): string {
  // Port and sslmode are spelled out because PGPORT and PGSSLMODE in the environment would win otherwise.
  return endpoint.kind === "socket"
    ? `postgresql://thumbsmith@${encodeURIComponent(endpoint.folder)}:${socketPort}/${database}?sslmode=disable`
    : `postgresql://thumbsmith:${endpoint.password}@127.0.0.1:${endpoint.port}/${database}?sslmode=disable`;
}

/**
 * The socket does not lie in DATA_DIR: its path may have 103 characters at most, and the PostgreSQL of a shop
 * started by root could not enter a closed folder.
 */
export function makeSocketFolder(user: ServiceUser | undefined): string {
  for (const parent of [os.tmpdir(), "/tmp", "/run", "/dev/shm"]) {
    if (parent.length > 70 || !isReachable(parent, user)) continue;
    try {
      const folder = mkdtempSync(path.join(parent, prefix));
      chmodSync(folder, 0o700);
      if (user) chownSync(folder, user.uid, user.gid);
      return folder;
    } catch {
      // Not writable: the next one.
    }
  }
  throw new Error("No folder for PostgreSQL's socket: make /tmp writable, or set TMPDIR to a short path.");
}

/** Removes a socket folder of ours; any other folder is left alone. */
export function removeSocketFolder(folder: string): void {
  if (!path.basename(folder).startsWith(prefix) || !path.isAbsolute(folder)) return;
  clearSocketFolder(folder);
  try {
    rmdirSync(folder);
  } catch {
    // Gone already, or it holds something that is not ours.
  }
}

/** A socket and its lock file that a killed PostgreSQL left would keep the next one from starting. */
export function clearSocketFolder(folder: string): void {
  for (const name of [`.s.PGSQL.${socketPort}`, `.s.PGSQL.${socketPort}.lock`]) {
    rmSync(path.join(folder, name), { force: true });
  }
}

export async function freeLoopbackPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("No free loopback port.");
  return address.port;
}

function isReachable(folder: string, user: ServiceUser | undefined): boolean {
  const status = statSync(folder, { throwIfNoEntry: false });
  if (!status?.isDirectory()) return false;
  if (!user) return true;
  if ((status.mode & 0o001) === 0) return false;
  const parent = path.dirname(folder);
  return parent === folder || isReachable(parent, user);
}
