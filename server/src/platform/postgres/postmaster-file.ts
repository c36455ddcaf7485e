import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync, realpathSync, writeFileSync } from "node:fs";
import path from "node:path";

/** What PostgreSQL writes into postmaster.pid. The socket folder is empty where there is no socket. */
export type PostmasterFile = { pid: number; port: number; socketFolder: string; ready: boolean };

export function readPostmasterFile(clusterDir: string): PostmasterFile | undefined {
  let text: string;
  try {
    text = readFileSync(path.join(clusterDir, "postmaster.pid"), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  const [pid, , , port, socketFolder, , , status] = text.split("\n");
  // The file appears with its first lines and gets the others while the server starts.
  if (!Number(pid)) return undefined;
  return {
    pid: Number(pid),
    port: Number(port ?? 0),
    socketFolder: socketFolder ?? "",
    ready: status?.trim() === "ready",
  };
}

/**
 * Whether the process is a PostgreSQL server that works in this folder. A bare process id would not do: after a
 * crash it may belong to any other program, in a container almost surely so.
 */
export function isPostmasterOf(pid: number, clusterDir: string): boolean {
  try {
    if (process.platform === "linux") {
      const program = path.basename(readlinkSync(`/proc/${pid}/exe`)).replace(/ \(deleted\)$/, "");
      return program === "postgres" && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(clusterDir);
    }
    if (process.platform === "win32") {
      return execFileSync("tasklist", ["/nh", "/fi", `PID eq ${pid}`], { encoding: "utf8" }).includes(
        "postgres",
      );
    }
    const command = execFileSync("ps", ["-p", String(pid), "-o", "command="], { encoding: "utf8" });
    return command.includes("postgres") && command.includes(clusterDir);
  } catch {
    return false;
  }
}

/**
 * PostgreSQL refuses to start while the id in postmaster.pid belongs to a living process of whatever kind. The
 * file is not removed but given an id that no process can have: PostgreSQL then still makes sure, by the shared
 * memory named in the file, that no backend of the dead server is at work.
 */
export function disownPostmasterFile(clusterDir: string): void {
  const file = path.join(clusterDir, "postmaster.pid");
  const [, ...rest] = readFileSync(file, "utf8").split("\n");
  writeFileSync(file, ["2147483646", ...rest].join("\n"));
}
