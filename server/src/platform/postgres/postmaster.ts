import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import type { Binaries } from "#server/platform/postgres/binaries.ts";
import { clearSocketFolder, type Endpoint, removeSocketFolder } from "#server/platform/postgres/endpoint.ts";
import {
  disownPostmasterFile,
  isPostmasterOf,
  readPostmasterFile,
} from "#server/platform/postgres/postmaster-file.ts";
import type { ServiceUser } from "#server/platform/postgres/service-user.ts";
import { type Settings, settingsToArguments } from "#server/platform/postgres/settings.ts";

export type PostmasterOptions = {
  binaries: Binaries;
  clusterDir: string;
  user: ServiceUser | undefined;
  endpoint: Endpoint;
  settings: Settings;
  onLine: (line: string) => void;
};

/**
 * How PostgreSQL's programs are started. As another user they get the cluster as their working folder and name
 * it through /proc/self/cwd, since that user could not walk the path when a folder above is closed (/root, say).
 * The server works with relative paths from there on. So the data stays in DATA_DIR whoever starts the shop.
 */
export function programOptions(clusterDir: string, user: ServiceUser | undefined) {
  return {
    dataArgument: user ? "/proc/self/cwd" : clusterDir,
    // The shop's environment holds secrets, and PG* variables of the person who starts it.
    env: {
      PATH: process.env.PATH ?? "",
      ...keep("SystemRoot", "TEMP", "TMP", "LD_LIBRARY_PATH"),
      LC_ALL: "C",
      TZ: "UTC",
    },
    cwd: clusterDir,
    ...user,
  };
}

function keep(...names: string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

/** Starts the server and resolves when it takes connections; rejects with its last words when it ends instead. */
export async function launchPostmaster(options: PostmasterOptions): Promise<ChildProcess> {
  const { binaries, clusterDir, user, endpoint, settings, onLine } = options;
  if (endpoint.kind === "socket") clearSocketFolder(endpoint.folder);
  const { dataArgument, ...spawnOptions } = programOptions(clusterDir, user);
  const child = spawn(binaries.postgres, ["-D", dataArgument, ...settingsToArguments(settings, endpoint)], {
    ...spawnOptions,
    stdio: ["ignore", "ignore", "pipe"],
    // In a session of its own Ctrl-C in a terminal does not reach it before the shop has finished its work.
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  // A process that exits without having stopped it (an uncaught error, a signal at the start) leaves no server behind.
  const endWithProcess = () => child.kill("SIGINT");
  process.once("exit", endWithProcess);
  child.once("exit", () => process.removeListener("exit", endWithProcess));
  const lastLines: string[] = [];
  createInterface({ input: child.stderr }).on("line", (line) => {
    if (lastLines.push(line) > 20) lastLines.shift();
    onLine(line);
  });
  let failure: Error | undefined;
  child.once("error", (error) => {
    failure = error;
  });
  // Five minutes: after a crash the server first replays its log, half a gigabyte at most.
  for (const end = Date.now() + 300_000; Date.now() < end; ) {
    const file = failure ? undefined : readPostmasterFile(clusterDir);
    if (file?.ready && file.pid === child.pid) return child;
    if (failure || hasEnded(child)) break;
    await delay(10);
  }
  if (!failure && !hasEnded(child)) child.kill("SIGKILL");
  const words = failure?.message ?? lastLines.join(" | ");
  throw new Error(`Thumbsmith's own PostgreSQL did not start: ${words || `exit code ${child.exitCode}`}`);
}

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/**
 * Ends the server: sessions are cut and everything is on disk when this resolves. A server that takes longer
 * than 6 s is ended without its last checkpoint, which costs no data: the next start replays the log.
 */
export async function stopPostmaster(
  child: ChildProcess,
  binaries: Binaries,
  clusterDir: string,
): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, "exit");
  if (process.platform === "win32") {
    await stopByPgCtl(binaries, clusterDir);
  } else {
    child.kill("SIGINT");
    const timers = [
      setTimeout(() => child.kill("SIGQUIT"), 6000),
      setTimeout(() => child.kill("SIGKILL"), 8000),
    ];
    await ended;
    for (const timer of timers) clearTimeout(timer);
    return;
  }
  await ended;
}

/**
 * Ends the server that a killed shop left behind, and clears what a killed server left. The caller must hold the
 * lock of DATA_DIR.
 *
 * @param endpoint of the server to come, whose socket folder stays.
 */
export async function endLeftover(
  clusterDir: string,
  binaries: Binaries,
  endpoint: Endpoint,
): Promise<"none" | "dead" | "ended"> {
  const file = readPostmasterFile(clusterDir);
  if (!file) return "none";
  const alive = () => isPostmasterOf(file.pid, clusterDir);
  const found = alive();
  if (found && process.platform === "win32") await stopByPgCtl(binaries, clusterDir);
  for (const [signal, patienceMs] of [
    ["SIGINT", 10_000],
    ["SIGQUIT", 5000],
    ["SIGKILL", 5000],
  ] as const) {
    if (!alive()) break;
    try {
      process.kill(file.pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
    for (const end = Date.now() + patienceMs; alive() && Date.now() < end; ) await delay(10);
  }
  const sameAddress = endpoint.kind === "socket" && endpoint.folder === file.socketFolder;
  if (file.socketFolder && !sameAddress) removeSocketFolder(file.socketFolder);
  if (readPostmasterFile(clusterDir)) disownPostmasterFile(clusterDir);
  return found ? "ended" : "dead";
}

async function stopByPgCtl(binaries: Binaries, clusterDir: string): Promise<void> {
  await promisify(execFile)(binaries.pgCtl, [
    "stop",
    "-D",
    path.resolve(clusterDir),
    "-m",
    "fast",
    "-w",
  ]).catch(() => {});
}
