import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { freePort } from "../../../e2e/helpers/free-port.ts";

const program = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/opt/homebrew/bin/pgbouncer"].find(existsSync);

/** Whether this machine has a PgBouncer; without one the tests with it are skipped. */
export const hasPgBouncer = program !== undefined;

/** A PgBouncer in front of this database, as Debian's comes but for the mode; answers the address through it. */
export async function startPgBouncer(
  connectionString: string,
  mode: "session" | "transaction",
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "pgbouncer-"));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const { hostname, username, pathname } = new URL(connectionString);
  const file = join(folder, "pgbouncer.ini");
  const isRoot = process.getuid?.() === 0;
  writeFileSync(
    file,
    `[databases]
* = host=${decodeURIComponent(hostname)} port=5432 user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 40
${isRoot ? "user = nobody" : ""}
`,
  );
  const child = spawn(program!, [file], { stdio: "ignore" });
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
    rmSync(folder, { recursive: true });
  });
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}.`);
  }
  return `postgresql://${username}@127.0.0.1:${port}${pathname}?sslmode=disable`;
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
