import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  lchownSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import type { Binaries } from "#server/platform/postgres/binaries.ts";
import { programOptions } from "#server/platform/postgres/postmaster.ts";
import type { ServiceUser } from "#server/platform/postgres/service-user.ts";

const run = promisify(execFile);
const unfinished = "new-";

/**
 * Makes the cluster if there is none. It is made under another name and renamed when it is whole, so that a
 * process killed half-way leaves nothing that looks like a cluster. The caller must hold the lock of DATA_DIR.
 */
export async function ensureCluster(
  clusterDir: string,
  binaries: Binaries,
  user: ServiceUser | undefined,
  { sync = true }: { sync?: boolean } = {},
): Promise<void> {
  const parent = path.dirname(clusterDir);
  for (const name of readdirSync(parent)) {
    if (name.startsWith(unfinished)) removeUnfinished(path.join(parent, name));
  }
  if (statSync(clusterDir, { throwIfNoEntry: false })) return handOver(clusterDir, user);

  const fresh = mkdtempSync(path.join(parent, unfinished));
  if (user) chownSync(fresh, user.uid, user.gid);
  const { dataArgument, ...options } = programOptions(fresh, user);
  const passwordFile = process.platform === "win32" ? writePassword(parent) : undefined;
  const settings = [
    ["--pgdata", dataArgument],
    ["--username", "thumbsmith"],
    ["--encoding", "UTF8"],
    ["--locale-provider", "builtin"],
    ["--builtin-locale", "C.UTF-8"],
    ["--locale", "C"],
    ["--auth", passwordFile ? "scram-sha-256" : "trust"],
    ...(passwordFile ? [["--pwfile", passwordFile]] : []),
  ].flat();
  try {
    await run(binaries.initdb, [...settings, "--no-instructions", ...(sync ? [] : ["--no-sync"])], options);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    const words = String((error as { stderr?: string }).stderr || error).trim();
    throw new Error(`Thumbsmith's own database could not be made in "${parent}": ${words}`);
  }
  renameSync(fresh, clusterDir);
  if (sync) syncFolder(parent);
}

/** The password of the loopback port, on Windows only. */
export function readPassword(clusterDir: string): string {
  return readFileSync(path.join(path.dirname(clusterDir), "password"), "utf8").trim();
}

function writePassword(parent: string): string {
  const file = path.join(parent, "password");
  writeFileSync(file, randomBytes(24).toString("hex"), { mode: 0o600 });
  return file;
}

/** A cluster that root copied back from elsewhere belongs to root; PostgreSQL wants its own user and mode 0700. */
function handOver(clusterDir: string, user: ServiceUser | undefined): void {
  if (process.platform === "win32") return;
  const { uid, mode } = statSync(clusterDir);
  const wanted = user?.uid ?? process.getuid?.();
  if (user && uid === 0) {
    const chownAll = (folder: string) => {
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const file = path.join(folder, entry.name);
        if (entry.isDirectory()) chownAll(file);
        else lchownSync(file, user.uid, user.gid);
      }
      chownSync(folder, user.uid, user.gid);
    };
    chownAll(clusterDir);
  } else if (uid !== wanted) {
    throw new Error(
      `The database in "${clusterDir}" belongs to another user (id ${uid}): start Thumbsmith as that user or as ` +
        "root, or set another DATA_DIR.",
    );
  }
  if ((mode & 0o027) !== 0) chmodSync(clusterDir, 0o700);
}

/** The initdb of a killed shop may still be at work there and would make the folder anew. */
function removeUnfinished(folder: string): void {
  for (const pid of process.platform === "linux" ? readdirSync("/proc") : []) {
    try {
      if (/^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`) === folder)
        process.kill(Number(pid), "SIGKILL");
    } catch {
      // Ended meanwhile, or of another user.
    }
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
